/* What must hold of every tree, whatever the text was: spans lie in the source, in order and on boundaries of
 * characters, values are nested within the bound, children lie within their parents unless they came from
 * elsewhere, and a broken tree has a diagnostic. */
#ifndef AMLINT_TESTS_UNIT_TREE_CHECK_H
#define AMLINT_TESTS_UNIT_TREE_CHECK_H

#include <string.h>

#include "base/limits.h"
#include "tree/read.h"

typedef struct tree_check {
  const aml_source *source;
  bool is_utf8;      /* boundaries mean something */
  size_t values;     /* visited */
  size_t violations; /* found */
  const char *first; /* of them */
} tree_check;

static inline void note_violation(tree_check *check, const char *what) {
  check->first = check->violations == 0 ? what : check->first;
  check->violations++;
}

static inline bool is_boundary(const tree_check *check, uint32_t offset) {
  aml_sv bytes = check->source->bytes;
  return !check->is_utf8 || offset >= bytes.len || ((unsigned char)bytes.data[offset] & 0xC0) != 0x80;
}

static inline void check_span(tree_check *check, aml_span span) {
  if (span.source != check->source->id) {
    note_violation(check, "a span of another source");
  } else if (span.begin > span.end || span.end > check->source->bytes.len) {
    note_violation(check, "a span outside the source");
  } else if (!is_boundary(check, span.begin) || !is_boundary(check, span.end)) {
    note_violation(check, "a span that cuts a character");
  }
}

static inline void check_value(tree_check *check, const aml_value *value, int depth);

static inline void check_child(
    tree_check *check, const aml_value *parent, const aml_value *child, int depth) {
  bool is_inside = child->span.begin >= parent->span.begin && child->span.end <= parent->span.end;
  if (parent->origin == NULL && child->origin == NULL && !is_inside) {
    note_violation(check, "a value outside the one that holds it");
  }
  check_value(check, child, depth + 1);
}

static inline void check_value(tree_check *check, const aml_value *value, int depth) {
  check->values++;
  check_span(check, value->span);
  for (const aml_origin *origin = value->origin; origin != NULL; origin = origin->from) {
    check_span(check, origin->span);
  }
  if (depth > AML_LIMIT_DEPTH) {
    note_violation(check, "a value nested too deep");
    return;
  }
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count; i++) {
      check_child(check, value, value->as.array.items[i], depth);
    }
  } else if (value->kind == AML_OBJECT) {
    for (size_t i = 0; i < value->as.object.count; i++) {
      const aml_member *member = &value->as.object.members[i];
      check_span(check, member->name_span);
      check_child(check, value, member->value, depth);
      if (aml_object_member(value, member->name) < member) {
        note_violation(check, "a member that is not found");
      }
    }
  }
}

static inline bool is_quoting(aml_sv text) {
  return aml_sv_find_char(text, '\'', 0) != AML_NPOS;
}

/* Where it has one quotation mark more than pairs of them. */
static inline bool is_quoting_in_part(aml_sv text) {
  bool is_open = false;
  for (size_t at = 0; at < text.len; at++) {
    is_open ^= text.data[at] == '\'';
  }
  return is_open;
}

static inline tree_check check_tree(
    const aml_source *source, const aml_tree *tree, const aml_diags *diags, bool is_utf8) {
  tree_check check = {.source = source, .is_utf8 = is_utf8};
  for (size_t i = 0; i < tree->documents.count; i++) {
    check_value(&check, tree->documents.items[i].root, 0);
  }
  uint32_t last = 0;
  for (size_t i = 0; i < tree->comments.count; i++) {
    check_span(&check, tree->comments.items[i].span);
    if (tree->comments.items[i].span.begin < last) {
      note_violation(&check, "comments out of order");
    }
    last = tree->comments.items[i].span.end;
  }
  for (size_t i = 0; i < diags->list.count; i++) {
    const aml_diag *diag = &diags->list.items[i];
    check_span(&check, diag->span);
    if (!aml_span_is_none(diag->related)) {
      check_span(&check, diag->related);
    }
    bool is_sentence =
        diag->message.text.len > 1 && diag->message.text.data[diag->message.text.len - 1] == '.';
    if (!is_sentence) {
      note_violation(&check, "a message that is no sentence");
    }
    if (!is_quoting(source->bytes) && is_quoting_in_part(diag->message.text)) {
      note_violation(&check, "a message that quotes without an end");
    }
  }
  if (tree->documents.count == 0) {
    note_violation(&check, "no document");
  }
  if (tree->is_broken && diags->list.count == 0) {
    note_violation(&check, "broken without a diagnostic");
  }
  return check;
}

#endif
