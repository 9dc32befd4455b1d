#include "python/assignments.h"

#include <string.h>

#include "base/limits.h"
#include "python/escapes.h"
#include "python/room.h"
#include "python/unseen.h"

const aml_py_expr *aml_py_read_from(aml_py_run *run, uint32_t first, uint32_t past) {
  aml_py_reader reader = {.arena = run->syntax,
      .texts = run->arena,
      .room = aml_py_room_to_read(run),
      .tokens = &run->tokens,
      .at = first,
      .past = past};
  const aml_py_expr *expr = aml_py_read_expressions(&reader);
  if (reader.is_full) {
    aml_py_give_up(run);
  }
  if (reader.is_too_deep) {
    aml_py_note_depth(run, reader.deep_at);
  }
  return expr;
}

/* Of an object that the target may be. */
static void set_perhaps(aml_py_run *run, const aml_py_value *of, const aml_py_expr *target) {
  for (; of != NULL && of->what == AML_PY_MADE; of = of->instead) {
    aml_arena_spend(run->arena, 1);
    const aml_py_setting setting = {target->name, aml_py_span_of(run, target),
        aml_py_unknown(run->arena, of->made->name_span,
            "'%.*s' may be set for this compute, too; set it in the call instead",
            AML_SV_ARG(aml_py_written(run, target)))};
    aml_py_setting_put(run->arena, of->made, &setting);
  }
}

/* An attribute of what may or may not be this object, or in a branch, is not known afterwards. */
static void set_attribute(
    aml_py_run *run, const aml_py_value *of, const aml_py_expr *target, const aml_py_value *value) {
  bool is_one = of->instead == NULL;
  aml_py_note_unseen(run, of, target->name);
  if (of->what == AML_PY_IMPORTED) { /* module.NAME = value */
    aml_py_escape(run, of, target->left);
    aml_sv path = aml_sv_format(run->arena, "%.*s.%.*s", AML_SV_ARG(of->path), AML_SV_ARG(target->name));
    (void)aml_map_put(&run->imports_set, path, run);
  }
  if (of->what != AML_PY_MADE) {
    aml_py_leave_sight(value);
  }
  for (const aml_py_maybe *one = of->may_be; one != NULL; one = one->next) {
    set_perhaps(run, one->value, target);
  }
  for (; of != NULL && of->what == AML_PY_MADE; of = of->instead) {
    const aml_py_block *block = of->made->block;
    while (block != NULL && block != run->block) {
      block = block->outer;
    }
    bool is_certain = block == run->block && is_one;
    const aml_span span = aml_py_span_of(run, target);
    const aml_py_value *set = is_certain
                                  ? aml_py_used(run, value, aml_py_written(run, target), of->made->name_span)
                                  : aml_py_unknown(run->arena, of->made->name_span,
                                        "'%.*s' may be set in a branch; set it in the call instead",
                                        AML_SV_ARG(aml_py_written(run, target)));
    const aml_py_setting setting = {target->name, span, set};
    aml_py_setting_put(run->arena, of->made, &setting);
    if (of->made->is_blurred) {
      of->made->is_blurred = false;
      AML_VEC_PUSH(run->arena, &run->set_again, of->made);
    }
  }
}

/* Whether what the target names is a member of something: of a class, an object, a dictionary. */
static bool is_member(const aml_py_run *run, const aml_py_expr *target) {
  return target->form == AML_PY_WORD ? run->scope->is_class
                                     : target->form == AML_PY_ATTRIBUTE || target->form == AML_PY_ITEM;
}

static void set_item(aml_py_run *run, const aml_py_expr *target, const aml_py_value *value) {
  if (target->left->form == AML_PY_WORD) {
    const aml_value *key =
        target->right == NULL ? NULL : aml_py_data(run->arena, aml_py_evaluate(run, target->right));
    const aml_py_value *of = aml_py_name_held(run->scope, target->left->name);
    aml_py_leave_sight(value);
    if (of != NULL && of->what == AML_PY_DATA) {
      aml_py_name_bind(
          run->scope, target->left->name, aml_py_with_member(run, of, key, aml_py_data(run->arena, value)));
    }
  } else if (aml_py_is_namespace(target->left)) {
    const aml_value *key =
        target->right == NULL ? NULL : aml_py_data(run->arena, aml_py_evaluate(run, target->right));
    aml_py_leave_sight(value);
    aml_py_forget_names(run, aml_py_span_of(run, target), aml_value_text(key));
  } else {
    aml_py_leave_sight(value);
    (void)aml_py_evaluate(run, target->left); /* object.__dict__["name"] = value */
    aml_py_change_in_place(run, target->left, target);
  }
}

/* Names that are bound to each part of what cannot be taken apart. */
void aml_py_assign(aml_py_run *run, const aml_py_expr *target, const aml_py_value *value, unsigned depth) {
  if (is_member(run, target)) {
    aml_py_escape(run, value, target);
  }
  if (target->form == AML_PY_WORD) {
    const aml_py_binding *binding = aml_map_find(&run->scope->bindings, target->name);
    if (binding != NULL && binding->is_global) {
      aml_py_leave_sight(value);
    }
    aml_py_name_bind(run->scope, target->name, value);
  } else if (target->form == AML_PY_ATTRIBUTE) {
    set_attribute(run, aml_py_evaluate(run, target->left), target, value);
  } else if (target->form == AML_PY_ITEM) {
    set_item(run, target, value);
  } else if (depth < AML_LIMIT_EXPR_DEPTH) {
    const aml_value *data = aml_py_data(run->arena, value);
    bool fits =
        target->form == AML_PY_LIST && data->kind == AML_ARRAY && data->as.array.count == target->count;
    for (uint32_t i = 0; i < target->count; i++) {
      const aml_py_part *part = &target->items[i];
      const aml_py_value *one =
          fits && part->stars == 0
              ? aml_py_value_of(run->arena, data->as.array.items[i])
              : aml_py_may_be(run,
                    aml_py_unknown(run->arena, data->span,
                        "it is taken from a value that is not known; write the value itself"),
                    &value, 1);
      if (part->value != NULL) {
        aml_py_assign(run, part->value, one, depth + 1);
      }
    }
  }
}

/* What a name is given. */
static const aml_py_value *evaluate_named(aml_py_run *run, const aml_py_expr *of) {
  const aml_py_value *value = aml_py_evaluate(run, of);
  return run->command_reader == NULL ? value : run->command_reader->name(run, of, value);
}

/* Tuples keep what was made in them: "a, b = AmlCompute(...), AmlCompute(...)". */
static void assign_expression(aml_py_run *run, const aml_py_expr *target, const aml_py_expr *value) {
  bool fits = target->form == AML_PY_LIST && value->form == AML_PY_LIST && target->count == value->count;
  for (uint32_t i = 0; fits && i < target->count; i++) {
    fits = target->items[i].stars == 0 && value->items[i].stars == 0;
  }
  if (!fits) {
    aml_py_assign(run, target, evaluate_named(run, value), 0);
    return;
  }
  const aml_py_value **values = AML_NEW_ARRAY(run->arena, const aml_py_value *, value->count);
  for (uint32_t i = 0; i < value->count; i++) {
    values[i] = aml_py_evaluate(run, value->items[i].value);
  }
  for (uint32_t i = 0; i < target->count; i++) {
    aml_py_assign(run, target->items[i].value, values[i], 0);
  }
}

/* What the name holds that an expression is, or takes an item of, is changed. */
void aml_py_change_named(aml_py_run *run, const aml_py_expr *target) {
  const aml_py_expr *name = target->form == AML_PY_ITEM ? target->left : target;
  bool is_several;
  const aml_py_value *of =
      name->form == AML_PY_WORD ? aml_py_name_find(run->scope, name->name, &is_several) : NULL;
  if (of != NULL && of->what == AML_PY_DATA) {
    aml_py_mark_all(run, of);
  }
}

/* "x += y" */
static bool run_augmented(aml_py_run *run, const aml_py_line *line) {
  static const char *const signs[] = {
      "+=", "-=", "*=", "/=", "//=", "%=", "&=", "|=", "^=", ">>=", "<<=", "**=", "@="};
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    uint32_t sign = aml_py_find_sign(&run->tokens, line->first, line->past, signs[i]);
    if (sign < line->past) {
      const aml_py_expr *target = aml_py_read_from(run, line->first, sign);
      const aml_py_expr *value = aml_py_read_from(run, sign + 1, line->past);
      const aml_sv operator= {signs[i], strlen(signs[i]) - 1};
      const aml_py_part parts[] = {{.value = target}, {.name = operator, .value = value } };
      const aml_py_expr sum = {.form = i == 0 ? AML_PY_SUM : AML_PY_CHAIN,
          .begin = target->begin,
          .end = value->end,
          .items = parts,
          .count = 2};
      const aml_py_value *made = evaluate_named(run, &sum);
      aml_py_change_named(run, target);
      aml_py_assign(run, target, made, 0);
      return true;
    }
  }
  return false;
}

/* A text alone is there for readers. */
static void run_alone(aml_py_run *run, const aml_py_expr *of) {
  run->is_showing = of->form == AML_PY_TEXT;
  (void)aml_py_evaluate(run, of);
  run->is_showing = false;
}

/* "a = b = value", "a: type = value", or an expression alone. */
void aml_py_run_assignment(aml_py_run *run, const aml_py_line *line) {
  uint32_t sign = aml_py_find_sign(&run->tokens, line->first, line->past, "=");
  if (sign == line->past) {
    if (!run_augmented(run, line)) {
      run_alone(run, aml_py_read_from(run, line->first, line->past));
    }
    return;
  }
  uint32_t colon = aml_py_find_sign(&run->tokens, line->first, sign, ":");
  uint32_t first = line->first;
  uint32_t value = sign;
  for (uint32_t next = sign; next < line->past;) {
    value = next;
    next = aml_py_find_sign(&run->tokens, next + 1, line->past, "=");
  }
  const aml_py_expr *of = aml_py_read_from(run, value + 1, line->past);
  bool is_chain = value != sign;
  const aml_py_value *shared = is_chain ? evaluate_named(run, of) : NULL;
  uint32_t end = colon < sign ? colon : sign;
  if (aml_py_find_sign(&run->tokens, end, sign, "(") < sign) { /* an annotation that calls something */
    (void)aml_py_evaluate(run, aml_py_read_from(run, end + 1, sign));
  }
  while (first < value) {
    const aml_py_expr *target = aml_py_read_from(run, first, end);
    if (is_chain) {
      aml_py_assign(run, target, shared, 0);
    } else {
      assign_expression(run, target, of);
    }
    first = sign + 1;
    sign = aml_py_find_sign(&run->tokens, first, line->past, "=");
    end = sign;
  }
}
