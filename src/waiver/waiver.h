/* Waivers: who lets which finding pass, why, and until when; from comments, exception files, resource
 * metadata and policy exemptions. */
#ifndef AMLINT_WAIVER_WAIVER_H
#define AMLINT_WAIVER_WAIVER_H

#include "base/date.h"
#include "rule/finding.h"
#include "tree/read.h"

/* What is wrong with a waiver, or what it is, worst first. A waiver with any of the first group covers
 * nothing. */
typedef enum aml_waiver_flags {
  AML_WAIVER_MALFORMED = 1 << 0,     /* cannot be read */
  AML_WAIVER_REVOKED = 1 << 1,       /* withdrawn before its last day; the entry stays as a record */
  AML_WAIVER_EXPIRED = 1 << 2,       /* its last day is before the day of the run */
  AML_WAIVER_NOT_PERMITTED = 1 << 3, /* governance forbids it */
  AML_WAIVER_INCOMPLETE = 1 << 4,    /* a required field is missing or too short, or no rule is known */
  AML_WAIVER_WILD = 1 << 5,          /* wildcards without `blanket: true` and a reason */
  AML_WAIVER_VOID = (1 << 6) - 1,
  AML_WAIVER_TOO_LONG = 1 << 6,
  AML_WAIVER_UNUSED = 1 << 7,
  AML_WAIVER_REVIEW_OVERDUE = 1 << 8, /* the day of its review is over */
  AML_WAIVER_OVERLAPPING = 1 << 9,    /* covers what an earlier one covers */
  AML_WAIVER_ENDS_SOON = 1 << 10,
  AML_WAIVER_NOT_CHECKED = 1 << 11, /* covers nothing, but not all of its rules ran on all that it covers */
  AML_WAIVER_BLANKET = 1 << 12,     /* covers by wildcard, and says so */
} aml_waiver_flags;

/* Something wrong with a waiver: the rule that says so, and its message. */
typedef struct aml_waiver_problem {
  aml_sv rule, message;
} aml_waiver_problem;

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
  uint32_t head;      /* reach RESOURCE: a resource that begins on this line is covered as well; 0: none */
  aml_sv within;      /* only findings in this folder; empty: everywhere */
  aml_texts rules;    /* ids, names, or wildcards */
  aml_texts paths;    /* globs relative to the root */
  aml_sv resource_type, resource_name, scope, property, value;
  bool has_value, is_blanket;
  aml_sv owner, approver, reason, ticket, risk;
  aml_texts evidence;
  aml_day created, until, review; /* AML_DAY_NONE: not given */
  aml_day revoked;                /* AML_DAY_NONE: it was not */
  aml_sv revoked_by, revoked_reason;
  AML_VEC(aml_finding *) covered; /* in the order of the findings */
  bool may_cover;                 /* an undecided finding lies where it covers */
  AML_VEC(aml_waiver_problem) problems;
} aml_waiver;

typedef struct aml_waivers {
  aml_arena *arena;
  AML_VEC(aml_waiver *) list;
} aml_waivers;

void aml_waivers_init(aml_waivers *waivers, aml_arena *arena);
/* A zeroed waiver without dates, appended. */
aml_waiver *aml_waivers_add(aml_waivers *waivers);
/* Records for the audit what a diagnostic or finding of `rule` says of the waiver. */
void aml_waiver_add_problem(aml_arena *arena, aml_waiver *waiver, aml_sv rule, aml_sv message);

/* Whether a rule, a name or a scope is a pattern: it holds '*' or '?'. Brackets are none, since names may be
 * ARM expressions. */
bool aml_waiver_is_pattern(aml_sv text);
/* The same for a path, where brackets are a set of characters. */
bool aml_waiver_is_path_pattern(aml_sv path);
/* The innermost folder in which everything lies that fits a path or a pattern of paths; empty for the root.
 */
aml_sv aml_waiver_pattern_folder(aml_sv pattern);
/* Whether an entry's paths and the folder that its configuration governs hold a file, by its shown path. */
bool aml_waiver_reaches(const aml_waiver *waiver, aml_sv path);
/* Whether the text stands for the other one, ignoring ASCII case; '*' stands for any characters and '?' for
 * one byte. Time is at most the product of the lengths. */
bool aml_waiver_matches(aml_sv text, aml_sv other);

/* Comments of a file: `amlint: ignore[RULES] key=value ...` and `amlint: ignore-file[RULES] ...`. Comments
 * that begin with "amlint:" and cannot be read, and those that look as if they were meant to be a waiver, are
 * AML902, with what was expected, and are kept, marked MALFORMED, for the audit. Needs the source's line
 * index. */
void aml_waivers_read_comments(
    aml_waivers *waivers, const aml_source *source, const aml_tree *tree, aml_diags *diags);

/* `metadata: {amlint: [{ignore: [...], owner: ..., ...}]}` inside any object of the tree, which is then the
 * resource that is covered; in the outermost object it is the file: for plain JSON. Needs the source's line
 * index. */
void aml_waivers_read_metadata(
    aml_waivers *waivers, const aml_source *source, const aml_value *root, aml_diags *diags);

#endif
