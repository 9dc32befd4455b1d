/* Names that one sentence tells for each spot. */
#include "base/strbuf.h"
#include "engine/weakening.h"

enum { MOST_NAMES = 5 };

typedef struct spot_names {
  aml_weakening_spot spot;
  aml_strbuf text;
  size_t count;
} spot_names;

/* Where its line begins: what stands on one line is told together. */
static size_t line_of(const aml_sources *sources, aml_weakening_spot spot) {
  if (aml_span_is_none(spot.span)) {
    return 0;
  }
  const aml_source *source = aml_sources_get(sources, spot.span.source);
  size_t end = aml_sv_rfind_char(aml_sv_slice(source->bytes, 0, spot.span.begin), '\n');
  return end == AML_NPOS ? 0 : end + 1;
}

aml_weakening_names aml_weakening_names_begin(const aml_weakening *w, const char *what) {
  aml_weakening_names names = {.w = w, .what = what};
  aml_map_init(&names.by_spot, w->inputs->arena, AML_MAP_EXACT);
  return names;
}

void aml_weakening_names_add(aml_weakening_names *names, aml_weakening_spot spot, aml_sv name) {
  aml_arena *arena = names->w->inputs->arena;
  aml_sv key = aml_sv_format(arena, "%zu %u %.*s", line_of(names->w->inputs->sources, spot), spot.line_before,
      AML_SV_ARG(spot.path));
  spot_names *list = aml_map_find(&names->by_spot, key);
  if (list == NULL) {
    list = AML_NEW(arena, spot_names);
    list->spot = spot;
    aml_strbuf_init(&list->text, arena, SIZE_MAX);
    (void)aml_map_put(&names->by_spot, key, list);
  }
  if (list->count < MOST_NAMES) {
    aml_strbuf_addf(&list->text, "%s'%.*s'", list->count == 0 ? "" : ", ", AML_SV_ARG(name));
  }
  list->count++;
}

void aml_weakening_names_tell(const aml_weakening_names *names, aml_sv of) {
  for (size_t i = 0; i < names->by_spot.count; i++) {
    spot_names *list = names->by_spot.entries[i].value;
    if (list->count > MOST_NAMES) {
      aml_strbuf_addf(&list->text, " and %zu more", list->count - MOST_NAMES);
    }
    aml_sv text = aml_strbuf_view(&list->text);
    aml_weakening_tell(names->w, list->spot, "%s%s%.*s: %.*s", names->what, of.len > 0 ? " " : "",
        AML_SV_ARG(of), AML_SV_ARG(text));
  }
}
