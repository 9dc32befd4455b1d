# The rule files as constant data, amlint_rules, by a tool of the build's own that is made of amlint_core: rules are compiled
# here, and the program only reads what came of it. See src/rule/builtin.h.
file(GLOB amlint_rule_files CONFIGURE_DEPENDS rules/*/AML*.yml)
file(GLOB embed_sources ci/embed/*.c)
add_executable(embed_rules EXCLUDE_FROM_ALL ${embed_sources} $<TARGET_OBJECTS:amlint_core>)
target_include_directories(embed_rules PRIVATE src ci/embed)
target_compile_definitions(embed_rules PRIVATE _GNU_SOURCE)
target_link_libraries(embed_rules PRIVATE amlint_banned amlint_warnings ${amlint_dependencies})

set(amlint_rule_pages ${CMAKE_CURRENT_BINARY_DIR}/rule-pages)
set(amlint_rule_table ${CMAKE_CURRENT_BINARY_DIR}/embedded/aml_builtin_rules.c)
file(MAKE_DIRECTORY ${amlint_rule_pages} ${CMAKE_CURRENT_BINARY_DIR}/embedded)
add_custom_command(OUTPUT ${amlint_rule_table}
  COMMAND embed_rules ${amlint_rule_table} ${amlint_rule_pages} ${amlint_rule_files}
  DEPENDS embed_rules ${amlint_rule_files} VERBATIM
  COMMENT "Embedding the rules")
add_library(amlint_rules STATIC ${amlint_rule_table})
target_include_directories(amlint_rules PRIVATE src)
set_target_properties(amlint_rules PROPERTIES C_VISIBILITY_PRESET hidden)
target_link_libraries(amlint_rules PRIVATE amlint_warnings)
target_link_libraries(amlint_core INTERFACE amlint_rules)
