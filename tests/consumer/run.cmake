# Installs what was built, builds this folder's project against the installed tree, and checks what both print.
set(prefix ${BUILD}/consumer/prefix)
set(tree ${BUILD}/consumer/build)
file(REMOVE_RECURSE ${BUILD}/consumer)

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect what actual expected)
  if(NOT actual STREQUAL expected)
    message(FATAL_ERROR "${what}\nexpected: ${expected}\nactual: ${actual}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
file(GLOB_RECURSE installed RELATIVE ${prefix} ${prefix}/*)
list(TRANSFORM installed REPLACE "^lib[^/]*/([^/]*-linux-[^/]*/)?" "lib/")
list(TRANSFORM installed REPLACE "banklabConfig-.*" "banklabConfig-TYPE.cmake")
list(SORT installed)
expect("what is installed" "${installed}" "bin/banklab;include/banklab/banklab.hpp;include/banklab/model.hpp;\
include/banklab/report.hpp;lib/cmake/banklab/banklabConfig-TYPE.cmake;lib/cmake/banklab/banklabConfig.cmake;\
lib/cmake/banklab/banklabConfigVersion.cmake;lib/libbanklab.a;share/man/man1/banklab.1")

run(${prefix}/bin/banklab --version)
expect("the installed command" "${output}" "banklab ${VERSION}\n")

set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=address,undefined")
endif()
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${tree} -DCMAKE_PREFIX_PATH=${prefix}
  -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${flags})
run(${CMAKE_COMMAND} --build ${tree})
run(${tree}/consumer)
expect("the consumer" "${output}" "line 4: tile[threadIdx.x][0]: 32 wavefronts of 1, 32-way
line 5: tile[0][threadIdx.x]: 1 wavefronts of 1, 1-way\n")

# The README shows this project and what it prints.
string(REGEX REPLACE "([^\n]+)\n" "    \\1\n" shown_output "${output}")
file(READ ${CMAKE_CURRENT_LIST_DIR}/main.cpp main)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt package REGEX "^find_package")
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt link REGEX "^target_link_libraries")
file(READ ${SOURCE}/README.md readme)
foreach(part IN ITEMS "${shown_output}" "${main}" "${package}" "${link}")
  string(FIND "${readme}" "${part}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md does not show this:\n${part}")
  endif()
endforeach()
