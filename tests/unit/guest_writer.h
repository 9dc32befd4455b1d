/* Writes hosts with a guest in them, and keeps in mind which bytes of the host write which of the guest: what
 * the readers of guests must find without being told. */
#ifndef AMLINT_TESTS_UNIT_GUEST_WRITER_H
#define AMLINT_TESTS_UNIT_GUEST_WRITER_H

#include "test.h"

#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "source/guest.h"
#include "source/lines.h"

typedef struct guest_writer {
  aml_arena *arena;
  uint32_t seed;
  aml_strbuf host, guest;
  AML_VEC(aml_guest_range) places; /* of each byte of the guest, in the host */
  const char *line_end;
} guest_writer;

static inline uint32_t draw(guest_writer *w, uint32_t below) {
  w->seed = w->seed * 1664525U + 1013904223U;
  return (w->seed >> 8) % below;
}

static inline guest_writer begin_writing(aml_arena *arena, uint32_t seed) {
  guest_writer w = {.arena = arena, .seed = seed, .line_end = "\n"};
  aml_strbuf_init(&w.host, arena, SIZE_MAX);
  aml_strbuf_init(&w.guest, arena, SIZE_MAX);
  w.line_end = draw(&w, 4) == 0 ? "\r\n" : "\n";
  return w;
}

/* Of the host only. */
static inline void put_host(guest_writer *w, const char *text) {
  aml_strbuf_add(&w->host, aml_sv_of(text));
}

/* The host's text writes the guest's as a whole. */
static inline void put_as(guest_writer *w, const char *guest, const char *host) {
  size_t begin = w->host.len;
  aml_strbuf_add(&w->host, aml_sv_of(host));
  aml_strbuf_add(&w->guest, aml_sv_of(guest));
  for (size_t i = 0; i < strlen(guest); i++) {
    AML_VEC_PUSH(w->arena, &w->places, ((aml_guest_range){begin, w->host.len}));
  }
}

/* The same bytes in both. */
static inline void put_both(guest_writer *w, const char *text) {
  for (; *text != '\0'; text++) {
    const char one[] = {*text, '\0'};
    put_as(w, one, one);
  }
}

static inline void put_blanks(guest_writer *w, size_t count) {
  for (size_t i = 0; i < count; i++) {
    put_host(w, " ");
  }
}

/* Line and column as people count: line ends and code points before the offset. */
static inline aml_position count_position(aml_sv text, size_t offset) {
  aml_position at = {1, 1};
  for (size_t i = 0; i < offset; i++) {
    if (text.data[i] == '\n') {
      at = (aml_position){at.line + 1, 1};
    } else if (((unsigned char)text.data[i] & 0xC0) != 0x80) {
      at.column++;
    }
  }
  return at;
}

/* Whether a place of the source leads back to the part of the guest that it is the place of. */
static inline void check_way_back(const aml_guest *guest, size_t begin, size_t end) {
  aml_span span = aml_guest_span(guest, begin, end);
  aml_guest_range back = {0};
  if (!aml_guest_find(guest, span, &back) || back.begin > begin || back.end < end) {
    fail_msg("bytes %zu-%zu of '%.*s' are not found at %u-%u again", begin, end, AML_SV_ARG(guest->text),
        span.begin, span.end);
  }
  aml_span again = aml_guest_span(guest, back.begin, back.end); /* more than was asked, written by the same */
  assert_int_equal(again.begin, span.begin);
  assert_int_equal(again.end, span.end);
}

/* Whether each character of the guest is found where it was put; fails the test where it is not. */
static inline void check_places(guest_writer *w, aml_source *source, const aml_guest *guest) {
  assert_sv_equal(guest->text, aml_strbuf_view(&w->guest));
  aml_source_index_lines(source, w->arena);
  for (size_t next = 0, i = 0; i < guest->text.len; i = next) {
    (void)aml_utf8_next(guest->text, &next);
    aml_span found = aml_guest_span(guest, i, next);
    aml_guest_range put = {w->places.items[i].begin, w->places.items[next - 1].end};
    assert_int_equal(found.source, source->id);
    if (found.begin != put.begin || found.end != put.end) {
      fail_msg("byte %zu of '%.*s' is at %u-%u, not %zu-%zu, of\n%.*s", i, AML_SV_ARG(guest->text),
          found.begin, found.end, put.begin, put.end, AML_SV_ARG(source->bytes));
    }
    aml_position at = aml_source_locate(source, found.begin);
    aml_position counted = count_position(source->bytes, put.begin);
    assert_int_equal(at.line, counted.line);
    assert_int_equal(at.column, counted.column);
    check_way_back(guest, i, next);
    check_way_back(guest, i, guest->text.len);
  }
}

/* A few characters of a text, or none, somewhere in it. */
static inline aml_guest_range draw_range(guest_writer *w, aml_sv text) {
  aml_guest_range range = {draw(w, (uint32_t)text.len + 1), 0};
  while (range.begin < text.len && ((unsigned char)text.data[range.begin] & 0xC0) == 0x80) {
    range.begin++;
  }
  range.end = range.begin;
  for (uint32_t n = draw(w, 6); n > 0 && range.end < text.len; n--) {
    (void)aml_utf8_next(text, &range.end);
  }
  return range;
}

/* The text with the edit done. */
static inline aml_sv do_edit(aml_arena *arena, aml_sv text, const aml_edit *edit) {
  return aml_sv_format(arena, "%.*s%.*s%.*s", AML_SV_ARG(aml_sv_slice(text, 0, edit->span.begin)),
      AML_SV_ARG(edit->text), AML_SV_ARG(aml_sv_slice(text, edit->span.end, text.len)));
}

static inline aml_source *source_of(aml_arena *arena, const char *name, aml_sv bytes) {
  aml_source *source = aml_sources_add(aml_sources_new(arena), aml_sv_of(name), AML_SV(""));
  uint32_t bad_at;
  aml_error error;
  assert_int_equal(aml_source_fill(source, arena, bytes, SIZE_MAX, &bad_at, &error), AML_OK);
  return source;
}

#endif
