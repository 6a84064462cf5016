# The toolchain of the WebAssembly build: Emscripten's own, found where Debian or the SDK has it,
# with Node to run what was built.
find_program(BANKLAB_EMCC emcc REQUIRED NO_CMAKE_FIND_ROOT_PATH)
file(REAL_PATH ${BANKLAB_EMCC} emcc)
cmake_path(GET emcc PARENT_PATH emscripten_root)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)

# Emscripten would add flags of older Nodes, which newer ones refuse.
find_program(BANKLAB_NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(CMAKE_CROSSCOMPILING_EMULATOR ${BANKLAB_NODE})
