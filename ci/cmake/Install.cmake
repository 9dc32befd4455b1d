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

# Completions, which the program prints itself.
if(TARGET amlint AND NOT CMAKE_CROSSCOMPILING)
  set(completions "")
  foreach(shell bash zsh fish)
    set(script ${CMAKE_CURRENT_BINARY_DIR}/completion/amlint.${shell})
    add_custom_command(OUTPUT ${script}
      COMMAND ${CMAKE_COMMAND} -E make_directory completion
      COMMAND amlint completion ${shell} > ${script}
      COMMENT "Writing the completion script for ${shell}" VERBATIM)
    list(APPEND completions ${script})
  endforeach()
  add_custom_target(amlint_completions ALL DEPENDS ${completions})
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/completion/amlint.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME amlint COMPONENT program)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/completion/amlint.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
    RENAME _amlint COMPONENT program)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/completion/amlint.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
    COMPONENT program)
endif()

install(DIRECTORY rules DESTINATION ${CMAKE_INSTALL_DATADIR}/amlint COMPONENT program OPTIONAL)
file(GLOB program_pages CONFIGURE_DEPENDS docs/man/*.1)
file(GLOB format_pages CONFIGURE_DEPENDS docs/man/*.5)
install(FILES ${program_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${format_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 COMPONENT program)
install(FILES README.md CHANGELOG.md TYPE DOC COMPONENT program OPTIONAL)
include(ci/cmake/Sbom.cmake)
