/* Makers of values, unknowns and failures during an evaluation. */
#include <stdarg.h>
#include <stdio.h>

#include "base/secret_quote.h"
#include "base/suggest.h"
#include "expr/function.h"

aml_span aml_eval_here(const aml_eval *eval) {
  return eval->expression != NULL ? eval->expression->span : AML_NO_SPAN;
}

const aml_value *aml_make_null(aml_eval *eval) {
  return aml_value_null(eval->arena, aml_eval_here(eval));
}

const aml_value *aml_make_bool(aml_eval *eval, bool boolean) {
  return aml_value_bool(eval->arena, boolean, aml_eval_here(eval));
}

const aml_value *aml_make_int(aml_eval *eval, int64_t integer) {
  return aml_value_int(eval->arena, integer, aml_eval_here(eval));
}

const aml_value *aml_make_float(aml_eval *eval, double number) {
  return aml_value_float(eval->arena, number, aml_eval_here(eval));
}

const aml_value *aml_make_string(aml_eval *eval, aml_sv string) {
  return aml_value_string(eval->arena, string, aml_eval_here(eval));
}

const aml_value *aml_make_array(aml_eval *eval, const aml_value *const *items, size_t count, unsigned flags) {
  const aml_value *array = aml_value_array(eval->arena, items, count, aml_eval_here(eval));
  return flags == 0 ? array
                    : aml_value_moved(eval->arena, array, array->span, array->origin, array->flags | flags);
}

const aml_value *aml_make_object(aml_eval *eval, aml_object_builder *builder, unsigned flags) {
  return aml_object_end(builder, aml_eval_here(eval), flags);
}

/* The reason why something is not known: that of an unknown, that a container is open, or that of the first
 * unknown inside. */
static aml_sv reason_of(const aml_value *cause) {
  if (cause->kind != AML_UNKNOWN && aml_value_has(cause, AML_VALUE_OPEN)) {
    return AML_SV(AML_REASON_PART);
  }
  const aml_value *unknown = cause->kind == AML_UNKNOWN ? cause : aml_find_unknown(cause);
  return unknown != NULL && unknown->kind == AML_UNKNOWN ? unknown->as.unknown->reason
                                                         : AML_SV(AML_REASON_PART);
}

static const aml_value *new_unknown(aml_eval *eval, const aml_value *cause, const aml_unknown *unknown) {
  aml_value *value = AML_NEW(eval->arena, aml_value);
  *value = (aml_value){.kind = AML_UNKNOWN,
      .flags = cause->flags & (unsigned)AML_VALUE_SECURE,
      .span = aml_eval_here(eval),
      .origin = cause->kind == AML_UNKNOWN ? cause->origin : NULL,
      .as.unknown = unknown};
  return value;
}

const aml_value *aml_unknown_because(aml_eval *eval, const aml_value *cause, aml_kinds kinds) {
  aml_unknown *unknown = AML_NEW(eval->arena, aml_unknown);
  *unknown = (aml_unknown){.reason = reason_of(cause), .kinds = kinds};
  return new_unknown(eval, cause, unknown);
}

const aml_value *aml_unknown_text(aml_eval *eval, const aml_value *cause, aml_sv prefix, aml_sv suffix) {
  aml_unknown *unknown = AML_NEW(eval->arena, aml_unknown);
  *unknown = (aml_unknown){
      .reason = reason_of(cause), .kinds = AML_KIND_BIT(AML_STRING), .prefix = prefix, .suffix = suffix};
  return new_unknown(eval, cause, unknown);
}

const aml_value *aml_make_truth(aml_eval *eval, aml_truth truth, const aml_value *cause) {
  return truth == AML_MAYBE ? aml_unknown_because(eval, cause, AML_KIND_BIT(AML_BOOL))
                            : aml_make_bool(eval, truth == AML_TRUE);
}

const aml_value *aml_stand_here(aml_eval *eval, const aml_value *value) {
  if (eval->scope->is_policy) {
    return value; /* what a rule looks at stays where the resource has it */
  }
  aml_span here = aml_eval_here(eval);
  /* At the expression, or written inside of it. */
  bool is_here =
      value->span.source == here.source && value->span.begin >= here.begin && value->span.begin < here.end;
  if (eval->expression == NULL || (value->origin == NULL && is_here)) {
    return value;
  }
  const aml_origin *origin = aml_origin_of_expression(eval->arena, eval->expression, value->origin);
  return aml_value_moved(eval->arena, value, here, origin, value->flags);
}

__attribute__((format(printf, 3, 0))) static const aml_value *format_unknown(
    aml_eval *eval, aml_kinds kinds, const char *format, va_list args) {
  char reason[AML_ERROR_TEXT_MAX];
  vsnprintf(reason, sizeof reason, format, args);
  return aml_value_unknown(
      eval->arena, aml_sv_dup(eval->arena, aml_sv_of(reason)), kinds, aml_eval_here(eval));
}

const aml_value *aml_eval_unknown(aml_eval *eval, aml_kinds kinds, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const aml_value *unknown = format_unknown(eval, kinds, format, args);
  va_end(args);
  return unknown;
}

/* Cut as one that is printed. */
const aml_value *aml_eval_unknown_as(aml_eval *eval, aml_kinds kinds, aml_sv reason) {
  size_t end = aml_sv_find_char(reason, '\0', 0);
  size_t most = end < AML_ERROR_TEXT_MAX - 1 ? end : AML_ERROR_TEXT_MAX - 1;
  return aml_value_unknown(eval->arena, aml_sv_slice(reason, 0, most), kinds, aml_eval_here(eval));
}

const aml_value *aml_eval_limit(aml_eval *eval, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char text[AML_ERROR_TEXT_MAX];
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (!eval->hit_limit) {
    eval->hit_limit = true;
    eval->limit_text = aml_sv_dup(eval->arena, aml_sv_of(text));
  }
  return aml_eval_unknown(eval, AML_KINDS_ANY, AML_REASON_LIMIT);
}

bool aml_eval_end_steps(aml_eval *eval) {
  eval->steps_left = 0;
  aml_eval_limit(eval, "%d evaluation steps", AML_LIMIT_EVAL_STEPS);
  return false;
}

size_t aml_eval_suggest(
    aml_eval *eval, aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx) {
  enum { AMONG_MAX = 500, STEPS_FOR_ONE = 4 };
  if (eval->silence > 0 || count > AMONG_MAX || !aml_eval_spend(eval, count * STEPS_FOR_ONE)) {
    return AML_NPOS;
  }
  return aml_suggest(word, count, at, ctx);
}

/* A failure quotes what it failed on, which may be secret. */
static aml_sv mask_secrets(const aml_eval *eval, aml_sv message) {
  aml_secret_quotes quotes = {0};
  for (size_t i = 0; i < eval->secret_count && i < AML_EVAL_SECRETS; i++) {
    aml_secret_quotes_add(&quotes, eval->secrets[i]->as.string);
  }
  return quotes.count == 0 ? message : aml_secret_quotes_mask(eval->arena, &quotes, message);
}

__attribute__((format(printf, 3, 0))) static const aml_value *report(
    aml_eval *eval, aml_span span, const char *format, va_list args) {
  char text[AML_ERROR_TEXT_MAX];
  vsnprintf(text, sizeof text, format, args);
  aml_sv message = mask_secrets(eval, aml_sv_dup(eval->arena, aml_sv_of(text)));
  eval->failures++;
  if (eval->scope->fail != NULL && eval->silence == 0) {
    eval->scope->fail(eval->scope->ctx, eval, span, message);
  }
  return aml_eval_unknown(eval, AML_KINDS_ANY, "in an expression, %c%.*s; correct the expression",
      aml_ascii_lower(message.data[0]), AML_SV_ARG(aml_sv_slice(message, 1, message.len - 1)));
}

const aml_value *aml_eval_fail(aml_eval *eval, const aml_expr *where, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const aml_value *unknown = report(eval, where->span, format, args);
  va_end(args);
  return unknown;
}

const aml_value *aml_eval_fail_at(aml_eval *eval, aml_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const aml_value *unknown = report(eval, span, format, args);
  va_end(args);
  return unknown;
}

const aml_value *aml_call_fail(const aml_call *call, size_t i, const char *format, ...) {
  const aml_expr *expr = call->expr;
  aml_span span = i < expr->arg_count ? expr->args[i]->span : expr->name_span;
  va_list args;
  va_start(args, format);
  const aml_value *unknown = report(call->eval, span, format, args);
  va_end(args);
  return unknown;
}

aml_sv aml_kinds_text(aml_arena *arena, aml_kinds kinds) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_kinds left = kinds;
  for (unsigned kind = 0; kind < AML_UNKNOWN; kind++) {
    if ((kinds & AML_KIND_BIT(kind)) == 0) {
      continue;
    }
    left &= ~AML_KIND_BIT(kind);
    const char *name = aml_kind_name((aml_kind)kind);
    if (text.len > 0) {
      aml_strbuf_add(&text, left == 0 ? AML_SV(" or ") : AML_SV(", "));
    }
    bool has_vowel = *name == 'a' || *name == 'i' || *name == 'o';
    aml_strbuf_addf(&text, "%s%s", kind == AML_NULL ? "" : has_vowel ? "an " : "a ", name);
  }
  return aml_strbuf_view(&text);
}
