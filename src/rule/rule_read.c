/* Reads the head of a rule file: names, texts, severity, references. The rest is compiled by rule_compile.c.
 */
#include "base/limits.h"
#include "config/shape.h"
#include "rule/rule_body.h"
#include "rule/ruleset.h"

AML_EMBEDDED(aml_schema_of_rules)

static const aml_sv keys[] = {AML_SV_CONST("$schema"), AML_SV_CONST("id"), AML_SV_CONST("name"),
    AML_SV_CONST("title"), AML_SV_CONST("category"), AML_SV_CONST("severity"), AML_SV_CONST("since"),
    AML_SV_CONST("profile"), AML_SV_CONST("type"), AML_SV_CONST("parameters"), AML_SV_CONST("let"),
    AML_SV_CONST("each"), AML_SV_CONST("if"), AML_SV_CONST("at"), AML_SV_CONST("related"),
    AML_SV_CONST("message"), AML_SV_CONST("why"), AML_SV_CONST("fix"), AML_SV_CONST("references"),
    AML_SV_CONST("mappings"), AML_SV_CONST("securitySeverity"), AML_SV_CONST("precision"),
    AML_SV_CONST("secret"), AML_SV_CONST("tests")};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static bool is_key(aml_sv name) {
  bool is_known = false;
  for (size_t i = 0; i < KEY_COUNT && !is_known; i++) {
    is_known = aml_sv_eq(name, keys[i]);
  }
  return is_known;
}

bool aml_rule_recognise(const aml_value *root) {
  static const char *const telling[] = {"if", "message", "severity", "why", "title", "fix", "category"};
  if (!aml_value_is(root, AML_OBJECT) || aml_object_find(root, AML_SV("id")) == NULL) {
    return false;
  }
  size_t known = 0;
  for (size_t i = 0; i < root->as.object.count; i++) {
    known += is_key(root->as.object.members[i].name);
  }
  bool is_telling = false;
  for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
    is_telling = is_telling || aml_object_find(root, aml_sv_of(telling[i])) != NULL;
  }
  return is_telling && 2 * known > root->as.object.count;
}

/* A text member, or the empty view; one that is too long to be repeated in reports is said. */
static aml_sv read_text(aml_compiler *compiler, const aml_value *root, const char *key) {
  const aml_value *value = aml_object_find(root, aml_sv_of(key));
  if (aml_value_is(value, AML_INT) || aml_value_is(value, AML_FLOAT)) { /* since: 1.0 */
    return aml_sv_format(
        compiler->arena, "%g", value->kind == AML_INT ? (double)value->as.integer : value->as.number);
  }
  aml_sv text = aml_value_text(value);
  if (text.len > AML_LIMIT_RULE_TEXT) {
    aml_compile_error(
        compiler, value->span, (aml_sv){0}, "'%s' has more than %d bytes.", key, AML_LIMIT_RULE_TEXT);
    return (aml_sv){0};
  }
  return aml_sv_trim(text);
}

/* A word, or a list of stages: then the worst of them stands for the rule. */
static aml_severity read_severities(const aml_value *root) {
  const aml_value *value = aml_object_find(root, AML_SV("severity"));
  aml_severity worst = AML_SEVERITY_NONE;
  if (value->kind != AML_ARRAY) {
    return aml_severity_of(aml_value_text(value));
  }
  for (size_t i = 0; i < value->as.array.count; i++) {
    const aml_value *is = aml_object_find(value->as.array.items[i], AML_SV("is"));
    aml_severity one = aml_severity_of(aml_value_text(is));
    worst = one > worst ? one : worst;
  }
  return worst;
}

static void read_types(aml_compiler *compiler, aml_rule_body *body, const aml_value *root) {
  const aml_value *value = aml_object_find(root, AML_SV("type"));
  if (value == NULL) {
    return;
  }
  bool is_list = value->kind == AML_ARRAY;
  size_t count = is_list ? value->as.array.count : 1;
  aml_sv *types = AML_NEW_ARRAY(compiler->arena, aml_sv, count);
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = is_list ? value->as.array.items[i] : value;
    types[i] = aml_value_text(item);
    if (aml_sv_find_char(types[i], '/', 0) == AML_NPOS) {
      aml_compile_error(compiler, item->span, (aml_sv){0},
          "Expected a resource type such as 'Microsoft.MachineLearningServices/workspaces/computes'.");
    }
  }
  body->types = types;
  body->type_count = count;
}

static void read_links(aml_compiler *compiler, aml_rule *rule, const aml_value *list) {
  aml_link *links = AML_NEW_ARRAY(compiler->arena, aml_link, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    links[i].url = item->kind == AML_STRING ? item->as.string : read_text(compiler, item, "url");
    links[i].title = item->kind == AML_STRING ? item->as.string : read_text(compiler, item, "title");
  }
  rule->links = links;
  rule->link_count = list->as.array.count;
}

static void read_mappings(aml_compiler *compiler, aml_rule *rule, const aml_value *list) {
  aml_mapping *mappings = AML_NEW_ARRAY(compiler->arena, aml_mapping, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    mappings[i] = (aml_mapping){.framework = read_text(compiler, item, "framework"),
        .id = read_text(compiler, item, "id"),
        .title = read_text(compiler, item, "title"),
        .url = read_text(compiler, item, "url")};
  }
  rule->mappings = mappings;
  rule->mapping_count = list->as.array.count;
}

static void read_fix(aml_compiler *compiler, aml_rule *rule, const aml_value *fix) {
  if (fix->kind == AML_STRING) {
    rule->help = aml_sv_trim(fix->as.string);
    return;
  }
  rule->help = read_text(compiler, fix, "words");
  rule->help_cli = read_text(compiler, fix, "cli");
}

/* A text, or a list of cases of which the last has no condition. */
static void read_messages(aml_compiler *compiler, aml_rule *rule, const aml_value *root) {
  const aml_value *list = aml_object_find(root, AML_SV("message"));
  if (!aml_value_is(list, AML_ARRAY)) {
    rule->message = read_text(compiler, root, "message");
    return;
  }
  size_t count = list->as.array.count;
  aml_sv *texts = AML_NEW_ARRAY(compiler->arena, aml_sv, count);
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = list->as.array.items[i];
    bool is_last = i + 1 == count;
    if ((aml_object_find(item, AML_SV("when")) == NULL) != is_last) {
      aml_compile_error(compiler, item->span, (aml_sv){0},
          "Each case of 'message' needs 'when' and 'is'; the last one needs only 'is'.");
    }
    texts[i] = read_text(compiler, item, "is");
  }
  rule->message = texts[count - 1];
  rule->alternatives = texts;
  rule->alternative_count = count - 1;
}

static void read_texts(aml_compiler *compiler, aml_rule *rule, const aml_value *root) {
  rule->id = read_text(compiler, root, "id");
  rule->name = read_text(compiler, root, "name");
  rule->title = read_text(compiler, root, "title");
  rule->category = read_text(compiler, root, "category");
  read_messages(compiler, rule, root);
  rule->why = read_text(compiler, root, "why");
  rule->version = read_text(compiler, root, "since");
  rule->security_severity = read_text(compiler, root, "securitySeverity");
  rule->precision = read_text(compiler, root, "precision");
}

/* The schema knows how dates look, not which days there are. */
static void check_days(aml_compiler *compiler, const aml_value *tests) {
  for (size_t i = 0; i < tests->as.array.count; i++) {
    const aml_value *day = aml_object_find(tests->as.array.items[i], AML_SV("asOf"));
    aml_day parsed;
    if (day != NULL && !aml_day_parse(day->as.string, &parsed)) {
      aml_compile_error(compiler, day->span, (aml_sv){0},
          "Invalid date '%.*s' for 'asOf': expected YYYY-MM-DD.", AML_SV_ARG(day->as.string));
    }
  }
}

const aml_value *aml_rule_schema(aml_arena *arena) {
  return aml_shape_schema(arena, aml_schema_of_rules, aml_schema_of_rules_size);
}

/* Conditions and what they range over are a language of their own, which condition/compile.c reads. */
static bool has_shape(aml_compiler *compiler, const aml_value *schema, const aml_value *root) {
  static const char *const read_elsewhere[] = {"condition", "range", NULL};
  const aml_shape shape = {
      .schema = schema, .rule = "AML011", .noun = "The rule", .read_elsewhere = read_elsewhere};
  return aml_shape_check(&shape, NULL, root, "", compiler->arena, compiler->diags) == 0;
}

bool aml_rule_read(
    aml_arena *arena, aml_rule *rule, const aml_value *schema, const aml_value *root, aml_diags *diags) {
  aml_compiler compiler = {.arena = arena, .diags = diags, .dialect = AML_DIALECT_RULE};
  if (!has_shape(&compiler, schema, root)) {
    return false;
  }
  rule->body = AML_NEW(arena, aml_rule_body);
  rule->body->tree = root;
  rule->source = root;
  rule->span = root->span;
  read_texts(&compiler, rule, root);
  const aml_value *part = aml_object_find(root, AML_SV("secret"));
  rule->finds_secret = part != NULL && part->as.boolean;
  rule->severity = read_severities(root);
  rule->effective = rule->severity;
  rule->profile = aml_profile_of(aml_value_text(aml_object_find(root, AML_SV("profile"))));
  read_types(&compiler, rule->body, root);
  if ((part = aml_object_find(root, AML_SV("fix"))) != NULL) {
    read_fix(&compiler, rule, part);
  }
  if ((part = aml_object_find(root, AML_SV("references"))) != NULL) {
    read_links(&compiler, rule, part);
  }
  if ((part = aml_object_find(root, AML_SV("mappings"))) != NULL) {
    read_mappings(&compiler, rule, part);
  }
  if ((part = aml_object_find(root, AML_SV("tests"))) != NULL) {
    check_days(&compiler, part);
  }
  return compiler.errors == 0;
}
