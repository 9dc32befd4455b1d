/* What findings say, without the secrets that stand where they point. Reports and the API take it from here. */
#include <string.h>

#include "base/secret.h"
#include "base/strbuf.h"
#include "engine/engine.h"

enum {
  REACH = 256,    /* bytes either side of a place in which a secret may be what a message quotes */
  MOST_NEAR = 16, /* secrets looked at for one finding */
  LEAST_CUT = 6,  /* bytes of a secret that was cut that are still taken for it */
  SHORT = 6,      /* a secret of fewer bytes counts only as a whole word */
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

/* The texts that a finding may quote: of the secrets near its place. */
typedef struct masking {
  aml_engine *engine;
  aml_sv near[2 * MOST_NEAR];
  size_t count;
} masking;

static aml_sv without_quotes(aml_sv text) {
  text = aml_sv_trim(text);
  bool is_quoted = text.len > 1 && (text.data[0] == '"' || text.data[0] == '\'');
  text = is_quoted ? aml_sv_slice(text, 1, text.len) : text;
  bool is_closed = text.len > 0 && (text.data[text.len - 1] == '"' || text.data[text.len - 1] == '\'');
  return is_closed ? aml_sv_slice(text, 0, text.len - 1) : text;
}

static void add_near(masking *self, aml_sv text) {
  text = without_quotes(text);
  if (text.len > 0 && self->count < sizeof self->near / sizeof self->near[0]) {
    self->near[self->count++] = text;
  }
}

/* Also what is left of a secret from the place on, which is where a reader stumbled. */
static void find_near(masking *self, aml_span span) {
  if (aml_span_is_none(span)) {
    return;
  }
  aml_sv bytes = aml_sources_get(self->engine->sources, span.source)->bytes;
  uint32_t at = span.begin > REACH ? span.begin - REACH : 0;
  for (size_t i = 0; i < MOST_NEAR; i++) {
    const aml_span *secret = aml_run_secret_at(&self->engine->run, span.source, at);
    if (secret == NULL || secret->begin > (uint64_t)span.end + REACH) {
      break;
    }
    add_near(self, aml_sv_slice(bytes, secret->begin, secret->end));
    if (secret->begin < span.begin && span.begin < secret->end) {
      add_near(self, aml_sv_slice(bytes, span.begin, secret->end));
    }
    at = secret->end;
  }
}

static bool is_word_at(aml_sv text, size_t begin, size_t end) {
  return (begin == 0 || !aml_ascii_alnum(text.data[begin - 1])) &&
         (end >= text.len || !aml_ascii_alnum(text.data[end]));
}

/* How many bytes at `at` show one of the secrets, whole or the beginning of it. */
static size_t shown_at(const masking *self, aml_sv text, size_t at) {
  size_t most = 0;
  for (size_t i = 0; i < self->count; i++) {
    aml_sv secret = self->near[i];
    size_t n = 0;
    while (n < secret.len && at + n < text.len && text.data[at + n] == secret.data[n]) {
      n++;
    }
    bool is_whole = n == secret.len && (n >= SHORT || is_word_at(text, at, at + n));
    most = (is_whole || n >= LEAST_CUT) && n > most ? n : most;
  }
  return most;
}

/* The text with secrets masked: those near the place by their bytes, all others by their form. */
static aml_sv mask(const masking *self, aml_sv text) {
  aml_arena *arena = &self->engine->arena;
  aml_strbuf out;
  size_t sent = 0;
  bool is_masked = false;
  for (size_t at = 0; self->count > 0 && at < text.len;) {
    size_t n = shown_at(self, text, at);
    if (n == 0) {
      at++;
      continue;
    }
    if (!is_masked) {
      aml_strbuf_init(&out, arena, SIZE_MAX);
      is_masked = true;
    }
    aml_strbuf_add(&out, aml_sv_slice(text, sent, at));
    aml_strbuf_add(&out, AML_SV(AML_SECRET_MASK));
    at += n;
    sent = at;
  }
  if (is_masked) {
    aml_strbuf_add(&out, aml_sv_slice(text, sent, text.len));
    text = aml_strbuf_view(&out);
  }
  return aml_secret_mask(arena, text);
}

static void mask_related(const masking *self, aml_finding *finding) {
  aml_engine *engine = self->engine;
  aml_related *shown = NULL;
  for (size_t i = 0; i < finding->related_count; i++) {
    const char *shy = shy_text(&engine->run, finding->related[i].span);
    aml_sv text = shy != NULL ? aml_sv_of(shy) : mask(self, finding->related[i].text);
    if (text.data == finding->related[i].text.data) {
      continue;
    }
    if (shown == NULL) {
      shown = AML_NEW_ARRAY(&engine->arena, aml_related, finding->related_count);
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
      shown = AML_NEW_ARRAY(&self->engine->arena, aml_fix, finding->fix_count);
      memcpy(shown, finding->fixes, finding->fix_count * sizeof *shown);
      finding->fixes = shown;
    }
    shown[i].description = text;
  }
}

static void mask_suppressions(const masking *self, aml_finding *finding) {
  for (aml_suppression *one = finding->suppressions; one != NULL; one = one->next) {
    aml_sv *texts[] = {&one->id, &one->owner, &one->approver, &one->reason, &one->ticket};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      *texts[i] = aml_secret_mask(&self->engine->arena, *texts[i]);
    }
  }
}

static void mask_finding(aml_engine *engine, aml_finding *finding) {
  masking self = {.engine = engine};
  finding->is_secret = finding->is_secret || is_secret_place(&engine->run, finding->span);
  find_near(&self, finding->span);
  for (size_t i = 0; i < finding->related_count && i < MOST_NEAR; i++) {
    find_near(&self, finding->related[i].span);
  }
  aml_sv *texts[] = {&finding->message, &finding->help, &finding->cli, &finding->condition,
      &finding->undecided_reason, &finding->property};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    *texts[i] = mask(&self, *texts[i]);
  }
  mask_related(&self, finding);
  mask_fixes(&self, finding);
  mask_suppressions(&self, finding);
}

void aml_engine_mask_texts(aml_engine *engine) {
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    mask_finding(engine, engine->findings.list.items[i]);
  }
}
