/* run.results */
#include <stdio.h>
#include <string.h>

#include "base/shorten.h"
#include "report/pieces_out.h"
#include "report/sarif.h"
#include "source/parts.h"

static void write_fingerprints(aml_sarif *s, const aml_finding *finding) {
  const aml_source *source = aml_place_source(s->run, finding->span);
  aml_json_key(&s->json, AML_SV("partialFingerprints"));
  aml_json_begin_object(&s->json);
  /* GitHub hashes the file's bytes read as UTF-8, which for UTF-16 are not ours any more; its action then
   * does it. */
  bool is_there = finding->status != AML_GONE;
  bool is_utf8 = source->encoding == AML_ENCODING_UTF8 || source->encoding == AML_ENCODING_UTF8_BOM;
  if (is_utf8 && is_there && !source->is_withheld) {
    uint32_t line = aml_source_locate(source, aml_sarif_reported(source, finding->span).begin).line;
    char text[40];
    if (line <= s->hash_count) {
      const aml_line_hash *hash = &s->hashes[line - 1];
      (void)snprintf(text, sizeof text, "%llx:%u", (unsigned long long)hash->hash, hash->ordinal);
      aml_json_member_string(&s->json, "primaryLocationLineHash", aml_sv_of(text));
    }
  }
  if (finding->fingerprint.len > 0) {
    aml_json_member_string(&s->json, "resourceProperty/v1", finding->fingerprint);
  }
  aml_json_end_object(&s->json);
}

/* The cell of a notebook, and the line in it. */
static void write_cell(aml_sarif *s, aml_sv cell) {
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "name", aml_sv_slice(cell, 0, aml_sv_find_char(cell, ',', 0)));
  aml_json_member_string(&s->json, "fullyQualifiedName", cell);
  aml_json_member_string(&s->json, "kind", AML_SV("cell"));
  aml_json_end_object(&s->json);
}

static void write_resource(aml_sarif *s, const aml_finding *finding) {
  aml_sv resource = aml_finding_resource_name(s->arena, finding);
  aml_sv property = finding->property;
  size_t dot = aml_sv_rfind_char(property, '.');
  aml_sv last = aml_sv_slice(property, dot == AML_NPOS ? 0 : dot + 1, property.len);
  bool is_property = property.len > 0;
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "name", is_property ? last : resource);
  aml_json_member_string(&s->json, "fullyQualifiedName",
      is_property ? aml_sv_format(s->arena, "%.*s/%.*s", AML_SV_ARG(resource), AML_SV_ARG(property))
                  : resource);
  aml_json_member_string(&s->json, "kind", is_property ? AML_SV("property") : AML_SV("resource"));
  aml_json_end_object(&s->json);
}

static void write_logical(aml_sarif *s, const aml_finding *finding) {
  const aml_source *source = aml_place_source(s->run, finding->span);
  aml_sv cell =
      source == NULL ? (aml_sv){NULL, 0} : aml_source_part_text(s->arena, source, finding->span.begin);
  if (finding->resource == NULL && cell.len == 0) {
    return;
  }
  aml_json_key(&s->json, AML_SV("logicalLocations"));
  aml_json_begin_array(&s->json);
  if (finding->resource != NULL) {
    write_resource(s, finding);
  }
  if (cell.len > 0) {
    write_cell(s, cell);
  }
  aml_json_end_array(&s->json);
}

static void write_related(aml_sarif *s, const aml_finding *finding) {
  int64_t id = 0;
  for (size_t i = 0; i < finding->related_count; i++) {
    const aml_related *related = &finding->related[i];
    if (aml_span_is_none(related->span)) {
      continue;
    }
    if (id == 0) {
      aml_json_key(&s->json, AML_SV("relatedLocations"));
      aml_json_begin_array(&s->json);
    }
    aml_json_begin_object(&s->json);
    aml_json_member_int(&s->json, "id", ++id);
    aml_sarif_physical(s, related->span, AML_SARIF_WITHOUT_CONTEXT);
    aml_sarif_text(s, "message", aml_sarif_sentence(s->arena, related->text));
    aml_json_end_object(&s->json);
  }
  if (id > 0) {
    aml_json_end_array(&s->json);
  }
}

/* Edits [first, last) of one file: regions refer to the file as it is (3.57). */
static void write_change(aml_sarif *s, const aml_edit *first, const aml_edit *last) {
  aml_json_begin_object(&s->json);
  aml_sarif_artifact(s, "artifactLocation", first->span.source);
  aml_json_key(&s->json, AML_SV("replacements"));
  aml_json_begin_array(&s->json);
  for (const aml_edit *edit = first; edit < last; edit++) {
    aml_json_begin_object(&s->json);
    aml_sarif_region(s, "deletedRegion", edit->span);
    if (edit->text.len > 0) {
      aml_sarif_text(s, "insertedContent", edit->text);
    }
    aml_json_end_object(&s->json);
  }
  aml_json_end_array(&s->json);
  aml_json_end_object(&s->json);
}

static void write_fix(aml_sarif *s, const aml_fix *fix) {
  aml_json_begin_object(&s->json);
  aml_sarif_text(s, "description",
      aml_sarif_sentence(s->arena, fix->description.len > 0 ? fix->description : AML_SV("Edit the file")));
  aml_json_key(&s->json, AML_SV("artifactChanges"));
  aml_json_begin_array(&s->json);
  for (size_t first = 0; first < fix->edit_count;) {
    size_t last = first;
    while (last < fix->edit_count && fix->edits[last].span.source == fix->edits[first].span.source) {
      last++;
    }
    write_change(s, &fix->edits[first], fix->edits + last);
    first = last;
  }
  aml_json_end_array(&s->json);
  aml_json_end_object(&s->json);
}

static void write_fixes(aml_sarif *s, const aml_finding *finding) {
  bool has_any = false;
  for (size_t i = 0; i < finding->fix_count; i++) {
    if (finding->fixes[i].edit_count == 0) {
      continue;
    }
    if (!has_any) {
      aml_json_key(&s->json, AML_SV("fixes"));
      aml_json_begin_array(&s->json);
      has_any = true;
    }
    write_fix(s, &finding->fixes[i]);
  }
  if (has_any) {
    aml_json_end_array(&s->json);
  }
}

static void write_known(aml_sarif *s, const char *key, aml_sv text) {
  if (text.len > 0) {
    aml_json_member_string(&s->json, key, text);
  }
}

static void write_suppression(aml_sarif *s, const aml_suppression *suppression) {
  aml_json_begin_object(&s->json);
  aml_json_member_string(
      &s->json, "kind", suppression->kind == AML_IN_SOURCE ? AML_SV("inSource") : AML_SV("external"));
  aml_json_member_string(&s->json, "status", AML_SV("accepted"));
  write_known(s, "justification", suppression->reason);
  if (!aml_span_is_none(suppression->span)) {
    aml_json_key(&s->json, AML_SV("location"));
    aml_json_begin_object(&s->json);
    aml_sarif_physical(s, suppression->span, AML_SARIF_WITHOUT_CONTEXT);
    aml_json_end_object(&s->json);
  }
  static const char *const sources[] = {"comment", "exceptions file", "baseline", "policy exemption"};
  aml_json_key(&s->json, AML_SV("properties"));
  aml_json_begin_object(&s->json);
  write_known(s, "approver", suppression->approver);
  write_known(s, "id", suppression->id);
  write_known(s, "owner", suppression->owner);
  aml_json_member_string(&s->json, "source", aml_sv_of(sources[suppression->kind]));
  write_known(s, "ticket", suppression->ticket);
  if (suppression->until != AML_DAY_NONE) {
    char day[AML_DAY_TEXT_SIZE];
    aml_day_text(suppression->until, day);
    aml_json_member_string(&s->json, "until", aml_sv_of(day));
  }
  aml_json_end_object(&s->json);
  aml_json_end_object(&s->json);
}

/* All results of a run have the property or none has (3.27.23). */
static void write_suppressions(aml_sarif *s, const aml_finding *finding) {
  if (!s->options->show_suppressed) {
    return;
  }
  aml_json_key(&s->json, AML_SV("suppressions"));
  aml_json_begin_array(&s->json);
  for (const aml_suppression *at = finding->suppressions; at != NULL; at = at->next) {
    write_suppression(s, at);
  }
  aml_json_end_array(&s->json);
}

static bool has_properties(const aml_finding *finding) {
  return finding->condition.len > 0 || finding->help.len > 0 || finding->parameter_file_count > 0 ||
         finding->resource != NULL || finding->cli.len > 0 ||
         (finding->status == AML_UNDECIDED && finding->undecided_reason.len > 0);
}

static void write_properties(aml_sarif *s, const aml_finding *finding) {
  if (!has_properties(finding)) {
    return;
  }
  aml_json_key(&s->json, AML_SV("properties"));
  aml_json_begin_object(&s->json);
  write_known(s, "condition", finding->condition);
  write_known(s, "help", finding->help);
  if (finding->parameter_file_count > 0) {
    aml_json_key(&s->json, AML_SV("parameterFiles"));
    aml_json_begin_array(&s->json);
    for (size_t i = 0; i < finding->parameter_file_count; i++) {
      aml_json_string(&s->json, finding->parameter_files[i]);
    }
    aml_json_end_array(&s->json);
  }
  if (finding->resource != NULL) {
    write_known(s, "resourceName", aml_finding_resource_name(s->arena, finding));
    write_known(s, "resourceType", aml_shorten(s->arena, finding->resource->type));
  }
  write_known(s, "run", finding->cli);
  if (finding->status == AML_UNDECIDED) {
    write_known(s, "undecidedReason", finding->undecided_reason);
  }
  aml_json_end_object(&s->json);
}

static const char *kind_of(const aml_finding *finding) {
  switch (finding->status) {
  case AML_UNDECIDED:
    return "open"; /* not enough is known (3.27.9) */
  case AML_PASSED:
    return "pass";
  case AML_NOT_APPLICABLE:
    return "notApplicable";
  case AML_ACTIVE:
  case AML_SUPPRESSED:
  case AML_GONE:
    break;
  }
  return "fail";
}

/* All results of a run have the property or none has (3.27.24). */
static void write_baseline_state(aml_sarif *s, const aml_finding *finding) {
  if (s->run->has_baseline) {
    aml_sv state = finding->status == AML_GONE ? AML_SV("absent")
                   : finding->is_baselined     ? AML_SV("unchanged")
                                               : AML_SV("new");
    aml_json_member_string(&s->json, "baselineState", state);
  }
}

static void write_result(aml_sarif *s, const aml_sarif_result *result) {
  const aml_finding *finding = result->finding;
  const char *kind = kind_of(finding);
  bool is_failure = strcmp(kind, "fail") == 0; /* else the level is "none" (3.27.10) */
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "ruleId", s->rules.items[result->rule].id);
  aml_json_member_int(&s->json, "ruleIndex", result->rule);
  aml_json_member_string(&s->json, "kind", aml_sv_of(kind));
  aml_json_member_string(
      &s->json, "level", aml_sv_of(is_failure ? aml_severity_name(finding->severity) : "none"));
  if (is_failure) {
    aml_json_member_int(&s->json, "rank", aml_sarif_rank(finding->severity, finding->rule));
  }
  aml_sarif_message(s, result);
  aml_json_key(&s->json, AML_SV("locations"));
  aml_json_begin_array(&s->json);
  aml_json_begin_object(&s->json);
  aml_sarif_physical(s, finding->span, AML_SARIF_WITH_CONTEXT);
  write_logical(s, finding);
  aml_json_end_object(&s->json);
  aml_json_end_array(&s->json);
  write_related(s, finding);
  write_fingerprints(s, finding);
  write_suppressions(s, finding);
  write_baseline_state(s, finding);
  write_fixes(s, finding);
  write_properties(s, finding);
  aml_json_end_object(&s->json);
}

/* ---- all of them, in pieces ---- */

/* Results [begin, end). What one file has many of shares its hashes. */
typedef struct piece {
  size_t begin, end;
  const aml_line_hash *hashes; /* of the source of all of them; NULL: each file's are made for it */
  size_t hash_count;
} piece;

typedef struct piece_list {
  const aml_sarif *shared;
  AML_VEC(piece) list;
} piece_list;

static const aml_source *source_at(const aml_sarif *s, size_t i) {
  return aml_place_source(s->run, s->results.items[i].finding->span);
}

static size_t end_of_source(const aml_sarif *s, size_t begin) {
  size_t end = begin + 1;
  while (end < s->results.count &&
         s->results.items[end].finding->span.source == s->results.items[begin].finding->span.source) {
    end++;
  }
  return end;
}

/* A file with many results is many pieces, many files with few are one. */
static void list_pieces(const aml_sarif *s, piece_list *out) {
  piece open = {0};
  for (size_t end; open.end < s->results.count; open.end = end) {
    end = end_of_source(s, open.end);
    bool is_many = end - open.end > AML_PIECE;
    if (open.end > open.begin && (is_many || end - open.begin > AML_PIECE)) {
      AML_VEC_PUSH(s->arena, &out->list, open);
      open.begin = open.end;
    }
    piece part = {.begin = open.end, .end = open.end};
    if (is_many) {
      part.hashes = aml_line_hashes(s->arena, source_at(s, open.end), &part.hash_count);
    }
    for (; is_many && part.begin < end; part.begin = part.end) {
      part.end = end - part.begin < AML_PIECE ? end : part.begin + AML_PIECE;
      AML_VEC_PUSH(s->arena, &out->list, part);
    }
    open.begin = is_many ? end : open.begin;
  }
  if (open.end > open.begin) {
    AML_VEC_PUSH(s->arena, &out->list, open);
  }
}

/* Results of one file share its hashes; else nothing is kept from one to the next. */
static void write_results(aml_sarif *s, const piece *one) {
  aml_arena_mark before_file = aml_arena_set_mark(s->arena);
  aml_arena_mark before_result = before_file;
  s->hashes = one->hashes;
  s->hash_count = one->hash_count;
  s->hashed = 0;
  for (size_t i = one->begin; i < one->end; i++) {
    const aml_source *source = source_at(s, i);
    if (one->hashes == NULL && s->hashed != source->id) {
      aml_arena_rewind(s->arena, &before_file);
      s->hashes = aml_line_hashes(s->arena, source, &s->hash_count);
      s->hashed = source->id;
      before_result = aml_arena_set_mark(s->arena);
    }
    aml_strbuf_init(&s->scratch, s->arena, SIZE_MAX);
    write_result(s, &s->results.items[i]);
    aml_arena_rewind(s->arena, &before_result);
  }
}

static bool write_piece(const void *ctx, const aml_run *run, size_t i, aml_write write, void *sink) {
  const piece_list *self = ctx;
  aml_sarif *s = AML_NEW(run->arena, aml_sarif);
  *s = *self->shared;
  s->run = run;
  s->arena = run->arena;
  aml_json_begin_items(&s->json, &self->shared->json, i > 0, write, sink);
  write_results(s, &self->list.items[i]);
  return aml_json_end_items(&s->json);
}

static void join_piece(void *to, aml_sv text) {
  aml_json_add_items(to, text);
}

bool aml_sarif_results(aml_sarif *s) {
  aml_json_key(&s->json, AML_SV("results"));
  aml_json_begin_array(&s->json);
  aml_arena_mark mark = aml_arena_set_mark(s->arena);
  piece_list self = {.shared = s};
  list_pieces(s, &self);
  const aml_pieces pieces = {self.list.count, write_piece, &self, join_piece, &s->json};
  bool is_written = aml_pieces_write(s->run, &pieces);
  aml_arena_rewind(s->arena, &mark);
  aml_strbuf_init(&s->scratch, s->arena, SIZE_MAX);
  aml_json_end_array(&s->json);
  return is_written;
}
