# The flags that every target of this project shares.
find_program(BANKLAB_CCACHE ccache NO_CMAKE_FIND_ROOT_PATH)
if(BANKLAB_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${BANKLAB_CCACHE})
endif()

add_library(banklab_options INTERFACE)
target_compile_options(banklab_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
# g++ 12 sees an overlap in `"text" + string` where there is none (GCC's bug 105651).
target_compile_options(banklab_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
target_include_directories(banklab_options INTERFACE ${PROJECT_SOURCE_DIR}/core)

# The engine itself has neither exceptions nor RTTI: an error is a value. Floating point is as written, never fused.
add_library(banklab_engine_options INTERFACE)
target_link_libraries(banklab_engine_options INTERFACE banklab_options)
target_compile_options(banklab_engine_options INTERFACE -fno-exceptions -fno-rtti -ffp-contract=off)

if(EMSCRIPTEN)
  target_compile_options(banklab_engine_options INTERFACE -msimd128 -Wno-pass-failed)
endif()

if(BANKLAB_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(BANKLAB_SANITIZE)
  # vptr asks for the type information that the engine has not.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
