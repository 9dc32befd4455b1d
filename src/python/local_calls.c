#include "python/local_calls.h"

#include "base/vec.h"
#include "python/escapes.h"
#include "python/unseen.h"

typedef struct change { /* of what a parameter is given */
  uint32_t parameter;   /* its number, from 0 */
  aml_sv attribute;     /* empty: an item, or by a method */
} change;

typedef struct function {
  aml_py_body body;
  bool is_read;
  aml_texts parameters;
  AML_VEC(change) changes;
} function;

void aml_py_note_function(aml_py_run *run, aml_sv name, const aml_py_body *body) {
  function *made = AML_NEW(run->arena, function);
  made->body = *body;
  (void)aml_map_put(&run->functions, name, made); /* the last one of a name counts */
}

/* The names in the parentheses of the head, which a type and a default may follow. */
static void read_parameters(aml_py_run *run, function *f) {
  const aml_py_line *line = &run->lines.items[f->body.head];
  uint32_t open = line->first;
  while (open < line->past && !aml_py_is(&run->tokens, open, "(")) {
    open++;
  }
  uint32_t past = open < line->past ? run->tokens.items[open].close : open;
  bool is_name_next = true;
  for (uint32_t i = open + 1; i < past && i < line->past; i++) {
    const aml_py_token *token = &run->tokens.items[i];
    if (is_name_next && token->kind == AML_PY_NAME) {
      AML_VEC_PUSH(run->arena, &f->parameters, aml_py_text(&run->tokens, i));
      is_name_next = false;
    }
    is_name_next = is_name_next || aml_py_is(&run->tokens, i, ",");
    i = token->is_closed && token->close > i ? token->close : i;
  }
}

/* Whether the member of a parameter at token i changes it: a method, or a way around its attributes. */
static bool is_changing_member(const aml_py_run *run, uint32_t i) {
  return aml_py_is_mutator(aml_py_text(&run->tokens, i)) || aml_py_is(&run->tokens, i, "__setattr__") ||
         aml_py_is(&run->tokens, i, "__dict__");
}

/* What token i, which is a parameter's name, is changed by; false where it is only read. */
static bool read_change(const aml_py_run *run, uint32_t i, aml_sv *attribute) {
  *attribute = (aml_sv){NULL, 0};
  if (i + 2 >= run->tokens.count) {
    return false;
  }
  if (aml_py_is(&run->tokens, i + 1, "[")) {
    return aml_py_is_assignment(&run->tokens, run->tokens.items[i + 1].close + 1);
  }
  if (!aml_py_is(&run->tokens, i + 1, ".")) {
    return i > 1 && aml_py_is(&run->tokens, i - 2, "setattr") && aml_py_is(&run->tokens, i - 1, "(");
  }
  if (aml_py_is_assignment(&run->tokens, i + 3)) {
    *attribute = aml_py_text(&run->tokens, i + 2);
  }
  return attribute->len > 0 || is_changing_member(run, i + 2);
}

static void read_changes(aml_py_run *run, function *f) {
  f->is_read = true;
  read_parameters(run, f);
  aml_map numbers;
  aml_map_init(&numbers, run->arena, AML_MAP_EXACT);
  for (size_t k = 0; k < f->parameters.count; k++) {
    uint32_t *number = AML_NEW(run->arena, uint32_t);
    *number = (uint32_t)k;
    (void)aml_map_put(&numbers, f->parameters.items[k], number);
  }
  uint32_t first = run->lines.items[f->body.head].past;
  uint32_t past = f->body.past > f->body.head ? run->lines.items[f->body.past - 1].past : first;
  for (uint32_t i = first; i < past; i++) {
    aml_arena_spend(run->arena, 1);
    bool is_name =
        run->tokens.items[i].kind == AML_PY_NAME && (i == 0 || !aml_py_is(&run->tokens, i - 1, "."));
    const uint32_t *number = is_name ? aml_map_find(&numbers, aml_py_text(&run->tokens, i)) : NULL;
    aml_sv attribute;
    if (number != NULL && read_change(run, i, &attribute)) {
      AML_VEC_PUSH(run->arena, &f->changes, ((change){*number, attribute}));
    }
  }
}

/* The argument that a parameter gets; `count` where it is not seen. A method's first one stands before the
 * dot. */
static uint32_t argument_of(const aml_py_expr *call, const function *f, uint32_t parameter) {
  uint32_t before = call->left->form == AML_PY_ATTRIBUTE ? 1 : 0;
  for (uint32_t i = 0; i < call->count; i++) {
    bool is_named = call->items[i].name.len > 0;
    if (is_named ? aml_sv_eq(call->items[i].name, f->parameters.items[parameter])
                 : call->items[i].stars == 0 && i + before == parameter) {
      return i;
    }
  }
  return call->count;
}

static void set_unknown(aml_py_run *run, aml_py_made *made, aml_sv name, aml_span span) {
  const aml_py_setting setting = {name, made->name_span,
      aml_py_unknown(run->arena, span,
          "'%.*s' may be changed by the function that is called; set it in the call "
          "that makes the compute",
          AML_SV_ARG(name))};
  aml_py_setting_put(run->arena, made, &setting);
}

static void apply(aml_py_run *run, const aml_py_expr *argument, const aml_py_value *value, const change *made,
    aml_span span) {
  if (value->what == AML_PY_DATA && value->data->kind != AML_UNKNOWN) {
    aml_py_mark_all(run, value);
    if (argument->form == AML_PY_WORD) {
      aml_py_name_bind(run->scope, argument->name,
          aml_py_unknown(run->arena, span,
              "'%.*s' may be changed by the function that is called; set it in one place",
              AML_SV_ARG(argument->name)));
    }
  } else if (value->what == AML_PY_MADE && made->attribute.len == 0) {
    aml_py_blur(run, value, span);
  } else {
    aml_py_note_unseen(run, value, made->attribute);
    for (const aml_py_maybe *one = value->may_be; one != NULL; one = one->next) {
      aml_py_blur(run, one->value, span);
    }
    for (; value != NULL && value->what == AML_PY_MADE; value = value->instead) {
      set_unknown(run, value->made, made->attribute, span);
    }
  }
}

void aml_py_note_local_call(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  bool is_named = call->left->form == AML_PY_WORD || call->left->form == AML_PY_ATTRIBUTE;
  function *f = is_named ? aml_map_find(&run->functions, call->left->name) : NULL;
  if (f == NULL) {
    return;
  }
  if (!f->is_read) {
    read_changes(run, f);
  }
  aml_arena_spend(run->arena, f->changes.count);
  for (size_t k = 0; k < f->changes.count; k++) {
    uint32_t i = argument_of(call, f, f->changes.items[k].parameter);
    if (i < call->count) {
      apply(run, call->items[i].value, values[i], &f->changes.items[k], aml_py_span_of(run, call));
    }
  }
}
