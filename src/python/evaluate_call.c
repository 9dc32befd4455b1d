/* What calls give that are none of the SDKs' classes; and what loops in brackets leave. */
#include "base/number.h"
#include "expr/value_text.h"
#include "python/escapes.h"
#include "python/evaluating.h"
#include "python/local_calls.h"
#include "python/management_bodies.h"
#include "python/shown.h"
#include "python/unseen.h"

static const aml_py_value *unknown_call(aml_py_run *run, const aml_py_expr *expr) {
  enum { SHOWN = 40 };
  aml_sv of = aml_sv_shorten(run->arena, aml_py_written(run, expr->left), SHOWN);
  return aml_py_unknown(run->arena, aml_py_span_of(run, expr),
      "what '%.*s' returns is not known; write the value itself", AML_SV_ARG(of));
}

static bool is_builtin_dict(const aml_py_run *run, const aml_py_expr *of) {
  bool is_several;
  return of->form == AML_PY_WORD && aml_sv_eq(of->name, AML_SV("dict")) &&
         aml_py_name_find(run->scope, of->name, &is_several) == NULL;
}

/* dict(key=value, **others) */
static const aml_py_value *evaluate_dict_call(aml_py_run *run, const aml_py_expr *expr) {
  aml_object_builder object;
  aml_object_begin(&object, run->arena);
  unsigned flags = 0;
  for (uint32_t i = 0; i < expr->count; i++) {
    const aml_py_part *part = &expr->items[i];
    const aml_py_value *one = aml_py_evaluate(run, part->value);
    const aml_value *value = aml_py_data(run->arena, one);
    aml_py_escape(run, one, part->value);
    aml_py_leave_sight(one);
    bool is_whole = part->name.len == 0 && value->kind == AML_OBJECT &&
                    aml_py_may_copy(run, value->as.object.count * sizeof(aml_member));
    if (part->name.len > 0) {
      aml_object_set(
          &object, part->name, aml_py_span(run, part->name_begin, part->name_begin + part->name.len), value);
    } else if (is_whole) {
      aml_object_set_all(&object, value);
      flags |= value->flags & (unsigned)AML_VALUE_OPEN;
    } else {
      flags |= (unsigned)AML_VALUE_OPEN;
    }
  }
  return aml_py_container(run->arena, aml_object_end(&object, aml_py_span_of(run, expr), flags));
}

static const aml_py_value *evaluate_used(
    aml_py_run *run, const aml_py_expr *call, uint32_t i, const aml_py_expr *value) {
  bool was_showing = run->is_showing;
  aml_py_use use = aml_py_use_of_argument(call, i);
  run->is_showing = use == AML_PY_SHOWS || (use == AML_PY_MAKES && was_showing);
  const aml_py_value *made = aml_py_evaluate(run, value);
  run->is_showing = was_showing;
  return made;
}

/* Classes that isinstance is given in a list are only asked about. */
static const aml_py_value *evaluate_argument(aml_py_run *run, const aml_py_expr *call, uint32_t i) {
  const aml_py_expr *value = call->items[i].value;
  bool asks = call->left->form == AML_PY_WORD && (aml_sv_eq(call->left->name, AML_SV("isinstance")) ||
                                                     aml_sv_eq(call->left->name, AML_SV("issubclass")));
  if (asks && value->form == AML_PY_LIST) {
    aml_py_evaluate_items(run, value);
    return aml_py_unknown_expression(run, value);
  }
  return evaluate_used(run, call, i, value);
}

/* What a text names: getattr(entities, "AmlCompute"), import_module("azure.ai.ml.entities"), and what holds
 * the names of a module: vars(entities). NULL for other calls. */
static const aml_py_value *name_by_text(
    aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  bool is_named = call->left->form == AML_PY_ATTRIBUTE || call->left->form == AML_PY_WORD;
  aml_sv name = is_named && call->count > 0 ? call->left->name : (aml_sv){NULL, 0};
  aml_span span = aml_py_span_of(run, call);
  aml_sv first = call->count > 0 ? aml_value_text(values[0]->data) : (aml_sv){NULL, 0};
  bool imports = aml_sv_eq(name, AML_SV("import_module")) || aml_sv_eq(name, AML_SV("__import__"));
  if (imports && first.len > 0) {
    return aml_py_imported_here(run, first, span);
  }
  if (aml_sv_eq(name, AML_SV("vars")) && values[0]->what == AML_PY_IMPORTED) {
    return aml_py_imported_here(
        run, aml_sv_format(run->arena, "%.*s.__dict__", AML_SV_ARG(values[0]->path)), span);
  }
  aml_sv member = call->count > 1 ? aml_value_text(values[1]->data) : (aml_sv){NULL, 0};
  if (aml_sv_eq(name, AML_SV("getattr")) && values[0]->what == AML_PY_IMPORTED && member.len > 0) {
    return aml_py_imported_here(
        run, aml_sv_format(run->arena, "%.*s.%.*s", AML_SV_ARG(values[0]->path), AML_SV_ARG(member)), span);
  }
  return NULL;
}

/* Whether it is a name, or attributes of one: what can be evaluated twice. */
static bool is_path(const aml_py_expr *expr) {
  while (expr->form == AML_PY_ATTRIBUTE) {
    expr = expr->left;
  }
  return expr->form == AML_PY_WORD;
}

void aml_py_change_in_place(aml_py_run *run, const aml_py_expr *of, const aml_py_expr *by) {
  while (of->form == AML_PY_ITEM) {
    of = of->left;
  }
  const aml_py_value *unknown =
      aml_py_unknown(run->arena, aml_py_span_of(run, of), "'%.*s' is changed by '%.*s'; set it in one place",
          AML_SV_ARG(aml_py_written(run, of)), AML_SV_ARG(aml_py_written(run, by)));
  bool is_several;
  const aml_py_value *value =
      of->form == AML_PY_WORD ? aml_py_name_find(run->scope, of->name, &is_several) : NULL;
  if (value != NULL && value->what == AML_PY_DATA) {
    aml_py_mark_all(run, value);
  }
  if (value != NULL && value->what == AML_PY_DATA && value->data->kind != AML_UNKNOWN) {
    aml_py_name_bind(run->scope, of->name, unknown);
  }
  const aml_py_value *object =
      of->form == AML_PY_ATTRIBUTE && is_path(of) ? aml_py_evaluate(run, of->left) : NULL;
  if (object != NULL) {
    aml_py_note_unseen(run, object, of->name);
  }
  for (; object != NULL && object->what == AML_PY_MADE; object = object->instead) {
    const aml_py_setting setting = {of->name, object->made->name_span, unknown};
    aml_py_setting_put(run->arena, object->made, &setting);
  }
}

/* "x.copy()", "copy.copy(x)": the same items in a container of its own; NULL for other calls. */
static const aml_py_value *evaluate_copy(
    aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  const aml_py_expr *of = call->left;
  bool is_copy = (of->form == AML_PY_ATTRIBUTE || of->form == AML_PY_WORD) &&
                 (aml_sv_eq(of->name, AML_SV("copy")) || aml_sv_eq(of->name, AML_SV("deepcopy")));
  bool is_method = is_copy && call->count == 0 && of->form == AML_PY_ATTRIBUTE && is_path(of->left);
  const aml_py_value *copied = is_method                     ? aml_py_evaluate(run, of->left)
                               : is_copy && call->count == 1 ? values[0]
                                                             : NULL;
  bool is_known = copied != NULL && copied->what == AML_PY_DATA && copied->data->kind == AML_OBJECT;
  return is_known ? aml_py_copy(run, copied, aml_py_span_of(run, call)) : NULL;
}

/* "int(x)", "str(x)", "float(x)", "bool(x)": known of texts and numbers; why x is not known otherwise. NULL
 * for other calls. */
static const aml_py_value *evaluate_conversion(
    aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  static const char *const names[] = {"int", "str", "float", "bool"};
  bool is_any = false, is_several;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    is_any = is_any || (call->left->form == AML_PY_WORD && aml_sv_eq(call->left->name, aml_sv_of(names[i])));
  }
  bool is_one = is_any && call->count == 1 && call->items[0].name.len == 0 && call->items[0].stars == 0;
  if (!is_one || values[0]->what != AML_PY_DATA ||
      aml_py_name_find(run->scope, call->left->name, &is_several) != NULL) {
    return NULL;
  }
  const aml_value *of = values[0]->data;
  aml_span span = aml_py_span_of(run, call);
  int64_t number;
  if (of->kind == AML_UNKNOWN) {
    return aml_py_value_of(
        run->arena, aml_value_unknown(run->arena, of->as.unknown->reason, AML_KINDS_ANY, span));
  }
  const aml_value *made = NULL;
  if (aml_sv_eq(call->left->name, AML_SV("int"))) {
    bool is_known = of->kind == AML_INT || (of->kind == AML_STRING && aml_int_parse(of->as.string, &number));
    made = !is_known ? NULL : aml_value_int(run->arena, of->kind == AML_INT ? of->as.integer : number, span);
  } else if (aml_sv_eq(call->left->name, AML_SV("str")) && (of->kind == AML_STRING || of->kind == AML_INT)) {
    made = aml_value_string(run->arena, aml_value_show(run->arena, of, SIZE_MAX), span);
  }
  return made == NULL
             ? NULL
             : aml_py_value_of(run->arena, aml_value_moved(run->arena, made, span, of->origin,
                                               AML_VALUE_BLOCK | (of->flags & (unsigned)AML_VALUE_SECURE)));
}

/* ---- The command line ---- */

/* "parser.add_argument("--min-nodes", default=2)": args.min_nodes, with its default. */
static void note_argument(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  enum { SHOWN = 40 };
  bool is_argument =
      call->left->form == AML_PY_ATTRIBUTE && aml_sv_eq(call->left->name, AML_SV("add_argument"));
  aml_sv name = {NULL, 0};
  aml_sv *otherwise = AML_NEW(run->arena, aml_sv);
  for (uint32_t i = 0; is_argument && i < call->count; i++) {
    aml_sv text = aml_value_text(values[i]->data);
    bool is_named = call->items[i].name.len > 0;
    bool is_long = !is_named && (name.len == 0 || (aml_sv_starts(text, AML_SV("--")) && name.len == 1));
    while (is_long && aml_sv_starts(text, AML_SV("-"))) {
      text = aml_sv_slice(text, 1, text.len);
    }
    name = is_long || aml_sv_eq(call->items[i].name, AML_SV("dest")) ? text : name;
    if (aml_sv_eq(call->items[i].name, AML_SV("default"))) {
      *otherwise = aml_sv_shorten(run->arena, aml_py_written(run, call->items[i].value), SHOWN);
    }
  }
  if (name.len > 0) {
    char *key = aml_arena_alloc(run->arena, name.len, 1);
    for (size_t i = 0; i < name.len; i++) {
      key[i] = name.data[i] == '-' ? '_' : name.data[i];
    }
    (void)aml_map_put(&run->arguments, (aml_sv){key, name.len}, otherwise);
  }
}

/* A call of which nobody knows what it returns: perhaps what it was given, or what it is a method of. */
static const aml_py_value *unseen_result(
    aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  static const char *const makers[] = {
      "str", "int", "float", "bool", "len", "print", "format", "join", "dumps", "loads", NULL};
  const aml_py_value *result = unknown_call(run, call);
  const aml_py_expr *of = call->left;
  for (size_t i = 0; makers[i] != NULL; i++) {
    bool is_named = of->form == AML_PY_ATTRIBUTE || of->form == AML_PY_WORD;
    if (is_named && aml_sv_eq(of->name, aml_sv_of(makers[i]))) {
      return result;
    }
  }
  if (of->form == AML_PY_ATTRIBUTE && aml_sv_eq(of->name, AML_SV("parse_args"))) {
    aml_py_value *line = AML_NEW(run->arena, aml_py_value);
    *line = *result;
    line->path = AML_SV(AML_PY_COMMAND_LINE);
    return line;
  }
  result = aml_py_may_be(run, result, values, call->count);
  if (of->form == AML_PY_ATTRIBUTE && is_path(of->left)) {
    const aml_py_value *holder = aml_py_evaluate(run, of->left);
    result = aml_py_may_be(run, result, &holder, 1);
  }
  return result;
}

/* exec(...), globals().update(...) */
static bool may_set_names(const aml_py_run *run, const aml_py_expr *of) {
  if (of->form == AML_PY_WORD) {
    bool is_several;
    bool runs = aml_sv_eq(of->name, AML_SV("exec")) || aml_sv_eq(of->name, AML_SV("execfile"));
    return runs && aml_py_name_find(run->scope, of->name, &is_several) == NULL;
  }
  bool is_builtin = of->form == AML_PY_ATTRIBUTE && aml_sv_eq(of->name, AML_SV("exec")) &&
                    of->left->form == AML_PY_WORD && aml_sv_eq(of->left->name, AML_SV("builtins"));
  return is_builtin ||
         (of->form == AML_PY_ATTRIBUTE && aml_py_is_mutator(of->name) && aml_py_is_namespace(of->left));
}

/* Magics, as a notebook that was converted calls them: get_ipython().run_line_magic("run", "setup.py") */
static bool brings_names(const aml_py_expr *call, const aml_py_value *const *values) {
  aml_sv name = call->left->form == AML_PY_ATTRIBUTE ? call->left->name : (aml_sv){NULL, 0};
  bool is_magic = aml_sv_eq(name, AML_SV("run_line_magic")) || aml_sv_eq(name, AML_SV("magic"));
  aml_sv magic = is_magic && call->count > 0 ? aml_value_text(values[0]->data) : (aml_sv){NULL, 0};
  return aml_sv_starts(magic, AML_SV("run")) || aml_sv_starts(magic, AML_SV("store"));
}

/* Names that what is called may bind in ways that are not followed. */
static void forget_names(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  aml_span span = aml_py_span_of(run, call);
  if (may_set_names(run, call->left)) {
    aml_py_forget_names(run, span, (aml_sv){NULL, 0});
  } else if (brings_names(call, values)) {
    aml_py_forget_values(run, span);
  }
}

const aml_py_value *aml_py_evaluate_call(aml_py_run *run, const aml_py_expr *expr) {
  const aml_py_value *of = aml_py_evaluate(run, expr->left);
  const aml_py_value *made = aml_py_call(run, of, expr);
  if (made != NULL) {
    return made;
  }
  if (is_builtin_dict(run, expr->left)) {
    return evaluate_dict_call(run, expr);
  }
  const aml_py_value **values = AML_NEW_ARRAY(run->arena, const aml_py_value *, expr->count);
  for (uint32_t i = 0; i < expr->count; i++) {
    values[i] = evaluate_argument(run, expr, i);
    if (expr->left->form == AML_PY_LAMBDA) {
      aml_py_leave_sight(values[i]);
    }
  }
  const aml_py_value *named = name_by_text(run, expr, values);
  named = named != NULL ? named : evaluate_copy(run, expr, values);
  named = named != NULL ? named : evaluate_conversion(run, expr, values);
  if (named != NULL) {
    return named;
  }
  aml_py_send(run, expr, values);
  aml_py_check_call(run, of, expr, values);
  if (run->command_reader != NULL) {
    run->command_reader->run(run, expr, values);
  }
  aml_py_note_changes(run, expr, values);
  note_argument(run, expr, values);
  forget_names(run, expr, values);
  if (expr->left->form == AML_PY_ATTRIBUTE && aml_py_is_mutator(expr->left->name)) {
    aml_py_change_in_place(run, expr->left->left, expr->left);
  }
  aml_py_note_local_call(run, expr, values);
  if (aml_py_may_run_functions(run, of, expr)) {
    aml_py_forget_outer_names(run, aml_py_span_of(run, expr));
  }
  if (expr->count > 0 && of->what == AML_PY_IMPORTED && aml_sv_eq(of->path, AML_SV("json.dumps"))) {
    aml_py_value *text = AML_NEW(run->arena, aml_py_value);
    *text = *unknown_call(run, expr);
    text->encoded = values[0];
    return text;
  }
  if (of->what == AML_PY_IMPORTED && aml_py_is_environment(of->path)) {
    return aml_py_environment(run, expr, expr->count > 0 ? expr->items[0].value : NULL,
        expr->count > 1 ? expr->items[1].value : NULL);
  }
  return unseen_result(run, expr, values);
}

/* ---- Comprehensions ---- */

/* What is bound in a comprehension, but by its loops, may be bound behind it: "[n := x for x in y]". */
static void keep_bound(aml_py_run *run, const aml_py_expr *expr, aml_py_outcome *outcome) {
  aml_map loops;
  aml_map_init(&loops, run->arena, AML_MAP_EXACT);
  size_t kept = 0;
  for (uint32_t i = 0; i < expr->count && outcome->list.count > 0; i++) {
    if (expr->items[i].value == NULL) {
      (void)aml_map_put(&loops, expr->items[i].name, run);
    }
  }
  for (size_t i = 0; i < outcome->list.count; i++) {
    const aml_py_change change = outcome->list.items[i];
    if (aml_map_find(&loops, change.binding->name) == NULL) {
      outcome->list.items[kept++] = change;
    }
  }
  outcome->list.count = kept;
  if (kept > 0) {
    aml_py_branches_join(run->scope, outcome, 1, true, ++run->joins);
  }
}

/* What the loops of a comprehension bind is bound in it only. */
const aml_py_value *aml_py_evaluate_comprehension(aml_py_run *run, const aml_py_expr *expr) {
  aml_py_outcome outcome;
  const aml_py_block *outer = run->block;
  aml_py_block *block = AML_NEW(run->arena, aml_py_block);
  block->outer = outer;
  run->block = block;
  size_t begin = aml_py_branch_begin(run->scope);
  for (uint32_t i = 0; i < expr->count; i++) {
    if (expr->items[i].value == NULL) {
      aml_py_name_bind(run->scope, expr->items[i].name,
          aml_py_unknown(run->arena, aml_py_span_of(run, expr),
              "a loop gives '%.*s' its values; write the value itself", AML_SV_ARG(expr->items[i].name)));
    }
  }
  aml_py_evaluate_items(run, expr);
  run->block = outer;
  aml_py_branch_end(run->scope, begin, &outcome);
  keep_bound(run, expr, &outcome);
  return aml_py_unknown_expression(run, expr);
}
