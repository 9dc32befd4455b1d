#include "report/place.h"

#include "base/sort.h"

#include "base/shorten.h"
#include "source/paths.h"

const aml_source *aml_place_source(const aml_run *run, aml_span span) {
  if (aml_span_is_none(span)) {
    return NULL;
  }
  aml_source *source = aml_sources_get(run->sources, span.source);
  aml_source_index_lines(source, run->arena);
  return source;
}

aml_sv aml_path_shown(aml_arena *arena, aml_sv path) {
  return aml_secret_mask(arena, path);
}

aml_sv aml_path_at_home(const aml_run *run, aml_sv path) {
  aml_sv home = run->home;
  if (path.len == 0 || aml_sv_eq(home, run->root) || aml_path_is_cached(path)) {
    return aml_path_shown(run->arena, path);
  }
  aml_sv absolute = aml_path_join(run->arena, run->root, path);
  bool is_below = aml_path_is_below(home, absolute);
  return aml_path_shown(run->arena, is_below ? aml_sv_slice(absolute, home.len + 1, absolute.len) : absolute);
}

aml_place aml_place_of(const aml_run *run, aml_span span) {
  const aml_source *source = aml_place_source(run, span);
  if (source == NULL) {
    return (aml_place){AML_SV(""), {1, 1}, {1, 1}};
  }
  return (aml_place){aml_path_at_home(run, source->path), aml_source_locate(source, span.begin),
      aml_source_locate(source, span.end)};
}

aml_sv aml_path_from_folder(const aml_run *run, aml_sv path) {
  bool is_below_root =
      run->folder.len > 0 && path.len > 0 && !aml_path_is_outside(path) && !aml_path_is_cached(path);
  return is_below_root ? aml_path_relative(run->arena, run->folder, path) : path;
}

aml_sv aml_place_path(const aml_run *run, aml_span span) {
  const aml_source *source = aml_place_source(run, span);
  return source == NULL ? AML_SV("") : aml_path_from_folder(run, source->path);
}

aml_sv aml_notice_path(const aml_run *run, const aml_notice *notice) {
  bool has_span = !aml_span_is_none(notice->span);
  return has_span ? aml_place_of(run, notice->span).path : aml_path_at_home(run, notice->path);
}

uint32_t aml_place_last_line(const aml_place *place) {
  bool ends_before = place->end.line > place->begin.line && place->end.column == 1;
  return ends_before ? place->end.line - 1 : place->end.line;
}

bool aml_report_shows(const aml_report_options *options, const aml_finding *finding) {
  switch (finding->status) {
  case AML_UNDECIDED:
    return options->show_undecided;
  case AML_SUPPRESSED:
    return options->show_suppressed;
  case AML_ACTIVE:
  case AML_PASSED:
  case AML_NOT_APPLICABLE:
  case AML_GONE:
    break;
  }
  return true;
}

aml_sv aml_finding_resource_name(aml_arena *arena, const aml_finding *finding) {
  return finding->resource == NULL ? AML_SV("") : aml_shorten(arena, finding->resource->shown_name);
}

const char *aml_finding_label(const aml_finding *finding) {
  switch (finding->status) {
  case AML_UNDECIDED:
    return "undecided";
  case AML_SUPPRESSED:
    return "suppressed";
  case AML_PASSED:
    return "passed";
  case AML_NOT_APPLICABLE:
    return "not applicable";
  case AML_GONE:
    return "gone";
  case AML_ACTIVE:
    break;
  }
  return aml_severity_name(finding->severity);
}

aml_sv aml_finding_help(const aml_finding *finding) {
  if (finding->help.len > 0 || finding->status == AML_UNDECIDED) {
    return finding->help; /* what to do about something undecided stands in its reason */
  }
  bool is_template = aml_sv_find_char(finding->rule->help, '{', 0) != AML_NPOS;
  return is_template ? AML_SV("") : finding->rule->help;
}

static int compare_spans(const void *left, const void *right) {
  const aml_span *a = left;
  const aml_span *b = right;
  if (a->source != b->source) {
    return a->source < b->source ? -1 : 1;
  }
  return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Joins sorted spans that touch; how many are left. */
static size_t join_spans(aml_span *spans, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (kept > 0 && spans[kept - 1].source == spans[i].source && spans[i].begin <= spans[kept - 1].end) {
      spans[kept - 1] = aml_span_cover(spans[kept - 1], spans[i]);
    } else {
      spans[kept++] = spans[i];
    }
  }
  return kept;
}

void aml_run_set_secrets(aml_run *run, aml_span *spans, size_t count) {
  aml_sort(run->arena, spans, count, sizeof *spans, compare_spans);
  run->secrets = spans;
  run->secret_count = join_spans(spans, count);
}

const aml_span *aml_run_secret_at(const aml_run *run, aml_source_id source, uint32_t offset) {
  aml_secrets secrets = {run->secrets, run->secret_count};
  return aml_secrets_find(&secrets, source, offset);
}

aml_secrets aml_secrets_of(const aml_run *run) {
  AML_VEC(aml_span) spans = {0};
  for (size_t i = 0; i < run->secret_count; i++) {
    AML_VEC_PUSH(run->arena, &spans, run->secrets[i]);
  }
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    if (!finding->is_secret || aml_span_is_none(finding->span)) {
      continue;
    }
    AML_VEC_PUSH(run->arena, &spans, finding->span);
    for (size_t j = 0; j < finding->related_count; j++) {
      if (!aml_span_is_none(finding->related[j].span)) {
        AML_VEC_PUSH(run->arena, &spans, finding->related[j].span);
      }
    }
  }
  aml_sort(run->arena, spans.items, spans.count, sizeof *spans.items, compare_spans);
  return (aml_secrets){spans.items, join_spans(spans.items, spans.count)};
}

const aml_span *aml_secrets_find(const aml_secrets *secrets, aml_source_id source, uint32_t offset) {
  size_t low = 0;
  size_t high = secrets->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const aml_span *at = &secrets->items[middle];
    if (at->source < source || (at->source == source && at->end <= offset)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  bool is_found = low < secrets->count && secrets->items[low].source == source;
  return is_found ? &secrets->items[low] : NULL;
}

static bool is_inside_code_point(aml_sv bytes, uint32_t offset) {
  return offset < bytes.len && ((unsigned char)bytes.data[offset] & 0xC0) == 0x80;
}

uint32_t aml_align_back(aml_sv bytes, uint32_t offset) {
  while (offset > 0 && is_inside_code_point(bytes, offset)) {
    offset--;
  }
  return offset;
}

uint32_t aml_align_on(aml_sv bytes, uint32_t offset) {
  while (is_inside_code_point(bytes, offset)) {
    offset++;
  }
  return offset;
}
