#include "base/strbuf.h"
#include "edit/edit.h"

aml_sv aml_edits_apply(
    aml_arena *arena, aml_sv text, aml_source_id source, const aml_edit *edits, size_t count) {
  aml_strbuf out;
  uint32_t at = 0;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < count; i++) {
    if (edits[i].span.source == source) {
      aml_strbuf_add(&out, aml_sv_slice(text, at, edits[i].span.begin));
      aml_strbuf_add(&out, edits[i].text);
      at = edits[i].span.end;
    }
  }
  aml_strbuf_add(&out, aml_sv_slice(text, at, text.len));
  return aml_strbuf_view(&out);
}
