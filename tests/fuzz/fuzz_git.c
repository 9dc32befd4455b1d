/* Any texts, cut at lines of "====", as the answers that git gives one after the other; an empty one is a
 * failure without a word. What is listed has a path, and texts lie in the answer. */
#include "source/git_run.h"

#include "fuzz_documents.h"

static struct {
  aml_sv rest;
  aml_sv last;
} answers;

/* In place of that of git_run.c, which is then not linked. */
aml_status aml_git_run(const aml_git_command *command, aml_sv *out, aml_error *error) {
  answers.last = fuzz_next_part(&answers.rest);
  *out = answers.last;
  if (answers.last.len == 0) {
    return aml_fail(error, AML_ERR_INPUT, "git says nothing.");
  }
  fuzz_check(command->words[0] != NULL && command->max > 0);
  return answers.last.len > command->max ? aml_fail(error, AML_ERR_LIMIT, "It is too long.") : AML_OK;
}

static void check_entry(const aml_git_entry *entry) {
  fuzz_check(entry->path.len > 0 && (entry->object.len == 0 || !entry->is_folder));
}

static void check_changes(aml_status status, const aml_git_changes *changes) {
  for (size_t i = 0; status == AML_OK && i < changes->count; i++) {
    const aml_git_change *change = &changes->items[i];
    check_entry(&change->before);
    check_entry(&change->after);
    fuzz_check(aml_sv_eq(change->path, change->after.path));
  }
}

static void check_entries(aml_status status, const aml_git_entries *entries) {
  for (size_t i = 0; status == AML_OK && i < entries->count; i++) {
    check_entry(&entries->items[i]);
  }
}

static void read_texts(const aml_git *git) {
  const aml_sv objects[] = {AML_SV("a1"), {NULL, 0}, AML_SV("b2")};
  enum { COUNT = sizeof objects / sizeof objects[0] };
  aml_sv texts[COUNT];
  aml_error error;
  if (aml_git_texts(git, objects, COUNT, texts, &error) != AML_OK) {
    return;
  }
  for (size_t i = 0; i < COUNT; i++) {
    bool is_inside =
        texts[i].len == 0 || (texts[i].data >= answers.last.data &&
                                 texts[i].data + texts[i].len <= answers.last.data + answers.last.len);
    fuzz_check(is_inside && (objects[i].len > 0 || texts[i].len == 0));
  }
}

static void ask(fuzz_documents *documents) {
  answers.rest = documents->bytes;
  aml_git git;
  aml_error error = {.text = ""};
  aml_git_changes changes[3] = {0};
  aml_git_entries entries[2] = {0};
  aml_texts tracked = {0};
  aml_sv base;
  if (aml_git_open(&git, documents->arena, AML_SV("/top"), &error) != AML_OK ||
      aml_git_merge_base(&git, AML_SV("main"), &base, &error) != AML_OK) {
    fuzz_check(error.text[0] != '\0');
    return;
  }
  check_changes(aml_git_changed(&git, base, &changes[0], &error), &changes[0]);
  check_changes(aml_git_staged(&git, &changes[1], &error), &changes[1]);
  check_changes(aml_git_unstaged(&git, &changes[2], &error), &changes[2]);
  check_entries(aml_git_tree(&git, AML_SV("main"), &entries[0], &error), &entries[0]);
  check_entries(aml_git_index(&git, &entries[1], &error), &entries[1]);
  read_texts(&git);
  aml_status status = aml_git_tracked(documents->arena, AML_SV("/top"), &tracked, &error);
  fuzz_check(status != AML_OK || tracked.count > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, ask);
  return 0;
}
