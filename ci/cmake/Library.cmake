# libamlint, static and shared, out of the objects of amlint_core and amlint_rules. The shared one exports what the public headers declare
# and nothing else, each name under the version node of the interface it appeared in.
file(GLOB amlint_public_headers CONFIGURE_DEPENDS include/amlint/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${amlint_public_headers})

# A public function is declared with AMLINT_API; the api test compares this list with what the built library exports.
set(public_names "")
foreach(header IN LISTS amlint_public_headers)
  file(READ ${header} text)
  string(REGEX MATCHALL "AMLINT_API [^;(]*\\(" declarations "${text}")
  list(FILTER declarations INCLUDE REGEX "[ *]amlint_[a-z0-9_]+\\($") # and not the macro's own definition
  list(TRANSFORM declarations REPLACE ".*[ *](amlint_[a-z0-9_]+)\\($" "\\1")
  list(APPEND public_names ${declarations})
endforeach()
list(REMOVE_DUPLICATES public_names)
list(SORT public_names)
set(version_script "AMLINT_${PROJECT_VERSION_MAJOR} {\n")
if(public_names)
  list(JOIN public_names ";\n    " exported)
  string(APPEND version_script "  global:\n    ${exported};\n")
endif()
string(APPEND version_script "  local:\n    *;\n};\n")
set(amlint_version_script ${CMAKE_CURRENT_BINARY_DIR}/libamlint.map)
file(CONFIGURE OUTPUT ${amlint_version_script} CONTENT "${version_script}" @ONLY)

set(amlint_libraries amlint_static)
set(amlint_objects $<TARGET_OBJECTS:amlint_core> $<TARGET_OBJECTS:amlint_rules>)
add_library(amlint_static STATIC ${amlint_objects})
if(NOT AMLINT_STATIC)
  add_library(amlint_shared SHARED ${amlint_objects})
  list(APPEND amlint_libraries amlint_shared)
  set_target_properties(amlint_shared PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${amlint_version_script})
  target_link_options(amlint_shared PRIVATE -Wl,--version-script=${amlint_version_script})
  if(NOT AMLINT_SANITIZE) # whose run-time library comes with the program
    target_link_options(amlint_shared PRIVATE -Wl,--no-undefined)
  endif()
endif()
foreach(library IN LISTS amlint_libraries)
  string(REPLACE amlint_ "" kind ${library})
  add_library(amlint::${kind} ALIAS ${library})
  set_target_properties(${library} PROPERTIES OUTPUT_NAME amlint EXPORT_NAME ${kind} LINKER_LANGUAGE C)
  target_include_directories(${library} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${library} PRIVATE ${amlint_public_dependencies})
endforeach()
