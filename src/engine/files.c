#include "engine/files.h"

#include "base/limits.h"
#include "source/discover.h"

const aml_value *aml_file_root(const aml_file *file) {
  static const aml_value nothing = {.kind = AML_NULL};
  return file->tree == NULL || file->tree->documents.count == 0 ? &nothing
                                                                : file->tree->documents.items[0].root;
}

/* Fills yaml_kinds; whether any document is of a known kind. */
static bool recognise_cli(aml_file *file) {
  size_t count = file->tree->documents.count;
  aml_yaml_kind *kinds = AML_NEW_ARRAY(&file->arena, aml_yaml_kind, count);
  bool is_any = false;
  for (size_t i = 0; i < count; i++) {
    kinds[i] = aml_azureml_recognise(file->tree->documents.items[i].root);
    is_any = is_any || kinds[i] != AML_YAML_NONE;
  }
  file->yaml_kinds = kinds;
  return is_any;
}

static aml_file_kind recognise(aml_file *file) {
  aml_arm_kind arm = aml_arm_recognise(aml_file_root(file));
  if (arm == AML_ARM_TEMPLATE) {
    return AML_FILE_TEMPLATE;
  }
  if (arm == AML_ARM_PARAMETERS) {
    return AML_FILE_PARAMETERS;
  }
  return recognise_cli(file) ? AML_FILE_CLI : AML_FILE_OTHER;
}

static void read_bytes(aml_file *file) {
  uint32_t bad_at = 0;
  aml_error error;
  aml_status status =
      file->is_given
          ? aml_source_fill(file->source, &file->arena, file->given, AML_LIMIT_FILE_BYTES, &bad_at, &error)
          : aml_source_read(file->source, &file->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error);
  if (status == AML_OK) {
    return;
  }
  file->state = AML_FILE_FAILED;
  aml_span span = {file->source->id, bad_at, bad_at};
  if (status == AML_ERR_INPUT) {
    span.end = bad_at + 1;
  }
  const char *rule = status == AML_ERR_LIMIT ? "AML003" : "AML001";
  aml_diags_add(&file->diags, rule, span, "%s", error.text)->is_incomplete = true;
}

static void load(void *ctx) {
  aml_file *file = ctx;
  aml_diags_init(&file->diags, &file->arena);
  read_bytes(file);
  if (file->state == AML_FILE_FAILED) {
    return;
  }
  size_t size = file->source->bytes.len;
  file->budget = aml_budget_of(
      AML_READ_STEPS + size, AML_READ_MEMORY + size * AML_RUN_MEMORY_FOR_A_BYTE, file->budget.finish);
  file->arena.budget = &file->budget;
  if (aml_discover_language(file->source->path) != NULL) {
    return; /* named by hand; neither JSON nor YAML, so there is no tree */
  }
  file->tree = aml_tree_read(file->source, &file->arena, &file->diags);
  file->state = file->tree->is_broken ? AML_FILE_BROKEN : AML_FILE_READ;
  file->kind = recognise(file);
}

void aml_file_load(aml_file *file) {
  file->is_loaded = true;
  file->status = aml_guard_run(&file->arena, load, file);
  file->arena.budget = NULL;
  if (file->status != AML_OK) {
    file->state = AML_FILE_FAILED;
    file->kind = AML_FILE_OTHER;
    file->tree = NULL;
  }
}

void aml_file_release(aml_file *file) {
  for (size_t i = 0; i < file->expansions.count; i++) {
    aml_arena_release(&file->expansions.items[i]->arena);
  }
  aml_arena_release(&file->arena);
}

bool aml_file_is_of_interest(const aml_file *file) {
  static const aml_sv marks[] = {AML_SV_CONST("deploymentTemplate.json"), AML_SV_CONST("azuremlschemas"),
      AML_SV_CONST("Microsoft.MachineLearningServices"), AML_SV_CONST("type: amlcompute"),
      AML_SV_CONST("type: computeinstance")};
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (aml_sv_ifind(file->source->bytes, marks[i], 0) != AML_NPOS) {
      return true;
    }
  }
  return file->kind != AML_FILE_OTHER;
}
