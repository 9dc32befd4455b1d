/* The files of a run: their bytes, names and spans.
 *
 * A source is registered first, which fixes its id and so the order of all output, and is filled later,
 * perhaps by another thread. Bytes are UTF-8 after reading: a BOM is dropped and UTF-16 is converted; spans
 * refer to what is kept here. */
#ifndef AMLINT_SOURCE_SOURCE_H
#define AMLINT_SOURCE_SOURCE_H

#include "base/sv.h"

typedef uint32_t aml_source_id; /* 0 is no source */

typedef struct aml_span { /* half-open byte range of one source */
  aml_source_id source;
  uint32_t begin, end;
} aml_span;

#define AML_NO_SPAN ((aml_span){0, 0, 0})

typedef enum aml_encoding {
  AML_ENCODING_UTF8,
  AML_ENCODING_UTF8_BOM,
  AML_ENCODING_UTF16_LE,
  AML_ENCODING_UTF16_BE,
  AML_ENCODING_OTHER, /* none of these; each byte that belongs to no character is a '?' here */
} aml_encoding;

typedef struct aml_source {
  aml_source_id id;
  aml_sv path;                          /* as shown: relative to the root, with '/' */
  aml_sv file;                          /* as opened; empty for standard input and text given by the caller */
  aml_sv bytes;                         /* UTF-8, no BOM; empty until filled */
  aml_sv disk;                          /* the bytes as they came, before they were UTF-8 */
  aml_encoding encoding;                /* of the file on disk */
  bool is_named;                        /* given by name, not found in a folder */
  bool is_withheld;                     /* nobody knows what it is: no output shows any of its text */
  const struct aml_edited_list *edited; /* who edits which part of it (edit/editor.h); NULL: nobody */
  const struct aml_parts *parts; /* what people know of it by other lines (source/parts.h); NULL: nothing */
  uint32_t *line_starts;         /* built by aml_source_index_lines */
  size_t line_count;
  uint32_t *point_counts; /* private: code points before each 1024th byte; NULL where all is ASCII */
} aml_source;

typedef struct aml_sources aml_sources;

aml_sources *aml_sources_new(aml_arena *arena);
size_t aml_sources_count(const aml_sources *sources); /* ids are 1 to this */

/* Registers a source; path and file are copied. Not for use while other threads use the list, except through
 * aml_sources_add_shared, which takes the list's lock, is refused memory by returning NULL, and goes together
 * with aml_sources_get and aml_sources_find in other threads. */
aml_source *aml_sources_add(aml_sources *sources, aml_sv path, aml_sv file);
aml_source *aml_sources_add_shared(aml_sources *sources, aml_sv path, aml_sv file);
/* Of a list that is empty: sources of a path get the ids that those of the same path have in another list, in
 * their order; all others get ids behind those. The other list lives longer. */
void aml_sources_follow(aml_sources *sources, const aml_sources *other);
aml_source *aml_sources_get(const aml_sources *sources, aml_source_id id); /* id must be valid */
aml_source *aml_sources_find(const aml_sources *sources, aml_sv path); /* by shown path; NULL when absent */

/* Reads source->file into the arena and fills bytes and encoding. Regular files only (a FIFO, a device or a
 * folder is refused), at most `max` bytes. Fails with AML_ERR_IO, AML_ERR_LIMIT, or AML_ERR_INPUT for text
 * that is neither UTF-8 nor UTF-16 with a BOM; in the last case the bytes are kept and *bad_at is the offset
 * of the first ill-formed one. */
AML_MUST_USE aml_status aml_source_read(
    aml_source *source, aml_arena *arena, size_t max, uint32_t *bad_at, aml_error *error);

/* The same for bytes that the caller has; they are borrowed unless they must be converted. */
AML_MUST_USE aml_status aml_source_fill(
    aml_source *source, aml_arena *arena, aml_sv bytes, size_t max, uint32_t *bad_at, aml_error *error);

/* Of bytes that aml_source_fill found to be neither: replaces each that belongs to no character by '?', so
 * that the rest can be read where it stands. False for what a byte order mark says to be wider than bytes. */
bool aml_source_replace_ill_formed(aml_source *source, aml_arena *arena);

/* Gives a source the text that another one was filled with, and what is known of that; shared, so the other
 * lives longer. */
void aml_source_share(aml_source *source, const aml_source *filled);

/* The text of a span; empty for AML_NO_SPAN and where the source is withheld. */
aml_sv aml_span_text(const aml_sources *sources, aml_span span);

static inline bool aml_span_is_none(aml_span span) {
  return span.source == 0;
}
/* The smallest span that holds both; of a's source. */
static inline aml_span aml_span_cover(aml_span a, aml_span b) {
  return (aml_span){a.source, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

#endif
