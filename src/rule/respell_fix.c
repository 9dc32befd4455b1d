#include "rule/respell_fix.h"

/* Whether a YAML anchor or tag stands before: by an anchor the word may be used elsewhere too. */
static bool is_marked(aml_sv text, size_t at) {
  while (at > 0 && (text.data[at - 1] == ' ' || text.data[at - 1] == '\t')) {
    at--;
  }
  for (; at > 0 && !aml_ascii_space(text.data[at - 1]); at--) {
    if (text.data[at - 1] == '&' || text.data[at - 1] == '!') {
      return true;
    }
  }
  return false;
}

/* What is between the quotes of a text that has some; else the text itself. */
static aml_sv without_quotes(aml_sv text) {
  bool is_quoted = text.len >= 2 && (text.data[0] == '"' || text.data[0] == '\'') &&
                   text.data[text.len - 1] == text.data[0];
  return is_quoted ? aml_sv_slice(text, 1, text.len - 1) : text;
}

void aml_respell_apply(
    aml_arena *arena, const aml_sources *sources, const aml_respelling *respelling, aml_finding *finding) {
  aml_span span = respelling->span;
  if (aml_span_is_none(span)) {
    return;
  }
  aml_sv raw = aml_span_text(sources, span);
  aml_sv inner = without_quotes(raw);
  if (!aml_sv_eq(inner, respelling->written) ||
      is_marked(aml_sources_get(sources, span.source)->bytes, span.begin)) {
    return;
  }
  uint32_t quote = inner.len < raw.len ? 1 : 0;
  aml_edit *edit = AML_NEW(arena, aml_edit);
  *edit = (aml_edit){{span.source, span.begin + quote, span.end - quote}, respelling->meant};
  aml_fix *fix = AML_NEW(arena, aml_fix);
  *fix = (aml_fix){.description = aml_sv_format(arena, "Replace '%.*s' with '%.*s'.",
                       AML_SV_ARG(respelling->written), AML_SV_ARG(respelling->meant)),
      .edits = edit,
      .edit_count = 1,
      .shared = respelling->way};
  finding->fixes = fix;
  finding->fix_count = 1;
}
