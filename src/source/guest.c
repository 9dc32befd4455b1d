#include "source/guest.h"

#include "base/limits.h"
#include "base/utf8.h"

static bool is_sized(const aml_guest *guest, size_t run) {
  const aml_guest_run *at = &guest->runs[run];
  size_t next = run + 1 < guest->run_count ? guest->runs[run + 1].text : guest->text.len;
  return next - at->text == at->end - at->begin;
}

/* The last run that begins at or before the offset; there is one. */
static size_t find_run(const aml_guest *guest, size_t offset) {
  size_t low = 0;
  size_t high = guest->run_count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (guest->runs[middle].text <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Where in the host the guest's byte at the offset begins to be written. */
static size_t begin_of(const aml_guest *guest, size_t offset) {
  if (guest->run_count == 0) {
    return guest->empty_at;
  }
  if (offset >= guest->text.len) {
    return guest->runs[guest->run_count - 1].end;
  }
  size_t run = find_run(guest, offset);
  const aml_guest_run *at = &guest->runs[run];
  return is_sized(guest, run) ? at->begin + (offset - at->text) : at->begin;
}

/* Where in the host the guest's byte before the offset ends. */
static size_t end_of(const aml_guest *guest, size_t offset) {
  size_t run = find_run(guest, offset - 1);
  const aml_guest_run *at = &guest->runs[run];
  return is_sized(guest, run) ? at->begin + (offset - at->text) : at->end;
}

static aml_guest_range clamp(const aml_guest *guest, aml_guest_range range) {
  range.end = range.end > guest->text.len ? guest->text.len : range.end;
  range.begin = range.begin > range.end ? range.end : range.begin;
  return range;
}

/* The range of the host that writes a range of the guest. */
static aml_guest_range find_written(const aml_guest *guest, aml_guest_range range) {
  size_t begin = begin_of(guest, range.begin);
  return (aml_guest_range){begin, range.begin < range.end ? end_of(guest, range.end) : begin};
}

aml_span aml_guest_span(const aml_guest *guest, size_t begin, size_t end) {
  aml_guest_range range = clamp(guest, (aml_guest_range){begin, end});
  for (; guest->host != NULL; guest = guest->host) {
    range = find_written(guest, range);
  }
  return (aml_span){guest->source, (uint32_t)range.begin, (uint32_t)range.end};
}

/* The run that writes the host's byte at an offset, or the last one before it; there is a run. */
static size_t find_writing(const aml_guest *guest, size_t in_host) {
  size_t low = 0;
  size_t high = guest->run_count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (guest->runs[middle].begin <= in_host) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/* The most of the text from `begin` on that is written before an offset of the host. */
static size_t find_end(const aml_guest *guest, size_t begin, size_t in_host) {
  size_t low = begin;
  size_t high = guest->text.len;
  while (low < high) {
    size_t middle = low + (high - low + 1) / 2;
    if (end_of(guest, middle) <= in_host) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

static bool find_text(const aml_guest *guest, aml_guest_range in_host, aml_guest_range *out) {
  if (guest->run_count == 0) {
    return false;
  }
  size_t run = find_writing(guest, in_host.begin);
  const aml_guest_run *at = &guest->runs[run];
  size_t within = is_sized(guest, run) && in_host.begin > at->begin ? in_host.begin - at->begin : 0;
  out->begin = at->text + within > guest->text.len ? guest->text.len : at->text + within;
  out->end = find_end(guest, out->begin, in_host.end);
  aml_guest_range written = find_written(guest, *out);
  return written.begin == in_host.begin && written.end == in_host.end;
}

bool aml_guest_find(const aml_guest *guest, aml_span span, aml_guest_range *out) {
  if (guest->host == NULL) {
    *out = (aml_guest_range){span.begin, span.end};
    return span.source == guest->source && span.begin <= span.end && span.end <= guest->text.len;
  }
  aml_guest_range in_host; /* as deep as guests are */
  return aml_guest_find(guest->host, span, &in_host) && find_text(guest, in_host, out);
}

bool aml_guest_is_itself(const aml_guest *guest, size_t offset) {
  if (guest->host == NULL) {
    return true;
  }
  size_t run = find_run(guest, offset);
  return is_sized(guest, run) && guest->host->text.data[begin_of(guest, offset)] == guest->text.data[offset];
}

const aml_guest *aml_guest_whole(aml_arena *arena, const aml_source *source) {
  aml_guest *guest = AML_NEW(arena, aml_guest);
  *guest = (aml_guest){.text = source->bytes, .source = source->id, .written = {0, source->bytes.len}};
  return guest;
}

static void add_run(aml_guest_builder *builder, size_t begin, size_t end) {
  const aml_guest_run run = {
      (uint32_t)builder->text.len, (uint32_t)(builder->base + begin), (uint32_t)(builder->base + end)};
  AML_VEC_PUSH(builder->arena, &builder->runs, run);
}

/* Whether the latest run is byte by byte and ends at the offset. */
static bool goes_on(const aml_guest_builder *builder, size_t begin) {
  if (builder->runs.count == 0) {
    return false;
  }
  const aml_guest_run *last = &builder->runs.items[builder->runs.count - 1];
  return last->end == builder->base + begin && builder->text.len - last->text == last->end - last->begin;
}

void aml_guest_copy(aml_guest_builder *builder, size_t begin, size_t end) {
  if (begin == end) {
    return;
  }
  if (goes_on(builder, begin)) {
    builder->runs.items[builder->runs.count - 1].end = (uint32_t)(builder->base + end);
  } else {
    add_run(builder, begin, end);
  }
  aml_strbuf_add(&builder->text, aml_sv_slice(builder->written, begin, end));
}

void aml_guest_put(aml_guest_builder *builder, aml_sv text, size_t begin, size_t end) {
  add_run(builder, begin, end);
  aml_strbuf_add(&builder->text, text);
}

static aml_guest_builder begin_reading(aml_arena *arena, aml_sv written, size_t indent, aml_sv mark) {
  aml_guest_builder builder = {.arena = arena, .written = written, .indent = indent, .mark = mark};
  aml_strbuf_init(&builder.text, arena, SIZE_MAX);
  return builder;
}

const aml_guest *aml_guest_new(aml_arena *arena, const aml_guest *host, const aml_guest_place *place) {
  aml_sv written = aml_sv_slice(host->text, place->written.begin, place->written.end);
  aml_guest_builder builder = begin_reading(arena, written, place->indent, place->mark);
  builder.base = place->written.begin;
  if (host->depth >= AML_LIMIT_GUESTS || !place->style->read(&builder)) {
    return NULL;
  }
  aml_guest *guest = AML_NEW(arena, aml_guest);
  *guest = (aml_guest){.text = aml_strbuf_view(&builder.text),
      .source = host->source,
      .host = host,
      .depth = host->depth + 1,
      .written = place->written,
      .style = place->style,
      .runs = builder.runs.items,
      .run_count = builder.runs.count,
      .empty_at = builder.base + builder.empty_at,
      .indent = place->indent,
      .mark = place->mark};
  return guest;
}

static bool ends_line(aml_sv text) {
  return aml_utf8_break_before(text, text.len) > 0;
}

static bool begins_line(aml_sv text, size_t at) {
  return at == 0 || ends_line(aml_sv_slice(text, 0, at));
}

/* Whether a bound of a range lies between what is written as a whole. */
static bool is_between(const aml_guest *guest, size_t offset) {
  if (guest->run_count == 0 || offset >= guest->text.len) {
    return true;
  }
  size_t run = find_run(guest, offset);
  return guest->runs[run].text == offset || is_sized(guest, run);
}

/* Whether the guest, written so, has the change's text in place of the range and is the same otherwise. */
static bool reads_as_meant(const aml_guest_change *change, aml_guest_range range, aml_sv replacement) {
  aml_arena *arena = change->arena;
  const aml_guest *guest = change->guest;
  aml_strbuf written;
  aml_strbuf_init(&written, arena, SIZE_MAX);
  aml_strbuf_add(&written, aml_sv_slice(change->written, 0, change->begin));
  aml_strbuf_add(&written, replacement);
  aml_strbuf_add(&written, aml_sv_slice(change->written, change->end, change->written.len));
  aml_guest_builder builder = begin_reading(arena, aml_strbuf_view(&written), guest->indent, guest->mark);
  builder.is_edited = true;
  bool is_in_line = change->written.len > 0 && !ends_line(change->written);
  bool keeps_end =
      is_in_line || builder.written.len == 0 || ends_line(builder.written); /* others' lines follow */
  if (!keeps_end || !guest->style->read(&builder)) {
    return false;
  }
  aml_sv text = aml_strbuf_view(&builder.text);
  size_t tail = guest->text.len - range.end;
  return text.len == range.begin + change->text.len + tail &&
         aml_sv_eq(aml_sv_slice(text, 0, range.begin), aml_sv_slice(guest->text, 0, range.begin)) &&
         aml_sv_eq(aml_sv_slice(text, range.begin, text.len - tail), change->text) &&
         aml_sv_eq(aml_sv_slice(text, text.len - tail, text.len),
             aml_sv_slice(guest->text, range.end, guest->text.len));
}

static bool is_char(aml_sv text, size_t at, char c) {
  return at < text.len && text.data[at] == c;
}

/* Whether what is written makes one line end of two: a line feed behind a carriage return of before. */
static bool joins_line_ends(aml_sv host, aml_guest_range range, aml_sv out) {
  bool follows_return = range.begin > 0 && is_char(host, range.begin - 1, '\r');
  bool begins_with_feed = out.len > 0 ? out.data[0] == '\n' : is_char(host, range.end, '\n');
  bool ends_with_return = aml_sv_ends(out, AML_SV("\r")) && is_char(host, range.end, '\n');
  return (follows_return && begins_with_feed) || ends_with_return;
}

/* Turns a change of the guest into one of its host. */
static bool change_host(const aml_guest *guest, aml_arena *arena, aml_guest_range *range, aml_sv *text) {
  bool is_on_last_line =
      guest->style->is_lines && guest->written.begin == guest->written.end &&
      !begins_line(guest->host->text, guest->written.begin); /* of a fence that ends the file */
  if (is_on_last_line || !is_between(guest, range->begin) || !is_between(guest, range->end)) {
    return false;
  }
  aml_guest_range in_host = find_written(guest, *range);
  bool ends_at_line = range->begin < range->end && ends_line(aml_sv_slice(guest->text, 0, range->end));
  if (guest->style->is_lines && ends_at_line) {
    in_host.end = begin_of(guest, range->end);
  }
  const aml_guest_change change = {.arena = arena,
      .guest = guest,
      .written = aml_sv_slice(guest->host->text, guest->written.begin, guest->written.end),
      .begin = in_host.begin - guest->written.begin,
      .end = in_host.end - guest->written.begin,
      .text = *text};
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  if (!guest->style->write(&change, &out) ||
      joins_line_ends(guest->host->text, in_host, aml_strbuf_view(&out)) ||
      !reads_as_meant(&change, *range, aml_strbuf_view(&out))) {
    return false;
  }
  *range = in_host;
  *text = aml_strbuf_view(&out);
  return true;
}

/* Behind the first byte of a character, and before its last. */
static bool is_inside_character(aml_sv text, size_t at) {
  enum { KIND = 0xC0, CONTINUES = 0x80 };
  return at < text.len && ((unsigned char)text.data[at] & KIND) == CONTINUES;
}

bool aml_guest_edit(
    const aml_guest *guest, aml_arena *arena, aml_guest_range range, aml_sv text, aml_edit *out) {
  range = clamp(guest, range);
  if (is_inside_character(guest->text, range.begin) || is_inside_character(guest->text, range.end)) {
    return false;
  }
  for (; guest->host != NULL; guest = guest->host) {
    if (!change_host(guest, arena, &range, &text)) {
      return false;
    }
  }
  *out = (aml_edit){{guest->source, (uint32_t)range.begin, (uint32_t)range.end}, text};
  return true;
}

/* The line ends that the text has: its first. */
static aml_sv line_end_of(aml_sv text) {
  size_t at = aml_sv_find_char(text, '\n', 0);
  return at != AML_NPOS && at > 0 && text.data[at - 1] == '\r' ? AML_SV("\r\n") : AML_SV("\n");
}

static void indent_line(aml_strbuf *out, size_t indent) {
  for (size_t i = 0; i < indent; i++) {
    aml_strbuf_add_char(out, ' ');
  }
}

/* How many columns a line lacks to its indentation at `at`: none behind it, some inside of it. */
static size_t find_missing(aml_sv text, size_t at, size_t indent) {
  size_t begin = at;
  while (!begins_line(text, begin) && text.data[begin - 1] == ' ') {
    begin--;
  }
  return begins_line(text, begin) && at - begin < indent ? indent - (at - begin) : 0;
}

void aml_guest_write_lines(const aml_guest_change *change, size_t indent, aml_strbuf *out) {
  aml_sv line_end = line_end_of(change->written);
  size_t missing = find_missing(change->written, change->begin, indent);
  for (size_t i = 0; i < change->text.len; i++) {
    char c = change->text.data[i];
    bool is_pair = c == '\r' && i + 1 < change->text.len && change->text.data[i + 1] == '\n';
    if (c == '\n') {
      aml_strbuf_add(out, line_end);
      missing = indent;
    } else if (!is_pair) {
      indent_line(out, missing);
      aml_strbuf_add_char(out, c);
      missing = 0;
    }
  }
  if (!begins_line(change->written, change->end)) { /* the rest of a line follows */
    indent_line(out, missing);
  }
}

static bool read_slice(aml_guest_builder *builder) {
  aml_guest_copy(builder, 0, builder->written.len);
  return true;
}

static bool write_slice(const aml_guest_change *change, aml_strbuf *out) {
  aml_strbuf_add(out, change->text);
  return true;
}

const aml_guest *aml_guest_slice(aml_arena *arena, const aml_guest *host, aml_guest_range range) {
  static const aml_guest_style style = {false, read_slice, write_slice};
  const aml_guest_place place = {.written = range, .style = &style};
  return aml_guest_new(arena, host, &place);
}

static bool read_joined(aml_guest_builder *builder) {
  (void)builder;
  return false;
}

static bool write_joined(const aml_guest_change *change, aml_strbuf *out) {
  (void)change;
  (void)out;
  return false;
}

static void join_runs(aml_guest_builder *builder, const aml_guest *part) {
  for (size_t i = 0; i < part->run_count; i++) {
    aml_guest_run run = part->runs[i];
    run.text += (uint32_t)builder->text.len;
    AML_VEC_PUSH(builder->arena, &builder->runs, run);
  }
  aml_strbuf_add(&builder->text, part->text);
}

static const aml_guest_style joined = {false, read_joined, write_joined};

const aml_guest *aml_guest_join(
    aml_arena *arena, const aml_guest *const *guests, size_t count, aml_sv between) {
  aml_guest_builder builder = begin_reading(arena, (aml_sv){NULL, 0}, 0, (aml_sv){NULL, 0});
  const aml_guest *first = guests[0];
  const aml_guest *last = guests[count - 1];
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && between.len > 0) {
      size_t at = guests[i]->written.begin;
      aml_guest_put(&builder, between, at, at);
    }
    join_runs(&builder, guests[i]);
  }
  aml_guest *guest = AML_NEW(arena, aml_guest);
  *guest = (aml_guest){.text = aml_strbuf_view(&builder.text),
      .source = first->source,
      .host = first->host,
      .depth = first->depth,
      .written = {first->written.begin, last->written.end},
      .style = &joined,
      .runs = builder.runs.items,
      .run_count = builder.runs.count,
      .empty_at = first->empty_at};
  return guest;
}

const aml_guest *aml_guest_compose(
    aml_arena *arena, const aml_guest *host, const aml_guest_part *parts, size_t count) {
  if (count == 0 || host->depth >= AML_LIMIT_GUESTS) {
    return NULL;
  }
  aml_guest_builder builder = begin_reading(arena, host->text, 0, (aml_sv){NULL, 0});
  for (size_t i = 0; i < count; i++) {
    aml_guest_range written = parts[i].written;
    if (aml_sv_eq(parts[i].text, aml_sv_slice(host->text, written.begin, written.end))) {
      aml_guest_copy(&builder, written.begin, written.end);
    } else if (parts[i].text.len > 0) {
      aml_guest_put(&builder, parts[i].text, written.begin, written.end);
    }
  }
  aml_guest *guest = AML_NEW(arena, aml_guest);
  *guest = (aml_guest){.text = aml_strbuf_view(&builder.text),
      .source = host->source,
      .host = host,
      .depth = host->depth + 1,
      .written = {parts[0].written.begin, parts[count - 1].written.end},
      .style = &joined,
      .runs = builder.runs.items,
      .run_count = builder.runs.count,
      .empty_at = parts[0].written.begin};
  return guest;
}
