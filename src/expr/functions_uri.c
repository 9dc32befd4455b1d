/* URIs: putting them together and taking them apart, after RFC 3986. */
#include "base/number.h"
#include "expr/functions.h"

typedef struct uri_parts {
  aml_sv scheme, authority, path, query, fragment;
  bool has_scheme, has_authority, has_query, has_fragment;
} uri_parts;

static bool is_scheme(aml_sv text) {
  if (text.len == 0 || !aml_ascii_alpha(text.data[0])) {
    return false;
  }
  for (size_t i = 1; i < text.len; i++) {
    char c = text.data[i];
    if (!aml_ascii_alnum(c) && c != '+' && c != '-' && c != '.') {
      return false;
    }
  }
  return true;
}

/* Cuts *rest before the first of `separators`, which stays in *rest. */
static aml_sv cut_before(aml_sv *rest, const char *separators) {
  size_t at = 0;
  while (at < rest->len && (rest->data[at] == '\0' || strchr(separators, rest->data[at]) == NULL)) {
    at++;
  }
  aml_sv head = aml_sv_slice(*rest, 0, at);
  *rest = aml_sv_slice(*rest, at, rest->len);
  return head;
}

static uri_parts take_apart(aml_sv text) {
  uri_parts uri = {.has_scheme = false};
  aml_sv rest = text;
  size_t colon = aml_sv_find_char(text, ':', 0);
  if (colon != AML_NPOS && is_scheme(aml_sv_slice(text, 0, colon))) {
    uri.has_scheme = true;
    uri.scheme = aml_sv_slice(text, 0, colon);
    rest = aml_sv_slice(text, colon + 1, text.len);
  }
  if (aml_sv_starts(rest, AML_SV("//"))) {
    uri.has_authority = true;
    rest = aml_sv_slice(rest, 2, rest.len);
    uri.authority = cut_before(&rest, "/?#");
  }
  uri.path = cut_before(&rest, "?#");
  if (rest.len > 0 && rest.data[0] == '?') {
    uri.has_query = true;
    rest = aml_sv_slice(rest, 1, rest.len);
    uri.query = cut_before(&rest, "#");
  }
  uri.has_fragment = rest.len > 0;
  uri.fragment = aml_sv_slice(rest, 1, rest.len);
  return uri;
}

/* The path without "." and ".." segments. */
static aml_sv remove_dots(aml_arena *arena, aml_sv path) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_sv rest = path;
  while (rest.len > 0) {
    size_t slash = aml_sv_find_char(rest, '/', 1);
    aml_sv segment = aml_sv_slice(rest, 0, slash); /* with the slash before it */
    bool is_last = slash == AML_NPOS;
    rest = is_last ? AML_SV("") : aml_sv_slice(rest, slash, rest.len);
    aml_sv name = segment.data[0] == '/' ? aml_sv_slice(segment, 1, segment.len) : segment;
    bool is_parent = aml_sv_eq(name, AML_SV(".."));
    if (is_parent) {
      while (out.len > 0 && out.data[--out.len] != '/') {
      }
    }
    if (is_parent || aml_sv_eq(name, AML_SV("."))) {
      aml_strbuf_add(&out, is_last ? AML_SV("/") : AML_SV(""));
    } else {
      aml_strbuf_add(&out, segment);
    }
  }
  return aml_strbuf_view(&out);
}

static void put_together(aml_strbuf *out, const uri_parts *uri) {
  aml_strbuf_add(out, uri->scheme);
  aml_strbuf_add(out, AML_SV(":"));
  if (uri->has_authority) {
    aml_strbuf_add(out, AML_SV("//"));
    aml_strbuf_add(out, uri->authority);
  }
  bool needs_slash = uri->has_authority && uri->path.len == 0;
  aml_strbuf_add(out, needs_slash ? AML_SV("/") : uri->path);
  if (uri->has_query) {
    aml_strbuf_add(out, AML_SV("?"));
    aml_strbuf_add(out, uri->query);
  }
  if (uri->has_fragment) {
    aml_strbuf_add(out, AML_SV("#"));
    aml_strbuf_add(out, uri->fragment);
  }
}

/* Section 5.2.2 of RFC 3986. */
static uri_parts resolve(aml_arena *arena, const uri_parts *base, const uri_parts *relative) {
  uri_parts uri = *relative;
  if (relative->has_scheme) {
    uri.path = remove_dots(arena, relative->path);
    return uri;
  }
  uri.scheme = base->scheme;
  if (relative->has_authority) {
    return uri;
  }
  uri.has_authority = base->has_authority;
  uri.authority = base->authority;
  if (relative->path.len == 0) {
    uri.path = base->path;
    uri.query = relative->has_query ? relative->query : base->query;
    uri.has_query = relative->has_query || base->has_query;
    return uri;
  }
  if (relative->path.data[0] == '/') {
    uri.path = remove_dots(arena, relative->path);
    return uri;
  }
  size_t slash = aml_sv_rfind_char(base->path, '/');
  aml_sv folder = slash == AML_NPOS ? AML_SV("/") : aml_sv_slice(base->path, 0, slash + 1);
  uri.path = remove_dots(arena, aml_sv_join(arena, folder, relative->path));
  return uri;
}

const aml_value *aml_fn_uri(const aml_call *call) {
  uri_parts base = take_apart(call->args[0]->as.string);
  if (!base.has_scheme) {
    return aml_call_fail(call, 0, "'%.*s' is not an absolute URI.", AML_SV_ARG(call->args[0]->as.string));
  }
  uri_parts relative = take_apart(call->args[1]->as.string);
  uri_parts resolved = resolve(call->eval->arena, &base, &relative);
  aml_strbuf text;
  aml_text_begin(call, &text);
  put_together(&text, &resolved);
  return aml_text_end(call, &text);
}

/* How the service writes an absent port or query is not documented: the object is open where one is. */
const aml_value *aml_fn_parse_uri(const aml_call *call) {
  aml_sv text = call->args[0]->as.string;
  uri_parts uri = take_apart(text);
  if (!uri.has_scheme || !uri.has_authority) {
    return aml_call_fail(call, 0, "'%.*s' is not an absolute URI.", AML_SV_ARG(text));
  }
  size_t colon = aml_sv_rfind_char(uri.authority, ':');
  int64_t port = 0;
  bool has_port =
      colon != AML_NPOS && aml_int_parse(aml_sv_slice(uri.authority, colon + 1, uri.authority.len), &port);
  aml_sv host = aml_sv_slice(uri.authority, 0, has_port ? colon : uri.authority.len);
  aml_object_builder parts;
  aml_object_begin(&parts, call->eval->arena);
  aml_object_add(&parts, AML_SV("scheme"), AML_NO_SPAN, aml_make_string(call->eval, uri.scheme));
  aml_object_add(&parts, AML_SV("host"), AML_NO_SPAN, aml_make_string(call->eval, host));
  if (has_port) {
    aml_object_add(&parts, AML_SV("port"), AML_NO_SPAN, aml_make_int(call->eval, port));
  }
  if (uri.path.len > 1) {
    aml_object_add(&parts, AML_SV("path"), AML_NO_SPAN, aml_make_string(call->eval, uri.path));
  }
  return aml_make_object(call->eval, &parts, AML_VALUE_OPEN);
}

/* The text of a component: a string or a number; empty where it is absent. */
static const aml_value *component(const aml_call *call, const char *name) {
  const aml_value *value = aml_access_member(call->eval, call->args[0], aml_sv_of(name));
  return value != NULL ? value : aml_make_null(call->eval);
}

static void add_component(aml_pieces *uri, const aml_call *call, const char *name, aml_sv before) {
  const aml_value *value = component(call, name);
  if (value->kind == AML_NULL) {
    return;
  }
  bool has_mark = value->kind == AML_STRING && aml_sv_starts(value->as.string, before);
  aml_pieces_text(uri, has_mark ? AML_SV("") : before);
  aml_pieces_value(uri, value, '"');
}

const aml_value *aml_fn_build_uri(const aml_call *call) {
  static const char *const needed[] = {"scheme", "host"};
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
    if (component(call, needed[i])->kind == AML_NULL) {
      return aml_call_fail(call, 0, "The function 'buildUri' needs the component '%s'.", needed[i]);
    }
  }
  aml_pieces uri;
  aml_pieces_begin(&uri, call);
  aml_pieces_value(&uri, component(call, "scheme"), '"');
  aml_pieces_text(&uri, AML_SV("://"));
  aml_pieces_value(&uri, component(call, "host"), '"');
  add_component(&uri, call, "port", AML_SV(":"));
  add_component(&uri, call, "path", AML_SV("/"));
  add_component(&uri, call, "query", AML_SV("?"));
  return aml_pieces_end(&uri);
}
