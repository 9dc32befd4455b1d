/* Diagnostics: what front ends have to say about the input itself. They become findings of the AML0xx rules.
 */
#ifndef AMLINT_SOURCE_DIAG_H
#define AMLINT_SOURCE_DIAG_H

#include "base/message.h"
#include "source/severity.h"
#include "source/source.h"

struct aml_origin; /* tree/value.h */

typedef struct aml_respelling { /* what a misspelt word certainly stands for */
  aml_span span;                /* where it stands, quotes included; AML_NO_SPAN: nothing is certain */
  aml_sv written;               /* as read */
  aml_sv meant;                 /* takes its place, inside its quotes if it has some */
  aml_span holder;              /* of a key: the object that has it; else AML_NO_SPAN */
  const struct aml_origin
      *way; /* how it came to where it is used, when that is elsewhere; NULL: it did not */
} aml_respelling;

typedef struct aml_diag {
  aml_severity severity; /* NONE: the rule decides */
  const char *rule;      /* "AML001" and so on; static */
  aml_span span;         /* a source at least */
  aml_message message;   /* one sentence with a full stop */
  aml_sv help;           /* how to fix it; may be empty */
  aml_span related;      /* a second place, or AML_NO_SPAN */
  aml_sv related_text;   /* what stands there */
  aml_sv unless;         /* why it may not be so: then it is undecided; empty else */
  aml_respelling respelling;
  bool is_incomplete; /* something could not be checked because of this: exit status 2 */
  size_t count;       /* how often it was said of the same place, as copies of a loop do; 1 */
} aml_diag;

typedef struct aml_diags {
  aml_arena *arena;
  AML_VEC(aml_diag) list;
  size_t most;       /* AML_LIMIT_DIAGS_PER_FILE; SIZE_MAX where the arena's budget bounds them */
  size_t dropped;    /* beyond that */
  aml_diag *scratch; /* private: what the caller of a dropped one may fill; NULL before the first */
} aml_diags;

void aml_diags_init(aml_diags *diags, aml_arena *arena);
/* Adds those of `other`, up to the limit; their texts are shared. */
void aml_diags_take(aml_diags *diags, const aml_diags *other);
/* Leaves one of those that say the same of one place, with their count. In their order. */
void aml_diags_fold(aml_diags *diags);

/* Adds one, with the message of a format, as aml_message_of makes it, and charges the arena's budget for it.
 * Returns it, to fill help, related or is_incomplete, until the next is added; never NULL (past the bound a
 * scratch one). */
__attribute__((format(printf, 4, 5))) aml_diag *aml_diags_add(
    aml_diags *diags, const char *rule, aml_span span, const char *format, ...);
__attribute__((format(printf, 4, 0))) aml_diag *aml_diags_vadd(
    aml_diags *diags, const char *rule, aml_span span, const char *format, va_list args);

/* Says what the word that this one complains of certainly stands for. Two keys of one object cannot stand
 * for the same: then neither keeps its answer. */
void aml_diags_respell(aml_diags *diags, aml_diag *diag, const aml_respelling *respelling);

/* The same with a message that was made in pieces, in the arena of the diagnostics. */
aml_diag *aml_diags_add_message(
    aml_diags *diags, const char *rule, aml_span span, const aml_message *message);

#endif
