#include "base/secret_sentence.h"

static bool is_line_end(aml_sv text, size_t at) {
  return at >= text.len || text.data[at] == '\n' || text.data[at] == '\r';
}

/* An apostrophe stands behind a letter, and what a text holds stands anywhere. */
static bool is_opening(aml_sv text, size_t at) {
  return text.data[at] == '\'' &&
         (at == 0 || aml_sv_find_char(AML_SV(" (\n\r"), text.data[at - 1], 0) != AML_NPOS);
}

static bool is_closing(aml_sv text, size_t at) {
  return text.data[at] == '\'' &&
         (is_line_end(text, at + 1) || aml_sv_find_char(AML_SV(" .,;:)"), text.data[at + 1], 0) != AML_NPOS);
}

/* The last closing mark in [begin, end), or AML_NPOS. */
static size_t find_last_closing(aml_sv text, size_t begin, size_t end) {
  while (end > begin) {
    end--;
    if (is_closing(text, end)) {
      return end;
    }
  }
  return AML_NPOS;
}

/* Whether a mark opens a quotation on the line before `at`, and not too far away. */
static bool opens_before(aml_sv text, size_t at) {
  enum { REACH = 4096 };
  for (size_t i = at; i > 0 && at - i < REACH && !is_line_end(text, i - 1); i--) {
    if (is_opening(text, i - 1)) {
      return true;
    }
  }
  return false;
}

bool aml_secret_closes_quotation(aml_sv text, size_t at) {
  return at < text.len && is_closing(text, at) && opens_before(text, at);
}

bool aml_secret_is_sentence(aml_sv text) {
  return text.len > 0 && (text.data[text.len - 1] == '.' || text.data[text.len - 1] == '\'');
}

aml_secret_range aml_secret_quoted_part(aml_sv sentence) {
  for (size_t at = 0; at < sentence.len; at++) {
    if (is_opening(sentence, at)) {
      size_t close = find_last_closing(sentence, at + 1, sentence.len);
      return (aml_secret_range){
          close == AML_NPOS ? sentence.len : at + 1, close == AML_NPOS ? sentence.len : close};
    }
  }
  return (aml_secret_range){sentence.len, sentence.len};
}

size_t aml_secret_end_in_sentence(aml_sv text, size_t begin, size_t end) {
  bool ends_line = end > begin && is_line_end(text, end);
  if (!ends_line || !aml_secret_is_sentence(aml_sv_slice(text, begin, end))) {
    return end;
  }
  size_t close = opens_before(text, begin) ? find_last_closing(text, begin, end) : AML_NPOS;
  if (close != AML_NPOS) {
    return close;
  }
  return text.data[end - 1] == '.' ? end - 1 : end;
}
