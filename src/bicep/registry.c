#include "bicep/registry.h"

#include "base/strbuf.h"
#include "source/paths.h"

/* A reference, its alias replaced. */
typedef struct module_name {
  bool is_spec;
  aml_sv registry;   /* or the subscription of a template spec */
  aml_sv group;      /* of a template spec; else empty */
  aml_sv repository; /* or the name of a template spec */
  aml_sv tag;        /* or its version; empty where there is a digest */
  aml_sv digest;     /* "sha256:..." */
} module_name;

/* ---- bicepconfig.json ---- */

typedef struct nearest_config {
  const aml_value *root; /* NULL: there is none */
  aml_sv folder;
} nearest_config;

static nearest_config find_config(const aml_front_host *host, aml_arena *arena, aml_sv from) {
  for (aml_sv folder = aml_path_folder(from);; folder = aml_path_folder(folder)) {
    const aml_file *file = aml_host_open(host, aml_path_join(arena, folder, AML_SV("bicepconfig.json")));
    if (file != NULL && file->tree != NULL) {
      return (nearest_config){aml_file_root(file), folder};
    }
    if (folder.len == 0) {
      return (nearest_config){NULL, folder};
    }
  }
}

static aml_sv member_text(const aml_value *object, const char *name) {
  return aml_value_text(aml_object_find(object, aml_sv_of(name)));
}

static const aml_value *find_alias(const nearest_config *config, const char *kind, aml_sv name) {
  const aml_value *aliases = aml_object_find(config->root, AML_SV("moduleAliases"));
  return aml_object_find(aml_object_find(aliases, aml_sv_of(kind)), name);
}

/* ---- references ---- */

/* "name:tag" or "name@sha256:digest", behind what the registry or an alias says. */
static void split_version(aml_sv text, module_name *out) {
  size_t at = aml_sv_find_char(text, '@', 0);
  size_t colon = at != AML_NPOS ? AML_NPOS : aml_sv_rfind_char(text, ':');
  out->repository = aml_sv_slice(text, 0, at != AML_NPOS ? at : colon != AML_NPOS ? colon : text.len);
  out->digest = at == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(text, at + 1, text.len);
  out->tag = colon == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(text, colon + 1, text.len);
}

/* "registry/path/name:tag" */
static void read_registry(aml_sv rest, module_name *out) {
  out->registry = aml_sv_split(&rest, '/');
  split_version(rest, out);
}

/* "subscription/group/name:version" */
static void read_spec(aml_sv rest, module_name *out) {
  out->registry = aml_sv_split(&rest, '/');
  out->group = aml_sv_split(&rest, '/');
  split_version(rest, out);
}

static void read_alias(
    const nearest_config *config, aml_arena *arena, aml_sv alias, aml_sv rest, module_name *out) {
  const aml_value *found = find_alias(config, out->is_spec ? "ts" : "br", alias);
  split_version(rest, out);
  if (out->is_spec) {
    out->registry = member_text(found, "subscription");
    out->group = member_text(found, "resourceGroup");
    return;
  }
  bool is_public = found == NULL && aml_sv_eq(alias, AML_SV("public"));
  aml_sv path = is_public ? AML_SV("bicep") : member_text(found, "modulePath");
  out->registry = is_public ? AML_SV("mcr.microsoft.com") : member_text(found, "registry");
  if (path.len > 0) {
    out->repository = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(path), AML_SV_ARG(out->repository));
  }
}

static module_name read_name(const nearest_config *config, aml_arena *arena, aml_sv reference) {
  module_name out = {.is_spec = aml_sv_starts(reference, AML_SV("ts"))};
  bool has_alias = reference.data[2] == '/';
  aml_sv rest = aml_sv_slice(reference, 3, reference.len);
  if (has_alias) {
    aml_sv alias = aml_sv_split(&rest, ':');
    read_alias(config, arena, alias, rest, &out);
  } else if (out.is_spec) {
    read_spec(rest, &out);
  } else {
    read_registry(rest, &out);
  }
  return out;
}

/* ---- paths ---- */

/* Whether a name may become one of a folder: none of its characters is more than itself there. */
static bool is_plain(aml_sv text, const char *others) {
  bool is_dots = aml_sv_eq(text, AML_SV(".")) || aml_sv_eq(text, AML_SV(".."));
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!is_word && aml_sv_find_char(aml_sv_of(others), c, 0) == AML_NPOS) {
      return false;
    }
  }
  return text.len > 0 && !is_dots;
}

static bool is_whole(const module_name *name) {
  enum { TAG_MAX = 128 };
  if (name->is_spec) {
    return is_plain(name->registry, "-_.()") && is_plain(name->group, "-_.()") &&
           is_plain(name->repository, "-_.()") && is_plain(name->tag, "-_.()");
  }
  return is_plain(name->registry, "-.:[]") && is_plain(name->repository, "-_./") &&
         (name->digest.len > 0 ? is_plain(name->digest, ":")
                               : name->tag.len <= TAG_MAX && is_plain(name->tag, "-_."));
}

static void add_with(aml_strbuf *out, aml_sv text, char of, char becomes) {
  for (size_t i = 0; i < text.len; i++) {
    aml_strbuf_add_char(out, text.data[i] == of ? becomes : text.data[i]);
  }
}

/* A tag, and behind it which of its letters are capitals, as a number in hexadecimal digits, the first
 * letter's bit lowest: folders may not tell "A" from "a". */
static void add_tag(aml_strbuf *out, aml_sv tag) {
  enum { BITS = 64 };
  uint64_t capitals[2] = {0, 0};
  for (size_t i = 0; i < tag.len; i++) {
    if (tag.data[i] >= 'A' && tag.data[i] <= 'Z') {
      capitals[i / BITS] |= UINT64_C(1) << (i % BITS);
    }
  }
  aml_strbuf_addf(out, "%.*s$", AML_SV_ARG(tag));
  if (capitals[1] != 0) {
    aml_strbuf_addf(out, "%llx%016llx", (unsigned long long)capitals[1], (unsigned long long)capitals[0]);
  } else if (capitals[0] != 0) {
    aml_strbuf_addf(out, "%llx", (unsigned long long)capitals[0]);
  }
}

/* Where a cache has the module, from its top. */
static aml_sv path_in_cache(aml_arena *arena, const module_name *name) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  if (name->is_spec) {
    aml_sv path = aml_sv_format(arena, "ts/%.*s/%.*s/%.*s/%.*s/main.json", AML_SV_ARG(name->registry),
        AML_SV_ARG(name->group), AML_SV_ARG(name->repository), AML_SV_ARG(name->tag));
    return aml_sv_lower(arena, path);
  }
  aml_strbuf_add(&out, AML_SV("br/"));
  add_with(&out, aml_sv_lower(arena, name->registry), ':', '$');
  aml_strbuf_add_char(&out, '/');
  add_with(&out, name->repository, '/', '$');
  aml_strbuf_add_char(&out, '/');
  if (name->digest.len > 0) {
    add_with(&out, name->digest, ':', '#');
  } else {
    add_tag(&out, name->tag);
  }
  aml_strbuf_add(&out, AML_SV("/main.json"));
  return aml_strbuf_view(&out);
}

/* ---- look-up ---- */

static aml_sv shown_if_there(const aml_file *file) {
  return file == NULL ? (aml_sv){NULL, 0} : file->source->path;
}

static aml_sv find_below(const aml_front_host *host, aml_arena *arena, aml_sv folder, aml_sv path) {
  return folder.len == 0 || aml_path_is_outside(folder)
             ? (aml_sv){NULL, 0}
             : shown_if_there(aml_host_open(host, aml_path_join(arena, folder, path)));
}

aml_sv aml_bicep_module_path(
    const aml_front_host *host, aml_arena *arena, const aml_value *settings, aml_sv from, aml_sv reference) {
  aml_sv named =
      aml_value_text(aml_object_find_exact(aml_object_find(settings, AML_SV("modules")), reference));
  if (named.len > 0) {
    return shown_if_there(aml_host_open(host, aml_path_join(arena, (aml_sv){NULL, 0}, named)));
  }
  const nearest_config config = find_config(host, arena, from);
  const module_name name = read_name(&config, arena, reference);
  if (!is_whole(&name)) {
    return (aml_sv){NULL, 0};
  }
  aml_sv path = path_in_cache(arena, &name);
  aml_sv own = member_text(config.root, "cacheRootDirectory");
  bool is_relative = own.len > 0 && own.data[0] != '/';
  aml_sv found =
      find_below(host, arena, aml_path_join(arena, (aml_sv){NULL, 0}, member_text(settings, "cache")), path);
  if (found.len == 0 && is_relative) {
    found = find_below(host, arena, aml_path_join(arena, config.folder, own), path);
  }
  return found.len > 0 ? found : shown_if_there(aml_host_open_cached(host, path));
}
