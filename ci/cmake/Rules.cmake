# The rule files as constant data of amlint_core, by a tool of the build's own; see src/rule/builtin.h.
file(GLOB amlint_rule_files CONFIGURE_DEPENDS rules/*/AML*.yml)
file(GLOB embed_sources ci/embed/*.c src/base/*.c src/source/*.c src/tree/*.c src/expr/*.c)
# The sources below src/ meet the warnings where amlint_core compiles them.
add_executable(embed_rules EXCLUDE_FROM_ALL ${embed_sources})
target_include_directories(embed_rules PRIVATE src ci/embed)
target_compile_definitions(embed_rules PRIVATE _GNU_SOURCE)
target_link_libraries(embed_rules PRIVATE amlint_banned ${amlint_dependencies})

set(amlint_rule_pages ${CMAKE_CURRENT_BINARY_DIR}/rule-pages)
set(amlint_rule_table ${CMAKE_CURRENT_BINARY_DIR}/embedded/aml_builtin_rules.c)
file(MAKE_DIRECTORY ${amlint_rule_pages} ${CMAKE_CURRENT_BINARY_DIR}/embedded)
add_custom_command(OUTPUT ${amlint_rule_table}
  COMMAND embed_rules ${amlint_rule_table} ${amlint_rule_pages} ${amlint_rule_files}
  DEPENDS embed_rules ${amlint_rule_files} VERBATIM
  COMMENT "Embedding the rules")
target_sources(amlint_core PRIVATE ${amlint_rule_table})
