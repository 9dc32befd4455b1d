/* What expressions stand for. Recursion is as deep as expressions are read. */
#include "base/number.h"
#include "base/strbuf.h"
#include "expr/value_text.h"
#include "python/escapes.h"
#include "python/evaluating.h"
#include "python/room.h"
#include "python/unseen.h"
#include "tree/secret_values.h"

const aml_py_value *aml_py_unknown_expression(aml_py_run *run, const aml_py_expr *expr) {
  enum { SHOWN = 60 };
  aml_sv written = aml_sv_shorten(run->arena, aml_py_written(run, expr), SHOWN);
  return aml_py_unknown(run->arena, aml_py_span_of(run, expr),
      "what '%.*s' gives is not known; write the value itself", AML_SV_ARG(written));
}

void aml_py_evaluate_items(aml_py_run *run, const aml_py_expr *expr) {
  for (uint32_t i = 0; i < expr->count; i++) {
    if (expr->items[i].value != NULL) {
      (void)aml_py_evaluate(run, expr->items[i].value);
    }
  }
}

/* The values of all items, which are evaluated once, in their order. */
static const aml_py_value **evaluate_each(aml_py_run *run, const aml_py_expr *expr) {
  const aml_py_value **values = AML_NEW_ARRAY(run->arena, const aml_py_value *, expr->count);
  for (uint32_t i = 0; i < expr->count; i++) {
    values[i] = expr->items[i].value == NULL ? NULL : aml_py_evaluate(run, expr->items[i].value);
  }
  return values;
}

/* "x or y", "x and y": either may be what it gives. */
static bool is_operand_of_or(const aml_py_expr *expr, uint32_t i) {
  aml_sv before = expr->items[i].name;
  aml_sv after = i + 1 < expr->count ? expr->items[i + 1].name : (aml_sv){NULL, 0};
  static const char *const words[] = {"or", "and", NULL};
  return expr->form == AML_PY_CHAIN && (aml_sv_is_one_of(before, words) || aml_sv_is_one_of(after, words));
}

/* What operators make of known values; else what may be one of the items: "x or y". */
static const aml_py_value *evaluate_others(aml_py_run *run, const aml_py_expr *expr) {
  const aml_py_value **values = evaluate_each(run, expr);
  const aml_value *folded = expr->form == AML_PY_OTHER ? NULL : aml_py_fold(run, expr, values);
  if (folded != NULL) {
    return aml_py_value_of(run->arena, folded);
  }
  const aml_py_value *made = aml_py_unknown_expression(run, expr);
  for (uint32_t i = 0; i < expr->count; i++) {
    made = values[i] == NULL ? made : aml_py_may_be(run, made, &values[i], 1);
    if (values[i] != NULL && is_operand_of_or(expr, i)) {
      aml_py_escape(run, values[i], expr->items[i].value);
    }
  }
  return made;
}

/* ---- Literals ---- */

/* 0x1F, 0o17, 0b11 */
static bool parse_based(aml_sv text, int64_t *out) {
  const aml_sv digits = AML_SV("0123456789abcdef");
  char letter = text.len > 2 && text.data[0] == '0' ? aml_ascii_lower(text.data[1]) : '0';
  int64_t base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
  *out = 0;
  for (size_t i = 2; base > 0 && i < text.len; i++) {
    size_t digit = aml_sv_find_char(digits, aml_ascii_lower(text.data[i]), 0);
    if (digit >= (size_t)base || __builtin_mul_overflow(*out, base, out) ||
        __builtin_add_overflow(*out, (int64_t)digit, out)) {
      return false;
    }
  }
  return base > 0;
}

static const aml_py_value *evaluate_number(aml_py_run *run, const aml_py_expr *expr) {
  aml_sv written = aml_py_written(run, expr);
  char *text = aml_arena_alloc(run->arena, written.len + 1, 1);
  size_t length = 0;
  for (size_t i = 0; i < written.len; i++) {
    if (written.data[i] != '_') {
      text[length++] = written.data[i];
    }
  }
  int64_t integer;
  double number;
  const aml_sv digits = {text, length};
  aml_span span = aml_py_span_of(run, expr);
  if (parse_based(digits, &integer) || aml_int_parse(digits, &integer)) {
    return aml_py_value_of(run->arena, aml_value_int(run->arena, integer, span));
  }
  if (aml_double_parse(digits, &number)) {
    return aml_py_value_of(run->arena, aml_value_float(run->arena, number, span));
  }
  return aml_py_unknown_expression(run, expr);
}

/* What a value is inside of a text; false where that is not known. */
static bool text_of(const aml_value *value, aml_arena *arena, aml_sv *out) {
  bool is_known = value->kind == AML_STRING || value->kind == AML_INT;
  *out = is_known ? aml_value_show(arena, value, SIZE_MAX) : (aml_sv){NULL, 0};
  return is_known;
}

typedef struct composed { /* a text that is put together from left to right */
  aml_py_run *run;
  aml_arena *arena;
  aml_strbuf head, tail;
  bool is_too_much;
  const aml_value *unknown; /* the first part that is not known; NULL: the head is all */
  const aml_origin *from;
  unsigned secrecy; /* of a part: AML_VALUE_SECURE */
} composed;

static composed begin_composed(aml_py_run *run) {
  composed c = {.run = run, .arena = run->arena};
  aml_strbuf_init(&c.head, run->arena, SIZE_MAX);
  aml_strbuf_init(&c.tail, run->arena, SIZE_MAX);
  return c;
}

/* Whether as many bytes more may be added. */
static bool has_room(composed *c, size_t bytes) {
  c->is_too_much = c->is_too_much || !aml_py_may_copy(c->run, bytes);
  return !c->is_too_much;
}

static void append(composed *c, aml_sv text) {
  aml_strbuf_add(c->unknown == NULL ? &c->head : &c->tail, text);
}

static void add_text(composed *c, aml_sv text) {
  if (has_room(c, text.len)) {
    append(c, text);
  }
}

static void add_value(composed *c, const aml_value *value) {
  aml_sv text;
  c->secrecy |= value->flags & (unsigned)AML_VALUE_SECURE;
  if (value->kind == AML_STRING && !has_room(c, value->as.string.len)) {
    return;
  }
  if (text_of(value, c->arena, &text)) {
    append(c, text);
    c->from = c->from == NULL ? value->origin : c->from;
    return;
  }
  c->unknown = c->unknown == NULL ? value : c->unknown;
  aml_strbuf_init(&c->tail, c->arena, SIZE_MAX); /* only what stands behind the last unknown is its end */
}

static const aml_py_value *end_composed(composed *c, aml_span span, bool is_verbatim) {
  aml_sv head = aml_strbuf_view(&c->head);
  if (c->is_too_much) {
    return aml_py_too_much(c->run, span);
  }
  if (c->unknown == NULL) {
    const aml_value *text = aml_value_string(c->arena, head, span);
    return aml_py_value_of(c->arena,
        is_verbatim ? text : aml_value_moved(c->arena, text, span, c->from, AML_VALUE_BLOCK | c->secrecy));
  }
  aml_sv reason = c->unknown->kind == AML_UNKNOWN
                      ? c->unknown->as.unknown->reason
                      : AML_SV("a part of the string is not a string; write the value itself");
  const aml_value *text = aml_value_unknown_text(c->arena, reason, head, aml_strbuf_view(&c->tail), span);
  return aml_py_value_of(c->arena, aml_value_moved(c->arena, text, span, NULL, text->flags | c->secrecy));
}

static const aml_py_value *evaluate_text(aml_py_run *run, const aml_py_expr *expr) {
  if (expr->count == 1 && expr->is_verbatim) {
    return aml_py_value_of(
        run->arena, aml_value_string(run->arena, expr->items[0].name, aml_py_span_of(run, expr)));
  }
  composed c = begin_composed(run);
  for (uint32_t i = 0; i < expr->count; i++) {
    const aml_py_part *part = &expr->items[i];
    if (part->value == NULL) {
      add_text(&c, part->name);
      continue;
    }
    const aml_py_value *value = aml_py_evaluate(run, part->value);
    add_value(&c, part->is_changed ? aml_py_unknown_expression(run, part->value)->data
                                   : aml_py_data(run->arena, value));
  }
  return end_composed(&c, aml_py_span_of(run, expr), expr->is_verbatim);
}

/* A value as an item of a container. */
static const aml_value *data_in(aml_py_run *run, const aml_py_value *value) {
  bool is_small = aml_py_may_copy(run, aml_py_count_settings(value) * sizeof(aml_member));
  return is_small ? aml_py_data(run->arena, value) : value->data;
}

const aml_py_value *aml_py_evaluate_list(
    aml_py_run *run, const aml_py_expr *expr, const aml_py_value **values) {
  const aml_value **items = AML_NEW_ARRAY(run->arena, const aml_value *, expr->count);
  size_t count = 0;
  bool is_open = false;
  for (uint32_t i = 0; i < expr->count; i++) {
    const aml_py_value *one = aml_py_evaluate(run, expr->items[i].value);
    const aml_value *item = data_in(run, one);
    if (values != NULL) {
      values[i] = one;
    }
    aml_py_escape(run, one, expr->items[i].value);
    aml_py_leave_sight(one);
    is_open = is_open || expr->items[i].stars > 0;
    if (expr->items[i].stars == 0) {
      items[count++] = item;
    }
  }
  aml_span span = aml_py_span_of(run, expr);
  const aml_value *list = aml_value_array(run->arena, items, count, span);
  return aml_py_container(
      run->arena, is_open ? aml_value_moved(run->arena, list, span, NULL, AML_VALUE_OPEN) : list);
}

static const aml_py_value *evaluate_dict(aml_py_run *run, const aml_py_expr *expr) {
  aml_object_builder object;
  aml_object_begin(&object, run->arena);
  unsigned flags = 0;
  for (uint32_t i = 0; i < expr->count; i++) {
    const aml_py_part *part = &expr->items[i];
    const aml_py_value *one = aml_py_evaluate(run, part->value);
    const aml_value *value = data_in(run, one);
    aml_py_escape(run, one, part->value);
    aml_py_leave_sight(one);
    const aml_value *key =
        part->key == NULL ? NULL : aml_py_data(run->arena, aml_py_evaluate(run, part->key));
    if (key != NULL && key->kind == AML_STRING) {
      aml_object_add(&object, key->as.string, key->span, value);
    } else if (part->stars == 2 && value->kind == AML_OBJECT &&
               aml_py_may_copy(run, value->as.object.count * sizeof(aml_member))) {
      flags |= value->flags & (unsigned)AML_VALUE_OPEN;
      for (size_t k = 0; k < value->as.object.count; k++) {
        const aml_member *member = &value->as.object.members[k];
        aml_object_add(&object, member->name, member->name_span, member->value);
      }
    } else {
      flags |= (unsigned)AML_VALUE_OPEN;
    }
  }
  return aml_py_container(run->arena, aml_object_end(&object, aml_py_span_of(run, expr), flags));
}

/* ---- Operators ---- */

/* A sum or a product: also of texts of which only a part is known. */
static const aml_py_value *evaluate_chain(aml_py_run *run, const aml_py_expr *expr, bool is_product) {
  const aml_py_value **values = evaluate_each(run, expr);
  if (aml_py_is_full(run)) {
    return aml_py_rest_of_statement(run);
  }
  const aml_value *folded = aml_py_fold(run, expr, values);
  if (folded != NULL) {
    return aml_py_value_of(run->arena, folded);
  }
  composed c = begin_composed(run);
  bool is_text = !is_product, is_any_text = false;
  for (uint32_t i = 0; i < expr->count; i++) {
    const aml_value *value = aml_py_data(run->arena, values[i]);
    is_any_text = is_any_text || value->kind == AML_STRING ||
                  (value->kind == AML_UNKNOWN && value->as.unknown->prefix.len > 0);
    is_text = is_text && (value->kind == AML_STRING || value->kind == AML_UNKNOWN);
    add_value(&c, value);
  }
  aml_span span = aml_py_span_of(run, expr);
  if (is_text && is_any_text) {
    return end_composed(&c, span, false);
  }
  return c.unknown != NULL && c.unknown->kind == AML_UNKNOWN
             ? aml_py_value_of(run->arena,
                   aml_value_unknown(run->arena, c.unknown->as.unknown->reason, AML_KINDS_ANY, span))
             : aml_py_unknown_expression(run, expr);
}

static const aml_py_value *evaluate_negative(aml_py_run *run, const aml_py_expr *expr) {
  const aml_value *of = aml_py_evaluate(run, expr->left)->data;
  aml_span span = aml_py_span_of(run, expr);
  unsigned flags = of->flags & (unsigned)AML_VALUE_SECURE;
  const aml_value *made = of->kind == AML_FLOAT  ? aml_value_float(run->arena, -of->as.number, span)
                          : of->kind == AML_BOOL ? aml_value_int(run->arena, of->as.boolean ? -1 : 0, span)
                          : of->kind == AML_INT && of->as.integer != INT64_MIN
                              ? aml_value_int(run->arena, -of->as.integer, span)
                              : NULL;
  return made == NULL ? aml_py_unknown_expression(run, expr)
                      : aml_py_value_of(
                            run->arena, aml_value_moved(run->arena, made, span, NULL, made->flags | flags));
}

static const aml_py_value *evaluate_choice(aml_py_run *run, const aml_py_expr *expr) {
  (void)aml_py_evaluate(run, expr->right);
  const aml_py_value *one = aml_py_evaluate(run, expr->left);
  const aml_py_value *other = aml_py_evaluate(run, expr->third);
  bool is_same = one->what == AML_PY_DATA && other->what == AML_PY_DATA &&
                 aml_value_equal(one->data, other->data) == AML_TRUE;
  bool is_object = one->what != AML_PY_DATA || other->what != AML_PY_DATA;
  const aml_py_value *const both[] = {one, other};
  aml_span span = aml_py_span_of(run, expr); /* of both ends, so that no edit changes one of them */
  return is_same ? aml_py_value_of(run->arena, aml_value_moved(run->arena, one->data, span, one->data->origin,
                                                   one->data->flags | (unsigned)AML_VALUE_BLOCK))
         : is_object ? aml_py_either(run->arena, (aml_sv){0}, one, other)
                     : aml_py_may_be(run, aml_py_unknown_expression(run, expr), both, 2);
}

/* ---- Names ---- */

/* A value where a name for it stands; a secret where the name tells of one. */
const aml_py_value *aml_py_used(aml_py_run *run, const aml_py_value *value, aml_sv name, aml_span span) {
  if (aml_py_is_changed(run, value->data)) {
    return aml_py_unknown(
        run->arena, span, "'%.*s' is changed through another name; set it in one place", AML_SV_ARG(name));
  }
  if (value->what == AML_PY_IMPORTED) {
    aml_py_value *here = AML_NEW(run->arena, aml_py_value);
    *here = *value;
    here->data = aml_value_moved(run->arena, value->data, span, NULL, value->data->flags);
    return here;
  }
  if (value->what == AML_PY_MADE) {
    return value;
  }
  const aml_value *data = aml_value_hide_named(run->arena, name, value->data);
  const aml_origin *origin = aml_origin_new(run->arena, AML_STEP_VARIABLE, name, data->span, data->origin);
  aml_py_value *here = AML_NEW(run->arena, aml_py_value);
  here->data = aml_value_moved(run->arena, data, span, origin, data->flags);
  here->encoded = value->encoded;
  here->command = value->command;
  here->may_be = value->may_be;
  here->path = value->path;
  return here;
}

const aml_py_value *aml_py_imported_here(aml_py_run *run, aml_sv path, aml_span span) {
  aml_sv text;
  if (aml_py_constant(run->arena, path, &text)) {
    const aml_value *constant = aml_value_string(run->arena, text, span);
    return aml_py_value_of(run->arena, aml_value_moved(run->arena, constant, span, NULL, AML_VALUE_BLOCK));
  }
  return aml_py_imported(run->arena, path, span);
}

/* A name that nothing binds in this file: perhaps of a package of which all was imported. */
static const aml_py_value *evaluate_unbound(aml_py_run *run, const aml_py_expr *expr) {
  static const char *const packages[] = {"azureml.core.compute", "azure.ai.ml.entities"};
  aml_span span = aml_py_span_of(run, expr);
  for (int sdk = 1; sdk >= 0; sdk--) {
    aml_sv path = aml_sv_format(run->arena, "%s.%.*s", packages[sdk], AML_SV_ARG(expr->name));
    if ((run->has_star[sdk] || run->has_sdk[sdk]) &&
        aml_py_class_named(expr->name, (aml_py_sdk)sdk) != NULL) {
      return aml_py_imported_here(run, path, span);
    }
  }
  if (aml_sv_eq(expr->name, AML_SV("AmlCompute")) || aml_sv_eq(expr->name, AML_SV("ComputeTarget"))) {
    return aml_py_imported_here(
        run, aml_sv_format(run->arena, "azureml.core.compute.%.*s", AML_SV_ARG(expr->name)), span);
  }
  for (size_t i = run->stars.count; i > 0; i--) {
    const aml_py_value *value = NULL;
    aml_sv module = run->stars.items[i - 1];
    if (aml_py_star_binds(run, module, expr->name, &value)) {
      return value != NULL ? aml_py_used(run, value, expr->name, span)
                           : aml_py_unknown(run->arena, span,
                                 "'%.*s' may be defined by 'from %.*s import *'; write the value itself",
                                 AML_SV_ARG(expr->name), AML_SV_ARG(module));
    }
  }
  return aml_py_unknown(run->arena, span,
      "nothing in this file defines '%.*s' before this; write the value itself", AML_SV_ARG(expr->name));
}

static const aml_py_value *evaluate_word(aml_py_run *run, const aml_py_expr *expr) {
  aml_span span = aml_py_span_of(run, expr);
  bool is_true = aml_sv_eq(expr->name, AML_SV("True"));
  if (is_true || aml_sv_eq(expr->name, AML_SV("False"))) {
    return aml_py_value_of(run->arena, aml_value_bool(run->arena, is_true, span));
  }
  if (aml_sv_eq(expr->name, AML_SV("None"))) {
    return aml_py_value_of(run->arena, aml_value_null(run->arena, span));
  }
  bool is_several;
  const aml_py_value *value = aml_py_name_find(run->scope, expr->name, &is_several);
  if (value == NULL) {
    return evaluate_unbound(run, expr);
  }
  if (is_several) {
    return aml_py_unknown(run->arena, span,
        "'%.*s' is bound several times; give it one value to have this checked", AML_SV_ARG(expr->name));
  }
  return aml_py_used(run, value, expr->name, span);
}

static const aml_py_value *evaluate_attribute(aml_py_run *run, const aml_py_expr *expr) {
  const aml_py_value *of = aml_py_evaluate(run, expr->left);
  aml_span span = aml_py_span_of(run, expr);
  if (of->what == AML_PY_IMPORTED && run->imports_set.count > 0) {
    aml_sv path = aml_sv_format(run->arena, "%.*s.%.*s", AML_SV_ARG(of->path), AML_SV_ARG(expr->name));
    if (aml_map_find(&run->imports_set, path) != NULL) {
      return aml_py_unknown(
          run->arena, span, "'%.*s' is set in this program; give it one value", AML_SV_ARG(path));
    }
  }
  if (of->what == AML_PY_IMPORTED) {
    const aml_py_value *value =
        run->look_up == NULL ? NULL : run->look_up(run->ctx, run->arena, of->path, expr->name);
    return value != NULL
               ? aml_py_used(run, value, expr->name, span)
               : aml_py_imported_here(run,
                     aml_sv_format(run->arena, "%.*s.%.*s", AML_SV_ARG(of->path), AML_SV_ARG(expr->name)),
                     span);
  }
  if (of->what == AML_PY_MADE && aml_sv_eq(expr->name, AML_SV("__dict__"))) {
    aml_py_blur(run, of, span);
  }
  if (of->what == AML_PY_MADE && of->instead == NULL) {
    const aml_py_setting *setting = aml_py_setting_find(of->made, expr->name);
    if (setting != NULL) {
      return setting->value;
    }
  }
  const aml_sv *otherwise = of->what == AML_PY_DATA && aml_sv_eq(of->path, AML_SV(AML_PY_COMMAND_LINE))
                                ? aml_map_find(&run->arguments, expr->name)
                                : NULL;
  if (otherwise != NULL) {
    return aml_py_unknown(run->arena, span, "the command line gives '%.*s'%s%.*s; write the value itself",
        AML_SV_ARG(expr->name), otherwise->len == 0 ? "" : ", by default ", AML_SV_ARG(*otherwise));
  }
  aml_py_value *unknown = AML_NEW(run->arena, aml_py_value);
  *unknown =
      *aml_py_unknown(run->arena, span, "'%.*s' is an attribute that is not known; write the value itself",
          AML_SV_ARG(aml_sv_shorten(run->arena, aml_py_written(run, expr), 60)));
  unknown->path = of->what == AML_PY_DATA ? expr->name : (aml_sv){NULL, 0};
  return unknown;
}

bool aml_py_is_environment(aml_sv path) {
  return aml_sv_eq(path, AML_SV("os.environ")) || aml_sv_eq(path, AML_SV("os.environ.get")) ||
         aml_sv_eq(path, AML_SV("os.getenv"));
}

/* os.environ["X"], and os.environ.get("X", "default"). */
const aml_py_value *aml_py_environment(
    aml_py_run *run, const aml_py_expr *expr, const aml_py_expr *key, const aml_py_expr *otherwise) {
  enum { SHOWN = 40 };
  aml_sv name = key == NULL ? (aml_sv){NULL, 0} : aml_py_written(run, key);
  aml_sv by_default = otherwise == NULL ? (aml_sv){NULL, 0} : aml_py_written(run, otherwise);
  return aml_py_unknown(run->arena, aml_py_span_of(run, expr),
      "the environment variable %.*s gives it%s%.*s; write the value itself",
      AML_SV_ARG(aml_sv_shorten(run->arena, name, SHOWN)), otherwise == NULL ? "" : ", by default ",
      AML_SV_ARG(aml_sv_shorten(run->arena, by_default, SHOWN)));
}

/* globals(), locals(), vars() */
bool aml_py_is_namespace(const aml_py_expr *of) {
  bool is_call = of->form == AML_PY_CALL && of->count == 0 && of->left->form == AML_PY_WORD;
  return is_call &&
         (aml_sv_eq(of->left->name, AML_SV("globals")) || aml_sv_eq(of->left->name, AML_SV("locals")) ||
             aml_sv_eq(of->left->name, AML_SV("vars")));
}

/* module.__dict__["name"] */
static aml_sv path_in_namespace(aml_py_run *run, aml_sv path, aml_sv name) {
  path = aml_sv_slice(path, 0, aml_sv_rfind_char(path, '.') + 1);
  return aml_sv_format(run->arena, "%.*s%.*s", AML_SV_ARG(path), AML_SV_ARG(name));
}

static const aml_py_value *evaluate_item(aml_py_run *run, const aml_py_expr *expr) {
  const aml_py_value *of = aml_py_evaluate(run, expr->left);
  bool is_list = expr->right != NULL && expr->right->form == AML_PY_LIST; /* Union[AmlCompute, None] */
  if (expr->right == NULL || is_list) {
    aml_py_evaluate_items(run, is_list ? expr->right : expr);
    return aml_py_unknown_expression(run, expr);
  }
  const aml_value *key = aml_py_evaluate(run, expr->right)->data;
  if (aml_value_is(key, AML_STRING) && of->what == AML_PY_IMPORTED &&
      aml_sv_ends(of->path, AML_SV(".__dict__"))) {
    return aml_py_imported_here(
        run, path_in_namespace(run, of->path, key->as.string), aml_py_span_of(run, expr));
  }
  if (aml_value_is(key, AML_STRING) && aml_py_is_namespace(expr->left)) {
    bool is_several;
    const aml_py_value *named = aml_py_name_find(run->scope, key->as.string, &is_several);
    return named == NULL || is_several ? aml_py_unknown_expression(run, expr) : named;
  }
  if (of->what == AML_PY_IMPORTED && aml_py_is_environment(of->path)) {
    return aml_py_environment(run, expr, expr->right, NULL);
  }
  const aml_value *data = aml_py_data(run->arena, of);
  if (aml_value_is(key, AML_STRING) && data->kind == AML_OBJECT && of->what == AML_PY_DATA) {
    const aml_value *member = aml_object_find_exact(data, key->as.string);
    if (member != NULL && !aml_value_has(data, AML_VALUE_OPEN)) {
      return aml_py_used(run, aml_py_value_of(run->arena, member), key->as.string, aml_py_span_of(run, expr));
    }
  }
  const aml_value *item =
      of->what == AML_PY_DATA ? aml_py_item_at(run, data, key, aml_py_span_of(run, expr)) : NULL;
  return item != NULL ? aml_py_value_of(run->arena, item)
                      : aml_py_may_be(run, aml_py_unknown_expression(run, expr), &of, 1);
}

static const aml_py_value *noted(aml_py_run *run, const aml_py_expr *expr, const aml_py_value *value) {
  if (run->command_reader != NULL) {
    run->command_reader->note(run, expr, value);
  }
  return value;
}

const aml_py_value *aml_py_evaluate(aml_py_run *run, const aml_py_expr *expr) {
  aml_arena_spend(run->arena, 1);
  if (aml_py_is_full(run)) {
    return aml_py_rest_of_statement(run);
  }
  switch (expr->form) {
  case AML_PY_NUMERAL:
    return evaluate_number(run, expr);
  case AML_PY_TEXT:
    return noted(run, expr, evaluate_text(run, expr));
  case AML_PY_WORD:
    return noted(run, expr, evaluate_word(run, expr));
  case AML_PY_ATTRIBUTE:
    return evaluate_attribute(run, expr);
  case AML_PY_CALL:
    return aml_py_evaluate_call(run, expr);
  case AML_PY_ITEM:
    return evaluate_item(run, expr);
  case AML_PY_LIST:
    return noted(run, expr, aml_py_evaluate_list(run, expr, NULL));
  case AML_PY_DICT:
    return evaluate_dict(run, expr);
  case AML_PY_SUM:
    return noted(run, expr, evaluate_chain(run, expr, false));
  case AML_PY_PRODUCT:
    return evaluate_chain(run, expr, true);
  case AML_PY_NEGATIVE:
    return evaluate_negative(run, expr);
  case AML_PY_CHOICE:
    return evaluate_choice(run, expr);
  case AML_PY_COMPREHENSION:
    return aml_py_evaluate_comprehension(run, expr);
  case AML_PY_BINDING:
    aml_py_name_bind(run->scope, expr->name, aml_py_evaluate(run, expr->left));
    break;
  case AML_PY_LAMBDA:
    (void)aml_py_evaluate(run, expr->left);
    break;
  case AML_PY_CHAIN:
  case AML_PY_PREFIX:
  case AML_PY_OTHER:
    return evaluate_others(run, expr);
  }
  return aml_py_unknown_expression(run, expr);
}
