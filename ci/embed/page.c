/* The page of a rule, for docs/rules, `amlint explain` and SARIF's help. */
#include <string.h>

#include "base/json.h"
#include "base/strbuf.h"
#include "embed.h"
#include "expr/value_text.h"

/* What a finding fills in, set apart: "{name}" as its name, "{nodes:node|nodes}" with the second word behind
 * it. */
static aml_sv show_in_prose(aml_arena *arena, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  while (text.len > 0) {
    size_t begin = aml_sv_find_char(text, '{', 0);
    size_t end = begin == AML_NPOS ? AML_NPOS : aml_sv_find_char(text, '}', begin);
    aml_strbuf_add(&out, aml_sv_slice(text, 0, end == AML_NPOS ? text.len : begin));
    if (end == AML_NPOS) {
      break;
    }
    aml_sv words = aml_sv_slice(text, begin + 1, end);
    aml_sv name = aml_sv_split(&words, ':');
    (void)aml_sv_split(&words, '|');
    aml_strbuf_addf(&out, "*%.*s*%s%.*s", AML_SV_ARG(name), words.len > 0 ? " " : "", AML_SV_ARG(words));
    text = aml_sv_slice(text, end + 1, text.len);
  }
  return aml_strbuf_view(&out);
}

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

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

static void add_fence(aml_strbuf *out, const char *language, aml_sv text) {
  aml_strbuf_addf(out, "\n```%s\n%.*s\n```\n", language, AML_SV_ARG(aml_sv_trim(text)));
}

static void add_template(aml_strbuf *out, const aml_value *template_) {
  aml_strbuf text;
  aml_json json;
  aml_strbuf_init(&text, out->arena, SIZE_MAX);
  aml_json_init(&json, append, &text, AML_JSON_PRETTY);
  aml_value_write_json(&json, template_, false);
  if (aml_json_finish(&json)) {
    add_fence(out, "json", aml_strbuf_view(&text));
  }
}

/* The text or texts that a test has under `form`. */
static void add_files(aml_strbuf *out, const aml_value *test, const char *form) {
  const aml_value *given = aml_object_find(test, aml_sv_of(form));
  if (given->kind == AML_STRING) {
    add_fence(out, strcmp(form, "template") == 0 ? "json" : "yaml", given->as.string);
  } else if (strcmp(form, "files") != 0) {
    add_template(out, given);
  }
  for (size_t i = 0; strcmp(form, "files") == 0 && i < given->as.object.count; i++) {
    const aml_member *file = &given->as.object.members[i];
    aml_strbuf_addf(out, "\n`%.*s`:\n", AML_SV_ARG(file->name));
    if (file->value->kind == AML_STRING) {
      add_fence(out, aml_sv_iends(file->name, AML_SV(".json")) ? "json" : "yaml", file->value->as.string);
    } else {
      add_template(out, file->value);
    }
  }
}

/* The first test of that verdict in YAML, else as a template, else of several files. */
static void add_example(aml_strbuf *out, const aml_value *tests, const char *verdict, const char *title) {
  static const char *const forms[] = {"yaml", "template", "files"};
  if (tests == NULL || tests->kind != AML_ARRAY) {
    return;
  }
  for (size_t form = 0; form < sizeof forms / sizeof forms[0]; form++) {
    for (size_t i = 0; i < tests->as.array.count; i++) {
      const aml_value *test = tests->as.array.items[i];
      bool fits = aml_object_find(test, aml_sv_of(verdict)) != NULL &&
                  aml_object_find(test, aml_sv_of(forms[form])) != NULL;
      if (fits) {
        aml_sv name = embed_text(test, "name");
        aml_strbuf_addf(out, "\n## %s\n\nCase \"%.*s\":\n", title, AML_SV_ARG(name));
        add_files(out, test, forms[form]);
        return;
      }
    }
  }
}

static void add_settings(aml_strbuf *out, const aml_value *root) {
  const aml_value *parameters = aml_object_find(root, AML_SV("parameters"));
  if (parameters == NULL || parameters->kind != AML_OBJECT || parameters->as.object.count == 0) {
    return;
  }
  const aml_member *first = &parameters->as.object.members[0];
  const aml_value *by_default = aml_object_find(first->value, AML_SV("default"));
  aml_sv shown = by_default == NULL ? AML_SV("...") : aml_value_json(out->arena, by_default, false);
  aml_sv name = embed_text(root, "name");
  aml_strbuf_addf(out, "\nIn `amlint.yml`:\n\n```yaml\nparameters:\n  %.*s:\n    %.*s: %.*s\n```\n",
      AML_SV_ARG(name), AML_SV_ARG(first->name), AML_SV_ARG(shown));
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

static void add_messages(aml_strbuf *out, const aml_value *root) {
  size_t count = embed_message_count(root);
  if (count == 1) {
    add_section(out, "Message", show_in_prose(out->arena, embed_message(root, 0)));
    return;
  }
  aml_strbuf_add(out, count > 0 ? AML_SV("\n## Message\n\nOne of these:\n\n") : AML_SV(""));
  for (size_t i = 0; i < count; i++) {
    aml_sv message = show_in_prose(out->arena, embed_message(root, i));
    aml_strbuf_addf(out, "- %.*s\n", AML_SV_ARG(message));
  }
}

aml_sv embed_page(aml_arena *arena, const embed_rule *rule) {
  const aml_value *root = rule->root;
  const aml_value *fix = aml_object_find(root, AML_SV("fix"));
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
  add_messages(&out, root);
  add_section(&out, "Why it matters", embed_text(root, "why"));
  add_example(&out, tests, "broken", "Example with a finding");
  add_example(&out, tests, "clean", "Example without a finding");
  bool is_short = fix != NULL && fix->kind == AML_STRING;
  aml_sv way = is_short ? aml_sv_trim(fix->as.string) : embed_text(fix, "words");
  add_section(&out, "How to fix it", show_in_prose(arena, way));
  aml_sv cli = embed_text(fix, "cli"); /* which stays a command for a shell */
  if (cli.len > 0) {
    aml_strbuf_addf(&out, "\n```sh\n%.*s\n```\n", AML_SV_ARG(cli));
  }
  add_parameters(&out, aml_object_find(root, AML_SV("parameters")));
  add_settings(&out, root);
  add_mappings(&out, aml_object_find(root, AML_SV("mappings")));
  add_references(&out, aml_object_find(root, AML_SV("references")));
  return aml_strbuf_view(&out);
}

aml_sv embed_index(aml_arena *arena, const embed_rule *rules, size_t count) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add(&out,
      AML_SV(
          "# The rules\n\nGenerated by `ci/rule-pages` from the rule files under `rules/`; the "
          "examples of each page are test cases of its rule.\nRules of the profile `minimal` "
          "are in all profiles, those of `strict` in that one alone.\n\n| rule | name | severity | profile "
          "| what is wrong |\n| --- | --- | --- | --- | --- |\n"));
  for (size_t i = 0; i < count; i++) {
    const aml_value *root = rules[i].root;
    aml_sv id = embed_text(root, "id");
    aml_sv name = embed_text(root, "name");
    aml_sv severity = show_severity(arena, aml_object_find(root, AML_SV("severity")));
    aml_sv profile = embed_text(root, "profile");
    aml_sv title = embed_text(root, "title");
    aml_strbuf_addf(&out, "| [%.*s](%.*s.md) | %.*s | %.*s | %.*s | %.*s |\n", AML_SV_ARG(id), AML_SV_ARG(id),
        AML_SV_ARG(name), AML_SV_ARG(severity), AML_SV_ARG(profile.len > 0 ? profile : AML_SV("default")),
        AML_SV_ARG(title));
  }
  return aml_strbuf_view(&out);
}
