/* Exports as a language: the row of files that were named as evidence. */
#include "arm/front_arm.h"
#include "base/secret.h"
#include "inventory/export.h"
#include "inventory/personal.h"
#include "terraform/front_terraform.h"

static void refuse(aml_file *file, aml_span span, aml_sv why) {
  aml_diag *diag = aml_diags_add(
      file->diags, "AML017", span, "This file was named as evidence, but it %.*s.", AML_SV_ARG(why));
  diag->is_incomplete = true;
}

static bool is_table(aml_sv path) {
  return aml_sv_iends(path, AML_SV(".csv")) || aml_sv_iends(path, AML_SV(".tsv")) ||
         aml_sv_iends(path, AML_SV(".xlsx"));
}

/* Languages of declarations in which exports are written, too. */
static bool read_as_language(aml_file *file, aml_export *export) {
  static const struct {
    const aml_front_end *row;
    const char *kind;
  } languages[] = {
      {&aml_front_template, "an exported template"}, {&aml_front_terraform_state, "a state of Terraform"}};
  for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
    if (languages[i].row->read(file)) {
      *export = (aml_export){.kind = languages[i].kind, .by = languages[i].row};
      return true;
    }
  }
  return false;
}

/* What was said of a malformed file quotes it, and it may be anything that somebody named as evidence:
 * only the place stays. */
static void withhold(aml_file *file, size_t problems) {
  aml_diags *said = file->diags;
  if (file->state != AML_FILE_BROKEN || said->list.count <= problems) {
    return;
  }
  aml_span span = said->list.items[problems].span;
  said->list.count = problems;
  aml_diag *diag =
      aml_diags_add(said, "AML001", span, "This is not a valid export: the text is malformed here.");
  diag->help =
      AML_SV("The text is not shown, since it may be confidential; check that this is the right file.");
  diag->is_incomplete = true;
}

/* Every file that is named as evidence is of this row: what it turns out to be is said, and never checked as
 * if it declared something. */
static bool read_export(aml_file *file) {
  file->export = AML_NEW(file->memory, aml_export);
  *file->export = (aml_export){.is_truncated = true};
  if (is_table(file->source->path)) {
    refuse(file, aml_file_span(file, 0, 0), AML_SV("is a table; export it with '--output json'"));
    return true;
  }
  size_t problems = file->diags->list.count;
  const aml_tree *tree = aml_file_tree(file);
  aml_sv why = AML_SV("contains several documents");
  if (file->state != AML_FILE_READ) {
    withhold(file, problems);
    return true;
  }
  aml_export found;
  if (tree->documents.count <= 1 && read_as_language(file, file->export)) {
    return true; /* what is wrong is said already */
  }
  if (tree->documents.count <= 1 && aml_export_recognise(file->memory, aml_file_root(file), &found, &why)) {
    *file->export = found;
  } else {
    file->diags->list.count = problems;
    refuse(file, aml_file_span(file, 0, 0), why);
  }
  return true;
}

/* What a row of declarations makes of an export tells what runs: what is wrong with it as a declaration is
 * nothing to say, such as properties that only the service sets. */
static void expand_language(const aml_front_host *host, aml_unit *unit, const aml_front_end *row) {
  row->expand(host, unit);
  aml_diags_init(&unit->diags, &unit->arena);
  for (size_t i = 0; i < unit->resources.list.count; i++) {
    aml_resource *resource = unit->resources.list.items[i];
    aml_export *export = unit->file->export;
    export->tenant = export->tenant.len > 0 ? export->tenant : aml_export_tenant(resource->body);
    resource->body = aml_export_without_people(&unit->arena, resource->body);
    if (aml_export_tells_person(resource->shown_name)) {
      resource->shown_name = AML_SV(AML_SECRET_MASK);
    }
  }
}

static void expand(const aml_front_host *host, aml_unit *unit) {
  const aml_export *export = unit->file->export;
  if (export->by != NULL) {
    expand_language(host, unit, export->by);
    return;
  }
  for (size_t i = 0; i < export->count && export->sort == AML_EXPORT_RESOURCES; i++) {
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

static bool is_of_machine_learning(const aml_value *item) {
  aml_sv id = aml_value_text(aml_object_find(item, AML_SV("id")));
  aml_sv type = aml_value_text(aml_object_find(item, AML_SV("type")));
  return aml_sv_istarts(type, AML_SV("Microsoft.MachineLearningServices/workspaces")) &&
         aml_sv_ifind(id, AML_SV("/providers/Microsoft.MachineLearningServices/workspaces/"), 0) !=
             AML_NPOS &&
         aml_value_is(aml_object_find(item, AML_SV("properties")), AML_OBJECT);
}

/* Only what is certain: quotas, and lists of nothing but computes and workspaces with their properties. */
static bool read_unnamed(aml_file *file) {
  const aml_tree *tree = aml_file_tree(file);
  aml_export found;
  aml_sv why;
  bool is_one = file->state == AML_FILE_READ && tree->documents.count == 1;
  if (!is_one || !aml_export_recognise(file->memory, aml_file_root(file), &found, &why) || found.count == 0) {
    return false;
  }
  bool is_sure = found.sort == AML_EXPORT_RESOURCES || found.sort == AML_EXPORT_QUOTAS;
  for (size_t i = 0; i < found.count && found.sort == AML_EXPORT_RESOURCES && is_sure; i++) {
    is_sure = is_of_machine_learning(found.items[i]);
  }
  if (is_sure) {
    file->export = AML_NEW(file->memory, aml_export);
    *file->export = found;
    file->content = file->export;
  }
  return is_sure;
}

static const char *const traces[] = {"Microsoft.MachineLearningServices", NULL};

const aml_front_end aml_front_unnamed_export = {
    .name = "export",
    .noun = "export",
    .endings = ".json",
    .is_by_content = true,
    .traces = traces,
    .read = read_unnamed,
    .expand = expand,
    .doing = "Reading",
};
