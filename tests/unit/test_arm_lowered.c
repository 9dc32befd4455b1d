/* Templates whose expressions were made without texts, as a reader of Bicep makes them: every value, and
 * every failure, stands where the source has it. */
#include "arm_text.h"
#include "expr/expr.h"

static const char source_text[] = "param size string = 'big'\n"
                                  "var tags = { owner: 'me' }\n"
                                  "resource t 'Microsoft.Test/things' = {\n"
                                  "  name: 't-${size}'\n"
                                  "  properties: {\n"
                                  "    vm: size == 'big' ? { type: 'x', more: [ size, true ] } : null\n"
                                  "    list: map([ 'a', 'b' ], (i) => { n: i, up: toUpper(i) })\n"
                                  "    safe: tags.?missing\n"
                                  "    item: [ 'p', 'q' ][1]\n"
                                  "    wrong: tags.ownr\n"
                                  "    keyed: { '${size}Key': 1 }\n"
                                  "    plain: '[no(expression)]'\n"
                                  "    broken: 1 +\n"
                                  "  }\n"
                                  "}\n";

typedef struct maker {
  expansion run;
  aml_source *source;
} maker;

/* The first place of the words at or after the first place of `from`. */
static aml_span place(const maker *m, const char *from, const char *words) {
  aml_sv text = aml_sv_of(words);
  size_t begin = aml_sv_find(m->source->bytes, text, aml_sv_find(m->source->bytes, aml_sv_of(from), 0));
  assert_true(begin != AML_NPOS);
  return (aml_span){m->source->id, (uint32_t)begin, (uint32_t)(begin + text.len)};
}

static const aml_value *literal(maker *m, const char *text, aml_span span) {
  return aml_value_string(m->run.arena, aml_sv_of(text), span);
}

static const aml_value *computed(maker *m, const aml_expr *expr) {
  return aml_value_expression(m->run.arena, expr, (aml_sv){0}, expr->span);
}

static const aml_expr *call(maker *m, const char *name, aml_span span, const aml_expr *a, const aml_expr *b) {
  const aml_expr **args = AML_NEW_ARRAY(m->run.arena, const aml_expr *, 2);
  args[0] = a;
  args[1] = b;
  return aml_expr_call(m->run.arena, (aml_expr_name){aml_sv_of(name), span},
      (aml_expr_list){args, a == NULL   ? 0U
                            : b == NULL ? 1U
                                        : 2U},
      span);
}

/* A parameter or a variable. */
static const aml_expr *named(maker *m, const char *function, const char *name, aml_span span) {
  return call(m, function, span, aml_expr_string(m->run.arena, aml_sv_of(name), span), NULL);
}

static const aml_value *object(maker *m, size_t count, const char *const names[],
    const aml_value *const values[], aml_span span, unsigned flags) {
  aml_object_builder builder;
  aml_object_begin(&builder, m->run.arena);
  for (size_t i = 0; i < count; i++) {
    aml_object_add(&builder, aml_sv_of(names[i]), values[i]->span, values[i]);
  }
  return aml_object_end(&builder, span, flags);
}

static const aml_value *array_of(maker *m, const aml_value *a, const aml_value *b, aml_span span) {
  const aml_value **items = AML_NEW_ARRAY(m->run.arena, const aml_value *, 2);
  items[0] = a;
  items[1] = b;
  return aml_value_array(m->run.arena, items, 2, span);
}

/* size == 'big' ? { type: 'x', more: [ size, true ] } : null */
static const aml_value *make_conditional(maker *m) {
  aml_arena *arena = m->run.arena;
  aml_span compared = place(m, "vm:", "size == 'big'");
  const aml_expr *is_big =
      call(m, "equals", compared, named(m, "parameters", "size", place(m, "vm:", "size")),
          aml_expr_string(arena, AML_SV("big"), place(m, "vm:", "'big'")));
  const aml_value *more = array_of(m, computed(m, named(m, "parameters", "size", place(m, "[ size", "size"))),
      aml_value_bool(arena, true, place(m, "vm:", "true")), place(m, "vm:", "[ size, true ]"));
  const aml_value *yes = object(m, 2, (const char *const[]){"type", "more"},
      (const aml_value *const[]){literal(m, "x", place(m, "vm:", "'x'")), more}, place(m, "vm:", "{ type"),
      0);
  const aml_expr *no = aml_expr_value(arena, aml_value_null(arena, place(m, "vm:", "null")));
  aml_span whole = aml_span_cover(compared, no->span);
  return computed(m, aml_expr_if(arena, is_big, aml_expr_value(arena, yes), no, whole));
}

/* map([ 'a', 'b' ], (i) => { n: i, up: toUpper(i) }) */
static const aml_value *make_loop(maker *m) {
  aml_arena *arena = m->run.arena;
  aml_span whole = place(m, "list: ", "map([ 'a', 'b' ], (i) => { n: i, up: toUpper(i) })");
  const aml_value *items = array_of(m, literal(m, "a", place(m, "list:", "'a'")),
      literal(m, "b", place(m, "list:", "'b'")), place(m, "list:", "[ 'a', 'b' ]"));
  const aml_expr_name variable = {AML_SV("i"), place(m, "(i) =>", "i")};
  const aml_value *n = computed(m, aml_expr_lambda_variable(arena, AML_SV("i"), place(m, "i, up", "i")));
  const aml_expr *upper = call(m, "toUpper", place(m, "list:", "toUpper(i)"),
      aml_expr_lambda_variable(arena, AML_SV("i"), place(m, "i) })", "i")), NULL);
  const aml_value *body = object(m, 2, (const char *const[]){"n", "up"},
      (const aml_value *const[]){n, computed(m, upper)}, place(m, "list:", "{ n: i, up: toUpper(i) }"), 0);
  const aml_expr *lambda = aml_expr_lambda(arena, &variable, 1, aml_expr_value(arena, body), body->span);
  return computed(m, call(m, "map", whole, aml_expr_value(arena, items), lambda));
}

/* tags.name, tags.?name where `is_safe`; `words` is all of it. */
static const aml_value *make_property(maker *m, const char *words, const char *name, bool is_safe) {
  aml_expr_name property = {aml_sv_of(name), place(m, words, name)};
  const aml_expr *tags = named(m, "variables", "tags", place(m, words, "tags"));
  return computed(m, aml_expr_property(m->run.arena, tags, property, is_safe, place(m, words, words)));
}

static const aml_value *make_item(maker *m) {
  aml_arena *arena = m->run.arena;
  const aml_value *items = array_of(m, literal(m, "p", place(m, "item", "'p'")),
      literal(m, "q", place(m, "item", "'q'")), place(m, "item", "[ 'p', 'q' ]"));
  aml_span brackets = place(m, "item", "[1]");
  return computed(m, aml_expr_index(arena, aml_expr_value(arena, items), aml_expr_int(arena, 1, brackets),
                         brackets, false, aml_span_cover(items->span, brackets)));
}

/* { '${size}Key': 1 } */
static const aml_value *make_keyed(maker *m) {
  aml_arena *arena = m->run.arena;
  aml_span span = place(m, "keyed", "'${size}Key'");
  const aml_expr **args = AML_NEW_ARRAY(arena, const aml_expr *, 2);
  args[0] = call(m, "concat", span, named(m, "parameters", "size", place(m, "keyed: { '", "size")),
      aml_expr_string(arena, AML_SV("Key"), span));
  args[1] = aml_expr_int(arena, 1, place(m, "keyed", "1"));
  return computed(
      m, aml_expr_object(arena, (aml_expr_list){args, 2}, place(m, "keyed", "{ '${size}Key': 1 }")));
}

static const aml_value *make_resource(maker *m) {
  aml_arena *arena = m->run.arena;
  const aml_value *name =
      computed(m, call(m, "format", place(m, "name:", "'t-${size}'"),
                      aml_expr_string(arena, AML_SV("t-{0}"), place(m, "resource", "'t-${size}'")),
                      named(m, "parameters", "size", place(m, "resource", "size"))));
  const aml_value *values[8] = {make_conditional(m), make_loop(m),
      make_property(m, "tags.?missing", "missing", true), make_item(m),
      make_property(m, "tags.ownr", "ownr", false), make_keyed(m),
      literal(m, "[no(expression)]", place(m, "resource", "'[no(expression)]'")),
      computed(m, aml_expr_ill_formed(arena, AML_SV("An operand is missing."), place(m, "broken", "+")))};
  const aml_value *properties =
      object(m, 8, (const char *const[]){"vm", "list", "safe", "item", "wrong", "keyed", "plain", "broken"},
          values, place(m, "resource", "{\n    vm"), 0);
  return object(m, 4, (const char *const[]){"type", "apiVersion", "name", "properties"},
      (const aml_value *const[]){
          literal(m, "Microsoft.Test/things", place(m, "resource", "'Microsoft.Test/things'")),
          literal(m, "2024-01-01", place(m, "resource", "'Microsoft.Test/things'")), name, properties},
      place(m, "resource", "{\n  name"), 0);
}

static const aml_value *make_template(maker *m) {
  aml_arena *arena = m->run.arena;
  aml_span whole = {m->source->id, 0, (uint32_t)m->source->bytes.len};
  const aml_value *declaration = object(m, 2, (const char *const[]){"type", "defaultValue"},
      (const aml_value *const[]){
          literal(m, "string", place(m, "param", "string")), literal(m, "big", place(m, "param", "'big'"))},
      place(m, "param", "param size string = 'big'"), 0);
  const aml_value *tags = object(m, 1, (const char *const[]){"owner"},
      (const aml_value *const[]){literal(m, "me", place(m, "param", "'me'"))},
      place(m, "param", "{ owner: 'me' }"), 0);
  const aml_value **list = AML_NEW(arena, const aml_value *);
  *list = make_resource(m);
  return object(m, 4, (const char *const[]){"contentVersion", "parameters", "variables", "resources"},
      (const aml_value *const[]){literal(m, "1.0.0.0", whole),
          object(m, 1, (const char *const[]){"size"}, &declaration, whole, 0),
          object(m, 1, (const char *const[]){"tags"}, &tags, whole, 0),
          aml_value_array(arena, list, 1, whole)},
      whole, AML_VALUE_LOWERED);
}

static void expand_lowered(maker *m, aml_arena *arena) {
  begin_expansion(&m->run, arena);
  m->source = aml_sources_add(m->run.sources, AML_SV("main.bicep"), AML_SV(""));
  m->source->bytes = aml_sv_of(source_text);
  const aml_arm_input input = {.template_ = make_template(m),
      .template_path = AML_SV("main.bicep"),
      .sources = m->run.sources,
      .context = &m->run.context};
  aml_arm_expand(&input, &m->run.resources, &m->run.diags, &m->run.stats);
}

static void evaluates_what_was_made_by_hand(void **state) {
  static const struct {
    const char *path, *value, *written; /* where the value stands; NULL where that is not asked */
  } cases[] = {
      {"name", "'t-big'", "'t-${size}'"},
      {"properties.vm", "{'type':'x','more':['big',true]}",
          "size == 'big' ? { type: 'x', more: [ size, true ] } : null"},
      {"properties.vm.type", "'x'", "'x'"},
      {"properties.vm.more", "['big',true]", "[ size, true ]"},
      {"properties.vm.more.0", "'big'", "size"},
      {"properties.vm.more.1", "true", "true"},
      {"properties.list", "[{'n':'a','up':'A'},{'n':'b','up':'B'}]", NULL},
      {"properties.list.1", "{'n':'b','up':'B'}", "{ n: i, up: toUpper(i) }"},
      {"properties.list.1.n", "'b'", "i"},
      {"properties.list.1.up", "'B'", "toUpper(i)"},
      {"properties.safe", "null", "tags.?missing"},
      {"properties.item", "'q'", "[ 'p', 'q' ][1]"},
      {"properties.wrong", "?", "tags.ownr"},
      {"properties.keyed", "{'bigKey':1}", "{ '${size}Key': 1 }"},
      {"properties.plain", "'[no(expression)]'", "'[no(expression)]'"},
      {"properties.broken", "?", "+"},
  };
  maker m;
  expand_lowered(&m, *state);
  assert_int_equal(m.run.resources.list.count, 1);
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_value *value = value_at(&m.run, 0, cases[i].path);
    aml_sv text = text_of_value(*state, value);
    aml_sv written = aml_span_text(m.run.sources, value->span);
    if (!aml_sv_eq(text, aml_sv_of(cases[i].value)) ||
        (cases[i].written != NULL && !aml_sv_eq(written, aml_sv_of(cases[i].written)))) {
      fail_msg("%s: %.*s at '%.*s'", cases[i].path, AML_SV_ARG(text), AML_SV_ARG(written));
    }
  }
  assert_sv_equal(chain_of(&m.run, value_at(&m.run, 0, "properties.vm.more.0")),
      AML_SV("EXPRESSION > PARAMETER size > DEFAULT: 'big'"));
}

static void reports_failures_at_their_places(void **state) {
  maker m;
  expand_lowered(&m, *state);
  assert_sv_equal(
      list_diags(&m.run), AML_SV("AML013 The object has no property 'ownr'; did you mean 'owner'?\n"
                                 "AML001 An operand is missing."));
  assert_sv_equal(marked_text(&m.run, 0), AML_SV("ownr"));
  assert_sv_equal(marked_text(&m.run, 1), AML_SV("+"));
}

/* A module of another language is read as that language is: here JSON, whose texts are lifted. */
static void keeps_languages_apart(void **state) {
  maker m;
  begin_expansion(&m.run, *state);
  m.source = aml_sources_add(m.run.sources, AML_SV("main.bicep"), AML_SV(""));
  m.source->bytes = AML_SV("module m 'module.json'");
  link_file(&m.run, "module.json", TEMPLATE("`resources`:[" RESOURCE("{`a`:`[add(1, 2)]`,`b`:`[[x]`}") "]"));
  aml_span span = {m.source->id, 0, (uint32_t)m.source->bytes.len};
  const aml_value *path = literal(&m, "module.json", place(&m, "module", "'module.json'"));
  const aml_value *link = object(&m, 1, (const char *const[]){"relativePath"}, &path, span, 0);
  const aml_value *properties = object(&m, 2, (const char *const[]){"mode", "templateLink"},
      (const aml_value *const[]){literal(&m, "Incremental", span), link}, span, 0);
  const aml_value *module = object(&m, 4, (const char *const[]){"type", "apiVersion", "name", "properties"},
      (const aml_value *const[]){literal(&m, "Microsoft.Resources/deployments", span),
          literal(&m, "2024-03-01", span), literal(&m, "m", span), properties},
      span, 0);
  const aml_value *template_ = object(&m, 2, (const char *const[]){"contentVersion", "resources"},
      (const aml_value *const[]){literal(&m, "1.0.0.0", span), aml_value_array(*state, &module, 1, span)},
      span, AML_VALUE_LOWERED);
  const aml_arm_files files = {.ctx = &m.run, .open = open_linked};
  const aml_arm_input input = {.template_ = template_,
      .template_path = AML_SV("main.bicep"),
      .sources = m.run.sources,
      .files = &files,
      .context = &m.run.context};
  aml_arm_expand(&input, &m.run.resources, &m.run.diags, &m.run.stats);
  assert_sv_equal(list_diags(&m.run), AML_SV(""));
  assert_int_equal(m.run.resources.list.count, 2);
  assert_sv_equal(text_at(&m.run, 1, "properties"), AML_SV("{'a':3,'b':'[x]'}"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(evaluates_what_was_made_by_hand),
      TEST_CASE(reports_failures_at_their_places),
      TEST_CASE(keeps_languages_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
