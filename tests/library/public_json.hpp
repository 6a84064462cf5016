#pragma once

#include "banklab/banklab.hpp"

#include <string>

/// The `banklab.report/1` JSON, written from the public values alone.
std::string publicJson(const banklab::Analysis& analysis);
