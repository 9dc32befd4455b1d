#include "config/shape.h"

#include "base/regex.h"
#include "base/suggest.h"
#include "expr/lift.h"
#include "expr/value_text.h"
#include "tree/read.h"

enum { SHOWN_MAX = 60 };

typedef struct checker {
  const aml_shape *shape;
  aml_arena *arena;
  aml_diags *diags;
  size_t mistakes;
} checker;

/* Where a value stands, from the inside out; written out only where something is wrong. */
typedef struct place {
  const struct place *outer;
  aml_sv name; /* empty: an item */
  size_t item;
} place;

static void check_value(checker *c, const aml_value *schema, const aml_value *value, const place *at);

static aml_sv path_of(const checker *c, const place *at) {
  if (at == NULL) {
    return (aml_sv){0};
  }
  aml_sv before = path_of(c, at->outer);
  if (at->name.len == 0) {
    return aml_sv_format(c->arena, "%.*s[%zu]", AML_SV_ARG(before), at->item);
  }
  return aml_sv_format(
      c->arena, "%.*s%s%.*s", AML_SV_ARG(before), before.len > 0 ? "." : "", AML_SV_ARG(at->name));
}

/* A keyword of a schema; NULL where it does not say. */
static const aml_value *say(const aml_value *schema, const char *keyword) {
  return aml_value_is(schema, AML_OBJECT) ? aml_object_find_exact(schema, aml_sv_of(keyword)) : NULL;
}

static bool is_same(const checker *c, aml_sv a, aml_sv b) {
  return c->shape->is_azure ? aml_sv_ieq(a, b) : aml_sv_eq(a, b);
}

static const aml_value *find(const checker *c, const aml_value *object, aml_sv name) {
  return c->shape->is_azure ? aml_object_find(object, name) : aml_object_find_exact(object, name);
}

static bool is_read_elsewhere(const checker *c, aml_sv name) {
  const char *const *list = c->shape->read_elsewhere;
  for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
    if (aml_sv_eq(aml_sv_of(list[i]), name)) {
      return true;
    }
  }
  return false;
}

/* What a "$ref" stands for; NULL where others check that. */
static const aml_value *follow(const checker *c, const aml_value *schema) {
  const aml_value *reference = say(schema, "$ref");
  if (reference == NULL) {
    return schema;
  }
  aml_sv text = aml_value_text(reference);
  aml_sv name = aml_sv_slice(text, aml_sv_rfind_char(text, '/') + 1, text.len);
  return is_read_elsewhere(c, name) ? NULL
                                    : aml_object_find_exact(say(c->shape->schema, "definitions"), name);
}

static aml_kinds kinds_of_word(aml_sv word) {
  static const struct {
    aml_sv word;
    aml_kinds kinds;
  } all[] = {{AML_SV_CONST("string"), 1U << AML_STRING}, {AML_SV_CONST("object"), 1U << AML_OBJECT},
      {AML_SV_CONST("array"), 1U << AML_ARRAY}, {AML_SV_CONST("boolean"), 1U << AML_BOOL},
      {AML_SV_CONST("integer"), 1U << AML_INT}, {AML_SV_CONST("number"), 1U << AML_INT | 1U << AML_FLOAT},
      {AML_SV_CONST("null"), 1U << AML_NULL}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    if (aml_sv_eq(all[i].word, word)) {
      return all[i].kinds;
    }
  }
  return AML_KINDS_ANY;
}

/* One word, or a list of them. */
static const aml_value *type_at(const aml_value *type, size_t i) {
  if (!aml_value_is(type, AML_ARRAY)) {
    return i == 0 ? type : NULL;
  }
  return i < type->as.array.count ? type->as.array.items[i] : NULL;
}

/* The kinds that a schema takes, as far as its keywords tell. */
static aml_kinds kinds_of(const checker *c, const aml_value *schema) {
  const aml_value *target = follow(c, schema);
  const aml_value *type = say(target, "type");
  const aml_value *fixed = say(target, "const");
  aml_kinds kinds = 0;
  if (target == NULL) {
    return 1U << AML_OBJECT;
  }
  for (size_t i = 0; type_at(type, i) != NULL; i++) {
    kinds |= kinds_of_word(aml_value_text(type_at(type, i)));
  }
  kinds |= fixed != NULL ? 1U << fixed->kind : 0;
  kinds |= say(target, "enum") != NULL ? 1U << AML_STRING : 0;
  return kinds == 0 ? AML_KINDS_ANY : kinds;
}

static void add_words(aml_message_writer *out, const aml_value *words) {
  aml_message_add(out, AML_SV("one of "));
  for (size_t i = 0; words != NULL && i < words->as.array.count; i++) {
    aml_message_add_item(out, AML_ARGUMENT_TEXT, i, aml_value_text(words->as.array.items[i]));
  }
}

static void add_kinds(aml_message_writer *out, aml_kinds kinds) {
  static const struct {
    aml_kinds kinds;
    const char *words;
  } all[] = {{1U << AML_STRING, "a string"}, {1U << AML_ARRAY, "a list"}, {1U << AML_OBJECT, "an object"},
      {1U << AML_BOOL, "true or false"}, {1U << AML_INT | 1U << AML_FLOAT, "a number"},
      {1U << AML_INT, "a whole number"}};
  const char *before = "";
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    if ((kinds & all[i].kinds) == all[i].kinds) {
      aml_message_addf(out, "%s%s", before, all[i].words);
      before = " or ";
      kinds &= ~all[i].kinds;
    }
  }
}

/* "a string or a list", "one of 'error', 'warning', 'note'". */
static void add_wanted(const checker *c, aml_message_writer *out, const aml_value *schema) {
  const aml_value *target = follow(c, schema);
  const aml_value *branches = say(target, "oneOf");
  const aml_value *fixed = say(target, "const");
  const aml_value *title = say(target, "title");
  aml_kinds kinds = kinds_of(c, schema);
  if (title != NULL) {
    aml_message_add(out, title->as.string);
  } else if (say(target, "enum") != NULL) {
    add_words(out, say(target, "enum"));
  } else if (fixed != NULL) {
    aml_message_add(out, aml_value_show(c->arena, fixed, SHOWN_MAX));
  } else if (branches != NULL && kinds == AML_KINDS_ANY) {
    for (size_t i = 0; i < branches->as.array.count; i++) {
      aml_message_add(out, i == 0 ? AML_SV("") : AML_SV(" or "));
      add_wanted(c, out, branches->as.array.items[i]);
    }
  } else {
    add_kinds(out, kinds);
  }
}

/* Begins a message with the key that it is about, or with what the file holds. */
static void begin_mistake(const checker *c, aml_message_writer *out, const place *at) {
  aml_message_begin(out, c->diags->arena);
  if (at == NULL) {
    aml_message_add(out, aml_sv_of(c->shape->noun));
  } else {
    aml_message_add_argument(out, AML_ARGUMENT_TEXT, path_of(c, at));
  }
}

static aml_diag *end_mistake(checker *c, aml_message_writer *out, aml_span span) {
  aml_message message = aml_message_end(out);
  aml_diag *diag = aml_diags_add_message(c->diags, c->shape->rule, span, &message);
  diag->is_incomplete = true;
  c->mistakes++;
  return diag;
}

static aml_diag *refuse(checker *c, const aml_value *schema, const aml_value *value, const place *at) {
  aml_message_writer out;
  aml_sv shown = aml_value_show(c->arena, value, SHOWN_MAX);
  begin_mistake(c, &out, at);
  aml_message_addf(&out, " is '%.*s'; expected ", AML_SV_ARG(shown));
  aml_kinds kinds = kinds_of(c, schema);
  if (at == NULL) { /* the title of the whole is a heading for editors */
    add_kinds(&out, kinds);
  } else {
    add_wanted(c, &out, schema);
  }
  aml_message_add(&out, AML_SV("."));
  aml_diag *diag = end_mistake(c, &out, value->span);
  aml_kinds unquoted = 1U << AML_INT | 1U << AML_FLOAT | 1U << AML_BOOL;
  if ((unquoted & (1U << value->kind)) != 0 && (kinds & (1U << AML_STRING)) != 0 && kinds != AML_KINDS_ANY &&
      say(schema, "enum") == NULL) {
    diag->help = AML_SV("Put it in quotes to make it a string.");
  }
  return diag;
}

static void refuse_empty(checker *c, const aml_value *value, const place *at) {
  aml_message_writer out;
  begin_mistake(c, &out, at);
  aml_message_add(&out, AML_SV(" must not be empty."));
  end_mistake(c, &out, value->span);
}

static aml_sv word_at(const void *ctx, size_t i) {
  const aml_value *words = ctx;
  return words->kind == AML_OBJECT ? words->as.object.members[i].name
                                   : aml_value_text(words->as.array.items[i]);
}

static void suggest(checker *c, aml_diag *diag, const aml_value *words, size_t count, aml_sv word) {
  size_t near = aml_suggest(word, count, word_at, words);
  if (near != AML_NPOS) {
    diag->help = aml_sv_format(c->diags->arena, "Did you mean '%.*s'?", AML_SV_ARG(word_at(words, near)));
  }
}

static void check_word(checker *c, const aml_value *schema, const aml_value *value, const place *at) {
  const aml_value *words = say(schema, "enum");
  size_t count = words == NULL ? 0 : words->as.array.count;
  for (size_t i = 0; i < count; i++) {
    if (is_same(c, aml_value_text(words->as.array.items[i]), value->as.string)) {
      return;
    }
  }
  aml_diag *diag = refuse(c, schema, value, at);
  suggest(c, diag, words, count, value->as.string);
}

static void check_text(checker *c, const aml_value *schema, const aml_value *value, const place *at) {
  const aml_value *pattern = say(schema, "pattern");
  aml_error error;
  if (say(schema, "minLength") != NULL && aml_sv_trim(value->as.string).len == 0) {
    refuse_empty(c, value, at);
  } else if (say(schema, "enum") != NULL) {
    check_word(c, schema, value, at);
  } else if (pattern != NULL) {
    const aml_regex *regex = aml_regex_new(c->arena, pattern->as.string, AML_REGEX_BRIEF, &error);
    if (aml_regex_match(regex, c->arena, value->as.string) != AML_REGEX_YES) {
      refuse(c, schema, value, at);
    }
  }
}

static void check_list(checker *c, const aml_value *schema, const aml_value *value, const place *at) {
  const aml_value *items = say(schema, "items");
  if (say(schema, "minItems") != NULL && value->as.array.count == 0) {
    refuse_empty(c, value, at);
  }
  for (size_t i = 0; items != NULL && i < value->as.array.count; i++) {
    const place inner = {.outer = at, .item = i};
    check_value(c, items, value->as.array.items[i], &inner);
  }
}

static void refuse_key(checker *c, const aml_value *properties, const aml_member *member, const place *at) {
  aml_message_writer out;
  begin_mistake(c, &out, at);
  aml_message_addf(&out, " has no key '%.*s'.", AML_SV_ARG(member->name));
  aml_diag *diag = end_mistake(c, &out, member->name_span);
  suggest(c, diag, properties, properties->as.object.count, member->name);
}

static void require_keys(checker *c, const aml_value *schema, const aml_value *value, const place *at) {
  const aml_value *required = say(schema, "required");
  for (size_t i = 0; required != NULL && i < required->as.array.count; i++) {
    aml_sv name = required->as.array.items[i]->as.string;
    const aml_value *given = find(c, value, name);
    if (given == NULL || (c->shape->is_azure && given->kind == AML_NULL)) {
      aml_message_writer out;
      begin_mistake(c, &out, at);
      aml_message_addf(&out, " lacks the key '%.*s'.", AML_SV_ARG(name));
      end_mistake(c, &out, value->span);
    }
  }
}

/* JSON readers would take the last one, the service refuses it. */
static void refuse_repeats(checker *c, const aml_value *value, const place *at) {
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (aml_object_member(value, member->name) != member) {
      const place inner = {.outer = at, .name = member->name};
      aml_message_writer out;
      begin_mistake(c, &out, &inner);
      aml_message_add(&out, AML_SV(" appears twice."));
      end_mistake(c, &out, member->name_span);
    }
  }
}

static void check_object(checker *c, const aml_value *schema, const aml_value *value, const place *at) {
  const aml_value *properties = say(schema, "properties");
  const aml_value *others = say(schema, "additionalProperties");
  if (c->shape->is_azure && (properties != NULL || others != NULL)) {
    refuse_repeats(c, value, at);
  }
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    const aml_value *below = properties == NULL ? NULL : find(c, properties, member->name);
    const place inner = {.outer = at, .name = member->name};
    if (below != NULL) {
      check_value(c, below, member->value, &inner);
    } else if (aml_value_is(others, AML_BOOL) && !others->as.boolean) {
      refuse_key(c, properties, member, at);
    } else if (aml_value_is(others, AML_OBJECT)) {
      check_value(c, others, member->value, &inner);
    }
  }
  require_keys(c, schema, value, at);
}

/* The key by which a branch is told from the others. */
static aml_sv key_of_branch(const aml_value *branch) {
  const aml_value *required = say(branch, "required");
  return aml_value_is(required, AML_ARRAY) && required->as.array.count > 0
             ? aml_value_text(required->as.array.items[0])
             : (aml_sv){NULL, 0};
}

/* Branches that differ in the keys they require: one of them must hold. */
static void check_choice(checker *c, const aml_value *branches, const aml_value *value, const place *at) {
  aml_message_writer out;
  size_t count = branches->as.array.count;
  size_t given = 0;
  for (size_t i = 0; i < count; i++) {
    given += find(c, value, key_of_branch(branches->as.array.items[i])) != NULL;
  }
  if (given == 1) {
    return;
  }
  begin_mistake(c, &out, at);
  aml_message_add(&out, given == 0 ? AML_SV(" needs one of ") : AML_SV(" needs only one of "));
  for (size_t i = 0; i < count; i++) {
    aml_message_addf(&out, "%s'%.*s'",
        i == 0           ? ""
        : i + 1 == count ? " and "
                         : ", ",
        AML_SV_ARG(key_of_branch(branches->as.array.items[i])));
  }
  aml_message_add(&out, AML_SV("."));
  end_mistake(c, &out, value->span);
}

/* The branch that takes the value's kind is the one that was meant. False where none does. */
static bool check_branches(checker *c, const aml_value *branches, const aml_value *value, const place *at) {
  if (say(branches->as.array.items[0], "required") != NULL &&
      say(branches->as.array.items[0], "type") == NULL) {
    if (value->kind == AML_OBJECT) {
      check_choice(c, branches, value, at);
    }
    return true;
  }
  for (size_t i = 0; i < branches->as.array.count; i++) {
    if ((kinds_of(c, branches->as.array.items[i]) & (1U << value->kind)) != 0) {
      check_value(c, branches->as.array.items[i], value, at);
      return true;
    }
  }
  return false;
}

static void check_value(checker *c, const aml_value *schema, const aml_value *value, const place *at) {
  schema = follow(c, schema);
  bool is_any = value->kind == AML_UNKNOWN ||
                (c->shape->is_azure && (value->kind == AML_NULL || aml_lift_gives_expression(value)));
  if (schema == NULL || is_any) {
    return;
  }
  const aml_value *branches = say(schema, "oneOf");
  const aml_value *fixed = say(schema, "const");
  bool is_other = fixed != NULL && aml_value_equal(fixed, value) != AML_TRUE;
  if ((kinds_of(c, schema) & (1U << value->kind)) == 0 || is_other ||
      (branches != NULL && !check_branches(c, branches, value, at))) {
    refuse(c, schema, value, at);
    return;
  }
  if (value->kind == AML_STRING) {
    check_text(c, schema, value, at);
  } else if (value->kind == AML_ARRAY) {
    check_list(c, schema, value, at);
  } else if (value->kind == AML_OBJECT) {
    check_object(c, schema, value, at);
  }
}

const aml_value *aml_shape_schema(aml_arena *arena, const unsigned char *bytes, size_t size) {
  size_t error_at = 0;
  return aml_json_text_read(arena, (aml_sv){(const char *)bytes, size}, AML_NO_SPAN, &error_at);
}

size_t aml_shape_check(const aml_shape *shape, const char *definition, const aml_value *value,
    const char *key, aml_arena *arena, aml_diags *diags) {
  checker c = {.shape = shape, .arena = arena, .diags = diags};
  const aml_value *schema =
      definition == NULL ? shape->schema : say(say(shape->schema, "definitions"), definition);
  const place inside = {.name = aml_sv_of(key)};
  check_value(&c, schema, value, key[0] == '\0' ? NULL : &inside);
  return c.mistakes;
}
