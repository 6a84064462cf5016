# The flags that every target of this project shares.
add_library(banklab_options INTERFACE)
target_compile_options(banklab_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
target_include_directories(banklab_options INTERFACE ${PROJECT_SOURCE_DIR}/core)

# The engine itself has neither exceptions nor RTTI: an error is a value.
add_library(banklab_engine_options INTERFACE)
target_link_libraries(banklab_engine_options INTERFACE banklab_options)
target_compile_options(banklab_engine_options INTERFACE -fno-exceptions -fno-rtti)

if(BANKLAB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
