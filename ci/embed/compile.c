/* Compiles rules while the program is built. The tool is made of the program's own sources, but for the table
 * that it writes: here that is empty. */
#include "embed.h"
#include "expr/value_text.h"
#include "rule/builtin.h"
#include "rule/rule_codec.h"
#include "tree/read.h"

const aml_builtin_rule aml_builtin_rules[] = {{.has_condition = false}};
const size_t aml_builtin_rule_count = 0;

static bool is_fine(const embed_rule *rule, const aml_diags *diags) {
  for (size_t i = 0; i < diags->list.count; i++) {
    (void)fprintf(stderr, "%.*s: %.*s %.*s\n", AML_SV_ARG(rule->path),
        AML_SV_ARG(diags->list.items[i].message.text), AML_SV_ARG(diags->list.items[i].help));
  }
  return diags->list.count == 0;
}

bool embed_compile(aml_arena *arena, embed_rule *from) {
  aml_rule rule = {.origin = AML_RULE_BUILT_IN};
  aml_diags diags;
  size_t error_at = 0;
  aml_diags_init(&diags, arena);
  from->whole = aml_value_json(arena, from->root, false);
  if (aml_object_find(from->root, AML_SV("if")) == NULL) {
    return true;
  }
  /* Read from JSON, its values stand nowhere and are not marked as YAML's are. */
  const aml_value *root = aml_json_text_read(arena, from->whole, AML_NO_SPAN, &error_at);
  if (root != NULL && aml_rule_read(arena, &rule, aml_rule_schema(arena), root, &diags)) {
    aml_rule_compile(arena, &rule, NULL, &diags);
  }
  if (!is_fine(from, &diags) || rule.body == NULL) {
    return false;
  }
  aml_strbuf bytes;
  aml_strbuf_init(&bytes, arena, SIZE_MAX);
  aml_codec codec = {.arena = arena, .out = &bytes};
  aml_codec_rule_body(&codec, rule.body);
  from->compiled = aml_strbuf_view(&bytes);
  return true;
}
