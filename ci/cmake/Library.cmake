# libamlint, static and shared, out of the objects of amlint_core. The shared one exports what the public headers declare
# and nothing else, each name under the version node of the interface it appeared in.
file(GLOB amlint_public_headers CONFIGURE_DEPENDS include/amlint/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${amlint_public_headers})

# Function names are those followed by a parenthesis at the start of a declaration; the api test compares the result
# with what the built library exports.
set(public_names "")
foreach(header IN LISTS amlint_public_headers)
  file(READ ${header} text)
  string(REGEX REPLACE "/\\*[^*]*\\*+([^/*][^*]*\\*+)*/" "" text "${text}")
  string(REGEX MATCHALL "[^(*A-Za-z0-9_]aml_[a-z0-9_]+\\(" calls "${text}")
  foreach(call IN LISTS calls)
    string(REGEX REPLACE "^.(.*)\\($" "\\1" name "${call}")
    list(APPEND public_names ${name})
  endforeach()
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
add_library(amlint_static STATIC $<TARGET_OBJECTS:amlint_core>)
if(NOT AMLINT_STATIC)
  add_library(amlint_shared SHARED $<TARGET_OBJECTS:amlint_core>)
  list(APPEND amlint_libraries amlint_shared)
  set_target_properties(amlint_shared PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${amlint_version_script})
  target_link_options(amlint_shared PRIVATE
    -Wl,--version-script=${amlint_version_script} -Wl,--no-undefined-version $<$<NOT:$<BOOL:${AMLINT_SANITIZE}>>:-Wl,--no-undefined>)
endif()
foreach(library IN LISTS amlint_libraries)
  string(REPLACE amlint_ "" kind ${library})
  add_library(amlint::${kind} ALIAS ${library})
  set_target_properties(${library} PROPERTIES OUTPUT_NAME amlint EXPORT_NAME ${kind} LINKER_LANGUAGE C)
  target_include_directories(${library} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${library} PRIVATE ${amlint_dependencies})
endforeach()
