/* What addresses of files begin at: the run's home, and other repositories that hold some of its files. */
#include "report/repository.h"
#include "report/sarif.h"
#include "source/discover.h"
#include "source/paths.h"

static aml_sarif_base *find_base(aml_sarif *s, aml_sv root) {
  aml_sarif_base *base = AML_NEW(s->arena, aml_sarif_base);
  base->root = root;
  base->id = aml_sv_format(s->arena, "REPOSITORY%zu", s->bases.count + 2);
  AML_VEC_PUSH(s->arena, &s->bases, *base);
  return base;
}

void aml_sarif_collect_bases(aml_sarif *s) {
  aml_map by_root;
  aml_map_init(&by_root, s->arena, AML_MAP_EXACT);
  aml_map_init(&s->base_by_folder, s->arena, AML_MAP_EXACT);
  for (size_t id = 1; id <= aml_sources_count(s->run->sources); id++) {
    aml_sv path = aml_path_at_home(s->run, aml_sources_get(s->run->sources, (aml_source_id)id)->path);
    aml_sv folder = aml_path_folder(path);
    s->has_cached = s->has_cached || aml_path_is_cached(path);
    if (!aml_sv_starts(path, AML_SV("/")) || aml_map_find(&s->base_by_folder, folder) != NULL) {
      continue;
    }
    aml_sv root = aml_discover_repository(s->arena, folder);
    aml_sarif_base *base = root.len == 0 ? NULL : aml_map_find(&by_root, root);
    if (root.len > 0 && base == NULL) {
      base = find_base(s, root);
      (void)aml_map_put(&by_root, root, base);
    }
    if (base != NULL) {
      (void)aml_map_put(&s->base_by_folder, folder, base);
    }
  }
}

const aml_sarif_base *aml_sarif_base_of(const aml_sarif *s, aml_sv path, aml_sv *relative) {
  const aml_sarif_base *base = aml_map_find(&s->base_by_folder, aml_path_folder(path));
  if (base != NULL) {
    *relative = aml_path_relative(s->arena, base->root, path);
  }
  return base;
}

static void write_base(aml_sarif *s, aml_sv id, aml_sv description) {
  aml_json_key(&s->json, id);
  aml_json_begin_object(&s->json);
  aml_sarif_text(s, "description", description);
  aml_json_end_object(&s->json);
}

void aml_sarif_bases(aml_sarif *s) {
  aml_json_key(&s->json, AML_SV("originalUriBaseIds"));
  aml_json_begin_object(&s->json);
  write_base(s, AML_SV(AML_SARIF_ROOT),
      AML_SV("Root of the repository; left unresolved so that the log does not depend on the machine."));
  if (s->has_cached) {
    write_base(s, AML_SV(AML_SARIF_CACHE),
        AML_SV("Cache of Bicep modules, '~/.bicep' on most machines; left unresolved like the first."));
  }
  for (size_t i = 0; i < s->bases.count; i++) {
    aml_sv name = aml_path_shown(s->arena, aml_path_name(s->bases.items[i].root));
    write_base(s, s->bases.items[i].id,
        aml_sv_format(s->arena, "Root of another repository, '%.*s'; left unresolved like the first.",
            AML_SV_ARG(name)));
  }
  aml_json_end_object(&s->json);
}

/* One entry; CI knows best, since it checks out without a branch. */
static void write_version(aml_sarif *s, aml_sv id, aml_repository ci, aml_repository git, bool *has_any) {
  aml_sv url = ci.url.len > 0 ? ci.url : git.url;
  aml_sv revision = ci.revision.len > 0 ? ci.revision : git.revision;
  aml_sv branch = ci.branch.len > 0 ? ci.branch : git.branch;
  if (url.len == 0) {
    return;
  }
  if (!*has_any) {
    aml_json_key(&s->json, AML_SV("versionControlProvenance"));
    aml_json_begin_array(&s->json);
    *has_any = true;
  }
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "repositoryUri", url);
  if (revision.len > 0) {
    aml_json_member_string(&s->json, "revisionId", revision);
  }
  if (branch.len > 0) {
    aml_json_member_string(&s->json, "branch", branch);
  }
  aml_json_key(&s->json, AML_SV("mappedTo"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "uriBaseId", id);
  aml_json_end_object(&s->json);
  aml_json_end_object(&s->json);
}

void aml_sarif_provenance(aml_sarif *s) {
  bool has_any = false;
  write_version(s, AML_SV(AML_SARIF_ROOT), aml_repository_of_ci(s->arena, s->options->environment),
      aml_repository_read(s->arena, s->run->home), &has_any);
  for (size_t i = 0; i < s->bases.count; i++) {
    const aml_sarif_base *base = &s->bases.items[i];
    write_version(s, base->id, (aml_repository){0}, aml_repository_read(s->arena, base->root), &has_any);
  }
  if (has_any) {
    aml_json_end_array(&s->json);
  }
}
