#include "rule/finding.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/pool.h"
#include "base/sort.h"
#include "base/spread.h"

aml_sv aml_suppression_name(const aml_suppression *suppression) {
  return suppression->id.len > 0             ? suppression->id
         : suppression->kind == AML_BASELINE ? AML_SV("the baseline")
                                             : AML_SV("a comment");
}

void aml_findings_init(aml_findings *findings, aml_arena *arena) {
  *findings = (aml_findings){.arena = arena};
}

aml_finding *aml_findings_add(aml_findings *findings) {
  aml_arena_spend(findings->arena, AML_STEPS_FOR_A_FINDING);
  aml_finding *finding = AML_NEW(findings->arena, aml_finding);
  AML_VEC_PUSH(findings->arena, &findings->list, finding);
  return finding;
}

void aml_finding_undecide_by(aml_finding *finding, aml_message_writer *message, aml_sv reason) {
  bool has_stop = aml_sv_ends(reason, AML_SV("."));
  aml_sv cause = aml_sv_slice(reason, 0, reason.len - (has_stop ? 1 : 0));
  finding->status = AML_UNDECIDED;
  finding->undecided_reason = reason;
  aml_message_addf(
      message, "Not decided for '%.*s': %.*s.", AML_SV_ARG(finding->resource->shown_name), AML_SV_ARG(cause));
  finding->message = aml_message_end(message);
}

void aml_finding_undecide(aml_finding *finding, aml_arena *arena, aml_sv reason) {
  aml_message_writer message;
  aml_message_begin(&message, arena);
  aml_finding_undecide_by(finding, &message, reason);
}

static aml_sv path_of(const aml_finding *finding, const aml_sources *sources) {
  return aml_span_is_none(finding->span) ? AML_SV("") : aml_sources_get(sources, finding->span.source)->path;
}

typedef struct sort_item {
  aml_finding *finding;
  aml_sv path;
  size_t index;
} sort_item;

static int compare_numbers(size_t a, size_t b) {
  return (a > b) - (a < b);
}

static int compare_items(const void *left, const void *right) {
  const sort_item *a = left;
  const sort_item *b = right;
  const aml_finding *x = a->finding;
  const aml_finding *y = b->finding;
  int order = x->span.source == y->span.source ? 0 : aml_sv_cmp(a->path, b->path);
  order = order != 0 ? order : compare_numbers(x->span.begin, y->span.begin);
  order = order != 0 ? order : compare_numbers(x->span.end, y->span.end);
  order = order != 0 ? order : aml_sv_cmp(x->rule->id, y->rule->id);
  order = order != 0 ? order : aml_sv_cmp(x->message.text, y->message.text);
  size_t i = x->resource == NULL ? 0 : x->resource->order + 1;
  size_t j = y->resource == NULL ? 0 : y->resource->order + 1;
  order = order != 0 ? order : compare_numbers(i, j);
  return order != 0 ? order : compare_numbers(a->index, b->index);
}

void aml_findings_sort(aml_findings *findings, const aml_sources *sources) {
  size_t count = findings->list.count;
  aml_arena_mark mark = aml_arena_set_mark(findings->arena);
  sort_item *items = AML_NEW_ARRAY(findings->arena, sort_item, count);
  for (size_t i = 0; i < count; i++) {
    aml_finding *finding = findings->list.items[i];
    items[i] = (sort_item){finding, path_of(finding, sources), i};
  }
  aml_sort(findings->arena, items, count, sizeof *items, compare_items);
  for (size_t i = 0; i < count; i++) {
    findings->list.items[i] = items[i].finding;
  }
  aml_arena_rewind(findings->arena, &mark);
}

/* The recipe without the ordinal: how often it was met before decides that. */
static void digest_identity(aml_arena *scratch, const aml_finding *finding, aml_sv path, char *text) {
  aml_sv type = finding->resource == NULL ? AML_SV("") : finding->resource->type;
  aml_sv name = finding->resource == NULL ? AML_SV("") : finding->resource->shown_name;
  const aml_sv nul = AML_SV("\0");
  aml_arena_mark mark = aml_arena_set_mark(scratch);
  const aml_sv parts[] = {finding->rule->id, nul, path, nul, aml_sv_lower(scratch, type), nul, name, nul,
      finding->property, nul, finding->value};
  unsigned char digest[AML_SHA256_SIZE];
  aml_sha256_parts(parts, sizeof parts / sizeof parts[0], digest);
  aml_sha256_text(digest, text);
  aml_arena_rewind(scratch, &mark);
}

/* The same for the second and later findings with that digest. */
static void digest_again(aml_arena *scratch, size_t ordinal, char *text) {
  aml_arena_mark mark = aml_arena_set_mark(scratch);
  unsigned char digest[AML_SHA256_SIZE];
  aml_sha256(aml_sv_format(scratch, "%s#%zu", text, ordinal), digest);
  aml_sha256_text(digest, text);
  aml_arena_rewind(scratch, &mark);
}

typedef struct digesting {
  const aml_findings *findings;
  const aml_sources *sources;
  char *texts; /* by finding */
} digesting;

enum { SLICE = 64 }; /* findings that are one job */

static void digest_slice(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  (void)worker;
  const digesting *self = ctx;
  size_t count = self->findings->list.count;
  for (size_t k = i * SLICE; k < count && k < (i + 1) * SLICE; k++) {
    const aml_finding *finding = self->findings->list.items[k];
    digest_identity(arena, finding, path_of(finding, self->sources), self->texts + k * AML_SHA256_HEX_SIZE);
  }
}

static void digest_all(const aml_findings *findings, const aml_sources *sources, char *texts) {
  enum { FOR_A_THREAD = 64 }; /* findings that take as long as starting one */
  digesting self = {findings, sources, texts};
  const aml_spread spread = {.threads = aml_pool_useful(findings->jobs, findings->list.count, FOR_A_THREAD),
      .count = (findings->list.count + SLICE - 1) / SLICE,
      .run = digest_slice,
      .ctx = &self};
  aml_spread_run(findings->arena, &spread);
}

/* How often a text was met, this time included. */
static size_t count_met(aml_map *seen, aml_sv text) {
  size_t met = (size_t)(uintptr_t)aml_map_find(seen, text) + 1; /* numbers, in place of pointers */
  (void)aml_map_put(seen, text, (void *)(uintptr_t)met);
  return met;
}

void aml_findings_fingerprint(aml_findings *findings, const aml_sources *sources) {
  aml_arena *arena = findings->arena;
  size_t count = findings->list.count;
  char *text = AML_NEW_ARRAY(arena, char, count *AML_SHA256_HEX_SIZE);
  aml_arena_mark mark = aml_arena_set_mark(arena);
  digest_all(findings, sources, text);
  aml_map seen;
  aml_map_init(&seen, arena, AML_MAP_EXACT);
  aml_map_reserve(&seen, count);
  for (size_t i = 0; i < count; i++, text += AML_SHA256_HEX_SIZE) {
    aml_finding *finding = findings->list.items[i];
    finding->fingerprint = (aml_sv){text, AML_SHA256_HEX_SIZE - 1};
    size_t met = count_met(&seen, finding->fingerprint);
    if (met > 1) {
      digest_again(arena, met, text);
    }
  }
  aml_arena_rewind(arena, &mark);
  findings->has_fingerprints = true;
}
