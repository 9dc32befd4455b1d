/* Reads the head of a rule file: names, texts, severity, references. The rest is compiled by rule_compile.c.
 */
#include <string.h>

#include "base/limits.h"
#include "policy/body.h"

static const aml_sv keys[] = {AML_SV_CONST("$schema"), AML_SV_CONST("id"), AML_SV_CONST("name"),
    AML_SV_CONST("title"), AML_SV_CONST("category"), AML_SV_CONST("severity"), AML_SV_CONST("since"),
    AML_SV_CONST("profile"), AML_SV_CONST("type"), AML_SV_CONST("parameters"), AML_SV_CONST("let"),
    AML_SV_CONST("each"), AML_SV_CONST("if"), AML_SV_CONST("at"), AML_SV_CONST("related"),
    AML_SV_CONST("message"), AML_SV_CONST("why"), AML_SV_CONST("mend"), AML_SV_CONST("references"),
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
  static const char *const telling[] = {"if", "message", "severity", "why", "title", "mend", "category"};
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

aml_severity aml_severity_of(aml_sv name) {
  static const struct {
    aml_sv name;
    aml_severity severity;
  } all[] = {{AML_SV_CONST("error"), AML_SEVERITY_ERROR}, {AML_SV_CONST("warning"), AML_SEVERITY_WARNING},
      {AML_SV_CONST("note"), AML_SEVERITY_NOTE}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    if (aml_sv_ieq(name, all[i].name)) {
      return all[i].severity;
    }
  }
  return AML_SEVERITY_NONE;
}

static void check_keys(aml_compiler *compiler, const aml_value *root, const aml_sv *known, size_t count) {
  for (size_t i = 0; i < root->as.object.count; i++) {
    const aml_member *member = &root->as.object.members[i];
    bool is_known = false;
    for (size_t k = 0; k < count && !is_known; k++) {
      is_known = aml_sv_eq(member->name, known[k]);
    }
    if (!is_known) {
      aml_compile_error(compiler, member->name_span,
          aml_did_you_mean(compiler->arena, member->name, known, count), "A rule has no key '%.*s'.",
          AML_SV_ARG(member->name));
    }
  }
}

/* A text member; a wrong type, or absence where it is needed, is said. */
static aml_sv read_text(aml_compiler *compiler, const aml_value *root, const char *key, bool is_needed) {
  const aml_value *value = aml_object_find(root, aml_sv_of(key));
  if (value == NULL) {
    if (is_needed) {
      aml_compile_error(compiler, root->span, (aml_sv){0}, "The rule has no '%s'.", key);
    }
    return (aml_sv){0};
  }
  if (value->kind == AML_INT || value->kind == AML_FLOAT) {
    return aml_sv_format(
        compiler->arena, "%g", value->kind == AML_INT ? (double)value->as.integer : value->as.number);
  }
  if (value->kind != AML_STRING) {
    aml_compile_error(compiler, value->span, (aml_sv){0}, "'%s' must be a string, not %s.", key,
        aml_kind_name(value->kind));
    return (aml_sv){0};
  }
  if (value->as.string.len > AML_LIMIT_RULE_TEXT) { /* reports repeat it */
    aml_compile_error(
        compiler, value->span, (aml_sv){0}, "'%s' has more than %d bytes.", key, AML_LIMIT_RULE_TEXT);
    return (aml_sv){0};
  }
  return aml_sv_trim(value->as.string);
}

static aml_severity read_severity(aml_compiler *compiler, const aml_value *value) {
  static const aml_sv names[] = {AML_SV_CONST("error"), AML_SV_CONST("warning"), AML_SV_CONST("note")};
  aml_severity severity = aml_severity_of(aml_value_text(value));
  if (severity == AML_SEVERITY_NONE) {
    aml_compile_error(compiler, value->span,
        aml_did_you_mean(compiler->arena, aml_value_text(value), names, 3),
        "The severity must be 'error', 'warning' or 'note'.");
  }
  return severity;
}

/* A word, or a list of stages: then the worst of them stands for the rule. */
static aml_severity read_severities(aml_compiler *compiler, const aml_value *root) {
  const aml_value *value = aml_object_find(root, AML_SV("severity"));
  aml_severity worst = AML_SEVERITY_NONE;
  if (value == NULL) {
    aml_compile_error(compiler, root->span, (aml_sv){0}, "The rule has no 'severity'.");
    return AML_SEVERITY_WARNING;
  }
  if (value->kind != AML_ARRAY) {
    return read_severity(compiler, value);
  }
  for (size_t i = 0; i < value->as.array.count; i++) {
    const aml_value *is = aml_object_find(value->as.array.items[i], AML_SV("is"));
    if (is == NULL) {
      aml_compile_error(compiler, value->as.array.items[i]->span, (aml_sv){0},
          "A stage of the severity needs 'is', and 'when' for all but the last.");
      continue;
    }
    aml_severity one = read_severity(compiler, is);
    worst = one > worst ? one : worst;
  }
  return worst;
}

static aml_profile read_profile(aml_compiler *compiler, const aml_value *root) {
  static const aml_sv names[] = {AML_SV_CONST("minimal"), AML_SV_CONST("default"), AML_SV_CONST("strict")};
  const aml_value *value = aml_object_find(root, AML_SV("profile"));
  for (size_t i = 0; value != NULL && i < 3; i++) {
    if (aml_sv_eq(aml_value_text(value), names[i])) {
      return (aml_profile)i;
    }
  }
  if (value != NULL) {
    aml_compile_error(compiler, value->span,
        aml_did_you_mean(compiler->arena, aml_value_text(value), names, 3),
        "The profile must be 'minimal', 'default' or 'strict'.");
  }
  return AML_PROFILE_DEFAULT;
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
          "A resource type such as 'Microsoft.MachineLearningServices/workspaces/computes' is expected.");
    }
  }
  body->types = types;
  body->type_count = count;
}

static void read_links(aml_compiler *compiler, aml_rule *rule, const aml_value *list) {
  if (list->kind != AML_ARRAY) {
    aml_compile_error(
        compiler, list->span, (aml_sv){0}, "'references' must be a list of titles and addresses.");
    return;
  }
  aml_link *links = AML_NEW_ARRAY(compiler->arena, aml_link, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    links[i].url = item->kind == AML_STRING ? item->as.string : read_text(compiler, item, "url", true);
    links[i].title = item->kind == AML_STRING ? item->as.string : read_text(compiler, item, "title", true);
  }
  rule->links = links;
  rule->link_count = list->as.array.count;
}

static void read_mappings(aml_compiler *compiler, aml_rule *rule, const aml_value *list) {
  if (list->kind != AML_ARRAY) {
    aml_compile_error(compiler, list->span, (aml_sv){0}, "'mappings' must be a list of framework and id.");
    return;
  }
  aml_mapping *mappings = AML_NEW_ARRAY(compiler->arena, aml_mapping, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    mappings[i] = (aml_mapping){.framework = read_text(compiler, item, "framework", true),
        .id = read_text(compiler, item, "id", true),
        .title = read_text(compiler, item, "title", false),
        .url = read_text(compiler, item, "url", false)};
  }
  rule->mappings = mappings;
  rule->mapping_count = list->as.array.count;
}

static bool read_flag(aml_compiler *compiler, const aml_value *root, const char *name) {
  const aml_value *value = aml_object_find(root, aml_sv_of(name));
  if (value != NULL && value->kind != AML_BOOL) {
    aml_compile_error(compiler, value->span, (aml_sv){0}, "'%s' must be true or false.", name);
    return false;
  }
  return value != NULL && value->as.boolean;
}

static void read_mend(aml_compiler *compiler, aml_rule *rule, const aml_value *mend) {
  static const aml_sv known[] = {AML_SV_CONST("words"), AML_SV_CONST("cli"), AML_SV_CONST("set"),
      AML_SV_CONST("remove"), AML_SV_CONST("yaml"), AML_SV_CONST("yamlRemove"), AML_SV_CONST("safe")};
  if (mend->kind == AML_STRING) {
    rule->mend = aml_sv_trim(mend->as.string);
    return;
  }
  if (mend->kind != AML_OBJECT) {
    aml_compile_error(compiler, mend->span, (aml_sv){0}, "'mend' must be a text or an object.");
    return;
  }
  check_keys(compiler, mend, known, sizeof known / sizeof known[0]);
  rule->mend = read_text(compiler, mend, "words", true);
  rule->mend_cli = read_text(compiler, mend, "cli", false);
  (void)read_flag(compiler, mend, "safe");
}

/* A text, or a list of cases of which the last has no condition. */
static void read_messages(aml_compiler *compiler, aml_rule *rule, const aml_value *root) {
  static const aml_sv known[] = {AML_SV_CONST("when"), AML_SV_CONST("is")};
  const aml_value *list = aml_object_find(root, AML_SV("message"));
  if (!aml_value_is(list, AML_ARRAY)) {
    rule->message = read_text(compiler, root, "message", aml_object_find(root, AML_SV("if")) != NULL);
    return;
  }
  size_t count = list->as.array.count;
  aml_sv *texts = AML_NEW_ARRAY(compiler->arena, aml_sv, count);
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = list->as.array.items[i];
    bool is_last = i + 1 == count;
    if (item->kind != AML_OBJECT || (aml_object_find(item, AML_SV("when")) == NULL) != is_last) {
      aml_compile_error(compiler, item->span, (aml_sv){0},
          "Each case of 'message' needs 'when' and 'is'; the last one has 'is' alone.");
      continue;
    }
    check_keys(compiler, item, known, 2);
    texts[i] = read_text(compiler, item, "is", true);
  }
  if (count == 0) {
    aml_compile_error(compiler, list->span, (aml_sv){0}, "'message' must not be empty.");
    return;
  }
  rule->message = texts[count - 1];
  rule->alternatives = texts;
  rule->alternative_count = count - 1;
}

static void read_texts(aml_compiler *compiler, aml_rule *rule, const aml_value *root) {
  rule->id = read_text(compiler, root, "id", true);
  rule->name = read_text(compiler, root, "name", true);
  rule->title = read_text(compiler, root, "title", true);
  rule->category = read_text(compiler, root, "category", true);
  read_messages(compiler, rule, root);
  rule->why = read_text(compiler, root, "why", false);
  rule->version = read_text(compiler, root, "since", false);
  rule->security_severity = read_text(compiler, root, "securitySeverity", false);
  rule->precision = read_text(compiler, root, "precision", false);
}

bool aml_rule_read(aml_arena *arena, aml_rule *rule, const aml_value *root, aml_diags *diags) {
  aml_compiler compiler = {.arena = arena, .diags = diags, .dialect = AML_DIALECT_RULE};
  if (root->kind != AML_OBJECT) {
    aml_compile_error(&compiler, root->span, (aml_sv){0}, "A rule file must hold an object, not %s.",
        aml_kind_name(root->kind));
    return false;
  }
  rule->body = AML_NEW(arena, aml_rule_body);
  rule->body->tree = root;
  rule->source = root;
  rule->span = root->span;
  check_keys(&compiler, root, keys, KEY_COUNT);
  read_texts(&compiler, rule, root);
  rule->finds_secret = read_flag(&compiler, root, "secret");
  rule->severity = read_severities(&compiler, root);
  rule->effective = rule->severity;
  rule->profile = read_profile(&compiler, root);
  read_types(&compiler, rule->body, root);
  const aml_value *part;
  if ((part = aml_object_find(root, AML_SV("mend"))) != NULL) {
    read_mend(&compiler, rule, part);
  }
  if ((part = aml_object_find(root, AML_SV("references"))) != NULL) {
    read_links(&compiler, rule, part);
  }
  if ((part = aml_object_find(root, AML_SV("mappings"))) != NULL) {
    read_mappings(&compiler, rule, part);
  }
  if ((part = aml_object_find(root, AML_SV("tests"))) != NULL) {
    aml_rule_check_cases(&compiler, part);
  }
  return compiler.errors == 0;
}
