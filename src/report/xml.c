#include "report/xml.h"

#include "base/utf8.h"

static bool is_allowed(uint32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xFFFE) || (c >= 0x10000 && c <= 0x10FFFF);
}

static const char *reference_of(uint32_t c) {
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\t':
    return "&#9;";
  case '\n':
    return "&#10;";
  case '\r':
    return "&#13;";
  case '[':
    return "&#91;";
  default:
    return NULL;
  }
}

static bool ends_command(aml_sv before) {
  return aml_sv_ends(before, AML_SV("##")) || aml_sv_iends(before, AML_SV("##vso"));
}

void aml_xml_text(aml_out *out, aml_sv text) {
  for (size_t at = 0; at < text.len;) {
    size_t begin = at;
    uint32_t c = aml_utf8_next(text, &at);
    const char *reference = reference_of(c);
    if (c == AML_UTF8_INVALID || !is_allowed(c)) {
      aml_out_str(out, "\xEF\xBF\xBD");
    } else if (reference != NULL && (c != '[' || ends_command(aml_sv_slice(text, 0, begin)))) {
      aml_out_str(out, reference);
    } else {
      aml_out_text(out, aml_sv_slice(text, begin, at));
    }
  }
}

void aml_xml_attribute(aml_out *out, const char *name, aml_sv text) {
  aml_out_char(out, ' ');
  aml_out_str(out, name);
  aml_out_str(out, "=\"");
  aml_xml_text(out, text);
  aml_out_char(out, '"');
}

void aml_xml_number(aml_out *out, const char *name, int64_t number) {
  aml_out_char(out, ' ');
  aml_out_str(out, name);
  aml_out_str(out, "=\"");
  aml_out_int(out, number);
  aml_out_char(out, '"');
}
