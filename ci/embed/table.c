#include "embed.h"

/* A C string literal; long ones in pieces, since editors and compilers like short lines. */
static void write_literal(FILE *out, aml_sv text) {
  (void)fputc('"', out);
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '"' || c == '\\') {
      (void)fprintf(out, "\\%c", c);
    } else if (c == '\n') {
      (void)fputs("\\n\"\n\"", out);
    } else if (c < 0x20 || c >= 0x7F) {
      (void)fprintf(out, "\\%03o", c);
    } else {
      (void)fputc(c, out);
    }
    if (i % 100 == 99) {
      (void)fputs("\"\n\"", out);
    }
  }
  (void)fputc('"', out);
}

static void write_view(FILE *out, aml_sv text) {
  (void)fputs("AML_SV_CONST(", out);
  write_literal(out, text);
  (void)fputs(")", out);
}

static void write_field(FILE *out, const char *name, aml_sv text) {
  if (text.len > 0) {
    (void)fprintf(out, "   .%s = ", name);
    write_view(out, text);
    (void)fputs(",\n", out);
  }
}

static size_t count_items(const aml_value *value) {
  return value == NULL ? 0 : value->kind == AML_ARRAY ? value->as.array.count : 1;
}

static const aml_value *item_at(const aml_value *value, size_t i) {
  return value->kind == AML_ARRAY ? value->as.array.items[i] : value;
}

static void write_lists(FILE *out, size_t n, const aml_value *root) {
  const aml_value *types = aml_object_find(root, AML_SV("type"));
  const aml_value *links = aml_object_find(root, AML_SV("references"));
  const aml_value *mappings = aml_object_find(root, AML_SV("mappings"));
  if (count_items(types) > 0) {
    (void)fprintf(out, "static const aml_sv types_%zu[] = {", n);
    for (size_t i = 0; i < count_items(types); i++) {
      write_view(out, aml_value_text(item_at(types, i)));
      (void)fputs(", ", out);
    }
    (void)fputs("};\n", out);
  }
  if (embed_message_count(root) > 1) {
    (void)fprintf(out, "static const aml_sv alternatives_%zu[] = {", n);
    for (size_t i = 0; i + 1 < embed_message_count(root); i++) {
      write_view(out, embed_message(root, i));
      (void)fputs(",\n", out);
    }
    (void)fputs("};\n", out);
  }
  if (count_items(links) > 0) {
    (void)fprintf(out, "static const aml_link links_%zu[] = {", n);
    for (size_t i = 0; i < count_items(links); i++) {
      const aml_value *link = item_at(links, i);
      bool is_text = link->kind == AML_STRING;
      (void)fputs("{", out);
      write_view(out, is_text ? aml_value_text(link) : embed_text(link, "title"));
      (void)fputs(", ", out);
      write_view(out, is_text ? aml_value_text(link) : embed_text(link, "url"));
      (void)fputs("},\n", out);
    }
    (void)fputs("};\n", out);
  }
  if (count_items(mappings) > 0) {
    (void)fprintf(out, "static const aml_mapping mappings_%zu[] = {", n);
    for (size_t i = 0; i < count_items(mappings); i++) {
      static const char *const keys[] = {"framework", "id", "title", "url"};
      (void)fputs("{", out);
      for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        write_view(out, embed_text(item_at(mappings, i), keys[k]));
        (void)fputs(", ", out);
      }
      (void)fputs("},\n", out);
    }
    (void)fputs("};\n", out);
  }
}

static const char *severity_name(const aml_value *root) {
  static const struct {
    const char *word, *name;
  } all[] = {
      {"error", "AML_SEVERITY_ERROR"}, {"warning", "AML_SEVERITY_WARNING"}, {"note", "AML_SEVERITY_NOTE"}};
  const aml_value *value = aml_object_find(root, AML_SV("severity"));
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    for (size_t k = 0; k < count_items(value); k++) {
      const aml_value *item = item_at(value, k);
      aml_sv word = item->kind == AML_STRING ? item->as.string : embed_text(item, "is");
      if (aml_sv_eq(word, aml_sv_of(all[i].word))) {
        return all[i].name;
      }
    }
  }
  return "AML_SEVERITY_WARNING";
}

static const char *profile_name(const aml_value *root) {
  aml_sv profile = embed_text(root, "profile");
  return aml_sv_eq(profile, AML_SV("minimal"))  ? "AML_PROFILE_MINIMAL"
         : aml_sv_eq(profile, AML_SV("strict")) ? "AML_PROFILE_STRICT"
                                                : "AML_PROFILE_DEFAULT";
}

static void write_list_fields(FILE *out, size_t n, const aml_value *root) {
  size_t links = count_items(aml_object_find(root, AML_SV("references")));
  size_t mappings = count_items(aml_object_find(root, AML_SV("mappings")));
  if (links > 0) {
    (void)fprintf(out, "   .links = links_%zu, .link_count = %zu,\n", n, links);
  }
  if (mappings > 0) {
    (void)fprintf(out, "   .mappings = mappings_%zu, .mapping_count = %zu,\n", n, mappings);
  }
}

static void write_rule(FILE *out, size_t n, const embed_rule *rule) {
  static const struct {
    const char *field, *key;
  } texts[] = {{"id", "id"}, {"name", "name"}, {"title", "title"}, {"category", "category"}, {"why", "why"},
      {"security_severity", "securitySeverity"}, {"precision", "precision"}, {"version", "since"}};
  const aml_value *fix = aml_object_find(rule->root, AML_SV("fix"));
  size_t messages = embed_message_count(rule->root);
  size_t types = count_items(aml_object_find(rule->root, AML_SV("type")));
  (void)fputs("  {.rule = {\n", out);
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    write_field(out, texts[i].field, embed_text(rule->root, texts[i].key));
  }
  if (messages > 0) {
    write_field(out, "message", embed_message(rule->root, messages - 1));
  }
  if (messages > 1) {
    (void)fprintf(out, "   .alternatives = alternatives_%zu, .alternative_count = %zu,\n", n, messages - 1);
  }
  write_field(out, "help",
      fix != NULL && fix->kind == AML_STRING ? aml_sv_trim(fix->as.string) : embed_text(fix, "words"));
  write_field(out, "help_cli", embed_text(fix, "cli"));
  write_field(out, "markdown", rule->page);
  const aml_value *secret = aml_object_find(rule->root, AML_SV("secret"));
  if (secret != NULL && secret->as.boolean) {
    (void)fputs("   .finds_secret = true,\n", out);
  }
  (void)fprintf(
      out, "   .severity = %s, .profile = %s,\n", severity_name(rule->root), profile_name(rule->root));
  write_list_fields(out, n, rule->root);
  (void)fputs("   },\n", out);
  if (types > 0) {
    (void)fprintf(out, "   .types = types_%zu, .type_count = %zu,\n", n, types);
  }
  if (rule->compiled.len > 0) {
    (void)fputs("   .has_condition = true,\n", out);
    write_field(out, "compiled", rule->compiled);
  }
  write_field(out, "whole", rule->whole);
  (void)fputs("  },\n", out);
}

void embed_write(FILE *out, const embed_rule *rules, size_t count) {
  (void)fputs("/* Made from rules/ by ci/embed. */\n#include \"rule/builtin.h\"\n\n"
              "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n",
      out);
  for (size_t i = 0; i < count; i++) {
    write_lists(out, i, rules[i].root);
  }
  (void)fputs("const aml_builtin_rule aml_builtin_rules[] = {\n", out);
  for (size_t i = 0; i < count; i++) {
    write_rule(out, i, &rules[i]);
  }
  (void)fprintf(out, "  {.has_condition = false}};\nconst size_t aml_builtin_rule_count = %zu;\n", count);
}
