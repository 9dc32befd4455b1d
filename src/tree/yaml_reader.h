/* Private to the YAML reader: yaml.c (libyaml's events, turned into steps with byte offsets), yaml_build.c
 * (values), yaml_share.c (anchors, aliases, merge keys), yaml_scalar.c (the core schema), yaml_comment.c and
 * yaml_error.c (wording). */
#ifndef AMLINT_TREE_YAML_READER_H
#define AMLINT_TREE_YAML_READER_H

#include "source/guest.h"
#include "tree/read.h"

typedef enum aml_yaml_style { AML_YAML_PLAIN, AML_YAML_QUOTED, AML_YAML_BLOCK } aml_yaml_style;

typedef struct aml_yaml_node { /* the beginning of a node, or an alias */
  size_t begin, end;           /* bytes, behind anchor and tag; of a collection: its first token */
  aml_sv text;                 /* a scalar's value, an alias's name; borrowed */
  aml_yaml_style style;
  aml_sv anchor, tag; /* empty where absent; borrowed */
} aml_yaml_node;

typedef struct aml_yaml_anchor {
  const aml_value *value; /* NULL while the node is being read */
  aml_sv text;            /* of a scalar: what is its name, where it is used as a key */
  size_t nodes;           /* how many nodes a walk over the value visits, aliases followed */
  int height;             /* levels of containers in it */
} aml_yaml_anchor;

typedef enum aml_yaml_key { AML_YAML_KEY_NAME, AML_YAML_KEY_MERGE, AML_YAML_KEY_NONE } aml_yaml_key;

typedef struct aml_yaml_frame { /* an open collection */
  bool is_mapping, is_flow;
  bool has_key; /* a mapping that waits for a value */
  aml_yaml_key key;
  aml_sv name;
  aml_span name_span;
  size_t name_end;
  size_t begin, end; /* so far */
  size_t first;      /* where its members or items begin on the stack */
  size_t first_merge;
  size_t nodes;
  int height;
  aml_yaml_anchor *anchor;
} aml_yaml_frame;

typedef struct aml_yaml_merge {
  aml_span key;
  const aml_value *value;
} aml_yaml_merge;

typedef struct aml_yaml_reader {
  aml_arena *arena;
  aml_arena *scratch; /* of what is open */
  const aml_source *source;
  const aml_guest *guest; /* that the source's bytes are the text of; spans are of its file; NULL: none */
  aml_sv input; /* what libyaml reads: the source, or a copy as long in which placeholders are letters */
  aml_tree *tree;
  aml_diags *diags;
  AML_VEC(aml_yaml_frame) frames;
  AML_VEC(aml_member) members;
  AML_VEC(const aml_value *) items;
  AML_VEC(aml_yaml_merge) merges;
  bool is_in_document;
  bool is_cut;           /* the document is being closed after an error */
  const aml_value *root; /* of the document being read; NULL where it has none yet */
  aml_map anchors;       /* of the document: name to aml_yaml_anchor; set up with the first */
  bool has_anchors;
  size_t alias_nodes; /* that aliases stood for so far, in the whole file */
  bool is_alias_bound_reported;
  size_t comment_at; /* comments were looked for up to here */
  size_t next_hash;  /* the first '#' at or after comment_at; the text's length where there is none */
  size_t broken_documents;
  bool is_full; /* a bound was reached: stop */
} aml_yaml_reader;

static inline aml_span aml_yaml_span(const aml_yaml_reader *reader, size_t begin, size_t end) {
  return reader->guest != NULL ? aml_guest_span(reader->guest, begin, end)
                               : (aml_span){reader->source->id, (uint32_t)begin, (uint32_t)end};
}

/* yaml_build.c */
void aml_yaml_begin_document(aml_yaml_reader *reader);
void aml_yaml_end_document(aml_yaml_reader *reader, size_t end);
void aml_yaml_begin_collection(
    aml_yaml_reader *reader, const aml_yaml_node *node, bool is_mapping, bool is_flow);
/* end: behind the closing bracket of a flow collection; else 0. */
void aml_yaml_end_collection(aml_yaml_reader *reader, size_t end);
void aml_yaml_scalar(aml_yaml_reader *reader, const aml_yaml_node *node);
void aml_yaml_alias(aml_yaml_reader *reader, const aml_yaml_node *node);
/* Closes what is open, marked AML_VALUE_OPEN, when reading cannot go on. */
void aml_yaml_cut_document(aml_yaml_reader *reader, size_t at);

/* yaml_share.c */
aml_yaml_anchor *aml_yaml_declare(aml_yaml_reader *reader, aml_sv name);
/* What an alias stands for; an unknown value where it stands for nothing or a bound is reached. */
aml_yaml_anchor aml_yaml_resolve(aml_yaml_reader *reader, const aml_yaml_node *node);
/* Adds to the members of the innermost frame what its merge keys bring. */
void aml_yaml_merge_members(aml_yaml_reader *reader, const aml_yaml_frame *frame);

/* yaml_scalar.c: the value of a scalar without regard to anchors, the caller's to complete. `text` must last
 * as long as the arena. */
aml_value *aml_yaml_scalar_value(
    aml_arena *arena, aml_sv text, aml_yaml_style style, aml_sv tag, aml_span span);

/* yaml_comment.c: collects the comments in [comment_at, begin), between tokens, and goes on at `end`. */
void aml_yaml_collect_comments(aml_yaml_reader *reader, size_t begin, size_t end);
/* The same for the header line of a block scalar that begins at `begin`. */
void aml_yaml_collect_header_comment(aml_yaml_reader *reader, size_t begin, size_t end);

/* yaml_placeholder.c: the text for libyaml: the same, or a copy of the same length in which placeholders that
 * would break the syntax are letters; and whether a stretch of it was changed. */
aml_sv aml_yaml_mask(aml_arena *arena, aml_sv text, const aml_placeholder_spots *spots);
bool aml_yaml_is_masked(const aml_yaml_reader *reader, size_t begin, size_t end);

/* yaml_error.c: says what libyaml found wrong. `problem` and `context` are its words. */
typedef struct aml_yaml_problem {
  const char *problem, *context; /* context may be NULL */
  size_t at, context_at;         /* bytes */
} aml_yaml_problem;
void aml_yaml_report(aml_yaml_reader *reader, const aml_yaml_problem *problem);

/* yaml.c: fills documents and comments of a tree whose syntax is set. `guest`: that the source's bytes are
 * the text of, or NULL. */
void aml_yaml_read(
    aml_tree *tree, const aml_source *source, const aml_guest *guest, aml_arena *arena, aml_diags *diags);

#endif
