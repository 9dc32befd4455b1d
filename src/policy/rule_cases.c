/* The shapes of the cases under `tests`, checked where a rule is read: rule_test.c takes them as they are. */
#include "policy/body.h"

enum {
  TEXT = 1U << AML_STRING,
  LIST = 1U << AML_ARRAY,
  OBJECT = 1U << AML_OBJECT,
  YES = 1U << AML_BOOL, /* true, and not false */
};

typedef struct shape {
  aml_sv key;
  unsigned kinds;
  const char *expected;
} shape;

static const shape case_shapes[] = {
    {AML_SV_CONST("name"), TEXT, "a text"},
    {AML_SV_CONST("yaml"), TEXT, "the text of a file"},
    {AML_SV_CONST("template"), TEXT | OBJECT, "a template, or its text"},
    {AML_SV_CONST("files"), OBJECT, "an object of files by path"},
    {AML_SV_CONST("parameterFile"), OBJECT, "an object"},
    {AML_SV_CONST("parameters"), OBJECT, "an object of values by name"},
    {AML_SV_CONST("workspace"), OBJECT, "an object with a 'name'"},
    {AML_SV_CONST("asOf"), TEXT, "a date, YYYY-MM-DD"},
    {AML_SV_CONST("broken"), TEXT | LIST | YES, "true, a text of the line, or a list of them"},
    {AML_SV_CONST("clean"), YES, "true"},
    {AML_SV_CONST("undecided"), TEXT | YES, "true, or a part of the reason"},
    {AML_SV_CONST("severity"), TEXT, "'error', 'warning' or 'note'"},
    {AML_SV_CONST("message"), TEXT, "a part of the message"},
    {AML_SV_CONST("fixed"), TEXT | OBJECT, "the text after the fix"},
};
static const shape workspace_shapes[] = {
    {AML_SV_CONST("name"), TEXT, "a text"},
    {AML_SV_CONST("location"), TEXT, "a text"},
    {AML_SV_CONST("resourceGroup"), TEXT, "a text"},
};
static const shape line_shape = {AML_SV_CONST("broken"), TEXT | YES, "a text of the line"};
static const shape file_shape = {AML_SV_CONST("files"), TEXT | OBJECT, "the text of a file, or a template"};

/* Empty texts say nothing, whatever they stand for. */
static void check_value(aml_compiler *compiler, const shape *as, const aml_value *value) {
  bool fits = (as->kinds & (1U << value->kind)) != 0 && (value->kind != AML_BOOL || value->as.boolean);
  if (!fits) {
    aml_compile_error(compiler, value->span, (aml_sv){0}, "'%.*s' of a case must be %s, not %s.",
        AML_SV_ARG(as->key), as->expected,
        value->kind == AML_BOOL && !value->as.boolean ? "false" : aml_kind_name(value->kind));
  } else if (value->kind == AML_STRING && aml_sv_trim(value->as.string).len == 0) {
    aml_compile_error(
        compiler, value->span, (aml_sv){0}, "'%.*s' of a case must not be empty.", AML_SV_ARG(as->key));
  }
}

static const shape *find_shape(const shape *shapes, size_t count, aml_sv key) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_eq(shapes[i].key, key)) {
      return &shapes[i];
    }
  }
  return NULL;
}

static void check_members(
    aml_compiler *compiler, const aml_value *object, const shape *shapes, size_t count, const char *what) {
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    const shape *as = find_shape(shapes, count, member->name);
    if (as == NULL) {
      aml_compile_error(compiler, member->name_span, (aml_sv){0}, "A %s has no key '%.*s'.", what,
          AML_SV_ARG(member->name));
    } else {
      check_value(compiler, as, member->value);
    }
  }
}

static void check_workspace(aml_compiler *compiler, const aml_value *workspace) {
  check_members(compiler, workspace, workspace_shapes, sizeof workspace_shapes / sizeof workspace_shapes[0],
      "case's workspace");
  if (aml_object_find(workspace, AML_SV("name")) == NULL) {
    aml_compile_error(compiler, workspace->span, (aml_sv){0}, "A case's workspace needs a 'name'.");
  }
}

static void check_answer(aml_compiler *compiler, const aml_value *test) {
  static const char *const answers[] = {"broken", "clean", "undecided"};
  size_t count = 0;
  for (size_t i = 0; i < 3; i++) {
    count += aml_object_find(test, aml_sv_of(answers[i])) != NULL;
  }
  if (count != 1) {
    aml_compile_error(
        compiler, test->span, (aml_sv){0}, "A case needs one of 'broken', 'clean' and 'undecided'.");
  }
}

static void check_case(aml_compiler *compiler, const aml_value *test) {
  const aml_value *broken = aml_object_find(test, AML_SV("broken"));
  const aml_value *files = aml_object_find(test, AML_SV("files"));
  const aml_value *workspace = aml_object_find(test, AML_SV("workspace"));
  const aml_value *severity = aml_object_find(test, AML_SV("severity"));
  aml_day day;
  check_members(compiler, test, case_shapes, sizeof case_shapes / sizeof case_shapes[0], "case");
  for (size_t i = 0; aml_value_is(broken, AML_ARRAY) && i < broken->as.array.count; i++) {
    check_value(compiler, &line_shape, broken->as.array.items[i]);
  }
  for (size_t i = 0; aml_value_is(files, AML_OBJECT) && i < files->as.object.count; i++) {
    check_value(compiler, &file_shape, files->as.object.members[i].value);
  }
  if (aml_value_is(workspace, AML_OBJECT)) {
    check_workspace(compiler, workspace);
  }
  if (aml_value_is(severity, AML_STRING) && aml_severity_of(severity->as.string) == AML_SEVERITY_NONE) {
    aml_compile_error(
        compiler, severity->span, (aml_sv){0}, "'severity' of a case must be 'error', 'warning' or 'note'.");
  }
  const aml_value *as_of = aml_object_find(test, AML_SV("asOf"));
  if (aml_value_is(as_of, AML_STRING) && !aml_day_parse(as_of->as.string, &day)) {
    aml_compile_error(compiler, as_of->span, (aml_sv){0}, "'asOf' of a case must be a date, YYYY-MM-DD.");
  }
  if (aml_object_find(test, AML_SV("name")) == NULL) {
    aml_compile_error(compiler, test->span, (aml_sv){0}, "A case needs a 'name'.");
  }
  check_answer(compiler, test);
}

void aml_rule_check_cases(aml_compiler *compiler, const aml_value *tests) {
  if (tests->kind != AML_ARRAY) {
    aml_compile_error(compiler, tests->span, (aml_sv){0}, "'tests' must be a list of cases, not %s.",
        aml_kind_name(tests->kind));
    return;
  }
  for (size_t i = 0; i < tests->as.array.count; i++) {
    const aml_value *test = tests->as.array.items[i];
    if (test->kind == AML_OBJECT) {
      check_case(compiler, test);
    } else {
      aml_compile_error(
          compiler, test->span, (aml_sv){0}, "A case must be an object, not %s.", aml_kind_name(test->kind));
    }
  }
}
