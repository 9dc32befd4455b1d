/* format(): .NET's composite formatting, "{index[,alignment][:format]}", in the invariant culture. */
#include "base/number.h"
#include "base/utf8.h"
#include "expr/functions.h"
#include "expr/number_format.h"

typedef struct hole { /* what stands between braces */
  int64_t index, alignment;
  aml_sv format;
  size_t begin, end; /* with the braces, in the format string */
} hole;

static const aml_value *fail_format(const aml_call *call, aml_sv part) {
  return aml_call_fail(
      call, 0, "The format string has a malformed part at '%.*s'.", AML_SV_ARG(aml_sv_slice(part, 0, 20)));
}

/* Reads the hole at `begin`; false where it is malformed. */
static bool read_hole(aml_sv format, size_t begin, hole *out) {
  *out = (hole){.begin = begin};
  size_t close = aml_sv_find_char(format, '}', begin);
  if (close == AML_NPOS) {
    return false;
  }
  aml_sv inside = aml_sv_slice(format, begin + 1, close);
  size_t colon = aml_sv_find_char(inside, ':', 0);
  if (colon != AML_NPOS) {
    out->format = aml_sv_slice(inside, colon + 1, inside.len);
    inside = aml_sv_slice(inside, 0, colon);
  }
  size_t comma = aml_sv_find_char(inside, ',', 0);
  if (comma != AML_NPOS) {
    aml_sv alignment = aml_sv_trim(aml_sv_slice(inside, comma + 1, inside.len));
    if (!aml_int_parse(alignment, &out->alignment)) {
      return false;
    }
    inside = aml_sv_slice(inside, 0, comma);
  }
  out->end = close + 1;
  return inside.len > 0 && aml_ascii_digit(inside.data[0]) && aml_int_parse(aml_sv_trim(inside), &out->index);
}

/* The text of one argument without its alignment; the failure or unknown that ends the call otherwise. */
static const aml_value *format_argument(const aml_call *call, const hole *h, const aml_value *arg) {
  aml_pieces piece;
  aml_pieces_begin(&piece, call);
  bool is_number = arg->kind == AML_INT || arg->kind == AML_FLOAT;
  if (!is_number || h->format.len == 0) {
    aml_pieces_value(&piece, arg, '\'');
    return aml_pieces_end(&piece);
  }
  switch (aml_number_format(&piece.text, arg, h->format)) {
  case AML_FORMAT_OK:
    break;
  case AML_FORMAT_INVALID:
    return aml_call_fail(call, 0, "The number format '%.*s' is not one that .NET knows for this number.",
        AML_SV_ARG(h->format));
  case AML_FORMAT_UNSUPPORTED:
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING),
        "the number format '%.*s' is not evaluated offline; use another format to have the value checked",
        AML_SV_ARG(h->format));
  }
  return aml_pieces_end(&piece);
}

enum { ALIGNMENT_MAX = 1000000 }; /* .NET's own */

static void add_blanks(aml_pieces *pieces, size_t count) {
  for (size_t i = 0; i < count; i++) {
    aml_pieces_text(pieces, AML_SV(" "));
  }
}

/* Adds what fills a hole. NULL, or the failure that ends the call. */
static const aml_value *fill_hole(aml_pieces *pieces, const hole *h) {
  const aml_call *call = pieces->call;
  if (h->index < 0 || (uint64_t)h->index + 1 >= call->count) {
    return aml_call_fail(call, 0,
        "The format string refers to value %lld, but there are only %zu, counted from 0.",
        (long long)h->index, call->count - 1);
  }
  size_t width = (size_t)(h->alignment < 0 ? -h->alignment : h->alignment);
  if (h->alignment > ALIGNMENT_MAX || h->alignment < -ALIGNMENT_MAX) {
    return aml_call_fail(call, 0, "The alignment %lld is out of range.", (long long)h->alignment);
  }
  const aml_value *text = format_argument(call, h, call->args[h->index + 1]);
  if (text->kind != AML_STRING) {
    const aml_value *bare = width == 0 || text->kind != AML_UNKNOWN
                                ? text
                                : aml_unknown_because(call->eval, text, AML_KIND_BIT(AML_STRING));
    aml_pieces_value(pieces, bare, '\'');
    return NULL;
  }
  size_t length = width == 0 ? 0 : aml_utf16_length(text->as.string);
  size_t blanks = width > length ? width - length : 0;
  add_blanks(pieces, h->alignment > 0 ? blanks : 0);
  aml_pieces_text(pieces, text->as.string);
  add_blanks(pieces, h->alignment < 0 ? blanks : 0);
  return NULL;
}

const aml_value *aml_fn_format(const aml_call *call) {
  aml_pieces pieces;
  aml_pieces_begin(&pieces, call);
  if (call->args[0]->kind == AML_UNKNOWN) {
    return aml_unknown_text(call->eval, call->args[0], AML_SV(""), AML_SV(""));
  }
  aml_sv format = call->args[0]->as.string;
  for (size_t at = 0; at < format.len && !pieces.text.overflowed;) {
    char c = format.data[at];
    aml_sv rest = aml_sv_slice(format, at, format.len);
    if (aml_sv_starts(rest, AML_SV("{{")) || aml_sv_starts(rest, AML_SV("}}"))) {
      aml_pieces_text(&pieces, aml_sv_slice(rest, 0, 1));
      at += 2;
      continue;
    }
    if (c != '{' && c != '}') {
      aml_pieces_text(&pieces, aml_sv_slice(rest, 0, 1));
      at++;
      continue;
    }
    hole h;
    if (c == '}' || !read_hole(format, at, &h)) {
      return fail_format(call, rest);
    }
    const aml_value *failure = fill_hole(&pieces, &h);
    if (failure != NULL) {
      return failure;
    }
    at = h.end;
  }
  return aml_pieces_end(&pieces);
}
