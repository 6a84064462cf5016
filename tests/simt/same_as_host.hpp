#pragma once

// C++ that the host's compiler and the engine are given alike: each text stands once, and what the host makes
// of it is what has to come out.

#include "harness.hpp"

#include <gtest/gtest.h>

#define DEVICE

/// Declarations, as code and as text.
#define BOTH(...)                                                                                            \
  __VA_ARGS__                                                                                                \
  const std::string kText = "#define DEVICE __device__\n" #__VA_ARGS__;

/// Statements that set `long long r` from `int i`, the thread, with the declarations in kText.
#define SAME(...)                                                                                            \
  EXPECT_EQ(banklab::test::results<long long>("long long", #__VA_ARGS__, kText),                             \
            banklab::test::each<long long>(32, [](int i) {                                                   \
              long long r = 0;                                                                               \
              (void)i;                                                                                       \
              __VA_ARGS__                                                                                    \
              return r;                                                                                      \
            }))
