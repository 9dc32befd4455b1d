/* Changes of names and objects from places that are followed later, or that nobody sees: by "global" and
 * "nonlocal" in functions that are called, and by attributes of an object that is not known and may be one
 * that a function has returned. */
#include "python/unseen.h"

#include "azureml/cli_schema.h"
#include "python/escapes.h"

/* ---- Names ---- */

static aml_py_scope *scope_of(const aml_py_run *run, aml_sv name, bool is_global) {
  aml_py_scope *scope = is_global ? run->module : run->scope;
  while (!is_global && scope->outer != NULL && aml_map_find(&scope->bindings, name) == NULL) {
    scope = scope->outer;
  }
  bool is_nowhere = !is_global && scope->outer == NULL;
  scope = is_nowhere ? run->scope : scope; /* bound later in the function around */
  return is_nowhere && scope->is_class ? scope->outer : scope;
}

/* Whether what the name at token i holds is changed in place: "x[y] = z", "x.update(z)". */
static bool is_changed_in_place(const aml_py_run *run, uint32_t i) {
  if (aml_py_is(&run->tokens, i - 1, ".")) {
    return false;
  }
  if (aml_py_is(&run->tokens, i + 1, "[")) {
    return aml_py_is_assignment(&run->tokens, run->tokens.items[i + 1].close + 1);
  }
  return aml_py_is(&run->tokens, i + 1, ".") && aml_py_is_mutator(aml_py_text(&run->tokens, i + 2)) &&
         aml_py_is(&run->tokens, i + 3, "(");
}

/* Names that functions change in place are mostly those of functions around them, or of the module. */
static void note_changed_names(aml_py_run *run, const aml_py_line *line) {
  for (uint32_t i = line->first; i + 2 < line->past; i++) {
    if (run->tokens.items[i].kind == AML_PY_NAME && is_changed_in_place(run, i)) {
      aml_sv name = aml_py_text(&run->tokens, i);
      aml_py_scope *scope = scope_of(run, name, false);
      aml_py_binding *outer = aml_py_name_binding(scope, name);
      outer->is_outer = true;
      aml_py_name_note(scope, outer, AML_PY_BY_FUNCTION);
    }
  }
}

void aml_py_note_outer_names(aml_py_run *run, const aml_py_body *body) {
  aml_arena_spend(run->arena, body->past - body->head);
  for (uint32_t i = body->head + 1; i < body->past; i++) {
    const aml_py_line *line = &run->lines.items[i];
    note_changed_names(run, line);
    bool is_global = aml_py_is(&run->tokens, line->first, "global");
    bool is_any = is_global || aml_py_is(&run->tokens, line->first, "nonlocal");
    for (uint32_t k = line->first + 1; is_any && k < line->past; k++) {
      if (run->tokens.items[k].kind != AML_PY_NAME) {
        continue;
      }
      aml_sv name = aml_py_text(&run->tokens, k);
      aml_py_scope *scope = scope_of(run, name, is_global);
      aml_py_binding *outer = aml_py_name_binding(scope, name);
      outer->times++; /* so that other functions do not rely on it */
      outer->is_outer = true;
      aml_py_name_note(scope, outer, AML_PY_BY_FUNCTION);
    }
  }
}

/* Whether the expression hands on a function of the program. */
static bool is_function(const aml_py_run *run, const aml_py_expr *expr) {
  bool is_named = expr->form == AML_PY_WORD || expr->form == AML_PY_ATTRIBUTE;
  return expr->form == AML_PY_LAMBDA || (is_named && aml_map_find(&run->functions, expr->name) != NULL);
}

bool aml_py_may_run_functions(const aml_py_run *run, const aml_py_value *of, const aml_py_expr *call) {
  bool is_any = false;
  for (uint32_t i = 0; i < call->count && !is_any; i++) {
    is_any = is_function(run, call->items[i].value);
  }
  if (is_any || of->what != AML_PY_DATA) {
    return is_any;
  }
  return call->left->form == AML_PY_WORD        ? aml_py_name_held(run->scope, call->left->name) != NULL
         : call->left->form == AML_PY_ATTRIBUTE ? is_function(run, call->left)
                                                : true;
}

static void forget(aml_py_run *run, aml_py_scope *scope, const aml_py_binding *binding, aml_span span) {
  if (aml_py_says_something(binding->value)) {
    aml_py_name_bind(scope, binding->name,
        aml_py_unknown(run->arena, span,
            "'%.*s' may be set by a function that is called; give it one value to have this checked",
            AML_SV_ARG(binding->name)));
  }
}

void aml_py_forget_outer_names(aml_py_run *run, aml_span span) {
  for (aml_py_scope *scope = run->scope; scope != NULL; scope = scope->outer) {
    const aml_py_noted noted = aml_py_names_take(scope, AML_PY_BY_FUNCTION);
    for (size_t i = 0; i < noted.count; i++) {
      forget(run, scope, noted.items[i], span);
    }
  }
}

static void forget_value(aml_py_run *run, aml_py_scope *scope, const aml_py_binding *binding, aml_span span) {
  if (aml_py_says_something(binding->value) && binding->value->what == AML_PY_DATA) {
    aml_py_name_bind(scope, binding->name,
        aml_py_unknown(run->arena, span, "'%.*s' may be set by code that is not read; set it after that",
            AML_SV_ARG(binding->name)));
  }
}

static void forget_any(aml_py_run *run, aml_py_scope *scope, const aml_py_binding *binding, aml_span span) {
  aml_py_blur(run, binding->value, span);
  forget_value(run, scope, binding, span);
}

static void forget_one_in(aml_py_run *run, aml_py_scope *scope, aml_span span, aml_sv name) {
  const aml_py_binding *binding = aml_map_find(&scope->bindings, name);
  if (binding != NULL) {
    forget_any(run, scope, binding, span);
  }
}

static void forget_all_in(aml_py_run *run, aml_py_scope *scope, aml_span span) {
  const aml_py_noted noted = aml_py_names_take(scope, AML_PY_BY_TEXT);
  for (size_t i = 0; i < noted.count; i++) {
    forget_any(run, scope, noted.items[i], span);
  }
}

void aml_py_forget_names(aml_py_run *run, aml_span span, aml_sv name) {
  aml_py_scope *const scopes[] = {run->scope, run->module};
  const size_t count = run->scope == run->module ? 1 : 2;
  for (size_t i = 0; i < count && name.len > 0; i++) {
    forget_one_in(run, scopes[i], span, name);
  }
  if (name.len > 0) {
    return;
  }
  for (size_t i = 0; i < count; i++) {
    forget_all_in(run, scopes[i], span);
  }
  for (size_t i = 0; i < run->set_again.count; i++) {
    aml_py_blur_one(run, run->set_again.items[i], span);
  }
  run->set_again.count = 0;
}

void aml_py_forget_named(aml_py_run *run, uint32_t first, uint32_t past, aml_span span) {
  for (uint32_t i = first; i < past; i++) {
    if (run->tokens.items[i].kind != AML_PY_NAME) {
      continue;
    }
    const aml_py_value *held = aml_py_name_held(run->scope, aml_py_text(&run->tokens, i));
    bool is_known = aml_py_says_something(held) && held->what != AML_PY_IMPORTED;
    if (is_known && !(held->what == AML_PY_MADE && held->made->is_blurred)) {
      aml_py_forget_names(run, span, aml_py_text(&run->tokens, i));
    }
  }
}

void aml_py_forget_values(aml_py_run *run, aml_span span) {
  const aml_py_noted noted = aml_py_names_take(run->scope, AML_PY_BY_IMPORT);
  for (size_t i = 0; i < noted.count; i++) {
    forget_value(run, run->scope, noted.items[i], span);
  }
}

/* ---- Objects ---- */

void aml_py_leave_sight(const aml_py_value *value) {
  for (; value != NULL && value->what == AML_PY_MADE; value = value->instead) {
    value->made->is_out_of_sight = true;
  }
}

void aml_py_note_unseen(aml_py_run *run, const aml_py_value *of, aml_sv attribute) {
  bool is_item =
      of->data->kind == AML_OBJECT; /* of a dictionary: one that was made, as data has no attributes */
  if (of->what == AML_PY_DATA && (of->data->kind == AML_UNKNOWN || is_item)) {
    (void)aml_map_put(&run->unseen, attribute, run);
  }
}

/* Whether an object of the class has an attribute of that name which says something. */
static bool has_argument(const aml_py_class *class, aml_sv name) {
  static const char *const objects[] = {"network_settings", "ssh_settings", "identity", "managed_network"};
  bool is_any = false;
  for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
    is_any = is_any || aml_sv_eq(name, aml_sv_of(objects[i]));
  }
  const aml_schema *schema = aml_schema_of_kind(class->kind);
  aml_sv key = aml_py_key_of_argument(class, name);
  return is_any || (schema != NULL && key.len > 0 && aml_schema_find(schema, key) != NULL);
}

void aml_py_settle_unseen(aml_py_run *run) {
  for (size_t i = 0; run->unseen.count > 0 && i < run->made.count; i++) {
    aml_py_made *made = run->made.items[i];
    aml_arena_spend(run->arena, run->unseen.count);
    for (size_t k = 0; made->is_out_of_sight && k < run->unseen.count; k++) {
      aml_sv name = run->unseen.entries[k].key;
      if (!has_argument(made->class, name)) {
        continue;
      }
      const aml_py_setting setting = {name, made->name_span,
          aml_py_unknown(run->arena, made->name_span,
              "'%.*s' may be set after this call, by another name; set it in the call itself",
              AML_SV_ARG(name))};
      aml_py_setting_put(run->arena, made, &setting);
    }
  }
}
