/* Which files are exports of what runs. */
#include "base/limits.h"
#include "engine/configure.h"
#include "source/discover_agreed.h"
#include "source/paths.h"

typedef struct naming {
  const aml_own_reader *reader;
  const aml_criteria *criteria;
  const aml_config_evidence *entry; /* NULL: by an option */
} naming;

/* What the revision of --config-from has of it is what counts, as of all that files are judged by. */
static void take_agreed(const aml_inputs *inputs, aml_file *file) {
  aml_sv below;
  aml_source copy = {.path = file->source->path, .file = file->source->file};
  uint32_t bad_at;
  aml_error error;
  bool is_agreed = inputs->view.agreed != NULL && !file->is_given &&
                   aml_agreed_covers(inputs->view.agreed, copy.file, &below);
  if (is_agreed && aml_agreed_read(inputs->view.agreed, &copy, inputs->arena, AML_LIMIT_FILE_BYTES, &bad_at,
                       &error) == AML_OK) {
    file->is_given = true;
    file->given = copy.disk;
  }
}

/* A file that a search found as well is no declaration any more. */
static void name_file(void *ctx, const aml_found *found) {
  const naming *self = ctx;
  aml_inputs *inputs = self->reader->inputs;
  aml_sv path = aml_engine_shown_path(inputs, found->file);
  aml_file *file = aml_engine_add_file(inputs, aml_sv_dup(inputs->arena, path), found->file, false);
  bool is_new = !file->is_evidence;
  file->config =
      file->config != NULL ? file->config : aml_engine_config_for(self->criteria, file->source->path);
  file->is_evidence = file->is_context = true;
  file->source->is_withheld = true; /* it may speak of people */
  if (is_new) {
    file->exported = AML_DAY_NONE;
    file->is_said_complete = AML_MAYBE;
    take_agreed(inputs, file);
  }
  if (self->entry != NULL) {
    file->exported = self->entry->exported != AML_DAY_NONE ? self->entry->exported : file->exported;
    file->exported_by = self->entry->by.len > 0 ? self->entry->by : file->exported_by;
    file->is_said_complete =
        self->entry->is_complete != AML_MAYBE ? self->entry->is_complete : file->is_said_complete;
  }
}

/* In a folder, also the endings of exports that are not read, so that nobody believes that they were. */
static aml_take take(const void *table, aml_sv path) {
  static const char *const endings[] = {
      ".json", ".jsonc", ".yml", ".yaml", ".csv", ".tsv", ".xlsx", ".tfstate", ".jsonl", ".ndjson"};
  (void)table;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    if (aml_sv_iends(path, aml_sv_of(endings[i]))) {
      return AML_TAKE_READ;
    }
  }
  return AML_TAKE_NONE;
}

void aml_engine_name_evidence(
    const aml_own_reader *reader, const aml_criteria *criteria, const aml_config_list *configs) {
  const aml_engine_options *options = &reader->request->options;
  naming self = {reader, criteria, NULL};
  const aml_own_walk how = {.noun = "Evidence", .visit = name_file, .ctx = &self, .take = take};
  aml_engine_walk_own_files(reader, &options->evidence, options->folder, &how);
  for (size_t i = 0; i < configs->count; i++) {
    const aml_config *config = configs->items[i];
    for (size_t k = 0; k < config->evidence.count; k++) {
      const aml_config_evidence *one = &config->evidence.items[k];
      aml_texts paths = {0};
      AML_VEC_PUSH(reader->arena, &paths, one->path);
      self.entry = one;
      aml_engine_walk_own_files(reader, &paths, config->folder, &how);
    }
  }
}
