# What `cmake --install` puts where. Everything beyond the program is found by the usual tools: pkg-config, find_package,
# man and the shells.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/amlint)

if(TARGET amlint)
  install(TARGETS amlint RUNTIME COMPONENT program)
endif()
install(TARGETS ${amlint_libraries} EXPORT amlintTargets
  ARCHIVE COMPONENT development
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY include/amlint TYPE INCLUDE COMPONENT development FILES_MATCHING PATTERN "*.h")
install(EXPORT amlintTargets NAMESPACE amlint:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(ci/cmake/amlintConfig.cmake.in amlintConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(amlintConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/amlintConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/amlintConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT development)
# Relative to its own place, so that it holds wherever the installation is moved.
file(RELATIVE_PATH prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
configure_file(ci/cmake/amlint.pc.in amlint.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/amlint.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

install(DIRECTORY rules DESTINATION ${CMAKE_INSTALL_DATADIR}/amlint COMPONENT program OPTIONAL)
file(GLOB program_pages CONFIGURE_DEPENDS docs/man/*.1)
file(GLOB format_pages CONFIGURE_DEPENDS docs/man/*.5)
install(FILES ${program_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${format_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 COMPONENT program)
install(FILES README.md LICENSE CHANGELOG.md TYPE DOC COMPONENT program OPTIONAL)
