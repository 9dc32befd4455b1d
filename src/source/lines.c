#include "source/lines.h"

#include <string.h>

#include "base/vec.h"

enum { CHUNK = 1024 }; /* bytes between two entries of point_counts */

static bool is_continuation(char c) {
  return ((unsigned char)c & 0xC0) == 0x80;
}

static uint32_t count_points(aml_sv bytes, size_t begin, size_t end) {
  uint32_t n = 0;
  for (size_t i = begin; i < end; i++) {
    n += is_continuation(bytes.data[i]) ? 0U : 1U;
  }
  return n;
}

/* Where the next line begins at or after `from`; AML_NPOS when no line end follows. */
static size_t find_next_line(aml_sv bytes, size_t from, bool has_returns) {
  size_t at = aml_sv_find_char(bytes, '\n', from);
  if (has_returns) {
    const char *hit = memchr(bytes.data + from, '\r', (at == AML_NPOS ? bytes.len : at) - from);
    if (hit != NULL) {
      at = (size_t)(hit - bytes.data);
      at += at + 1 < bytes.len && hit[1] == '\n' ? 1U : 0U;
    }
  }
  return at == AML_NPOS ? AML_NPOS : at + 1;
}

void aml_source_index_lines(aml_source *source, aml_arena *arena) {
  if (source->line_starts != NULL) {
    return;
  }
  aml_sv bytes = source->bytes;
  AML_VEC(uint32_t) starts = {0};
  AML_VEC_PUSH(arena, &starts, 0);
  bool has_returns = bytes.len > 0 && memchr(bytes.data, '\r', bytes.len) != NULL;
  for (size_t at = 0; bytes.len > 0 && (at = find_next_line(bytes, at, has_returns)) != AML_NPOS;) {
    AML_VEC_PUSH(arena, &starts, (uint32_t)at);
  }
  if (count_points(bytes, 0, bytes.len) != bytes.len) {
    source->point_counts = AML_NEW_ARRAY(arena, uint32_t, bytes.len / CHUNK + 1);
    for (size_t i = 1; i <= bytes.len / CHUNK; i++) {
      source->point_counts[i] = source->point_counts[i - 1] + count_points(bytes, (i - 1) * CHUNK, i * CHUNK);
    }
  }
  source->line_count = starts.count;
  source->line_starts = starts.items;
}

/* Code points before an offset of the source. */
static uint32_t points_before(const aml_source *source, uint32_t offset) {
  if (source->point_counts == NULL) {
    return offset;
  }
  uint32_t chunk = offset / CHUNK;
  return source->point_counts[chunk] + count_points(source->bytes, (size_t)chunk * CHUNK, offset);
}

aml_position aml_source_locate(const aml_source *source, uint32_t offset) {
  if (offset > source->bytes.len) {
    offset = (uint32_t)source->bytes.len;
  }
  size_t low = 0; /* the last line that begins at or before the offset lies in [low, high) */
  size_t high = source->line_count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (source->line_starts[middle] <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  uint32_t column = points_before(source, offset) - points_before(source, source->line_starts[low]);
  return (aml_position){(uint32_t)low + 1, column + 1};
}

aml_sv aml_source_line(const aml_source *source, uint32_t line, uint32_t *begin) {
  bool is_past = line == 0 || line > source->line_count;
  size_t first = is_past ? source->bytes.len : source->line_starts[line - 1];
  size_t end = line < source->line_count ? source->line_starts[line] : source->bytes.len;
  end = is_past ? first : end;
  if (begin != NULL) {
    *begin = (uint32_t)first;
  }
  aml_sv text = aml_sv_slice(source->bytes, first, end);
  if (text.len > 0 && text.data[text.len - 1] == '\n') {
    text.len--;
  }
  if (text.len > 0 && text.data[text.len - 1] == '\r') {
    text.len--;
  }
  return text;
}
