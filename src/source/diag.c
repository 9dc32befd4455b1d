#include "source/diag.h"

#include "base/limits.h"
#include "base/map.h"
#include "base/secret.h"

void aml_diags_init(aml_diags *diags, aml_arena *arena) {
  *diags = (aml_diags){.arena = arena, .most = AML_LIMIT_DIAGS_PER_FILE};
}

/* What stands between quotes as a whole: "'password=x'" is a secret, and 'x' may be none. */
static aml_sv mask(const void *ctx, aml_arena *arena, aml_sv text) {
  (void)ctx;
  return aml_secret_mask(arena, text);
}

aml_diag *aml_diags_add_message(
    aml_diags *diags, const char *rule, aml_span span, const aml_message *message) {
  if (diags->list.count >= diags->most) {
    diags->dropped++;
    diags->scratch = diags->scratch != NULL ? diags->scratch : AML_NEW(diags->arena, aml_diag);
    *diags->scratch = (aml_diag){.rule = rule, .span = span};
    return diags->scratch;
  }
  aml_arena_spend(diags->arena, AML_STEPS_FOR_A_FINDING);
  aml_diag diag = {.rule = rule,
      .span = span,
      .message = aml_message_changed(diags->arena, message, mask, NULL),
      .count = 1};
  AML_VEC_PUSH(diags->arena, &diags->list, diag);
  return &diags->list.items[diags->list.count - 1];
}

aml_diag *aml_diags_vadd(
    aml_diags *diags, const char *rule, aml_span span, const char *format, va_list args) {
  aml_message message = {0};
  if (diags->list.count < diags->most) { /* else it is dropped, and need not be made */
    message = aml_message_vof(diags->arena, format, args);
  }
  return aml_diags_add_message(diags, rule, span, &message);
}

aml_diag *aml_diags_add(aml_diags *diags, const char *rule, aml_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_diag *diag = aml_diags_vadd(diags, rule, span, format, args);
  va_end(args);
  return diag;
}

void aml_diags_take(aml_diags *diags, const aml_diags *other) {
  diags->dropped += other->dropped;
  for (size_t i = 0; i < other->list.count; i++) {
    if (diags->list.count < diags->most) {
      AML_VEC_PUSH(diags->arena, &diags->list, other->list.items[i]);
    } else {
      diags->dropped++;
    }
  }
}

static bool is_same_span(aml_span a, aml_span b) {
  return a.source == b.source && a.begin == b.begin && a.end == b.end;
}

void aml_diags_respell(aml_diags *diags, aml_diag *diag, const aml_respelling *respelling) {
  diag->respelling = *respelling;
  size_t count = diags->list.count;
  size_t first = count > AML_LIMIT_DIAGS_PER_FILE ? count - AML_LIMIT_DIAGS_PER_FILE : 0;
  for (size_t i = first; i < count && !aml_span_is_none(respelling->holder); i++) {
    aml_respelling *other = &diags->list.items[i].respelling;
    bool is_rival = !is_same_span(other->span, respelling->span) &&
                    is_same_span(other->holder, respelling->holder) &&
                    aml_sv_ieq(other->meant, respelling->meant);
    if (is_rival) {
      other->span = AML_NO_SPAN;
      diag->respelling.span = AML_NO_SPAN;
    }
  }
}

static aml_sv identity_of(aml_arena *arena, const aml_diag *diag) {
  return aml_sv_format(arena, "%s %u %u %u %.*s|%.*s", diag->rule, diag->span.source, diag->span.begin,
      diag->span.end, AML_SV_ARG(diag->unless), AML_SV_ARG(diag->message.text));
}

void aml_diags_fold(aml_diags *diags) {
  if (diags->list.count < 2) {
    return;
  }
  size_t kept = 0;
  aml_map seen;
  aml_map_init(&seen, diags->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < diags->list.count; i++) {
    aml_diag *diag = &diags->list.items[i];
    aml_sv identity = identity_of(diags->arena, diag);
    aml_diag *first = aml_map_find(&seen, identity);
    if (first != NULL) {
      first->count += diag->count;
      first->is_incomplete = first->is_incomplete || diag->is_incomplete;
      continue;
    }
    diags->list.items[kept] = *diag;
    (void)aml_map_put(&seen, identity, &diags->list.items[kept++]);
  }
  diags->list.count = kept;
}
