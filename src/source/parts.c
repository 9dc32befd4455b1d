#include "source/parts.h"

static const aml_part *part_at(const aml_parts *parts, uint32_t offset) {
  size_t low = 0;
  size_t high = parts->list.count;
  while (low < high) { /* the first that begins behind the offset */
    size_t middle = low + (high - low) / 2;
    if (parts->list.items[middle].text->written.begin <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const aml_part *part = low == 0 ? NULL : &parts->list.items[low - 1];
  return part != NULL && offset <= part->text->written.end ? part : NULL;
}

bool aml_parts_find(const aml_parts *parts, uint32_t offset, aml_sv *name, uint32_t *line) {
  const aml_part *part = part_at(parts, offset);
  if (part == NULL) {
    return false;
  }
  size_t low = 0;
  size_t high = part->text->text.len;
  while (low < high) { /* the last byte of its text that is written at the offset or before */
    size_t middle = low + (high - low + 1) / 2;
    if (aml_guest_span(part->text, middle, middle).begin <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  *name = part->name;
  *line = 1;
  for (size_t i = 0; i < low; i++) {
    *line += part->text->text.data[i] == '\n' ? 1 : 0;
  }
  return true;
}

aml_sv aml_source_part_text(aml_arena *arena, const aml_source *source, uint32_t offset) {
  aml_sv name;
  uint32_t line;
  if (source->parts == NULL || !aml_parts_find(source->parts, offset, &name, &line)) {
    return (aml_sv){NULL, 0};
  }
  return aml_sv_format(arena, "%.*s, line %u", AML_SV_ARG(name), line);
}
