/* The page of a rule, for docs/rules, `amlint explain` and SARIF's help. */
#include "base/strbuf.h"
#include "embed.h"
#include "expr/value_text.h"

static void add_section(aml_strbuf *out, const char *title, aml_sv text) {
  if (text.len > 0) {
    aml_strbuf_addf(out, "\n## %s\n\n%.*s\n", title, AML_SV_ARG(text));
  }
}

static aml_sv show_types(aml_arena *arena, const aml_value *types) {
  if (types == NULL) {
    return AML_SV("all");
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  size_t count = types->kind == AML_ARRAY ? types->as.array.count : 1;
  for (size_t i = 0; i < count; i++) {
    aml_sv type = aml_value_text(types->kind == AML_ARRAY ? types->as.array.items[i] : types);
    aml_strbuf_addf(&out, "%s`%.*s`", i > 0 ? ", " : "", AML_SV_ARG(type));
  }
  return aml_strbuf_view(&out);
}

static aml_sv show_severity(aml_arena *arena, const aml_value *severity) {
  if (severity == NULL || severity->kind == AML_STRING) {
    return aml_value_text(severity);
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < severity->as.array.count; i++) {
    aml_sv is = embed_text(severity->as.array.items[i], "is");
    aml_strbuf_addf(&out, "%s%.*s", i > 0 ? ", " : "", AML_SV_ARG(is));
  }
  aml_strbuf_add(&out, AML_SV(" by stage"));
  return aml_strbuf_view(&out);
}

static void add_parameters(aml_strbuf *out, const aml_value *parameters) {
  if (parameters == NULL || parameters->kind != AML_OBJECT) {
    return;
  }
  aml_strbuf_add(
      out, AML_SV("\n## Parameters\n\n| name | type | default | meaning |\n| --- | --- | --- | --- |\n"));
  for (size_t i = 0; i < parameters->as.object.count; i++) {
    const aml_member *member = &parameters->as.object.members[i];
    const aml_value *by_default = aml_object_find(member->value, AML_SV("default"));
    aml_sv type = embed_text(member->value, "type");
    aml_sv meaning = embed_text(member->value, "description");
    aml_sv shown = by_default == NULL ? AML_SV("") : aml_value_json(out->arena, by_default, false);
    aml_strbuf_addf(out, "| `%.*s` | %.*s | `%.*s` | %.*s |\n", AML_SV_ARG(member->name), AML_SV_ARG(type),
        AML_SV_ARG(shown), AML_SV_ARG(meaning));
  }
}

/* The first test with YAML, or else a template, of that verdict. */
static void add_example(aml_strbuf *out, const aml_value *tests, const char *verdict, const char *title) {
  for (size_t i = 0; tests != NULL && tests->kind == AML_ARRAY && i < tests->as.array.count; i++) {
    const aml_value *test = tests->as.array.items[i];
    aml_sv yaml = aml_value_text(aml_object_find(test, AML_SV("yaml")));
    if (aml_object_find(test, aml_sv_of(verdict)) == NULL || yaml.len == 0) {
      continue;
    }
    aml_strbuf_addf(out, "\n## %s\n\n```yaml\n%.*s\n```\n", title, AML_SV_ARG(aml_sv_trim(yaml)));
    return;
  }
}

static void add_references(aml_strbuf *out, const aml_value *list) {
  if (list == NULL || list->kind != AML_ARRAY) {
    return;
  }
  aml_strbuf_add(out, AML_SV("\n## References\n\n"));
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    aml_sv url = item->kind == AML_STRING ? item->as.string : embed_text(item, "url");
    aml_sv title = item->kind == AML_STRING ? item->as.string : embed_text(item, "title");
    aml_strbuf_addf(out, "- [%.*s](%.*s)\n", AML_SV_ARG(title), AML_SV_ARG(url));
  }
}

static void add_mappings(aml_strbuf *out, const aml_value *list) {
  if (list == NULL || list->kind != AML_ARRAY) {
    return;
  }
  aml_strbuf_add(out, AML_SV("\n## Mappings\n\n"));
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    aml_sv framework = embed_text(item, "framework");
    aml_sv id = embed_text(item, "id");
    aml_sv title = embed_text(item, "title");
    aml_strbuf_addf(out, "- %.*s %.*s%s%.*s\n", AML_SV_ARG(framework), AML_SV_ARG(id),
        title.len > 0 ? ": " : "", AML_SV_ARG(title));
  }
}

aml_sv embed_page(aml_arena *arena, const embed_rule *rule) {
  const aml_value *root = rule->root;
  const aml_value *mend = aml_object_find(root, AML_SV("mend"));
  const aml_value *tests = aml_object_find(root, AML_SV("tests"));
  aml_sv id = embed_text(root, "id");
  aml_sv title = embed_text(root, "title");
  aml_sv name = embed_text(root, "name");
  aml_sv category = embed_text(root, "category");
  aml_sv severity = show_severity(arena, aml_object_find(root, AML_SV("severity")));
  aml_sv types = show_types(arena, aml_object_find(root, AML_SV("type")));
  aml_sv profile = embed_text(root, "profile");
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_addf(&out, "# %.*s: %.*s\n\n| | |\n| --- | --- |\n", AML_SV_ARG(id), AML_SV_ARG(title));
  aml_strbuf_addf(&out, "| name | `%.*s` |\n| category | %.*s |\n| severity | %.*s |\n| profile | %.*s |\n",
      AML_SV_ARG(name), AML_SV_ARG(category), AML_SV_ARG(severity),
      AML_SV_ARG(profile.len > 0 ? profile : AML_SV("default")));
  aml_strbuf_addf(&out, "| resources | %.*s |\n", AML_SV_ARG(types));
  add_section(&out, "Why it matters", embed_text(root, "why"));
  add_example(&out, tests, "broken", "Breaks it");
  add_example(&out, tests, "clean", "Keeps it");
  add_section(&out, "How to mend it",
      mend != NULL && mend->kind == AML_STRING ? aml_sv_trim(mend->as.string) : embed_text(mend, "words"));
  aml_sv cli = embed_text(mend, "cli");
  if (cli.len > 0) {
    aml_strbuf_addf(&out, "\n```sh\n%.*s\n```\n", AML_SV_ARG(cli));
  }
  add_parameters(&out, aml_object_find(root, AML_SV("parameters")));
  add_mappings(&out, aml_object_find(root, AML_SV("mappings")));
  add_references(&out, aml_object_find(root, AML_SV("references")));
  return aml_strbuf_view(&out);
}
