/* Which parameter files belong to which template: by name in one folder, by a link inside, or by option. */
#include "arm/front_arm.h"

#include "arm/template.h"
#include "base/limits.h"
#include "source/paths.h"

static bool is_paired(const aml_file *file, const aml_file *parameters) {
  for (size_t i = 0; i < file->units.count; i++) {
    if (file->units.items[i]->parameters == parameters) {
      return true;
    }
  }
  return false;
}

void aml_arm_pair(const aml_front_host *host, aml_file *file, aml_file *parameters) {
  if (is_paired(file, parameters)) {
    return;
  }
  if (file->units.count == AML_LIMIT_PARAMETER_FILES) {
    aml_diags_add(file->diags, "AML003",
        parameters->source->id == 0 ? AML_NO_SPAN : (aml_span){file->source->id, 0, 0},
        "More than %d parameter files belong to this template; '%.*s' and later ones are not evaluated.",
        AML_LIMIT_PARAMETER_FILES, AML_SV_ARG(parameters->source->path))
        ->is_incomplete = true;
    return;
  }
  (void)aml_host_add_unit(host, file, parameters);
}

/* The first name that begins with the prefix, or comes after all that do: a folder may hold thousands. */
static size_t find_first(const aml_texts *names, aml_sv prefix) {
  size_t low = 0;
  size_t high = names->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    aml_sv name = names->items[middle];
    if (aml_sv_icmp(aml_sv_slice(name, 0, prefix.len), prefix) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

typedef void visit_name(const aml_front_host *host, aml_file *file, aml_sv path);

static void visit_names(
    const aml_front_host *host, aml_file *file, aml_sv folder, aml_sv prefix, visit_name *visit) {
  const aml_texts *names = aml_host_list(host, folder);
  for (size_t i = find_first(names, prefix); i < names->count && aml_sv_istarts(names->items[i], prefix);
       i++) {
    visit(host, file, aml_path_join(host->arena, folder, names->items[i]));
  }
}

/* Whether the file holds templates: its row pairs them with parameter files, as below. */
static bool is_template(const aml_file *file) {
  return file != NULL && file->front != NULL && file->front->group == aml_arm_pair_parameters;
}

/* Whether a parameter file of a fitting name does not name another template. */
static bool is_for(const aml_file *file, const aml_file *parameters) {
  return parameters->front != NULL && parameters->front->gives_parameters &&
         aml_arm_parameters_belong(file->source->path, parameters->source->path, aml_file_root(parameters));
}

static void pair_if_belonging(const aml_front_host *host, aml_file *file, aml_sv path) {
  if (!aml_arm_parameters_belong(file->source->path, path, NULL)) {
    return;
  }
  aml_file *parameters = aml_host_open(host, path);
  if (parameters != NULL && is_for(file, parameters)) {
    aml_arm_pair(host, file, parameters);
  }
}

static aml_sv stem_of(aml_sv path) {
  aml_sv name = aml_path_name(path);
  return aml_sv_slice(name, 0, aml_sv_rfind_char(name, '.'));
}

/* Parameter files beside the template, in the run or on disk. */
static void pair_by_name(const aml_front_host *host, aml_file *file) {
  aml_sv folder = aml_path_folder(file->source->path);
  if (aml_path_is_outside(file->source->path)) {
    return;
  }
  aml_sv stem = stem_of(file->source->path);
  visit_names(host, file, folder, aml_sv_join(host->arena, stem, AML_SV(".")), pair_if_belonging);
  visit_names(host, file, folder, aml_sv_format(host->arena, "parameters.%.*s.", AML_SV_ARG(stem)),
      pair_if_belonging);
}

static void bring_if_owner(const aml_front_host *host, aml_file *parameters, aml_sv path) {
  if (!aml_arm_parameters_belong(path, parameters->source->path, NULL)) {
    return;
  }
  aml_file *file = aml_host_open(host, path);
  if (is_template(file)) {
    file->is_context = false;
  }
}

/* The template that a parameter file of the run belongs to, when nobody named that template: it is what the
 * change affects. */
static void bring_template(const aml_front_host *host, aml_file *parameters) {
  aml_sv linked = aml_value_text(aml_value_path(aml_file_root(parameters), AML_SV("metadata.template")));
  aml_sv folder = aml_path_folder(parameters->source->path);
  if (linked.len > 0) {
    aml_file *file = aml_host_open(host, aml_path_join(host->arena, folder, linked));
    if (is_template(file)) {
      file->is_context = false;
      aml_arm_pair(host, file, parameters);
    }
    return;
  }
  bool uses_none = aml_sv_iends(parameters->source->path, AML_SV(".bicepparam"));
  if (uses_none || aml_path_is_outside(parameters->source->path)) {
    return;
  }
  /* "main.parameters.dev" belongs to "main.json"; "parameters.main" does as well. */
  aml_sv stem = stem_of(parameters->source->path);
  for (size_t dot = aml_sv_find_char(stem, '.', 0); dot != AML_NPOS;
       dot = aml_sv_find_char(stem, '.', dot + 1)) {
    static const aml_sv endings[] = {AML_SV_CONST(".json"), AML_SV_CONST(".bicep")};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
      aml_sv before = aml_sv_join(host->arena, aml_sv_slice(stem, 0, dot), endings[i]);
      aml_sv after = aml_sv_join(host->arena, aml_sv_slice(stem, dot + 1, stem.len), endings[i]);
      visit_names(host, parameters, folder, before, bring_if_owner);
      visit_names(host, parameters, folder, after, bring_if_owner);
    }
  }
}

void aml_arm_bring_template(const aml_front_host *host, aml_file *parameters) {
  if (host->given->count == 0) {
    bring_template(host, parameters);
  }
}

/* Each with the parameter files that the caller named, or else with those beside it. */
void aml_arm_pair_parameters(const aml_front_host *host, aml_file *file) {
  for (size_t i = 0; i < host->given->count; i++) {
    aml_arm_pair(host, file, host->given->items[i]);
  }
  if (host->given->count == 0) {
    pair_by_name(host, file);
  }
}
