/* Which parameter file belongs to which template. */
#include "arm/template_expansion.h"

static aml_sv folder_of(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  return slash == AML_NPOS ? AML_SV("") : aml_sv_slice(path, 0, slash);
}

/* The file's name without folder and without its ending; empty where it is none of a template. */
static aml_sv stem_of(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  aml_sv name = slash == AML_NPOS ? path : aml_sv_slice(path, slash + 1, path.len);
  static const aml_sv endings[] = {AML_SV_CONST(".json"), AML_SV_CONST(".jsonc"), AML_SV_CONST(".bicep")};
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    if (aml_sv_iends(name, endings[i])) {
      return aml_sv_slice(name, 0, name.len - endings[i].len);
    }
  }
  return (aml_sv){NULL, 0};
}

/* "parameters", "parameters-dev", "parameters.dev", "parameters_dev". */
static bool is_parameters_word(aml_sv text) {
  static const aml_sv words[] = {AML_SV_CONST("parameters"), AML_SV_CONST("params"), AML_SV_CONST("param")};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_istarts(text, words[i])) {
      aml_sv rest = aml_sv_slice(text, words[i].len, text.len);
      return rest.len == 0 || rest.data[0] == '-' || rest.data[0] == '.' || rest.data[0] == '_';
    }
  }
  return false;
}

/* main.bicepparam and main.dev.bicepparam with main.bicep. */
static bool belong_to_bicep(aml_sv template_path, aml_sv parameters_path) {
  aml_sv stem = stem_of(template_path);
  size_t slash = aml_sv_rfind_char(parameters_path, '/');
  aml_sv name =
      slash == AML_NPOS ? parameters_path : aml_sv_slice(parameters_path, slash + 1, parameters_path.len);
  return aml_sv_iends(template_path, AML_SV(".bicep")) && aml_sv_istarts(name, stem) && name.len > stem.len &&
         name.data[stem.len] == '.';
}

static bool belong_by_name(aml_sv template_stem, aml_sv parameters_stem) {
  if (template_stem.len == 0) {
    return false;
  }
  if (aml_sv_istarts(parameters_stem, template_stem) && parameters_stem.len > template_stem.len + 1 &&
      parameters_stem.data[template_stem.len] == '.') {
    return is_parameters_word(aml_sv_slice(parameters_stem, template_stem.len + 1, parameters_stem.len));
  }
  static const aml_sv prefix = AML_SV_CONST("parameters.");
  return aml_sv_istarts(parameters_stem, prefix) &&
         aml_sv_ieq(aml_sv_slice(parameters_stem, prefix.len, parameters_stem.len), template_stem);
}

/* Whether `relative`, seen from the folder of `base`, is `path`; without an arena, segment by segment. */
static bool leads_to(aml_sv base, aml_sv relative, aml_sv path) {
  aml_sv folder = folder_of(base);
  while (aml_sv_starts(relative, AML_SV("./")) || aml_sv_starts(relative, AML_SV("../"))) {
    if (aml_sv_starts(relative, AML_SV("../"))) {
      if (folder.len == 0) {
        return false;
      }
      folder = folder_of(folder);
      relative = aml_sv_slice(relative, 3, relative.len);
    } else {
      relative = aml_sv_slice(relative, 2, relative.len);
    }
  }
  if (folder.len == 0) {
    return aml_sv_eq(relative, path);
  }
  return aml_sv_starts(path, folder) && path.len == folder.len + 1 + relative.len &&
         path.data[folder.len] == '/' && aml_sv_ends(path, relative);
}

bool aml_arm_parameters_belong(aml_sv template_path, aml_sv parameters_path, const aml_value *parameters) {
  const aml_value *metadata = aml_object_find(parameters, AML_SV("metadata"));
  aml_sv link = aml_value_text(aml_object_find(metadata, AML_SV("template")));
  if (link.len > 0) {
    return leads_to(parameters_path, link, template_path);
  }
  bool is_bicep = aml_sv_iends(parameters_path, AML_SV(".bicepparam"));
  if (!aml_sv_eq(folder_of(template_path), folder_of(parameters_path)) || (is_bicep && parameters != NULL)) {
    return false; /* `using none` */
  }
  return is_bicep ? belong_to_bicep(template_path, parameters_path)
                  : belong_by_name(stem_of(template_path), stem_of(parameters_path));
}
