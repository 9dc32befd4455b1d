#include "python/local_calls.h"

#include "base/vec.h"
#include "python/escapes.h"
#include "python/unseen.h"

typedef struct parameter {
  aml_sv name;
  uint8_t stars;     /* before it */
  aml_texts changed; /* attributes of what it is given that are set; empty: an item, or by a method */
} parameter;

typedef struct function {
  aml_py_body body;
  bool is_read;
  AML_VEC(parameter) parameters;
  aml_map numbers;      /* of the parameters, by their names, and by others that the body gives them */
  aml_map known;        /* changes that are listed */
  uint32_t rest, named; /* the parameters with one star and with two; how many there are for none */
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
  f->rest = f->named = UINT32_MAX;
  for (uint32_t i = open + 1; i < past && i < line->past; i++) {
    const aml_py_token *token = &run->tokens.items[i];
    if (is_name_next && token->kind == AML_PY_NAME) {
      uint8_t stars = aml_py_is(&run->tokens, i - 1, "*") ? 1 : aml_py_is(&run->tokens, i - 1, "**") ? 2 : 0;
      f->rest = stars == 1 ? (uint32_t)f->parameters.count : f->rest;
      f->named = stars == 2 ? (uint32_t)f->parameters.count : f->named;
      AML_VEC_PUSH(run->arena, &f->parameters, ((parameter){aml_py_text(&run->tokens, i), stars, {0}}));
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
    uint32_t behind = run->tokens.items[i + 1].close + 1;
    bool is_attribute =
        aml_py_is(&run->tokens, behind, ".") && aml_py_is_assignment(&run->tokens, behind + 2);
    *attribute = is_attribute ? aml_py_text(&run->tokens, behind + 1) : *attribute;
    return is_attribute || aml_py_is_assignment(&run->tokens, behind);
  }
  if (!aml_py_is(&run->tokens, i + 1, ".")) {
    return i > 1 && aml_py_is(&run->tokens, i - 2, "setattr") && aml_py_is(&run->tokens, i - 1, "(");
  }
  if (aml_py_is_assignment(&run->tokens, i + 3)) {
    *attribute = aml_py_text(&run->tokens, i + 2);
  }
  return attribute->len > 0 || is_changing_member(run, i + 2);
}

/* Whether the parameter at token i gets another name here, or its items do: "d = c", "for c in all". */
static bool is_handed_on(const aml_py_run *run, uint32_t i) {
  static const char *const before[] = {"=", "in", ":=", "(", ",", "["};
  bool is_any = false;
  for (size_t k = 0; k < sizeof before / sizeof before[0]; k++) {
    is_any = is_any || aml_py_is(&run->tokens, i - 1, before[k]);
  }
  return is_any && !aml_py_is(&run->tokens, i + 1, ".") && !aml_py_is(&run->tokens, i + 1, "=") &&
         !aml_py_is(&run->tokens, i + 1, "(");
}

/* Whether what stands before the parameter at token i becomes a name of it, or of its items: "d = c" on a
 * line, "for d in c". */
static bool names_it(const aml_py_run *run, uint32_t i) {
  bool is_set = i > 1 && run->tokens.items[i - 2].kind == AML_PY_NAME &&
                (aml_py_is(&run->tokens, i - 1, "=") || aml_py_is(&run->tokens, i - 1, "in"));
  aml_py_kind next = run->tokens.items[i + 1].kind;
  return is_set && (next == AML_PY_LINE_END || aml_py_is(&run->tokens, i + 1, ":"));
}

/* The attribute that is set of a name at token i; empty for none. */
static aml_sv attribute_set(const aml_py_run *run, uint32_t i) {
  bool is_set = aml_py_is(&run->tokens, i + 1, ".") && aml_py_is_assignment(&run->tokens, i + 3);
  return is_set ? aml_py_text(&run->tokens, i + 2) : (aml_sv){NULL, 0};
}

static void add_change(aml_py_run *run, function *f, uint32_t number, aml_sv attribute) {
  aml_sv key = aml_sv_format(run->arena, "%u.%.*s", (unsigned)number, AML_SV_ARG(attribute));
  if (aml_map_find(&f->known, key) == NULL) {
    (void)aml_map_put(&f->known, key, f);
    AML_VEC_PUSH(run->arena, &f->parameters.items[number].changed, attribute);
  }
}

/* What is set of other names may be set of the parameters that have these names, too. */
static void add_changes_of_others(
    aml_py_run *run, function *f, const aml_texts *attributes, const bool *is_handed) {
  enum { MOST = 64 }; /* attributes; of more, any may be set */
  for (uint32_t k = 0; k < f->parameters.count && attributes->count > 0; k++) {
    if (is_handed[k] && attributes->count > MOST) {
      add_change(run, f, k, (aml_sv){NULL, 0});
    }
    for (size_t i = 0; i < attributes->count && is_handed[k] && attributes->count <= MOST; i++) {
      add_change(run, f, k, attributes->items[i]);
    }
  }
}

static void number_parameters(aml_py_run *run, function *f) {
  aml_map_init(&f->numbers, run->arena, AML_MAP_EXACT);
  aml_map_init(&f->known, run->arena, AML_MAP_EXACT);
  for (size_t k = 0; k < f->parameters.count; k++) {
    uint32_t *number = AML_NEW(run->arena, uint32_t);
    *number = (uint32_t)k;
    (void)aml_map_put(&f->numbers, f->parameters.items[k].name, number);
  }
}

static void read_changes(aml_py_run *run, function *f) {
  f->is_read = true;
  read_parameters(run, f);
  number_parameters(run, f);
  bool *is_handed = AML_NEW_ARRAY(run->arena, bool, f->parameters.count);
  aml_texts attributes = {0};
  uint32_t first = run->lines.items[f->body.head].past;
  uint32_t past = f->body.past > f->body.head ? run->lines.items[f->body.past - 1].past : first;
  for (uint32_t i = first; i < past; i++) {
    aml_arena_spend(run->arena, 1);
    bool is_name =
        run->tokens.items[i].kind == AML_PY_NAME && (i == 0 || !aml_py_is(&run->tokens, i - 1, "."));
    uint32_t *number = is_name ? aml_map_find(&f->numbers, aml_py_text(&run->tokens, i)) : NULL;
    aml_sv attribute;
    if (number != NULL && names_it(run, i)) {
      (void)aml_map_put(&f->numbers, aml_py_text(&run->tokens, i - 2), number);
    }
    if (number != NULL && read_change(run, i, &attribute)) {
      add_change(run, f, *number, attribute);
    } else if (number != NULL) {
      is_handed[*number] = is_handed[*number] || is_handed_on(run, i);
    } else if (is_name && attribute_set(run, i).len > 0) {
      AML_VEC_PUSH(run->arena, &attributes, attribute_set(run, i));
    }
  }
  add_changes_of_others(run, f, &attributes, is_handed);
}

/* The parameter that gets an argument, or holds it; UINT32_MAX where that is not seen. A method's first one
 * stands before the dot. */
static uint32_t parameter_of(const aml_py_expr *call, const function *f, uint32_t i) {
  const aml_py_part *argument = &call->items[i];
  if (argument->name.len > 0) {
    const uint32_t *number = aml_map_find(&f->numbers, argument->name);
    const parameter *of =
        number == NULL || f->parameters.items == NULL ? NULL : &f->parameters.items[*number];
    bool is_own = of != NULL && of->stars == 0 && aml_sv_eq(of->name, argument->name);
    return is_own ? *number : f->named;
  }
  uint32_t number = i + (call->left->form == AML_PY_ATTRIBUTE ? 1 : 0);
  return argument->stars > 0 || number >= f->rest ? f->rest
         : number < f->parameters.count           ? number
                                                  : UINT32_MAX;
}

static void set_unknown(aml_py_run *run, aml_py_made *made, aml_sv name, aml_span span) {
  const aml_py_setting setting = {name, made->name_span,
      aml_py_unknown(run->arena, span,
          "'%.*s' may be changed by the function that is called; set it in the call "
          "that makes the compute",
          AML_SV_ARG(name))};
  aml_py_setting_put(run->arena, made, &setting);
}

static void apply(aml_py_run *run, const aml_py_expr *argument, const aml_py_value *value, aml_sv attribute,
    aml_span span) {
  if (value->what == AML_PY_DATA && value->data->kind != AML_UNKNOWN) {
    aml_py_mark_all(run, value);
    if (argument->form == AML_PY_WORD) {
      aml_py_name_bind(run->scope, argument->name,
          aml_py_unknown(run->arena, span,
              "'%.*s' may be changed by the function that is called; set it in one place",
              AML_SV_ARG(argument->name)));
    }
  } else if (value->what == AML_PY_MADE && attribute.len == 0) {
    aml_py_blur(run, value, span);
  } else {
    aml_py_note_unseen(run, value, attribute);
    for (const aml_py_maybe *one = value->may_be; one != NULL; one = one->next) {
      aml_py_blur(run, one->value, span);
    }
    for (; value != NULL && value->what == AML_PY_MADE; value = value->instead) {
      set_unknown(run, value->made, attribute, span);
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
  for (uint32_t i = 0; i < call->count; i++) {
    uint32_t number = parameter_of(call, f, i);
    const aml_texts *changed = number == UINT32_MAX ? NULL : &f->parameters.items[number].changed;
    aml_arena_spend(run->arena, 1 + (changed == NULL ? 0 : changed->count));
    for (size_t k = 0; changed != NULL && k < changed->count; k++) {
      apply(run, call->items[i].value, values[i], changed->items[k], aml_py_span_of(run, call));
    }
  }
}
