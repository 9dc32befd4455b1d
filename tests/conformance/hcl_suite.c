/* HCL's own suite of specifications in the shared folder: bodies, and what their attributes are by the file
 * of answers beside each. What a suite's case says of a schema is passed over, since the reader has none:
 * such a body must be read without a diagnostic.
 *
 * usage: hcl_suite SHARED_FOLDER */
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "conformance/shared_data.h"
#include "hcl_answer.h"
#include "source/lines.h"

typedef struct suite_file { /* one text of a case; without a root where it does not exist */
  hcl_text text;
  const aml_value *root;
} suite_file;

static const aml_value *find_variable(void *ctx, aml_eval *eval, aml_hcl_path *path) {
  const suite_file *spec = ctx;
  const aml_value *variables = aml_object_find_exact(spec->root, AML_SV("variables"));
  (void)eval;
  return variables == NULL ? NULL : aml_object_find_exact(variables, path->root);
}

static void open_file(suite_file *file, const char *stem, const char *ending) {
  aml_source *source = NULL;
  hcl_text_init(&file->text);
  aml_sv path = aml_sv_format(&file->text.arena, "%s%s", stem, ending);
  file->root = NULL;
  if (read_bytes(&file->text.arena, file->text.sources, path, &source)) {
    const aml_hcl_input input = hcl_text_input(&file->text, source->bytes);
    file->root = aml_hcl_read(&input);
  }
}

typedef AML_VEC(const aml_value *) values;

/* The members of that name in all of the blocks. */
static values members_of(suite_file *file, const values *blocks, aml_sv name) {
  values found = {0};
  for (size_t i = 0; i < blocks->count; i++) {
    for (size_t k = 0; k < aml_hcl_count(blocks->items[i]); k++) {
      const aml_member *member = &blocks->items[i]->as.object.members[k];
      if (aml_sv_eq(member->name, name)) {
        AML_VEC_PUSH(&file->text.arena, &found, member->value);
      }
    }
  }
  return found;
}

static size_t cases, equal, read_only, refused, beyond;

/* HCL has 512 bits; of a number with more digits than a double has, amlint may know nothing, nor read what is
 * wanted. */
static bool is_beyond(const aml_value *got, const aml_value *want) {
  bool has_more = want->kind == AML_UNKNOWN || (want->kind == AML_FLOAT && !aml_hcl_is_exact(want));
  return has_more && (got->kind == AML_UNKNOWN || want->kind == AML_UNKNOWN);
}

/* Whether what is written is as wanted: an attribute, or all blocks of a type together. */
static bool is_as_wanted(suite_file *file, const values *written, const aml_value *want) {
  const aml_value *first = written->count == 0 ? NULL : written->items[0];
  if (first == NULL || first->kind != AML_OBJECT || want->kind != AML_OBJECT) {
    const aml_value *got =
        first == NULL ? NULL : aml_hcl_eval(&file->text.eval, &file->text.scope, NULL, first);
    bool cannot_tell = got != NULL && is_beyond(got, want);
    beyond += cannot_tell ? 1 : 0;
    return got != NULL && (cannot_tell || hcl_is_same(got, want));
  }
  bool is_right = true;
  for (size_t i = 0; i < want->as.object.count; i++) {
    const aml_member *one = &want->as.object.members[i];
    const values inner = members_of(file, written, one->name);
    if (!is_as_wanted(file, &inner, one->value)) {
      printf("  '%.*s' differs\n", AML_SV_ARG(one->name));
      is_right = false;
    }
  }
  return is_right;
}

/* Whether the answers say that the body cannot be read, rather than that a schema refuses it: an error at the
 * line where the reader has one. */
static bool is_refused(const suite_file *answers, suite_file *body) {
  const aml_value *said =
      answers->root == NULL ? NULL : aml_value_path(answers->root, AML_SV("diagnostics.error.from.line"));
  if (said == NULL || said->kind != AML_INT || body->text.diags.list.count == 0) {
    return false;
  }
  aml_source_index_lines(body->text.source, &body->text.arena);
  aml_position place = aml_source_locate(body->text.source, body->text.diags.list.items[0].span.begin);
  return place.line == said->as.integer;
}

static int check_case(const char *path, const struct stat *info, int kind) {
  size_t length = strlen(path);
  (void)info;
  if (kind != FTW_F || length < 5 || strcmp(path + length - 4, ".hcl") != 0) {
    return 0;
  }
  suite_file body, spec, answers;
  char *stem = strndup(path, length - 4);
  open_file(&body, stem, ".hcl");
  open_file(&spec, stem, ".hcldec");
  open_file(&answers, stem, ".t");
  body.text.context.find = find_variable;
  body.text.context.ctx = &spec;
  body.text.context.fail = NULL;
  const aml_value *written =
      answers.root == NULL ? NULL : aml_object_find_exact(answers.root, AML_SV("result"));
  const aml_value *want =
      written == NULL ? NULL : aml_hcl_eval(&answers.text.eval, &answers.text.scope, NULL, written);
  bool is_judged = want != NULL && want->kind == AML_OBJECT;
  values all = {0};
  AML_VEC_PUSH(&body.text.arena, &all, body.root);
  cases++;
  if (is_refused(&answers, &body)) {
    refused++;
  } else if (body.root == NULL || body.text.diags.list.count > 0 ||
             (is_judged && !is_as_wanted(&body, &all, want))) {
    printf("different: %s\n", path);
  } else {
    equal += is_judged ? 1 : 0;
    read_only += is_judged ? 0 : 1;
  }
  aml_arena_release(&body.text.arena);
  aml_arena_release(&spec.text.arena);
  aml_arena_release(&answers.text.arena);
  free(stem);
  return 0;
}

int main(int argc, char **argv) {
  char path[4096];
  snprintf(path, sizeof path, "%s/conformance/terraform/hcl-specsuite/tests", argc > 1 ? argv[1] : ".");
  if (ftw(path, check_case, 8) != 0 || cases == 0) {
    printf("skipped: there is no %s\n", path);
    return SKIPPED;
  }
  size_t right = equal + read_only + refused;
  printf("%zu of %zu cases of HCL's suite: %zu with its values, %zu read, %zu refused at its line; %zu "
         "numbers have too many "
         "digits to be judged\n",
      right, cases, equal, read_only, refused, beyond);
  return right == cases ? EXIT_SUCCESS : EXIT_FAILURE;
}
