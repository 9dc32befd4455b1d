#include "python/escapes.h"

#include "base/strbuf.h"
#include "python/unseen.h"
#include "script/mention.h"

static aml_sv name_of_callee(const aml_py_expr *of) {
  bool is_named = of->form == AML_PY_ATTRIBUTE || of->form == AML_PY_WORD;
  return is_named ? of->name : (aml_sv){NULL, 0};
}

void aml_py_tell_unread(aml_py_run *run, aml_span span, aml_sv written, const char *why, const char *help) {
  enum { SHOWN = 60 };
  if (aml_diag_cap_take(&run->unread, span)) {
    written = aml_sv_shorten(run->arena, written, SHOWN);
    aml_diags_add(
        run->diags, "AML014", span, "What '%.*s' creates was not checked: %s.", AML_SV_ARG(written), why)
        ->help = aml_sv_of(help);
  }
}

void aml_py_tell_more(aml_py_run *run) {
  aml_diag_cap_end(&run->unread, run->diags, "AML014", "places that were not checked");
}

static void tell(aml_py_run *run, const aml_py_expr *at, const char *what, const char *help) {
  aml_py_tell_unread(run, aml_py_span_of(run, at), aml_py_written(run, at), what, help);
}

void aml_py_escape(aml_py_run *run, const aml_py_value *value, const aml_py_expr *at) {
  const aml_py_class *class = value->what == AML_PY_IMPORTED ? aml_py_class_find(value->path) : NULL;
  bool is_compute = class != NULL && class->role == AML_PY_DEFINES &&
                    (class->kind == AML_YAML_AMLCOMPUTE || class->kind == AML_YAML_COMPUTE_INSTANCE);
  if (is_compute) {
    tell(run, at, "the class is passed on, and the call that creates the object is not visible",
        "Call the class where you refer to it.");
  }
}

/* Whether a call says more than which object it looks up. */
static bool says_more(const aml_py_expr *call) {
  static const char *const keys[] = {"workspace", "name", NULL};
  bool is_any = false;
  for (uint32_t i = 0; i < call->count; i++) {
    bool is_named = call->items[i].name.len > 0 && !aml_sv_is_one_of(call->items[i].name, keys);
    is_any = is_any || is_named || call->items[i].stars == 2;
  }
  return is_any;
}

static bool is_own_name(const aml_py_run *run, const aml_py_expr *callee) {
  bool is_several;
  const aml_py_value *value =
      callee->form == AML_PY_WORD ? aml_py_name_find(run->scope, callee->name, &is_several) : NULL;
  return value != NULL && value->what != AML_PY_IMPORTED;
}

/* A class by the name of one that defines compute, which no SDK is seen to give. */
static void check_foreign(aml_py_run *run, const aml_py_value *of, const aml_py_expr *call) {
  static const char *const names[] = {"AmlCompute", "ComputeInstance", NULL};
  const aml_py_class *class = of->what == AML_PY_IMPORTED ? aml_py_class_find(of->path) : NULL;
  bool is_known = class != NULL;
  if (is_known && class->role == AML_PY_DEFINES && class->sdk == AML_PY_SDK_2 && says_more(call)) {
    tell(run, call->left, "the class takes no argument without its name", "Write the name of each argument.");
  }
  if (!is_known && aml_sv_is_one_of(name_of_callee(call->left), names) && says_more(call) &&
      !is_own_name(run, call->left)) {
    tell(
        run, call->left, "where the class comes from is not known", "Import it from 'azure.ai.ml.entities'.");
  }
}

/* ---- Texts that run ---- */

static void check_text(aml_py_run *run, const aml_py_expr *call, const aml_value *value) {
  static const char *const evaluators[] = {"exec", "eval", "compile", NULL};
  aml_sv name = name_of_callee(call->left);
  if (aml_sv_is_one_of(name, evaluators) && aml_script_mentions_sdk(aml_value_text(value))) {
    tell(run, call, "a program in a string is not read", "Write the program as code.");
  }
}

/* AmlCompute._load_from_dict(...), AmlCompute.__new__(AmlCompute) */
static void check_private(aml_py_run *run, const aml_py_value *of, const aml_py_expr *call) {
  size_t dot = of->what == AML_PY_IMPORTED ? aml_sv_rfind_char(of->path, '.') : AML_NPOS;
  if (dot != AML_NPOS && dot + 1 < of->path.len && of->path.data[dot + 1] == '_') {
    const aml_py_value holder = {.what = AML_PY_IMPORTED, .path = aml_sv_slice(of->path, 0, dot)};
    aml_py_escape(run, &holder, call->left);
  }
}

/* getattr(entities, name), of a package that has classes of compute. */
static void check_attribute(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  static const char *const packages[] = {"azure.ai.ml.entities", "azureml.core.compute", NULL};
  bool is_one = call->count > 1 && values[0]->what == AML_PY_IMPORTED &&
                aml_sv_is_one_of(values[0]->path, packages) && values[1]->data->kind == AML_UNKNOWN;
  if (is_one && aml_sv_eq(name_of_callee(call->left), AML_SV("getattr"))) {
    tell(run, call, "which class it names is not known", "Write the name of the class.");
  }
}

void aml_py_check_call(
    aml_py_run *run, const aml_py_value *of, const aml_py_expr *call, const aml_py_value *const *values) {
  static const char *const askers[] = {
      "isinstance", "issubclass", "type", "print", "help", "repr", "str", "cast", "id", "getattr", NULL};
  check_private(run, of, call);
  check_foreign(run, of, call);
  check_attribute(run, call, values);
  aml_sv name = name_of_callee(call->left);
  bool asks = aml_sv_is_one_of(name, askers);
  for (uint32_t i = 0; i < call->count; i++) {
    bool is_model = aml_sv_eq(call->items[i].name, AML_SV("spec")); /* of a mock */
    if (!asks && !is_model) {
      aml_py_escape(run, values[i], call->items[i].value);
    }
    check_text(run, call, values[i]->data);
  }
}

/* ---- Changes ---- */

/* setattr(object, "name", value) */
static void set_by_name(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  aml_span span = aml_py_span_of(run, call);
  const aml_value *name = values[1]->data;
  if (name->kind != AML_STRING) {
    aml_py_blur(run, values[0], span);
    return;
  }
  aml_py_note_unseen(run, values[0], name->as.string);
  for (const aml_py_value *one = values[0]; one != NULL && one->what == AML_PY_MADE; one = one->instead) {
    aml_py_set_unknown(run, one->made, name->as.string, span);
  }
}

bool aml_py_is_mutator(aml_sv method) {
  static const char *const methods[] = {"update", "setdefault", "pop", "popitem", "clear", "append", "extend",
      "insert", "remove", "sort", "reverse", "__setitem__", "__delitem__", NULL};
  return aml_sv_is_one_of(method, methods);
}

/* object.__setattr__(c, "name", value), c.__setattr__("name", value) */
static void set_by_method(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  if (call->count == 3) {
    set_by_name(run, call, values);
    return;
  }
  const aml_py_expr *of = call->left->left;
  const aml_py_value *held =
      call->count == 2 && of->form == AML_PY_WORD ? aml_py_name_held(run->scope, of->name) : NULL;
  if (held != NULL) {
    const aml_py_value *const all[] = {held, values[0], values[1]};
    set_by_name(run, call, all);
  }
}

void aml_py_note_changes(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  const aml_py_expr *of = call->left;
  if (of->form == AML_PY_WORD && aml_sv_eq(of->name, AML_SV("setattr")) && call->count == 3) {
    set_by_name(run, call, values);
  } else if (of->form == AML_PY_ATTRIBUTE && aml_sv_eq(of->name, AML_SV("__setattr__"))) {
    set_by_method(run, call, values);
  } else if (of->form == AML_PY_WORD && aml_sv_eq(of->name, AML_SV("vars")) && call->count == 1) {
    aml_py_blur(run, values[0], aml_py_span_of(run, call)); /* as its __dict__ does */
  }
}
