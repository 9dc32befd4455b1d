#include "engine/files.h"

#include "base/limits.h"
#include "policy/policies.h"
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

static aml_status fill(aml_file *file, aml_arena *arena, uint32_t *bad_at, aml_error *error) {
  return file->is_given
             ? aml_source_fill(file->source, arena, file->given, AML_LIMIT_FILE_BYTES, bad_at, error)
             : aml_source_read(file->source, arena, AML_LIMIT_FILE_BYTES, bad_at, error);
}

static void read_bytes(aml_file *file) {
  uint32_t bad_at = 0;
  aml_error error;
  aml_status status = fill(file, &file->arena, &bad_at, &error);
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

static bool is_wide(const aml_source *source) {
  return source->encoding == AML_ENCODING_UTF16_LE || source->encoding == AML_ENCODING_UTF16_BE;
}

/* Fills the source of a file that is only searched: bytes that are no UTF-8 do no harm. */
static bool fill_for_search(aml_file *file, aml_arena *arena, aml_error *error) {
  aml_status status = fill(file, arena, NULL, error);
  return status == AML_OK || (status == AML_ERR_INPUT && !is_wide(file->source));
}

/* The place of a member `computeType` that is a type of compute. Trees are no deeper than the readers' bound.
 */
static bool find_compute_type(const aml_value *value, aml_span *span) {
  bool is_found = false;
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count && !is_found; i++) {
      is_found = find_compute_type(value->as.array.items[i], span);
    }
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count && !is_found; i++) {
    const aml_member *member = &value->as.object.members[i];
    bool is_type = aml_sv_ieq(member->name, AML_SV("computeType"));
    if (is_type && aml_form_is_compute_type(aml_value_text(member->value))) {
      *span = member->value->span;
      return true;
    }
    is_found = find_compute_type(member->value, span);
  }
  return is_found;
}

/* Rules hold examples of resources, and so may policies: they judge, and declare nothing. */
static bool is_payload(const aml_file *file, aml_span *span) {
  bool is_found = false;
  for (size_t i = 0; i < file->tree->documents.count && !is_found; i++) {
    const aml_value *root = file->tree->documents.items[i].root;
    is_found = !aml_rule_recognise(root) && !aml_policies_recognise(root) && find_compute_type(root, span);
  }
  return is_found;
}

static bool has_mark(const aml_file *file, aml_span *span) {
  if (file->form == aml_form_of_payloads()) {
    return is_payload(file, span);
  }
  size_t begin, end;
  if (!aml_form_find_mark(file->form, file->source->bytes, &begin, &end)) {
    return false;
  }
  *span = (aml_span){file->source->id, (uint32_t)begin, (uint32_t)end};
  return true;
}

static void search_form(aml_file *file) {
  aml_error error;
  aml_span span;
  if (fill_for_search(file, &file->arena, &error)) {
    file->is_marked = has_mark(file, &span);
  } else {
    file->is_marked = true;
    file->unsearched = aml_sv_dup(&file->arena, aml_sv_of(error.text));
  }
}

aml_span aml_file_find_mark(aml_file *file, aml_arena *arena) {
  aml_error error;
  aml_span span = {file->source->id, 0, 0};
  if (file->source->bytes.len > 0 || fill_for_search(file, arena, &error)) {
    (void)has_mark(file, &span);
  }
  return span;
}

/* Of what is passed over: the form that its name has besides JSON, YAML that runs commands, or the body of a
 * request. */
static void search_passed_over(aml_file *file) {
  const aml_form *form = aml_form_of_name(file->source->path);
  file->form = form == NULL && file->tree->syntax == AML_SYNTAX_YAML ? aml_form_of_yaml() : form;
  aml_span span;
  file->is_marked = file->form != NULL && has_mark(file, &span);
  if (form == NULL && !file->is_marked) {
    file->form = aml_form_of_payloads();
    file->is_marked = has_mark(file, &span);
  }
}

/* The form that the name shows; of a name without an ending, that a search found it to begin as a script. */
static const aml_form *form_before_reading(const aml_file *file) {
  aml_sv path = file->source->path;
  bool is_found = !file->source->is_named && !file->is_context && !file->is_given;
  if (aml_discover_takes(path)) {
    return NULL;
  }
  return is_found && aml_form_hangs_on_bytes(path) ? aml_form_of_scripts() : aml_form_of_name(path);
}

static bool is_named_script(const aml_file *file) {
  return aml_form_hangs_on_bytes(file->source->path) && aml_sv_starts(file->source->bytes, AML_SV("#!"));
}

static void load_text(aml_file *file) {
  read_bytes(file);
  if (file->state == AML_FILE_FAILED) {
    return;
  }
  if (is_named_script(file)) {
    file->form = aml_form_of_scripts();
    search_form(file);
    return;
  }
  size_t size = file->source->bytes.len;
  file->budget = aml_budget_of(
      AML_READ_STEPS + size, AML_READ_MEMORY + size * AML_RUN_MEMORY_FOR_A_BYTE, file->budget.finish);
  file->arena.budget = &file->budget;
  file->tree = aml_tree_read_with(file->source, file->placeholders, &file->arena, &file->diags);
  file->state = file->tree->is_broken ? AML_FILE_BROKEN : AML_FILE_READ;
  file->kind = recognise(file);
  if (file->kind == AML_FILE_OTHER) {
    search_passed_over(file);
  }
}

static void load(void *ctx) {
  aml_file *file = ctx;
  aml_diags_init(&file->diags, &file->arena);
  file->form = form_before_reading(file);
  if (file->form != NULL) {
    search_form(file);
  } else {
    load_text(file);
  }
}

/* A text that was only searched has served. */
static void give_back(aml_file *file) {
  file->source->bytes = (aml_sv){NULL, 0};
  aml_arena_release(&file->arena);
  aml_diags_init(&file->diags, &file->arena);
}

void aml_file_load(aml_file *file) {
  file->is_loaded = true;
  file->status = aml_guard_run(&file->arena, load, file);
  file->arena.budget = NULL;
  if (file->status != AML_OK) {
    file->state = AML_FILE_FAILED;
    file->kind = AML_FILE_OTHER;
    file->tree = NULL;
  } else if (file->form != NULL && file->tree == NULL && file->unsearched.len == 0) {
    give_back(file);
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
