/* Values out of YAML's nodes: a stack of open collections. */
#include <string.h>

#include "base/limits.h"
#include "tree/placeholder_values.h"
#include "tree/reason.h"
#include "tree/yaml_reader.h"

static aml_yaml_frame *innermost(aml_yaml_reader *reader) {
  return reader->frames.count == 0 ? NULL : &reader->frames.items[reader->frames.count - 1];
}

void aml_yaml_begin_document(aml_yaml_reader *reader) {
  reader->root = NULL;
  reader->is_in_document = true;
  reader->is_cut = false;
  reader->has_anchors = false;
  reader->frames.count = 0;
  reader->members.count = 0;
  reader->items.count = 0;
  reader->merges.count = 0;
}

void aml_yaml_end_document(aml_yaml_reader *reader, size_t end) {
  aml_document document = {.root = reader->root, .index = reader->tree->documents.count};
  if (document.root == NULL) {
    document.root = aml_value_null(reader->arena, aml_yaml_span(reader, end, end));
  }
  AML_VEC_PUSH(reader->arena, &reader->tree->documents, document);
  reader->is_in_document = false;
}

static void report_odd_key(aml_yaml_reader *reader, aml_span span) {
  reader->tree->is_broken = true;
  aml_diag *diag = aml_diags_add(
      reader->diags, "AML001", span, "Expected a plain name as a key, found a list or a mapping.");
  diag->help = AML_SV("This key and its value were skipped.");
  diag->is_incomplete = true;
}

/* Puts a finished value where it belongs. `size` says what a walk over it costs. */
static void place_value(
    aml_yaml_reader *reader, const aml_value *value, const aml_yaml_anchor *size, size_t end) {
  aml_yaml_frame *frame = innermost(reader);
  if (frame == NULL) {
    reader->root = value;
    return;
  }
  frame->end = end > frame->end ? end : frame->end;
  frame->nodes += size->nodes;
  frame->height = size->height >= frame->height ? size->height + 1 : frame->height;
  if (!frame->is_mapping) {
    AML_VEC_PUSH(reader->scratch, &reader->items, value);
    return;
  }
  if (!frame->has_key) {
    if (!reader->is_cut) {
      report_odd_key(reader, value->span);
    }
    frame->key = AML_YAML_KEY_NONE;
    frame->has_key = true;
    return;
  }
  frame->has_key = false;
  if (frame->key == AML_YAML_KEY_NAME) {
    aml_member member = {frame->name, frame->name_span, value};
    AML_VEC_PUSH(reader->scratch, &reader->members, member);
  } else if (frame->key == AML_YAML_KEY_MERGE) {
    aml_yaml_merge merge = {frame->name_span, value};
    AML_VEC_PUSH(reader->scratch, &reader->merges, merge);
  }
}

static bool is_at_key(const aml_yaml_frame *frame) {
  return frame != NULL && frame->is_mapping && !frame->has_key;
}

static void set_key(aml_yaml_frame *frame, aml_sv name, aml_span span, size_t end, bool is_merge) {
  frame->key = is_merge ? AML_YAML_KEY_MERGE : AML_YAML_KEY_NAME;
  frame->name = name;
  frame->name_span = span;
  frame->name_end = end;
  frame->has_key = true;
  frame->end = end > frame->end ? end : frame->end;
}

/* The text of a scalar for good: a view of the source where it stands there as it is. */
static aml_sv keep_text(aml_yaml_reader *reader, const aml_yaml_node *node, bool *is_rewritten) {
  size_t quote = node->style == AML_YAML_QUOTED ? 1 : 0;
  *is_rewritten = false;
  if (node->style != AML_YAML_BLOCK && node->end - node->begin >= 2 * quote) {
    aml_sv written = aml_sv_slice(reader->source->bytes, node->begin + quote, node->end - quote);
    if (aml_sv_eq(written, node->text)) {
      return written;
    }
  }
  *is_rewritten = true;
  return aml_sv_dup(reader->arena, node->text);
}

/* A value that holds a placeholder which libyaml could not be shown is not known. */
static aml_value *read_scalar(
    aml_yaml_reader *reader, const aml_yaml_node *node, aml_sv text, aml_span span) {
  bool is_filled =
      aml_placeholder_spots_fill(&reader->tree->placeholders, reader->source->bytes, node->begin, node->end);
  if (!is_filled && !aml_yaml_is_masked(reader, node->begin, node->end)) {
    return aml_yaml_scalar_value(reader->arena, text, node->style, node->tag, span);
  }
  aml_sv written = aml_sv_slice(reader->source->bytes, node->begin, node->end);
  aml_value *value = AML_NEW(reader->arena, aml_value);
  *value = *aml_placeholder_value(reader->arena, written, span);
  return value;
}

void aml_yaml_scalar(aml_yaml_reader *reader, const aml_yaml_node *node) {
  aml_yaml_collect_comments(reader, node->begin, node->end);
  if (node->style == AML_YAML_BLOCK) {
    aml_yaml_collect_header_comment(reader, node->begin, node->end);
  }
  aml_span span = aml_yaml_span(reader, node->begin, node->end);
  bool is_rewritten;
  aml_sv text = keep_text(reader, node, &is_rewritten);
  aml_yaml_frame *frame = innermost(reader);
  bool is_key = is_at_key(frame);
  bool is_merge =
      is_key && node->style == AML_YAML_PLAIN && node->tag.len == 0 && aml_sv_eq(text, AML_SV("<<"));
  if (is_key) {
    set_key(frame, text, span, node->end, is_merge);
  }
  if (is_key && node->anchor.len == 0) {
    return;
  }
  aml_value *value = read_scalar(reader, node, text, span);
  value->flags |= is_rewritten ? AML_VALUE_BLOCK : 0U;
  aml_yaml_anchor size = {.value = value, .nodes = 1};
  size.text = value->kind == AML_STRING ? text : aml_sv_slice(reader->source->bytes, node->begin, node->end);
  if (node->anchor.len > 0) {
    *aml_yaml_declare(reader, node->anchor) = size;
  }
  if (!is_key) {
    place_value(reader, value, &size, node->end);
  }
}

void aml_yaml_alias(aml_yaml_reader *reader, const aml_yaml_node *node) {
  aml_yaml_collect_comments(reader, node->begin, node->end);
  aml_yaml_anchor target = aml_yaml_resolve(reader, node);
  aml_span span = aml_yaml_span(reader, node->begin, node->end);
  aml_yaml_frame *frame = innermost(reader);
  bool is_name = target.value->kind != AML_OBJECT && target.value->kind != AML_ARRAY;
  if (is_at_key(frame) && is_name) {
    /* The anchored scalar's own text is the name, whatever it would mean as a value. */
    set_key(frame, target.text, span, node->end, false);
    return;
  }
  place_value(reader, target.value, &target, node->end);
}

void aml_yaml_begin_collection(
    aml_yaml_reader *reader, const aml_yaml_node *node, bool is_mapping, bool is_flow) {
  if (reader->frames.count >= AML_LIMIT_DEPTH) {
    aml_diag *diag = aml_diags_add(reader->diags, "AML003",
        aml_yaml_span(reader, node->begin, node->begin + 1 < node->end ? node->begin + 1 : node->end),
        "Values are nested deeper than the limit of %d.", AML_LIMIT_DEPTH);
    diag->help = AML_SV("The rest was not checked.");
    diag->is_incomplete = true;
    reader->is_full = true;
    return;
  }
  aml_yaml_frame frame = {.is_mapping = is_mapping,
      .is_flow = is_flow,
      .begin = node->begin,
      .end = node->begin,
      .first = is_mapping ? reader->members.count : reader->items.count,
      .first_merge = reader->merges.count,
      .nodes = 1};
  if (node->anchor.len > 0) {
    frame.anchor = aml_yaml_declare(reader, node->anchor);
  }
  AML_VEC_PUSH(reader->scratch, &reader->frames, frame);
}

static void report_clash(void *ctx, const aml_member *former, const aml_member *latter) {
  aml_yaml_reader *reader = ctx;
  if (!aml_sv_eq(former->name, latter->name)) {
    return; /* to YAML these are two names */
  }
  aml_diag *diag = aml_diags_add(reader->diags, "AML002", latter->name_span,
      "The key '%.*s' appears twice in this mapping, and only the last one counts.",
      AML_SV_ARG(latter->name));
  diag->help = AML_SV("Remove or rename one of the two.");
  diag->related = former->name_span;
  diag->related_text = AML_SV("It appears here first.");
}

static const aml_value *finish_mapping(aml_yaml_reader *reader, const aml_yaml_frame *frame, aml_span span) {
  if (reader->merges.count > frame->first_merge) {
    aml_yaml_merge_members(reader, frame);
  }
  size_t count = reader->members.count - frame->first;
  aml_member *members = NULL;
  if (count > 0) {
    members = AML_NEW_ARRAY(reader->arena, aml_member, count);
    memcpy(members, reader->members.items + frame->first, count * sizeof *members);
  }
  reader->members.count = frame->first;
  reader->merges.count = frame->first_merge;
  return aml_value_object(reader->arena, members, count, span, report_clash, reader);
}

static const aml_value *finish_sequence(aml_yaml_reader *reader, const aml_yaml_frame *frame, aml_span span) {
  size_t count = reader->items.count - frame->first;
  const aml_value **items = NULL;
  if (count > 0) {
    items = AML_NEW_ARRAY(reader->arena, const aml_value *, count);
    memcpy(items, reader->items.items + frame->first, count * sizeof *items);
  }
  reader->items.count = frame->first;
  return aml_value_array(reader->arena, items, count, span);
}

static void finish_frame(aml_yaml_reader *reader, size_t end, unsigned flags) {
  aml_yaml_frame frame = reader->frames.items[reader->frames.count - 1];
  end = frame.is_flow && end > frame.end ? end : frame.end;
  aml_span span = aml_yaml_span(reader, frame.begin, end);
  const aml_value *value =
      frame.is_mapping ? finish_mapping(reader, &frame, span) : finish_sequence(reader, &frame, span);
  if (flags != 0) {
    value = aml_value_moved(reader->arena, value, span, NULL, value->flags | flags);
  }
  reader->frames.count--;
  aml_yaml_anchor size = {.value = value, .nodes = frame.nodes, .height = frame.height};
  if (frame.anchor != NULL) {
    *frame.anchor = size;
  }
  place_value(reader, value, &size, end);
}

void aml_yaml_end_collection(aml_yaml_reader *reader, size_t end) {
  finish_frame(reader, end, 0);
}

/* A value right before the error, on its line, may be no more than a part of what was meant. */
static void forget_last_value(aml_yaml_reader *reader, size_t at) {
  const aml_yaml_frame *frame = innermost(reader);
  if (frame == NULL || frame->has_key) {
    return;
  }
  const aml_value **last = NULL;
  if (frame->is_mapping && reader->members.count > frame->first) {
    last = &reader->members.items[reader->members.count - 1].value;
  } else if (!frame->is_mapping && reader->items.count > frame->first) {
    last = &reader->items.items[reader->items.count - 1];
  }
  if (last == NULL || frame->end > at) {
    return;
  }
  for (size_t i = frame->end; i < at; i++) {
    if (reader->source->bytes.data[i] != ' ') {
      return;
    }
  }
  *last = aml_value_unknown(reader->arena, AML_SV(AML_REASON_UNREAD), AML_KINDS_ANY, (*last)->span);
}

void aml_yaml_cut_document(aml_yaml_reader *reader, size_t at) {
  reader->tree->is_broken = true;
  if (!reader->is_in_document) {
    return;
  }
  forget_last_value(reader, at);
  reader->is_cut = true;
  while (reader->frames.count > 0) {
    aml_yaml_frame *frame = innermost(reader);
    if (frame->is_mapping && frame->has_key) {
      aml_yaml_anchor nothing = {.nodes = 1};
      size_t end = frame->name_end;
      place_value(reader,
          aml_value_unknown(
              reader->arena, AML_SV(AML_REASON_UNREAD), AML_KINDS_ANY, aml_yaml_span(reader, end, end)),
          &nothing, end);
    }
    finish_frame(reader, 0, AML_VALUE_OPEN);
  }
  aml_yaml_end_document(reader, at);
}
