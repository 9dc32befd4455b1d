/* Where things stand: addresses of files, regions, snippets, artifacts. */
#include "base/hash.h"
#include "base/utf8.h"
#include "report/sarif.h"
#include "source/paths.h"

enum {
  MOST_LINES = 10,      /* of one region */
  MOST_BYTES = 4096,    /* of one region */
  CONTEXT_BYTES = 2000, /* either side of one */
  MOST_EMBEDDED = 1 << 20,
};

/* ---- addresses ---- */

static void write_address(aml_sarif *s, aml_sv path) {
  aml_sv relative = aml_path_at_home(s->run, path);
  aml_sv id = AML_SV(AML_SARIF_ROOT);
  if (aml_path_is_cached(relative)) {
    relative = aml_sv_slice(relative, sizeof AML_PATH_OF_CACHE, relative.len);
    id = AML_SV(AML_SARIF_CACHE);
  } else if (aml_path_is_outside(relative)) {
    aml_sv absolute = aml_path_join(s->arena, s->run->root, path);
    const aml_sarif_base *base = aml_sarif_base_of(s, absolute, &relative);
    id = base == NULL ? (aml_sv){NULL, 0} : base->id;
    relative = aml_path_shown(s->arena, base == NULL ? absolute : relative);
  }
  aml_sv uri = aml_uri_encode(s->arena, relative, "/");
  if (id.len == 0) {
    aml_json_member_string(&s->json, "uri", aml_sv_join(s->arena, AML_SV("file://"), uri));
    return;
  }
  aml_json_member_string(&s->json, "uri", uri);
  aml_json_member_string(&s->json, "uriBaseId", id);
}

void aml_sarif_path(aml_sarif *s, const char *key, aml_sv path) {
  aml_json_key(&s->json, aml_sv_of(key));
  aml_json_begin_object(&s->json);
  write_address(s, path);
  aml_json_end_object(&s->json);
}

void aml_sarif_artifact(aml_sarif *s, const char *key, aml_source_id source) {
  aml_json_key(&s->json, aml_sv_of(key));
  aml_json_begin_object(&s->json);
  write_address(s, aml_sources_get(s->run->sources, source)->path);
  if (s->artifact_index != NULL && s->artifact_index[source] > 0) {
    aml_json_member_int(&s->json, "index", s->artifact_index[source] - 1);
  }
  aml_json_end_object(&s->json);
}

/* ---- regions ---- */

aml_span aml_sarif_reported(const aml_source *source, aml_span span) {
  if (span.begin == 0 && span.end >= source->bytes.len) {
    return (aml_span){span.source, 0, 0};
  }
  aml_position begin = aml_source_locate(source, span.begin);
  aml_position end = aml_source_locate(source, span.end);
  if (end.line - begin.line >= MOST_LINES) {
    uint32_t line_begin;
    aml_sv line = aml_source_line(source, begin.line, &line_begin);
    span.end = line_begin + (uint32_t)line.len;
  }
  if (span.end - span.begin > MOST_BYTES) {
    span.end = aml_align_back(source->bytes, span.begin + MOST_BYTES);
  }
  return span;
}

/* The text of a span with secrets masked. */
static aml_sv masked_text(aml_sarif *s, const aml_source *source, aml_span span) {
  s->scratch.len = 0;
  for (uint32_t at = span.begin; at < span.end;) {
    const aml_span *secret = aml_secrets_find(&s->secrets, source->id, at);
    uint32_t end = secret != NULL && secret->begin < span.end ? secret->begin : span.end;
    if (secret != NULL && secret->begin <= at) {
      aml_strbuf_add(&s->scratch, AML_SV(AML_SECRET_MASK));
      at = secret->end < span.end ? secret->end : span.end;
    } else {
      aml_strbuf_add(&s->scratch, aml_sv_slice(source->bytes, at, end));
      at = end;
    }
  }
  return aml_strbuf_view(&s->scratch);
}

static void write_region(
    aml_sarif *s, const aml_source *source, const char *key, aml_span span, bool has_snippet) {
  aml_position begin = aml_source_locate(source, span.begin);
  aml_position end = aml_source_locate(source, span.end);
  aml_json_key(&s->json, aml_sv_of(key));
  aml_json_begin_object(&s->json);
  aml_json_member_int(&s->json, "startLine", begin.line);
  aml_json_member_int(&s->json, "startColumn", begin.column);
  aml_json_member_int(&s->json, "endLine", end.line);
  aml_json_member_int(&s->json, "endColumn", end.column);
  if (has_snippet && !source->is_withheld) {
    aml_sarif_text(s, "snippet", masked_text(s, source, span));
  }
  aml_json_end_object(&s->json);
}

void aml_sarif_region(aml_sarif *s, const char *key, aml_span span) {
  write_region(s, aml_place_source(s->run, span), key, span, false);
}

/* The line before to the line after, cut where lines are long. More than the span (SARIF 2.1.0, 3.29.5), as
 * what is reported of a whole file is empty. */
static aml_span find_context(const aml_source *source, aml_span span) {
  aml_position begin = aml_source_locate(source, span.begin);
  aml_position end = aml_source_locate(source, span.end);
  aml_span context = span;
  (void)aml_source_line(source, begin.line > 1 ? begin.line - 1 : 1, &context.begin);
  uint32_t last = end.line < source->line_count ? end.line + 1 : end.line;
  aml_sv line = aml_source_line(source, last, &context.end);
  context.end += (uint32_t)line.len;
  if (span.begin - context.begin > CONTEXT_BYTES) {
    context.begin = aml_align_on(source->bytes, span.begin - CONTEXT_BYTES);
  }
  if (context.end - span.end > CONTEXT_BYTES) {
    context.end = aml_align_back(source->bytes, span.end + CONTEXT_BYTES);
  }
  return context;
}

/* An empty file has nothing around anything; its only line, without columns, is the context that viewers can
 * show. */
static void write_empty_context(aml_sarif *s) {
  aml_json_key(&s->json, AML_SV("contextRegion"));
  aml_json_begin_object(&s->json);
  aml_json_member_int(&s->json, "startLine", 1);
  aml_json_member_int(&s->json, "endLine", 1);
  aml_sarif_text(s, "snippet", AML_SV(""));
  aml_json_end_object(&s->json);
}

void aml_sarif_physical(aml_sarif *s, aml_span span, aml_sarif_context context) {
  const aml_source *source = aml_place_source(s->run, span);
  aml_json_key(&s->json, AML_SV("physicalLocation"));
  aml_json_begin_object(&s->json);
  aml_sarif_artifact(s, "artifactLocation", source->id);
  aml_span reported = aml_sarif_reported(source, span);
  write_region(s, source, "region", reported, true);
  bool is_wanted = context == AML_SARIF_WITH_CONTEXT && !source->is_withheld;
  if (is_wanted && source->bytes.len == 0) {
    write_empty_context(s);
  } else if (is_wanted) {
    write_region(s, source, "contextRegion", find_context(source, reported), true);
  }
  aml_json_end_object(&s->json);
}

/* ---- artifacts ---- */

/* The bytes of the file as they were before the byte order mark went. UTF-16 was converted: its bytes are
 * gone. */
static size_t original_parts(const aml_source *source, aml_sv parts[2]) {
  size_t count = 0;
  if (source->encoding == AML_ENCODING_UTF8_BOM) {
    parts[count++] = AML_SV("\xEF\xBB\xBF");
  }
  parts[count++] = source->bytes;
  return count;
}

static void write_identity(aml_sarif *s, const aml_source *source) {
  bool is_utf16 = source->encoding == AML_ENCODING_UTF16_LE || source->encoding == AML_ENCODING_UTF16_BE;
  aml_json_member_string(&s->json, "encoding", is_utf16 ? AML_SV("utf-16") : AML_SV("utf-8"));
  if (is_utf16 || source->is_withheld) { /* a digest would tell whether a guess at the text is right */
    return;
  }
  aml_sv parts[2];
  size_t count = original_parts(source, parts);
  aml_json_member_int(&s->json, "length", (int64_t)(source->bytes.len + (count == 2 ? parts[0].len : 0)));
  unsigned char digest[AML_SHA256_SIZE];
  char text[AML_SHA256_HEX_SIZE];
  aml_sha256_parts(parts, count, digest);
  aml_sha256_text(digest, text);
  aml_json_key(&s->json, AML_SV("hashes"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "sha-256", aml_sv_of(text));
  aml_json_end_object(&s->json);
}

/* A file with a secret in it is never embedded. */
static bool may_embed(const aml_sarif *s, const aml_source *source) {
  return !source->is_withheld && source->bytes.len <= MOST_EMBEDDED &&
         aml_utf8_find_invalid(source->bytes) == AML_NPOS &&
         aml_sv_find_char(source->bytes, '\0', 0) == AML_NPOS &&
         aml_secrets_find(&s->secrets, source->id, 0) == NULL;
}

/* Of a file whose name shows it; nothing is said of others. */
static void write_language(aml_sarif *s, aml_sv path) {
  static const struct {
    const char *ending, *type, *language;
  } languages[] = {{".json", "application/json", "json"}, {".jsonc", "application/json", "json"},
      {".yml", "application/yaml", "yaml"}, {".yaml", "application/yaml", "yaml"}};
  for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
    if (aml_sv_iends(path, aml_sv_of(languages[i].ending))) {
      aml_json_member_string(&s->json, "mimeType", aml_sv_of(languages[i].type));
      aml_json_member_string(&s->json, "sourceLanguage", aml_sv_of(languages[i].language));
    }
  }
}

void aml_sarif_artifacts(aml_sarif *s) {
  if (s->artifacts.count == 0) {
    return;
  }
  aml_json_key(&s->json, AML_SV("artifacts"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < s->artifacts.count; i++) {
    const aml_source *source = aml_sources_get(s->run->sources, s->artifacts.items[i]);
    bool is_config = !s->is_target[source->id] || aml_sv_eq(source->path, s->run->config_path);
    aml_json_begin_object(&s->json);
    aml_sarif_path(s, "location", source->path);
    aml_json_key(&s->json, AML_SV("roles"));
    aml_json_begin_array(&s->json);
    aml_json_string(&s->json, is_config ? AML_SV("userSpecifiedConfiguration") : AML_SV("analysisTarget"));
    aml_json_end_array(&s->json);
    write_language(s, source->path);
    write_identity(s, source);
    if (may_embed(s, source)) {
      aml_sarif_text(s, "contents", source->bytes);
    }
    aml_json_end_object(&s->json);
  }
  aml_json_end_array(&s->json);
}
