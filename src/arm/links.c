/* Linked templates and parameter files: which file of the run a link means. Nothing is fetched. */
#include "arm/template_expansion.h"
#include "source/paths.h"

/* `relative` seen from the folder of the file `base`; empty where it leaves the root. */
static aml_sv resolve_path(aml_arena *arena, aml_sv base, aml_sv relative) {
  while (aml_sv_starts(relative, AML_SV("/"))) {
    relative = aml_sv_slice(relative, 1, relative.len);
  }
  aml_sv path = aml_path_join(arena, aml_path_folder(base), relative);
  bool leaves = aml_sv_starts(base, AML_SV("/")) ? aml_sv_starts(path, AML_SV("/../"))
                : aml_path_is_cached(base)       ? !aml_path_is_cached(path)
                                                 : aml_path_is_outside(path);
  return leaves ? (aml_sv){NULL, 0} : path;
}

bool aml_arm_is_own_path(aml_sv path) {
  return path.len > 0 && path.data[0] != '/' && aml_sv_find_char(path, '\\', 0) == AML_NPOS;
}

bool aml_arm_is_kept_elsewhere(aml_sv reference) {
  return aml_sv_starts(reference, AML_SV("br:")) || aml_sv_starts(reference, AML_SV("br/")) ||
         aml_sv_starts(reference, AML_SV("ts:")) || aml_sv_starts(reference, AML_SV("ts/"));
}

aml_sv aml_arm_resolve_path(const aml_arm_run *run, aml_sv base, aml_sv reference) {
  const aml_arm_files *files = run->input->files;
  if (aml_arm_is_kept_elsewhere(reference)) {
    return files == NULL || files->module == NULL ? (aml_sv){NULL, 0}
                                                  : files->module(files->ctx, base, reference);
  }
  return aml_arm_is_own_path(reference) ? resolve_path(run->arena, base, reference) : (aml_sv){NULL, 0};
}

static aml_sv without_query(aml_sv uri) {
  return aml_sv_slice(uri, 0, aml_sv_find_char(uri, '?', 0));
}

/* What the config's map of links says about a URI: an entry for it, or for a folder ("https://.../") above
 * it. Empty where nothing does. */
static aml_sv map_uri(aml_arm_run *run, aml_sv uri) {
  const aml_arm_context *context = run->input->context;
  const aml_value *links = context == NULL ? NULL : context->template_links;
  aml_sv best = AML_SV("");
  size_t longest = 0;
  for (size_t i = 0; aml_value_is(links, AML_OBJECT) && i < links->as.object.count; i++) {
    const aml_member *link = &links->as.object.members[i];
    aml_sv target = aml_value_text(link->value);
    bool is_folder = aml_sv_ends(link->name, AML_SV("/"));
    if (target.len == 0 || link->name.len <= longest || !aml_sv_istarts(uri, link->name) ||
        (!is_folder && uri.len != link->name.len)) {
      continue;
    }
    longest = link->name.len;
    aml_sv rest = aml_sv_slice(uri, link->name.len, uri.len);
    best = is_folder ? aml_sv_format(run->arena, "%.*s%s%.*s", AML_SV_ARG(target),
                           aml_sv_ends(target, AML_SV("/")) ? "" : "/", AML_SV_ARG(rest))
                     : target;
  }
  return best.len == 0 ? best : resolve_path(run->arena, AML_SV(""), best);
}

static bool is_own_uri(const aml_value *value) {
  return value->kind == AML_UNKNOWN && aml_sv_eq(value->as.unknown->reason, AML_ARM_OWN_URI);
}

/* The path in uri(deployment().properties.templateLink.uri, 'path'), however the address came there: where
 * the template itself is deployed from, its neighbours are files beside it. Empty for every other form. */
static aml_sv relative_to_own_uri(aml_arm_site site, const aml_value *declared) {
  aml_arm_run *run = site.frame->run;
  declared = aml_arm_declared(site.frame, declared);
  const aml_expr *expr = aml_value_is(declared, AML_EXPRESSION) ? declared->as.expression.tree : NULL;
  if (expr == NULL || expr->kind != AML_EXPR_CALL || !aml_sv_ieq(expr->name, AML_SV("uri")) ||
      expr->arg_count != 2) {
    return AML_SV("");
  }
  aml_eval eval = *run->eval;
  eval.scope = &site.frame->names->scope;
  eval.expression = declared;
  aml_eval *former = run->eval;
  aml_arm_site former_site = run->site;
  run->eval = &eval;
  run->site = site;
  const aml_value *base = aml_eval_arg(&eval, expr, 0);
  const aml_value *path = aml_eval_arg(&eval, expr, 1);
  run->eval = former;
  run->site = former_site;
  if (!is_own_uri(base)) {
    return AML_SV("");
  }
  aml_sv known = path->kind == AML_UNKNOWN ? path->as.unknown->prefix : aml_value_text(path);
  return aml_sv_iends(without_query(known), AML_SV(".json")) ? without_query(known) : AML_SV("");
}

/* The path that a link gives, as shown; empty where it is no file of ours. *is_relative: it should be. */
static aml_sv resolve(
    aml_arm_site site, const aml_value *declared, const aml_value *link, bool *is_relative) {
  aml_arm_run *run = site.frame->run;
  const aml_value *relative = aml_object_find(link, AML_SV("relativePath"));
  const aml_value *uri = aml_object_find(link, AML_SV("uri"));
  const aml_value *module =
      site.frame->is_lowered ? aml_object_find(link, AML_SV("module")) : NULL; /* no template says so */
  *is_relative = true;
  if (aml_value_is(module, AML_STRING)) {
    *is_relative = module->as.string.len > 0;
    return !*is_relative ? (aml_sv){NULL, 0} : aml_arm_resolve_path(run, site.frame->path, module->as.string);
  }
  if (aml_value_is(relative, AML_STRING)) {
    return resolve_path(run->arena, site.frame->path, relative->as.string);
  }
  if (aml_value_is(uri, AML_STRING)) {
    *is_relative = aml_sv_find(uri->as.string, AML_SV("://"), 0) == AML_NPOS;
    return *is_relative ? resolve_path(run->arena, site.frame->path, without_query(uri->as.string))
                        : map_uri(run, without_query(uri->as.string));
  }
  aml_sv neighbour = relative_to_own_uri(site, aml_object_find(declared, AML_SV("uri")));
  *is_relative = neighbour.len > 0;
  return *is_relative ? resolve_path(run->arena, site.frame->path, neighbour) : AML_SV("");
}

void aml_arm_report_module(aml_arm_run *run, aml_span span, aml_sv reference) {
  if (reference.len == 0) {
    aml_arm_report(run, "AML004", span, "The module has no path; it was not checked.");
    return;
  }
  if (!aml_arm_is_kept_elsewhere(reference)) {
    aml_arm_report(run, "AML004", span,
        "The module '%.*s' was not checked: it does not exist, is not a template, or is outside the root.",
        AML_SV_ARG(reference));
    return;
  }
  aml_diag *diag = aml_arm_report(run, "AML004", span,
      "The module '%.*s' is not in the module cache and was not fetched; what it deploys was not checked.",
      AML_SV_ARG(reference));
  diag->help =
      AML_SV("Run 'bicep restore' first, or name a copy in the repository under 'bicep' in amlint.yml.");
}

/* What a link leads to is not among the files: a path of ours, an address elsewhere, or one that is not
 * known. */
static void report_missing(aml_arm_run *run, const aml_value *link, aml_sv target, bool is_relative) {
  aml_sv uri = without_query(aml_value_text(aml_object_find(link, AML_SV("uri"))));
  const aml_value *module = aml_object_find(link, AML_SV("module"));
  if (module != NULL) {
    aml_arm_report_module(run, link->span, aml_value_text(module));
  } else if (is_relative) {
    aml_arm_report(run, "AML004", link->span,
        "The linked file '%.*s' was not checked: it does not exist, is not a template, or is outside the "
        "root.",
        AML_SV_ARG(target));
  } else if (target.len > 0) {
    aml_arm_report(run, "AML004", link->span,
        "The file '%.*s', which 'templateLinks' names for '%.*s', was not checked: it does not exist or is "
        "not a template.",
        AML_SV_ARG(target), AML_SV_ARG(uri));
  } else if (uri.len > 0) {
    aml_arm_report(run, "AML004", link->span,
        "The linked template '%.*s' is remote and was not fetched; what it deploys was not checked.",
        AML_SV_ARG(uri));
  } else {
    aml_arm_report(run, "AML004", link->span,
        "The linked template is a template spec, or its address is not known; what it deploys was not "
        "checked.");
  }
}

const aml_value *aml_arm_link_open(
    aml_arm_site site, const aml_value *declared, const aml_value *link, aml_sv *path) {
  aml_arm_run *run = site.frame->run;
  const aml_arm_files *files = run->input->files;
  bool is_relative = false;
  aml_sv target = resolve(site, declared, link, &is_relative);
  const aml_value *root = target.len == 0 || files == NULL ? NULL : files->open(files->ctx, target);
  if (target.len == 0 && is_relative) { /* it climbs out of what is known: name it as it is written */
    target = aml_value_text(aml_object_find(link, AML_SV("relativePath")));
    target = target.len > 0 ? target : aml_value_text(aml_object_find(link, AML_SV("uri")));
  }
  if (root == NULL && files != NULL) {
    report_missing(run, link, target, is_relative);
  }
  *path = root == NULL ? *path : target;
  return root;
}
