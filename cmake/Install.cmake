# What `cmake --install` gives: the library with its headers and CMake package, the command, its man page.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/banklab)
# A version 0 may change what it likes with its second number; from 1 on only with its first.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/banklabConfigVersion.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS banklab_library EXPORT banklab FILE_SET HEADERS)
install(EXPORT banklab NAMESPACE banklab:: FILE banklabConfig.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/banklabConfigVersion.cmake DESTINATION ${package_dir})
install(TARGETS banklab)
install(FILES docs/banklab.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
