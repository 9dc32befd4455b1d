/* What the functions on text share: counting as .NET does, and texts that are known in part. */
#include "base/number.h"
#include "base/utf8.h"
#include "expr/function.h"
#include "expr/value_text.h"

size_t aml_utf16_offset(aml_sv text, size_t units) {
  size_t at = 0;
  size_t counted = 0;
  while (at < text.len && counted < units) {
    size_t next = at;
    uint32_t code_point = aml_utf8_next(text, &next);
    counted += code_point != AML_UTF8_INVALID && code_point >= 0x10000 ? 2 : 1;
    if (counted > units) {
      break;
    }
    at = next;
  }
  return at;
}

aml_sv aml_fold(aml_arena *arena, aml_sv text) {
  return aml_utf8_lower(arena, text);
}

void aml_text_begin(const aml_call *call, aml_strbuf *buf) {
  aml_strbuf_init(buf, call->eval->arena, AML_LIMIT_STRING);
}

const aml_value *aml_text_end(const aml_call *call, aml_strbuf *buf) {
  if (buf->overflowed) {
    return aml_eval_limit(call->eval, "%d bytes in a computed string", AML_LIMIT_STRING);
  }
  aml_sv text = aml_strbuf_view(buf);
  return aml_eval_spend(call->eval, text.len / 256)
             ? aml_make_string(call->eval, text)
             : aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING), AML_REASON_LIMIT);
}

void aml_pieces_begin(aml_pieces *pieces, const aml_call *call) {
  *pieces = (aml_pieces){.call = call};
  aml_text_begin(call, &pieces->text);
}

void aml_pieces_text(aml_pieces *pieces, aml_sv text) {
  aml_strbuf_add(&pieces->text, text);
}

static void add_unknown(aml_pieces *pieces, const aml_value *unknown) {
  bool is_text = unknown->kind == AML_UNKNOWN;
  if (pieces->unknown == NULL) {
    aml_strbuf_add(&pieces->text, is_text ? unknown->as.unknown->prefix : AML_SV(""));
    pieces->prefix = aml_strbuf_view(&pieces->text);
    pieces->unknown = unknown;
  }
  aml_text_begin(pieces->call, &pieces->text);
  aml_strbuf_add(&pieces->text, is_text ? unknown->as.unknown->suffix : AML_SV(""));
}

void aml_pieces_value(aml_pieces *pieces, const aml_value *value, char quote) {
  enum { BYTES_FOR_A_STEP = 4 }; /* of what is written from a tree: a few signs each time */
  char number[AML_NUMBER_TEXT_SIZE];
  switch (value->kind) {
  case AML_NULL:
    break;
  case AML_BOOL:
    aml_pieces_text(pieces, value->as.boolean ? AML_SV("True") : AML_SV("False"));
    break;
  case AML_INT:
    aml_strbuf_add_int(&pieces->text, value->as.integer);
    break;
  case AML_FLOAT:
    aml_pieces_text(pieces, (aml_sv){number, aml_double_text(value->as.number, number)});
    break;
  case AML_STRING:
    aml_pieces_text(pieces, value->as.string);
    break;
  case AML_ARRAY:
  case AML_OBJECT: {
    const aml_value *unknown = aml_find_unknown(value);
    if (unknown != NULL) { /* its text is not in the prefix of the whole: punctuation stands before it */
      add_unknown(pieces, aml_unknown_text(pieces->call->eval, unknown, AML_SV(""), AML_SV("")));
    } else {
      size_t before = pieces->text.len;
      aml_value_write_text(&pieces->text, value, quote);
      (void)aml_eval_spend(pieces->call->eval, (pieces->text.len - before) / BYTES_FOR_A_STEP);
    }
    break;
  }
  case AML_UNKNOWN:
    add_unknown(pieces, value);
    break;
  case AML_EXPRESSION: /* no result of an evaluation */
    break;
  }
}

const aml_value *aml_pieces_end(aml_pieces *pieces) {
  if (pieces->unknown == NULL || pieces->text.overflowed) {
    return aml_text_end(pieces->call, &pieces->text);
  }
  return aml_unknown_text(
      pieces->call->eval, pieces->unknown, pieces->prefix, aml_strbuf_view(&pieces->text));
}
