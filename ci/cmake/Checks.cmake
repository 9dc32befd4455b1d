# Rules of the house that the compiler can be made to enforce: the direction of includes, and functions nobody may call.
file(GLOB_RECURSE checked_files CONFIGURE_DEPENDS src/*.[ch] include/*.h)
set(includes_stamp ${CMAKE_CURRENT_BINARY_DIR}/includes-checked)
add_custom_command(OUTPUT ${includes_stamp}
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/ci/check-includes ${CMAKE_CURRENT_SOURCE_DIR}
  COMMAND ${CMAKE_COMMAND} -E touch ${includes_stamp}
  DEPENDS ${checked_files} ci/check-includes docs/design.md
  COMMENT "Checking the direction of includes" VERBATIM)
add_custom_target(amlint_check_includes DEPENDS ${includes_stamp})
add_dependencies(amlint_core amlint_check_includes)

add_library(amlint_banned INTERFACE)
target_compile_options(amlint_banned INTERFACE -include ${CMAKE_CURRENT_SOURCE_DIR}/src/base/banned.h)
target_link_libraries(amlint_core PRIVATE amlint_banned)
