/* Declarations and their decorators. */
#include "bicep/parser.h"

#define LINE   AML_BICEP_BIT(AML_BICEP_NEW_LINE)
#define ASSIGN AML_BICEP_BIT(AML_BICEP_ASSIGN)

static const char wants_equals[] = "Expected '='.";

/* A declaration under construction: each part that cannot be read is passed over up to where the next one may
 * begin, and what follows from that is not said again. */
typedef struct builder {
  aml_bicep_parser *p;
  aml_bicep_node *node;
  aml_bicep_nodes parts;
  size_t first; /* token of the part being read */
} builder;

static builder begin(
    aml_bicep_parser *p, aml_bicep_kind kind, const aml_bicep_node *decorators, uint32_t from) {
  builder b = {.p = p};
  (void)aml_bicep_next(p); /* the word */
  b.node = aml_bicep_node_new(p, kind, from);
  for (size_t i = 0; i <= AML_BICEP_WITH_PARAMETERS; i++) {
    AML_VEC_PUSH(p->arena, &b.parts, NULL);
  }
  b.parts.items[AML_BICEP_DECORATORS] = decorators;
  b.first = p->at;
  return b;
}

static bool put(builder *b, size_t part, const aml_bicep_node *node, uint64_t ends) {
  const aml_bicep_node *kept = aml_bicep_recover(b->p, node, b->first, ends, false);
  b->parts.items[part] = kept;
  b->p->is_silent = b->p->is_silent || kept->kind == AML_BICEP_SKIPPED;
  b->first = b->p->at;
  return kept->kind != AML_BICEP_SKIPPED;
}

static void name(builder *b, const char *message, uint64_t ends) {
  const aml_bicep_node *node = aml_bicep_recover(b->p, aml_bicep_name(b->p, message), b->first, ends, false);
  b->p->is_silent = b->p->is_silent || node->kind == AML_BICEP_SKIPPED;
  b->node->name = node->name;
  b->node->name_begin = node->begin;
  b->node->name_end = node->end;
  b->first = b->p->at;
}

/* What a form needs between two parts: skipped past where it is not there. */
static void expect(builder *b, aml_bicep_token_kind kind, const char *message, uint64_t ends) {
  static const aml_bicep_node there = {.kind = AML_BICEP_NULL};
  const aml_bicep_node *node = aml_bicep_expect(b->p, kind, message) != NULL ? &there : NULL;
  node = aml_bicep_recover(b->p, node, b->first, ends, false);
  b->p->is_silent = b->p->is_silent || node->kind == AML_BICEP_SKIPPED;
  b->first = b->p->at;
}

static const aml_bicep_node *end(builder *b) {
  b->p->is_silent = false;
  b->node->has_error = b->p->has_error;
  return aml_bicep_node_end(b->p, b->node, &b->parts);
}

/* `= value` to the end of the line. */
static void value(builder *b) {
  expect(b, AML_BICEP_ASSIGN, wants_equals, LINE);
  put(b, AML_BICEP_WITH_VALUE, aml_bicep_expression(b->p), LINE);
}

/* ---- decorators ---- */

static const aml_bicep_node *read_decorator(aml_bicep_parser *p) {
  size_t first = p->at;
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_DECORATOR, aml_bicep_next(p)->begin);
  const aml_bicep_node *call = aml_bicep_recover(p, aml_bicep_call_or_member(p), first, LINE, false);
  return aml_bicep_node_of(p, node, call, NULL, NULL);
}

const aml_bicep_node *aml_bicep_decorators(aml_bicep_parser *p) {
  if (!aml_bicep_is(p, AML_BICEP_AT)) {
    return NULL;
  }
  aml_bicep_node *list = aml_bicep_node_new(p, AML_BICEP_LIST, aml_bicep_peek(p)->begin);
  aml_bicep_nodes all = {0};
  while (aml_bicep_is(p, AML_BICEP_AT)) {
    AML_VEC_PUSH(p->arena, &all, read_decorator(p));
    if (!aml_bicep_is(p, AML_BICEP_NEW_LINE) && !aml_bicep_is(p, AML_BICEP_END)) {
      size_t first = p->at;
      (void)aml_bicep_recover(
          p, aml_bicep_fail(p, "Expected a line end after the decorator."), first, LINE, false);
    }
    aml_bicep_skip_new_lines(p);
  }
  return aml_bicep_node_end(p, list, &all);
}

/* ---- declarations with names ---- */

static const aml_bicep_node *read_parameter(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_PARAMETER, decorators, from);
  name(&b, "Expected the name of a parameter.",
      LINE | AML_BICEP_BIT(AML_BICEP_IDENTIFIER) | (p->is_parameters ? ASSIGN : 0));
  if (p->is_parameters) {
    value(&b);
    return end(&b);
  }
  put(&b, AML_BICEP_WITH_TYPE, aml_bicep_type(p, "Expected the type of the parameter."),
      LINE | ASSIGN | AML_BICEP_BIT(AML_BICEP_LEFT_BRACE));
  if (aml_bicep_is(p, AML_BICEP_ASSIGN)) {
    value(&b);
  } else if (aml_bicep_is(p, AML_BICEP_LEFT_BRACE)) { /* of the first versions */
    put(&b, AML_BICEP_WITH_PARAMETERS, aml_bicep_object(p), LINE);
  } else if (!aml_bicep_is(p, AML_BICEP_NEW_LINE) && !aml_bicep_is(p, AML_BICEP_END)) {
    expect(&b, AML_BICEP_ASSIGN, "Expected '=' with the default, or a line end.", LINE);
  }
  return end(&b);
}

static const aml_bicep_node *read_variable(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_VARIABLE, decorators, from);
  name(&b, "Expected the name of a variable.", LINE | ASSIGN);
  if (!aml_bicep_is(p, AML_BICEP_ASSIGN) && !aml_bicep_is(p, AML_BICEP_NEW_LINE)) {
    put(&b, AML_BICEP_WITH_TYPE, aml_bicep_type(p, wants_equals), LINE | ASSIGN);
  }
  value(&b);
  return end(&b);
}

static const aml_bicep_node *read_output(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_OUTPUT, decorators, from);
  name(&b, "Expected the name of an output.", LINE | AML_BICEP_BIT(AML_BICEP_IDENTIFIER));
  put(&b, AML_BICEP_WITH_TYPE, aml_bicep_type(p, "Expected the type of the output."), LINE | ASSIGN);
  value(&b);
  return end(&b);
}

static const aml_bicep_node *read_type(aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_TYPE, decorators, from);
  name(&b, "Expected the name of a type.", LINE | ASSIGN);
  expect(&b, AML_BICEP_ASSIGN, wants_equals, LINE);
  put(&b, AML_BICEP_WITH_TYPE, aml_bicep_type(p, "Expected a type."), LINE);
  return end(&b);
}

static const aml_bicep_node *read_metadata(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_METADATA, decorators, from);
  name(&b, "Expected the name of the metadata.", LINE | ASSIGN);
  value(&b);
  return end(&b);
}

static const aml_bicep_node *read_assert(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_ASSERT, decorators, from);
  name(&b, "Expected the name of the assertion.", LINE | ASSIGN);
  value(&b);
  return end(&b);
}

/* The parameters of a function: `(a T, b T)`. */
static const aml_bicep_node *read_function_parameters(aml_bicep_parser *p) {
  const aml_bicep_token *open = aml_bicep_expect(p, AML_BICEP_LEFT_PAREN, "Expected '('.");
  if (open == NULL) {
    return NULL;
  }
  aml_bicep_node *list = aml_bicep_node_new(p, AML_BICEP_LIST, open->begin);
  aml_bicep_nodes all = {0};
  aml_bicep_skip_new_lines(p);
  while (!aml_bicep_is(p, AML_BICEP_RIGHT_PAREN)) {
    const aml_bicep_token *word =
        aml_bicep_expect(p, AML_BICEP_IDENTIFIER, "Expected the name of a parameter.");
    if (word == NULL) {
      return NULL;
    }
    aml_bicep_node *one = aml_bicep_node_new(p, AML_BICEP_TYPED, word->begin);
    aml_bicep_node_name(p, one, word);
    const aml_bicep_node *type = aml_bicep_type(p, "Expected the type of the parameter.");
    if (type == NULL) {
      return NULL;
    }
    AML_VEC_PUSH(p->arena, &all, aml_bicep_node_of(p, one, NULL, type, NULL));
    aml_bicep_skip_new_lines(p);
    if (!aml_bicep_is(p, AML_BICEP_RIGHT_PAREN) &&
        aml_bicep_expect(p, AML_BICEP_COMMA, "Expected ',' or ')'.") == NULL) {
      return NULL;
    }
    aml_bicep_skip_new_lines(p);
  }
  (void)aml_bicep_next(p);
  return aml_bicep_node_end(p, list, &all);
}

static const aml_bicep_node *read_function(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_FUNCTION, decorators, from);
  name(&b, "Expected the name of a function.", LINE | AML_BICEP_BIT(AML_BICEP_LEFT_PAREN));
  put(&b, AML_BICEP_WITH_PARAMETERS, read_function_parameters(p), LINE | AML_BICEP_BIT(AML_BICEP_ARROW));
  put(&b, AML_BICEP_WITH_TYPE, aml_bicep_type(p, "Expected the type of the result."),
      LINE | AML_BICEP_BIT(AML_BICEP_ARROW));
  expect(&b, AML_BICEP_ARROW, "Expected '=>'.", LINE);
  if (!p->is_silent) {
    aml_bicep_skip_new_lines(p);
  }
  put(&b, AML_BICEP_WITH_VALUE, aml_bicep_expression(p), LINE);
  return end(&b);
}

/* ---- resources and modules ---- */

static const aml_bicep_node *read_deployed(builder *b, const char *wants_text) {
  aml_bicep_parser *p = b->p;
  put(b, AML_BICEP_WITH_TYPE,
      aml_bicep_is(p, AML_BICEP_STRING) || aml_bicep_is(p, AML_BICEP_STRING_LEFT)
          ? aml_bicep_string(p)
          : aml_bicep_fail(p, wants_text),
      LINE | ASSIGN);
  if (b->node->kind == AML_BICEP_RESOURCE && aml_bicep_is_word(p, "existing")) {
    (void)aml_bicep_next(p);
    b->node->is_existing = true;
    b->first = p->at;
  }
  expect(b, AML_BICEP_ASSIGN, wants_equals, LINE);
  put(b, AML_BICEP_WITH_VALUE, aml_bicep_body(p), LINE);
  return end(b);
}

const aml_bicep_node *aml_bicep_resource(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  bool was_silent = p->is_silent;
  builder b = begin(p, AML_BICEP_RESOURCE, decorators, from);
  name(&b, "Expected the name of a resource.",
      LINE | ASSIGN | AML_BICEP_BIT(AML_BICEP_STRING) | AML_BICEP_BIT(AML_BICEP_STRING_LEFT));
  const aml_bicep_node *node =
      read_deployed(&b, "Expected the type of the resource: a string such as 'Namespace/type@version'.");
  p->is_silent = was_silent;
  return node;
}

static const aml_bicep_node *read_module(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_MODULE, decorators, from);
  name(&b, "Expected the name of a module.",
      LINE | ASSIGN | AML_BICEP_BIT(AML_BICEP_STRING) | AML_BICEP_BIT(AML_BICEP_STRING_LEFT));
  return read_deployed(&b, "Expected the path or the reference of the module.");
}

static const aml_bicep_node *read_test(aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_TEST, decorators, from);
  name(&b, "Expected the name of a test.", LINE | AML_BICEP_BIT(AML_BICEP_STRING));
  return read_deployed(&b, "Expected the path of the file to be tested.");
}

/* ---- files ---- */

static const aml_bicep_node *read_target_scope(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_TARGET_SCOPE, decorators, from);
  value(&b);
  return end(&b);
}

/* `a`, `a as b`, `'a' as b` */
static const aml_bicep_node *read_imported(aml_bicep_parser *p) {
  const aml_bicep_token *there = aml_bicep_peek(p);
  if (there->kind != AML_BICEP_IDENTIFIER && there->kind != AML_BICEP_STRING) {
    return aml_bicep_fail(p, "Expected the name of what is imported.");
  }
  (void)aml_bicep_next(p);
  aml_bicep_node *node = aml_bicep_node_new(p, AML_BICEP_IMPORTED, there->begin);
  aml_bicep_node *text = aml_bicep_node_new(p, AML_BICEP_TEXT, there->begin);
  aml_bicep_node_name(p, text, there);
  if (there->kind == AML_BICEP_STRING) {
    text->name = aml_bicep_string_text(p->arena, p->text, there);
  }
  aml_bicep_node_name(p, node, there);
  node->name = text->name;
  if (aml_bicep_is_word(p, "as")) {
    (void)aml_bicep_next(p);
    const aml_bicep_token *here = aml_bicep_expect(p, AML_BICEP_IDENTIFIER, "Expected a name after 'as'.");
    if (here == NULL) {
      return NULL;
    }
    aml_bicep_node_name(p, node, here);
  }
  return aml_bicep_node_of(p, node, text, NULL, NULL);
}

static const aml_bicep_node *read_import_list(aml_bicep_parser *p) {
  aml_bicep_node *list = aml_bicep_node_new(p, AML_BICEP_LIST, aml_bicep_next(p)->begin);
  aml_bicep_nodes all = {0};
  aml_bicep_elements(p, AML_BICEP_RIGHT_BRACE, read_imported, &all);
  return aml_bicep_expect(p, AML_BICEP_RIGHT_BRACE, "Expected '}'.") == NULL
             ? NULL
             : aml_bicep_node_end(p, list, &all);
}

static const aml_bicep_node *read_word(aml_bicep_parser *p, const char *word, const char *message) {
  static const aml_bicep_node there = {.kind = AML_BICEP_NULL};
  if (!aml_bicep_is_word(p, word)) {
    return aml_bicep_fail(p, message);
  }
  (void)aml_bicep_next(p);
  return &there;
}

/* `with {...}`, `as name`, in this order, each of which may be missing. */
static const aml_bicep_node *read_extension_tail(builder *b) {
  aml_bicep_parser *p = b->p;
  if (aml_bicep_is_word(p, "with")) {
    (void)aml_bicep_next(p);
    put(b, AML_BICEP_WITH_VALUE, aml_bicep_object(p), LINE);
  }
  if (aml_bicep_is_word(p, "as")) {
    (void)aml_bicep_next(p);
    name(b, "Expected a name after 'as'.", LINE);
  } else if (!aml_bicep_is(p, AML_BICEP_NEW_LINE) && !aml_bicep_is(p, AML_BICEP_END)) {
    put(b, AML_BICEP_WITH_PARAMETERS, aml_bicep_fail(p, "Expected 'with' or 'as'."), LINE);
  }
  return end(b);
}

static const aml_bicep_node *read_import(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_IMPORT, decorators, from);
  if (aml_bicep_is(p, AML_BICEP_STRING) || aml_bicep_is(p, AML_BICEP_STRING_LEFT)) { /* an old spelling */
    b.node->kind = AML_BICEP_EXTENSION;
    put(&b, AML_BICEP_WITH_TYPE, aml_bicep_string(p), LINE);
    return read_extension_tail(&b);
  }
  if (aml_bicep_take(p, AML_BICEP_ASTERISK)) {
    (void)put(&b, AML_BICEP_WITH_VALUE, read_word(p, "as", "Expected 'as'."), LINE);
    b.parts.items[AML_BICEP_WITH_VALUE] = NULL;
    name(&b, "Expected a name after 'as'.", LINE);
  } else {
    put(&b, AML_BICEP_WITH_VALUE,
        aml_bicep_is(p, AML_BICEP_LEFT_BRACE) ? read_import_list(p)
                                              : aml_bicep_fail(p, "Expected '{' with names, or '*'."),
        LINE);
  }
  put(&b, AML_BICEP_WITH_TYPE, read_word(p, "from", "Expected 'from'."), LINE);
  put(&b, AML_BICEP_WITH_TYPE, aml_bicep_string(p), LINE);
  return end(&b);
}

static const aml_bicep_node *read_extension(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_EXTENSION, decorators, from);
  put(&b, AML_BICEP_WITH_TYPE,
      aml_bicep_is(p, AML_BICEP_IDENTIFIER) ? aml_bicep_name(p, "") : aml_bicep_string(p), LINE);
  return read_extension_tail(&b);
}

static const aml_bicep_node *read_extension_config(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_EXTENSION_CONFIG, decorators, from);
  name(&b, "Expected the name of the extension.", LINE);
  if (aml_bicep_is_word(p, "with")) {
    (void)aml_bicep_next(p);
    put(&b, AML_BICEP_WITH_VALUE, aml_bicep_object(p), LINE);
  }
  return end(&b);
}

static const aml_bicep_node *read_using(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_USING, decorators, from);
  put(&b, AML_BICEP_WITH_TYPE, aml_bicep_is_word(p, "none") ? aml_bicep_name(p, "") : aml_bicep_string(p),
      LINE);
  if (aml_bicep_is_word(p, "with")) {
    (void)aml_bicep_next(p);
    put(&b, AML_BICEP_WITH_VALUE, aml_bicep_expression(p), LINE);
  }
  return end(&b);
}

static const aml_bicep_node *read_extends(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from) {
  builder b = begin(p, AML_BICEP_EXTENDS, decorators, from);
  put(&b, AML_BICEP_WITH_TYPE, aml_bicep_string(p), LINE);
  return end(&b);
}

typedef const aml_bicep_node *reader(aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from);

enum { IN_FILES = 1, IN_PARAMETERS = 2, IN_BOTH = 3 };

static const struct {
  const char *word;
  reader *read;
  unsigned where;
} forms[] = {
    {"param", read_parameter, IN_BOTH},
    {"var", read_variable, IN_BOTH},
    {"resource", aml_bicep_resource, IN_FILES},
    {"module", read_module, IN_FILES},
    {"output", read_output, IN_FILES},
    {"type", read_type, IN_BOTH},
    {"func", read_function, IN_BOTH},
    {"import", read_import, IN_BOTH},
    {"metadata", read_metadata, IN_BOTH},
    {"targetScope", read_target_scope, IN_FILES},
    {"using", read_using, IN_PARAMETERS},
    {"extends", read_extends, IN_PARAMETERS},
    {"extension", read_extension, IN_BOTH},
    {"provider", read_extension, IN_FILES},
    {"extensionConfig", read_extension_config, IN_PARAMETERS},
    {"assert", read_assert, IN_FILES},
    {"test", read_test, IN_FILES},
};

bool aml_bicep_is_declaration(const aml_bicep_parser *p, size_t at) {
  aml_sv word = aml_bicep_token_text(p, &p->tokens[at]);
  bool is_word = p->tokens[at].kind == AML_BICEP_IDENTIFIER;
  for (size_t i = 0; is_word && i < sizeof forms / sizeof forms[0]; i++) {
    if (aml_sv_eq(word, aml_sv_of(forms[i].word))) {
      return true;
    }
  }
  return false;
}

const aml_bicep_node *aml_bicep_declaration(aml_bicep_parser *p) {
  uint32_t from = aml_bicep_peek(p)->begin;
  const aml_bicep_node *decorators = aml_bicep_decorators(p);
  unsigned where = p->is_parameters ? IN_PARAMETERS : IN_FILES;
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    if ((forms[i].where & where) != 0 && aml_bicep_is_word(p, forms[i].word)) {
      return forms[i].read(p, decorators, from);
    }
  }
  if (decorators != NULL) {
    return aml_bicep_fail(p, "Expected a declaration after the decorator.");
  }
  return aml_bicep_fail(p, p->is_parameters ? "This is not a declaration of a Bicep parameter file."
                                            : "This is not a Bicep declaration.");
}
