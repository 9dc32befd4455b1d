/* Exports as a language: the row of files that were named as evidence. */
#include "inventory/export.h"

static void refuse(aml_file *file, aml_span span, aml_sv why) {
  aml_diag *diag = aml_diags_add(
      file->diags, "AML017", span, "This file was named as evidence, but it %.*s.", AML_SV_ARG(why));
  diag->is_incomplete = true;
}

static bool is_table(aml_sv path) {
  return aml_sv_iends(path, AML_SV(".csv")) || aml_sv_iends(path, AML_SV(".tsv")) ||
         aml_sv_iends(path, AML_SV(".xlsx"));
}

/* Every file that is named as evidence is of this row: what it turns out to be is said, and never checked as
 * if it declared something. */
static bool read_export(aml_file *file) {
  if (is_table(file->source->path)) {
    aml_export *none = AML_NEW(file->memory, aml_export);
    *none = (aml_export){.is_truncated = true};
    file->content = none;
    refuse(file, aml_file_span(file, 0, 0), AML_SV("is a table; export it with '--output json'"));
    return true;
  }
  const aml_tree *tree = aml_file_tree(file);
  aml_export *export = AML_NEW(file->memory, aml_export);
  file->content = export;
  if (file->state != AML_FILE_READ) {
    return true; /* which is said already */
  }
  aml_sv why = AML_SV("contains several documents");
  bool is_one = tree->documents.count <= 1;
  if (!is_one || !aml_export_recognise(file->memory, aml_file_root(file), export, &why)) {
    *export = (aml_export){.is_truncated = true};
    refuse(file, aml_file_span(file, 0, 0), why);
  }
  return true;
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  (void)host;
  const aml_export *export = unit->file->content;
  for (size_t i = 0; i < export->count; i++) {
    aml_export_expand(export->items[i], &unit->resources);
  }
}

const aml_front_end aml_front_evidence = {
    .name = "evidence",
    .noun = "export",
    .endings = "",
    .is_for_evidence = true,
    .read = read_export,
    .expand = expand,
    .doing = "Reading",
};
