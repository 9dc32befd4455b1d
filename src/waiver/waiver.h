/* Waivers: who lets which finding pass, why, and until when; from comments, exception files, resource
 * metadata and policy exemptions. */
#ifndef AMLINT_WAIVER_WAIVER_H
#define AMLINT_WAIVER_WAIVER_H

#include "base/date.h"
#include "policy/finding.h"
#include "tree/read.h"

/* What is wrong with a waiver, or what it is: a waiver with any of the first group covers nothing. */
typedef enum aml_waiver_flags {
  AML_WAIVER_MALFORMED = 1 << 0,     /* cannot be read */
  AML_WAIVER_INCOMPLETE = 1 << 1,    /* a required field is missing or too short */
  AML_WAIVER_EXPIRED = 1 << 2,       /* its last day is before the day of the run */
  AML_WAIVER_NOT_PERMITTED = 1 << 3, /* governance forbids it */
  AML_WAIVER_WILD = 1 << 4,          /* wildcards without `blanket: true` and a reason */
  AML_WAIVER_VOID = (1 << 5) - 1,
  AML_WAIVER_ENDS_SOON = 1 << 5,
  AML_WAIVER_TOO_LONG = 1 << 6,
  AML_WAIVER_BLANKET = 1 << 7, /* covers by wildcard, and says so */
  AML_WAIVER_UNUSED = 1 << 8,
} aml_waiver_flags;

/* What it covers, of one of these kinds. */
typedef enum aml_waiver_reach {
  AML_REACH_LINE,     /* findings that begin on `line` of `path` */
  AML_REACH_RESOURCE, /* findings of the resource that begins on `line` of `path` */
  AML_REACH_FILE,     /* findings in `path` */
  AML_REACH_ENTRY,    /* what the entry's paths, resource, scope, property and value say, all of them */
} aml_waiver_reach;

typedef struct aml_waiver {
  aml_suppression_kind kind;
  aml_waiver_reach reach;
  unsigned flags;     /* aml_waiver_flags; set by aml_waivers_judge and aml_waivers_apply */
  aml_sv prohibition; /* why it is NOT_PERMITTED, as the end of a sentence; set with the flag */
  aml_sv id;          /* of an entry; empty for comments */
  aml_span span;      /* the comment or the entry */
  aml_sv path;        /* the file that holds it */
  uint32_t line;      /* reach LINE and RESOURCE */
  uint32_t head;      /* of the lone opening brace right before; a resource that begins there is covered as
                         well; 0: none */
  aml_sv within;      /* only findings in this folder; empty: everywhere */
  aml_texts rules;    /* ids, names, or wildcards */
  aml_texts paths;    /* globs relative to the root */
  aml_sv resource_type, resource_name, scope, property, value;
  bool has_value, is_blanket;
  aml_sv owner, approver, reason, ticket, risk;
  aml_texts evidence;
  aml_day created, until, review; /* AML_DAY_NONE: not given */
  AML_VEC(aml_finding *) covered; /* in the order of the findings */
} aml_waiver;

typedef struct aml_waivers {
  aml_arena *arena;
  AML_VEC(aml_waiver *) list;
} aml_waivers;

void aml_waivers_init(aml_waivers *waivers, aml_arena *arena);
/* A zeroed waiver without dates, appended. */
aml_waiver *aml_waivers_add(aml_waivers *waivers);

/* Whether a rule, a name or a scope is a pattern: it holds '*' or '?'. Brackets are none, since names may be
 * ARM expressions. */
bool aml_waiver_is_pattern(aml_sv text);
/* The same for a path, where brackets are a set of characters. */
bool aml_waiver_is_path_pattern(aml_sv path);
/* Whether the text stands for the other one, ignoring ASCII case; '*' stands for any characters and '?' for
 * one byte. Time is at most the product of the lengths. */
bool aml_waiver_matches(aml_sv text, aml_sv other);

/* Comments of a file: `amlint: ignore[RULES] key=value ...` and `amlint: ignore-file[RULES] ...`. Comments
 * that begin with "amlint:" and cannot be read are AML902, with what was expected, and are kept, marked
 * MALFORMED, for the audit. Needs the source's line index. */
void aml_waivers_read_comments(
    aml_waivers *waivers, const aml_source *source, const aml_tree *tree, aml_diags *diags);

/* `metadata: {amlint: [{ignore: [...], owner: ..., ...}]}` inside any object of the tree, which is then the
 * resource that is covered; in the outermost object it is the file: for plain JSON. Needs the source's line
 * index. */
void aml_waivers_read_metadata(
    aml_waivers *waivers, const aml_source *source, const aml_value *root, aml_diags *diags);

#endif
