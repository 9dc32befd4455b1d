/* What findings say, without the secrets that stand where they point, and cut where it is long. Reports and
 * the API take it from here.
 */
#include <string.h>

#include "base/pool.h"
#include "base/secret_quote.h"
#include "base/shorten.h"
#include "base/spread.h"
#include "engine/conclude.h"
#include "engine/secrets.h"

enum {
  REACH = 256,        /* bytes either side of a place in which a secret may be what a message quotes */
  MOST_NEAR = 16,     /* secrets looked at for one place, and places for one finding */
  SLICE = 64,         /* findings that are one job */
  FOR_A_THREAD = 128, /* findings that take as long as starting one */
};

static bool is_secret_place(const aml_run *run, aml_span span) {
  if (aml_span_is_none(span)) {
    return false;
  }
  const aml_span *secret = aml_run_secret_at(run, span.source, span.begin);
  return secret != NULL && secret->begin <= span.begin && span.end <= secret->end;
}

/* What a report may say of a place: nothing that quotes a secret there, or one inside. NULL: all. */
static const char *shy_text(const aml_run *run, aml_span span) {
  if (is_secret_place(run, span)) {
    return "The secret is written here.";
  }
  const aml_span *secret = aml_span_is_none(span) ? NULL : aml_run_secret_at(run, span.source, span.begin);
  return secret != NULL && secret->begin < span.end ? "A secret is written in here." : NULL;
}

/* One finding at a time, with the texts that it may quote: of the secrets near its place. */
typedef struct masking {
  const aml_sources *sources;
  aml_arena *arena;
  const aml_run *run;
  aml_secret_quotes near;
} masking;

/* Also what is left of a secret from the place on, which is where a reader stumbled. */
static void find_near(masking *self, aml_span span) {
  if (aml_span_is_none(span)) {
    return;
  }
  aml_sv bytes = aml_sources_get(self->sources, span.source)->bytes;
  uint32_t at = span.begin > REACH ? span.begin - REACH : 0;
  for (size_t i = 0; i < MOST_NEAR; i++) {
    const aml_span *secret = aml_run_secret_at(self->run, span.source, at);
    if (secret == NULL || secret->begin > (uint64_t)span.end + REACH) {
      break;
    }
    aml_secret_quotes_add(&self->near, aml_sv_slice(bytes, secret->begin, secret->end));
    if (secret->begin < span.begin && span.begin < secret->end) {
      aml_secret_quotes_add(&self->near, aml_sv_slice(bytes, span.begin, secret->end));
    }
    at = secret->end;
  }
}

static aml_sv mask(const masking *self, aml_sv text) {
  aml_sv masked = aml_secret_quotes_mask(self->arena, &self->near, text);
  return aml_shorten_quoted(self->arena, masked);
}

static void mask_related(const masking *self, aml_finding *finding) {
  aml_related *shown = NULL;
  for (size_t i = 0; i < finding->related_count; i++) {
    const char *shy = shy_text(self->run, finding->related[i].span);
    aml_sv text = shy != NULL ? aml_sv_of(shy) : mask(self, finding->related[i].text);
    if (text.data == finding->related[i].text.data) {
      continue;
    }
    if (shown == NULL) {
      shown = AML_NEW_ARRAY(self->arena, aml_related, finding->related_count);
      memcpy(shown, finding->related, finding->related_count * sizeof *shown);
      finding->related = shown;
    }
    shown[i].text = text;
  }
}

static void mask_fixes(const masking *self, aml_finding *finding) {
  aml_fix *shown = NULL;
  for (size_t i = 0; i < finding->fix_count; i++) {
    aml_sv text = mask(self, finding->fixes[i].description);
    if (text.data == finding->fixes[i].description.data) {
      continue;
    }
    if (shown == NULL) {
      shown = AML_NEW_ARRAY(self->arena, aml_fix, finding->fix_count);
      memcpy(shown, finding->fixes, finding->fix_count * sizeof *shown);
      finding->fixes = shown;
    }
    shown[i].description = text;
  }
}

static void mask_suppressions(const masking *self, aml_finding *finding) {
  for (aml_suppression *one = finding->suppressions; one != NULL; one = one->next) {
    aml_sv *names[] = {&one->id, &one->owner, &one->approver, &one->ticket};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      *names[i] = aml_shorten(self->arena, aml_secret_mask(self->arena, *names[i]));
    }
    one->reason = aml_shorten_quoted(self->arena, aml_secret_mask(self->arena, one->reason));
  }
}

static void mask_finding(masking *self, aml_finding *finding) {
  self->near = (aml_secret_quotes){.memo = self->near.memo};
  finding->is_secret = finding->is_secret || is_secret_place(self->run, finding->span);
  find_near(self, finding->span);
  for (size_t i = 0; i < finding->related_count && i < MOST_NEAR; i++) {
    find_near(self, finding->related[i].span);
  }
  aml_sv *texts[] = {&finding->help, &finding->cli, &finding->condition, &finding->undecided_reason};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    *texts[i] = mask(self, *texts[i]);
  }
  finding->message = aml_secret_quotes_mask_message(self->arena, &self->near, &finding->message);
  finding->property = aml_shorten(self->arena, mask(self, finding->property));
  mask_related(self, finding);
  mask_fixes(self, finding);
  mask_suppressions(self, finding);
}

/* All findings, in slices on all processors. */
typedef struct slices {
  const aml_sources *sources;
  aml_findings *findings;
  const aml_run *run;
  aml_secret_memo *memos; /* by worker */
  size_t *done;           /* by slice: findings that are masked */
  aml_sv *properties;     /* by finding: as shown */
} slices;

/* A finding changes when all of it is masked: the job may end in the middle of it, and be called again. */
static void mask_slice(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  const slices *self = ctx;
  masking one = {.sources = self->sources, .arena = arena, .run = self->run};
  one.near.memo = &self->memos[worker];
  for (size_t *done = &self->done[i]; *done < SLICE && i * SLICE + *done < self->findings->list.count;
       ++*done) {
    aml_finding *finding = self->findings->list.items[i * SLICE + *done];
    aml_finding shown = *finding;
    mask_finding(&one, &shown);
    self->properties[i * SLICE + *done] = shown.property;
    shown.property = finding->property;
    *finding = shown;
  }
}

/* Fingerprints are made of what a property was before. */
static void set_properties(const slices *self) {
  for (size_t i = 0; i < self->findings->list.count; i++) {
    aml_sv *property = &self->findings->list.items[i]->property;
    if (self->properties[i].data != property->data) {
      aml_engine_fingerprint(self->findings, self->sources);
      *property = self->properties[i];
    }
  }
}

void aml_engine_mask_texts(
    const aml_sources *sources, aml_findings *findings, const aml_run *run, size_t threads) {
  aml_arena *scratch = aml_arena_new_scratch(findings->arena);
  size_t count = findings->list.count;
  aml_spread spread = {
      .threads = aml_pool_useful(threads, count, FOR_A_THREAD), .count = (count + SLICE - 1) / SLICE};
  slices self = {.sources = sources, .findings = findings, .run = run};
  self.memos = AML_NEW_ARRAY(scratch, aml_secret_memo, spread.threads);
  self.done = AML_NEW_ARRAY(scratch, size_t, spread.count);
  self.properties = AML_NEW_ARRAY(scratch, aml_sv, count);
  spread.run = mask_slice;
  spread.ctx = &self;
  aml_spread_run(findings->arena, &spread);
  set_properties(&self);
  aml_arena_release(scratch);
}
