/* Findings under the resource that they are about, or under the file where they are about none: one line
 * each. */
#include "base/map.h"
#include "report/format_writers.h"
#include "report/gather.h"
#include "report/palette.h"
#include "report/place.h"
#include "report/statistics.h"
#include "report/summary.h"

typedef AML_VEC(const aml_entry *) group;

/* "infra/gpu.yml: 'gpu'", or the file alone. */
static aml_sv heading_of(aml_arena *arena, const aml_run *run, const aml_finding *finding) {
  aml_sv path = aml_span_is_none(finding->span) ? AML_SV("(no file)") : aml_place_path(run, finding->span);
  if (finding->resource == NULL) {
    return path;
  }
  aml_sv name = aml_finding_resource_name(arena, finding);
  return aml_sv_format(arena, "%.*s: '%.*s'", AML_SV_ARG(path), AML_SV_ARG(name));
}

/* Resources of one name and of several types are apart, and are told apart by their rules. */
static aml_sv key_of(aml_arena *arena, const aml_run *run, const aml_finding *finding) {
  aml_sv type = finding->resource == NULL ? AML_SV("") : finding->resource->type;
  return aml_sv_format(arena, "%.*s\n%.*s", AML_SV_ARG(heading_of(arena, run, finding)),
      AML_SV_ARG(aml_sv_lower(arena, type)));
}

/* Indexes the lines of all places, so that the scratch work on each can be given back, as is here what is
 * made only to find the group of an entry. */
static aml_map make_groups(const aml_run *run, const aml_entries *entries) {
  aml_map groups;
  aml_map_init(&groups, run->arena, AML_MAP_EXACT);
  aml_arena *scratch = aml_arena_new_scratch(run->arena);
  for (size_t i = 0; i < entries->list.count; i++) {
    const aml_entry *entry = entries->list.items[i];
    const aml_finding *finding = entry->told.items[0]->finding;
    (void)aml_place_source(run, finding->span);
    aml_arena_mark mark = aml_arena_set_mark(scratch);
    aml_sv key = key_of(scratch, run, finding);
    group *one = aml_map_find(&groups, key);
    if (one == NULL) {
      one = AML_NEW(run->arena, group);
      (void)aml_map_put(&groups, aml_sv_dup(run->arena, key), one);
    }
    AML_VEC_PUSH(run->arena, one, entry);
    aml_arena_rewind(scratch, &mark);
  }
  aml_arena_release(scratch);
  return groups;
}

static aml_sv position_of(const aml_run *run, const aml_finding *finding) {
  aml_position begin = aml_place_of(run, finding->span).begin;
  return aml_span_is_none(finding->span) ? AML_SV("-")
                                         : aml_sv_format(run->arena, "%u:%u", begin.line, begin.column);
}

static void write_padded(aml_out *out, aml_sv text, size_t width) {
  aml_out_text(out, text);
  aml_out_fill(out, ' ', text.len < width ? width - text.len : 1);
}

/* "  5:16  warning  AML101  message" */
static void write_line(aml_out *out, const aml_run *run, const aml_palette *colors, const aml_entry *entry) {
  enum { PLACE_WIDTH = 8, LABEL_WIDTH = sizeof "suppressed" + 1 };
  const aml_finding *finding = entry->told.items[0]->finding;
  aml_arena_mark mark = aml_arena_set_mark(run->arena);
  aml_out_str(out, "  ");
  write_padded(out, position_of(run, finding), PLACE_WIDTH);
  aml_out_str(out, aml_palette_label(colors, finding));
  write_padded(out, aml_sv_of(aml_finding_label(finding)), LABEL_WIDTH);
  aml_out_str(out, colors->off);
  aml_out_safe(out, finding->rule->id);
  aml_out_str(out, "  ");
  aml_out_safe(out, aml_entry_line(run->arena, entry));
  aml_out_char(out, '\n');
  aml_arena_rewind(run->arena, &mark);
}

static void write_groups(aml_out *out, const aml_run *run, const aml_report_options *options) {
  const aml_palette *colors = aml_palette_of(options);
  aml_entries entries = aml_gather_lines(run, options);
  aml_map groups = make_groups(run, &entries);
  for (size_t i = 0; i < groups.count; i++) {
    const group *one = groups.entries[i].value;
    aml_arena_mark mark = aml_arena_set_mark(run->arena);
    aml_out_str(out, colors->place);
    aml_out_safe(out, heading_of(run->arena, run, one->items[0]->told.items[0]->finding));
    aml_out_str(out, colors->off);
    aml_out_char(out, '\n');
    for (size_t k = 0; k < one->count; k++) {
      write_line(out, run, colors, one->items[k]);
    }
    aml_out_char(out, '\n');
    aml_arena_rewind(run->arena, &mark);
  }
}

bool aml_report_grouped(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  if (options->has_statistics) {
    aml_statistics_write(&out, run);
  } else {
    write_groups(&out, run, options);
  }
  if (!options->is_quiet) {
    aml_summary_write(&out, run, options);
  }
  return aml_out_finish(&out);
}
