#include "report/copies.h"

#include "base/strbuf.h"

enum { NAMES_SHOWN = 3 };

static bool starts_with_at(aml_sv text, size_t at, aml_sv name) {
  return name.len > 0 && aml_sv_starts(aml_sv_slice(text, at, text.len), name);
}

bool aml_same_but_names(const aml_finding *a, aml_sv x, const aml_finding *b, aml_sv y) {
  size_t i = 0;
  size_t j = 0;
  while (i < x.len && j < y.len) {
    if (starts_with_at(x, i, a->resource->shown_name) && starts_with_at(y, j, b->resource->shown_name)) {
      i += a->resource->shown_name.len;
      j += b->resource->shown_name.len;
    } else if (x.data[i++] != y.data[j++]) {
      return false;
    }
  }
  return i == x.len && j == y.len;
}

static bool is_same_span(aml_span a, aml_span b) {
  return a.source == b.source && a.begin == b.begin && a.end == b.end;
}

static bool is_copy(const aml_finding *a, const aml_finding *b) {
  return a->rule == b->rule && a->status == b->status && a->severity == b->severity && a->resource != NULL &&
         b->resource != NULL && !aml_span_is_none(a->span) && is_same_span(a->span, b->span) &&
         is_same_span(a->resource->span, b->resource->span) && aml_sv_eq(a->property, b->property) &&
         aml_same_but_names(a, a->message.text, b, b->message.text) &&
         !aml_sv_eq(a->resource->shown_name, b->resource->shown_name);
}

size_t aml_copies_count(const aml_findings *findings, size_t i) {
  size_t end = i + 1;
  while (end < findings->list.count && is_copy(findings->list.items[i], findings->list.items[end])) {
    end++;
  }
  return end - i;
}

aml_sv aml_copies_text(aml_arena *arena, const aml_findings *findings, size_t i, size_t count) {
  if (count < 2) {
    return AML_SV("");
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_addf(&out, " (%zu copies: ", count);
  for (size_t k = 0; k < count && k < NAMES_SHOWN; k++) {
    aml_sv name = findings->list.items[i + k]->resource->shown_name;
    aml_strbuf_addf(&out, "%s'%.*s'", k == 0 ? "" : ", ", AML_SV_ARG(name));
  }
  aml_strbuf_add(&out, count > NAMES_SHOWN ? AML_SV(", ...)") : AML_SV(")"));
  return aml_strbuf_view(&out);
}
