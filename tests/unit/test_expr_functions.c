/* Runs tests/data/expr: each file lists expressions with the value, the failure or the unknown that they give
 * and the source that says so; and the tables of docs/expressions.md. */
#include <glob.h>
#include <stdio.h>

#include "base/limits.h"
#include "expr/eval.h"
#include "expr/value_text.h"
#include "tree/read.h"
#include "tree/reason.h"

#include "expr_lifted.h"
#include "test.h"

typedef struct outcome {
  aml_arena *arena;
  aml_sv message; /* of the first failure */
  size_t fails;
} outcome;

static void fail_here(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  outcome *o = ctx;
  assert_true(aml_span_is_none(span) && eval->expression != NULL);
  if (o->fails++ == 0) {
    o->message = message;
  }
}

static const aml_value *base_id(void *ctx, aml_eval *eval, aml_base_id which) {
  outcome *o = ctx;
  (void)eval;
  aml_sv id = which == AML_BASE_SUBSCRIPTION ? AML_SV("/subscriptions/{sub}")
                                             : AML_SV("/subscriptions/{sub}/resourceGroups/{rg}");
  return aml_value_string(o->arena, id, AML_NO_SPAN);
}

static const aml_value *read_file(aml_arena *arena, const char *path) {
  aml_sources *sources = aml_sources_new(arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  aml_error error;
  uint32_t bad_at;
  if (aml_source_read(source, arena, AML_LIMIT_FILE_BYTES, &bad_at, &error) != AML_OK) {
    fail_msg("%s: %s", path, error.text);
  }
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, arena, &diags);
  if (diags.list.count > 0 || tree->documents.count != 1) {
    fail_msg("%s at byte %u: %.*s", path, diags.list.items[0].span.begin,
        AML_SV_ARG(diags.list.items[0].message.text));
  }
  return tree->documents.items[0].root;
}

static bool holds(aml_sv text, aml_sv part) {
  return part.len > 0 && aml_sv_find(text, part, 0) != AML_NPOS;
}

/* Whether the case holds; else *found says what came out. */
static bool check_case(aml_arena *arena, const aml_value *test, bool is_policy, aml_sv *found) {
  outcome o = {.arena = arena};
  aml_scope scope = {.ctx = &o, .fail = fail_here, .is_policy = is_policy, .base_id = base_id};
  aml_eval eval = {.arena = arena, .scope = &scope, .steps_left = AML_LIMIT_EVAL_STEPS};
  aml_sv text =
      aml_sv_format(arena, "[%.*s]", AML_SV_ARG(aml_value_text(aml_object_find(test, AML_SV("expr")))));
  const aml_value *value = aml_eval_value(&eval, lift_text(arena, text, AML_NO_SPAN));
  aml_sv json = aml_value_json(arena, value, false);
  *found = o.fails > 0 ? o.message : json;

  const aml_value *want = aml_object_find(test, AML_SV("want"));
  if (want != NULL) {
    return o.fails == 0 && aml_value_equal(value, want) == AML_TRUE;
  }
  const aml_value *error = aml_object_find(test, AML_SV("error"));
  if (error != NULL) {
    return o.fails == 1 && holds(json, AML_SV("$unknown")) && holds(o.message, error->as.string);
  }
  return o.fails == 0 && value->kind == AML_UNKNOWN &&
         holds(*found, aml_value_text(aml_object_find(test, AML_SV("unknown"))));
}

static void check_file(aml_arena *arena, const char *path, size_t *bad, size_t *count) {
  const aml_value *root = read_file(arena, path);
  const aml_value *policy = aml_object_find(root, AML_SV("policy"));
  const aml_value *cases = aml_object_find(root, AML_SV("cases"));
  assert_true(aml_value_is(cases, AML_ARRAY) && cases->as.array.count > 0);
  for (size_t i = 0; i < cases->as.array.count; i++) {
    const aml_value *test = cases->as.array.items[i];
    if (aml_value_text(aml_object_find(test, AML_SV("source"))).len == 0) {
      fail_msg("%s: case %zu has no source", path, i);
    }
    aml_sv found;
    ++*count;
    if (!check_case(arena, test, policy != NULL && policy->as.boolean, &found)) {
      print_error("%.*s gives %.*s\n", AML_SV_ARG(aml_value_text(aml_object_find(test, AML_SV("expr")))),
          AML_SV_ARG(found));
      ++*bad;
    }
  }
}

static void gives_what_the_sources_say(void **state) {
  glob_t files;
  assert_int_equal(glob(AMLINT_SOURCE_DIR "/tests/data/expr/*.yml", 0, NULL, &files), 0);
  size_t bad = 0;
  size_t count = 0;
  for (size_t i = 0; i < files.gl_pathc; i++) {
    check_file(*state, files.gl_pathv[i], &bad, &count);
  }
  globfree(&files);
  print_message("%zu cases\n", count);
  assert_true(count > 300);
  assert_int_equal(bad, 0);
}

/* The code between the first two backticks; the whole where there are none. */
static aml_sv uncode(aml_sv cell) {
  cell = aml_sv_trim(cell);
  return cell.len >= 2 && cell.data[0] == '`' && cell.data[cell.len - 1] == '`'
             ? aml_sv_slice(cell, 1, cell.len - 1)
             : cell;
}

/* What the page says about a value: JSON, "unknown: reason" or "error: message". */
static aml_sv describe(aml_arena *arena, aml_sv text) {
  outcome o = {.arena = arena};
  aml_scope scope = {.ctx = &o, .fail = fail_here};
  aml_eval eval = {.arena = arena, .scope = &scope, .steps_left = AML_LIMIT_EVAL_STEPS};
  const aml_value *value = aml_eval_value(&eval, lift_text(arena, text, AML_NO_SPAN));
  if (o.fails > 0) {
    return aml_sv_format(arena, "error: %.*s", AML_SV_ARG(o.message));
  }
  return value->kind == AML_UNKNOWN
             ? aml_sv_format(arena, "unknown: %.*s", AML_SV_ARG(aml_reason_what(value->as.unknown->reason)))
             : aml_value_json(arena, value, false);
}

/* Every table row of the page that shows an expression. */
static void gives_what_the_page_says(void **state) {
  aml_arena *arena = *state;
  aml_sources *sources = aml_sources_new(arena);
  aml_sv path = AML_SV(AMLINT_SOURCE_DIR "/docs/expressions.md");
  aml_source *source = aml_sources_add(sources, path, path);
  uint32_t bad_at;
  assert_int_equal(aml_source_read(source, arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL), AML_OK);
  aml_sv rest = source->bytes;
  size_t count = 0;
  while (rest.len > 0) {
    aml_sv line = aml_sv_split(&rest, '\n');
    size_t middle = aml_sv_find(line, AML_SV("` | "), 0);
    if (!aml_sv_starts(line, AML_SV("| `[")) || middle == AML_NPOS) {
      continue;
    }
    aml_sv expr = uncode(aml_sv_slice(line, 2, middle + 1));
    aml_sv want = uncode(aml_sv_slice(line, middle + 4, line.len - 2));
    assert_sv_equal(describe(arena, expr), want);
    count++;
  }
  assert_true(count > 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(gives_what_the_sources_say),
      TEST_CASE(gives_what_the_page_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
