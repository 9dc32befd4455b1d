#include "report/repository.h"

#include "base/strbuf.h"
#include "source/git_folder.h"

enum { MOST_LINKS = 5 };

/* ---- addresses ---- */

static bool is_host_char(char c) {
  return aml_ascii_alnum(c) || c == '.' || c == '-' || c == ':' || c == '[' || c == ']';
}

/* "git@host:path" is git's short form of "ssh://host/path". */
static aml_sv expand_short_form(aml_arena *arena, aml_sv remote) {
  size_t colon = aml_sv_find_char(remote, ':', 0);
  size_t slash = aml_sv_find_char(remote, '/', 0);
  if (colon == AML_NPOS || colon < 2 || (slash != AML_NPOS && slash < colon)) {
    return (aml_sv){NULL, 0}; /* a path, perhaps with a drive letter */
  }
  aml_sv path = aml_sv_slice(remote, colon + 1, remote.len);
  while (aml_sv_starts(path, AML_SV("/"))) {
    path = aml_sv_slice(path, 1, path.len);
  }
  return aml_sv_format(arena, "ssh://%.*s/%.*s", (int)colon, remote.data, AML_SV_ARG(path));
}

aml_sv aml_repository_url(aml_arena *arena, aml_sv remote) {
  remote = aml_sv_trim(remote);
  size_t scheme_end = aml_sv_find(remote, AML_SV("://"), 0);
  if (scheme_end == AML_NPOS) {
    remote = expand_short_form(arena, remote);
    scheme_end = aml_sv_find(remote, AML_SV("://"), 0);
  }
  aml_sv scheme = aml_sv_slice(remote, 0, scheme_end);
  bool is_remote = aml_sv_ieq(scheme, AML_SV("https")) || aml_sv_ieq(scheme, AML_SV("http")) ||
                   aml_sv_ieq(scheme, AML_SV("ssh")) || aml_sv_ieq(scheme, AML_SV("git"));
  if (scheme_end == AML_NPOS || !is_remote) {
    return (aml_sv){NULL, 0};
  }
  aml_sv rest = aml_sv_slice(remote, scheme_end + 3, remote.len);
  size_t slash = aml_sv_find_char(rest, '/', 0);
  aml_sv host = aml_sv_slice(rest, 0, slash);
  aml_sv path = aml_sv_slice(rest, slash == AML_NPOS ? rest.len : slash, rest.len);
  size_t at = aml_sv_rfind_char(host, '@');
  host = aml_sv_slice(host, at == AML_NPOS ? 0 : at + 1, host.len);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_addf(&out, "%.*s://", AML_SV_ARG(aml_sv_lower(arena, scheme)));
  for (size_t i = 0; i < host.len; i++) {
    if (!is_host_char(host.data[i])) {
      return (aml_sv){NULL, 0};
    }
  }
  aml_strbuf_add(&out, host);
  for (size_t i = 0; i < path.len && path.data[i] != '?' && path.data[i] != '#'; i++) {
    char c = path.data[i];
    if (aml_ascii_alnum(c) || aml_sv_find_char(AML_SV("/-._~%@:"), c, 0) != AML_NPOS) {
      aml_strbuf_add_char(&out, c);
    } else {
      aml_strbuf_addf(&out, "%%%02X", (unsigned)(unsigned char)c);
    }
  }
  return host.len == 0 ? (aml_sv){NULL, 0} : aml_strbuf_view(&out);
}

static bool is_revision(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = aml_ascii_lower(text.data[i]);
    if (!aml_ascii_digit(c) && (c < 'a' || c > 'f')) {
      return false;
    }
  }
  return text.len == 40 || text.len == 64;
}

/* ---- .git ---- */

static aml_sv find_packed(aml_arena *arena, aml_sv common, aml_sv reference) {
  aml_sv rest = aml_git_folder_text(arena, common, AML_SV("packed-refs"));
  while (rest.len > 0) {
    aml_sv line = aml_sv_trim(aml_sv_split(&rest, '\n'));
    aml_sv name = line;
    aml_sv revision = aml_sv_split(&name, ' ');
    if (aml_sv_eq(name, reference)) {
      return revision;
    }
  }
  return (aml_sv){NULL, 0};
}

/* A name from a file becomes a path: nothing in it may lead out of the folder. */
static bool is_reference(aml_sv name) {
  return aml_sv_starts(name, AML_SV("refs/")) && aml_sv_find(name, AML_SV(".."), 0) == AML_NPOS;
}

static void read_head(aml_arena *arena, aml_sv git, aml_sv common, aml_repository *out) {
  aml_sv head = aml_git_folder_text(arena, git, AML_SV("HEAD"));
  for (int i = 0; i < MOST_LINKS && aml_sv_starts(head, AML_SV("ref:")); i++) {
    aml_sv reference = aml_sv_trim(aml_sv_slice(head, 4, head.len));
    if (!is_reference(reference)) {
      return;
    }
    if (aml_sv_starts(reference, AML_SV("refs/heads/"))) {
      out->branch = aml_sv_slice(reference, sizeof "refs/heads/" - 1, reference.len);
    }
    head = aml_git_folder_text(arena, git, reference);
    head = head.len > 0 ? head : aml_git_folder_text(arena, common, reference);
    head = head.len > 0 ? head : find_packed(arena, common, reference);
  }
  out->revision = is_revision(head) ? head : (aml_sv){NULL, 0};
}

/* The url of [remote "origin"], or of the first remote. */
static aml_sv read_remote(aml_arena *arena, aml_sv common) {
  aml_sv rest = aml_git_folder_text(arena, common, AML_SV("config"));
  aml_sv first = {NULL, 0};
  bool is_remote = false;
  bool is_origin = false;
  while (rest.len > 0) {
    aml_sv line = aml_sv_trim(aml_sv_split(&rest, '\n'));
    if (aml_sv_starts(line, AML_SV("["))) {
      is_remote = aml_sv_istarts(line, AML_SV("[remote "));
      is_origin = aml_sv_eq(line, AML_SV("[remote \"origin\"]"));
      continue;
    }
    aml_sv value = line;
    aml_sv key = aml_sv_trim(aml_sv_split(&value, '='));
    if (!is_remote || !aml_sv_ieq(key, AML_SV("url"))) {
      continue;
    }
    aml_sv url = aml_repository_url(arena, value);
    if (is_origin) {
      return url;
    }
    first = first.len > 0 ? first : url;
  }
  return first;
}

aml_repository aml_repository_read(aml_arena *arena, aml_sv root) {
  aml_repository out = {0};
  aml_sv git = aml_git_folder(arena, root);
  aml_sv common = aml_git_folder_text(arena, git, AML_SV("commondir"));
  common = common.len > 0 ? aml_git_resolve(arena, git, common) : git;
  read_head(arena, git, common, &out);
  out.url = read_remote(arena, common);
  return out;
}

/* ---- CI ---- */

static aml_sv variable(const aml_value *environment, const char *name) {
  const aml_value *value = aml_object_find_exact(environment, aml_sv_of(name));
  return value == NULL ? (aml_sv){NULL, 0} : aml_value_text(value);
}

aml_repository aml_repository_of_ci(aml_arena *arena, const aml_value *environment) {
  static const struct {
    const char *url, *revision, *branch;
  } services[] = {
      {"BUILD_REPOSITORY_URI", "BUILD_SOURCEVERSION", "BUILD_SOURCEBRANCHNAME"},
      {"CI_PROJECT_URL", "CI_COMMIT_SHA", "CI_COMMIT_REF_NAME"},
  };
  aml_repository out = {0};
  if (!aml_value_is(environment, AML_OBJECT)) {
    return out;
  }
  aml_sv server = variable(environment, "GITHUB_SERVER_URL");
  if (server.len > 0) {
    aml_sv repository = variable(environment, "GITHUB_REPOSITORY");
    out.url = aml_repository_url(
        arena, aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(server), AML_SV_ARG(repository)));
    out.revision = variable(environment, "GITHUB_SHA");
    out.branch = variable(environment, "GITHUB_REF_NAME");
  }
  for (size_t i = 0; i < sizeof services / sizeof services[0] && out.url.len == 0; i++) {
    out.url = aml_repository_url(arena, variable(environment, services[i].url));
    out.revision = variable(environment, services[i].revision);
    out.branch = variable(environment, services[i].branch);
  }
  out.revision = is_revision(out.revision) ? out.revision : (aml_sv){NULL, 0};
  return out;
}
