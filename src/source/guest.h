/* Text inside text: a text (the guest) that is written inside of another one (its host), as a script is in a
 * block scalar of YAML, a line of a notebook in a string of JSON, a file in a here-document.
 *
 * A guest is read as any text is. What a reader finds in it goes back to the source through aml_guest_span
 * and aml_guest_edit, so that spans, and what is made of them, are places of the file. Guests have guests of
 * their own: a here-document in a script in a block scalar. A file that is nobody's guest is one too
 * (aml_guest_whole), so that readers need to know one kind of text only.
 *
 * Guests live in an arena and are immutable. Offsets are bytes. A guest takes memory in proportion to what
 * writes it: its text and at most 12 bytes for each byte of that. */
#ifndef AMLINT_SOURCE_GUEST_H
#define AMLINT_SOURCE_GUEST_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "source/text_edit.h"

typedef struct aml_guest_range { /* half-open */
  size_t begin, end;
} aml_guest_range;

typedef struct aml_guest_run { /* the guest's bytes from `text` to the next run are written by [begin, end) of
                                  the host: byte by byte where there are as many, else as a whole. Between two
                                  runs may stand what writes nothing: indentation. */
  uint32_t text, begin, end;
} aml_guest_run;

typedef struct aml_guest_style aml_guest_style;

typedef struct aml_guest {
  aml_sv text;
  aml_source_id source;
  const struct aml_guest *host; /* NULL: the source itself */
  unsigned depth;               /* how many hosts it has, one in the other */
  aml_guest_range written;      /* in the host's text: all that writes the guest, its quotes included */
  const aml_guest_style *style; /* how it is written; NULL where there is no host */
  const aml_guest_run *runs;    /* in order, in both texts */
  size_t run_count;
  size_t empty_at; /* in the host: where the text would begin, if there were any */
  size_t indent;   /* of the style, as it was given */
  aml_sv mark;
} aml_guest;

/* The source as its own guest; borrows its bytes. */
const aml_guest *aml_guest_whole(aml_arena *arena, const aml_source *source);

/* What the bytes [begin, end) of the guest's text are written by: the least stretch of the source that holds
 * all of it. Where the range is empty, the place at which it would be inserted. Bounds past the text give its
 * end. O(log runs) for each host. */
aml_span aml_guest_span(const aml_guest *guest, size_t begin, size_t end);

/* The other way: what part of the guest's text the span of the source writes. False where it is not written
 * by that from end to end, or only by a part of what is written as a whole. O(log^2 runs) for each host. */
bool aml_guest_find(const aml_guest *guest, aml_span span, aml_guest_range *out);

/* Whether the byte at the offset, which is inside of the text, is written by itself in the host: no escape,
 * and not a line end that was folded. */
bool aml_guest_is_itself(const aml_guest *guest, size_t offset);

/* The edit of the source after which the guest has `text` in place of the range, with the quotes, escapes and
 * indentation that its hosts want, and every other byte is as before. False where the range begins or ends
 * inside of a character, and where that cannot be done in
 * place for certain: what is to be written was read again, and is what was meant. O(length of what writes the
 * guest). */
bool aml_guest_edit(
    const aml_guest *guest, aml_arena *arena, aml_guest_range range, aml_sv text, aml_edit *out);

/* Below: for who knows a way of writing texts.
 *
 * A style reads what writes a guest: `written`, of which offsets count from its beginning, into text and
 * runs, by copying and putting from left to right. It is false where that is not written in the style from
 * end to end. */
typedef struct aml_guest_builder {
  aml_arena *arena;
  aml_sv written;
  size_t indent;  /* of the style: columns that are no part of the text, say; 0 where it wants none */
  aml_sv mark;    /* of the style: what may not stand on a line of its own, say; borrowed */
  bool is_edited; /* it is to be seen whether an edit reads as meant: refuse what is doubtful */
  size_t empty_at;
  size_t base; /* private: where `written` begins in the host */
  aml_strbuf text;
  AML_VEC(aml_guest_run) runs;
} aml_guest_builder;

typedef struct aml_guest_change { /* [begin, end) of `written` is to be replaced, such that the guest gets
                                     `text` there */
  aml_arena *arena;               /* for scratch */
  const aml_guest *guest;
  aml_sv written;
  size_t begin, end;
  aml_sv text;
} aml_guest_change;

struct aml_guest_style {
  bool is_lines; /* what stands between two runs is indentation: it goes with the line end before it */
  bool (*read)(aml_guest_builder *builder);
  /* Writes what replaces; false where the style cannot say that. It need not look at what is around: the
   * result is read again. */
  bool (*write)(const aml_guest_change *change, aml_strbuf *out);
};

/* These bytes of `written` stand in the text as they are. */
void aml_guest_copy(aml_guest_builder *builder, size_t begin, size_t end);
/* These bytes of `written` write that text, which is not empty. */
void aml_guest_put(aml_guest_builder *builder, aml_sv text, size_t begin, size_t end);

typedef struct aml_guest_place { /* where and how a guest is written */
  aml_guest_range written;       /* in the host's text */
  const aml_guest_style *style;
  size_t indent;
  aml_sv mark;
} aml_guest_place;

/* Reads a guest; NULL where it is not written in that style, and where the host has AML_LIMIT_GUESTS hosts of
 * its own, which is its reader's to say (AML003). */
const aml_guest *aml_guest_new(aml_arena *arena, const aml_guest *host, const aml_guest_place *place);

/* A stretch of the host's text as it stands. Never NULL but for the same depth. */
const aml_guest *aml_guest_slice(aml_arena *arena, const aml_guest *host, aml_guest_range range);

/* Guests of one host, in their order and one behind the other, with `between` from each to the next, which is
 * written by nothing. No edit is made in it. */
const aml_guest *aml_guest_join(
    aml_arena *arena, const aml_guest *const *guests, size_t count, aml_sv between);

typedef struct aml_guest_part { /* what stands in a guest in place of a stretch of its host */
  aml_sv text;
  aml_guest_range written;
} aml_guest_part;

/* A guest of parts one behind the other, which are written by stretches of the host in their order. NULL for
 * no part, and where the host has AML_LIMIT_GUESTS hosts. No edit is made in it. */
const aml_guest *aml_guest_compose(
    aml_arena *arena, const aml_guest *host, const aml_guest_part *parts, size_t count);

/* For styles of lines: writes the change's text with `indent` blanks before each of its lines that begins in
 * it, and with the line ends that the host has. */
void aml_guest_write_lines(const aml_guest_change *change, size_t indent, aml_strbuf *out);

#endif
