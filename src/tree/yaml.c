/* The one file that knows libyaml: its events become calls on the builder, with byte offsets. */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/limits.h"
#include "base/runs.h"
#include "base/utf8.h"
#include "tree/yaml_reader.h"

typedef struct yaml_input {
  yaml_parser_t parser;
  yaml_event_t event;
  bool has_parser, has_event;
  const char *text; /* what libyaml was given */
  size_t length;
  size_t base;                      /* where that begins in the source */
  bool is_ascii;                    /* code points are bytes */
  size_t cursor_point, cursor_byte; /* a known pair of offsets, relative to `text` */
} yaml_input;

static void drop_event(yaml_input *input) {
  if (input->has_event) {
    yaml_event_delete(&input->event);
    input->has_event = false;
  }
}

static void close_input(yaml_input *input) {
  drop_event(input);
  if (input->has_parser) {
    yaml_parser_delete(&input->parser);
    input->has_parser = false;
  }
}

/* The parser's state is larger than most documents, so it goes as soon as they are read; where memory runs
 * out in the middle, with the arena. */
static void free_input(void *object) {
  yaml_input **input = object;
  if (*input != NULL) {
    close_input(*input);
    free(*input);
    *input = NULL;
  }
}

static yaml_input **make_input(aml_arena *arena) {
  yaml_input **input = AML_NEW(arena, yaml_input *);
  aml_arena_defer(arena, free_input, (void *)input);
  *input = calloc(1, sizeof **input);
  if (*input == NULL) {
    aml_arena_give_up(arena, AML_ERR_MEMORY);
  }
  return input;
}

static bool is_continuation(char c) {
  return ((unsigned char)c & 0xC0) == 0x80;
}

/* libyaml counts code points. Marks move forward mostly, so walking from the last one is cheap. */
static size_t byte_of(yaml_input *input, size_t point) {
  if (input->is_ascii) {
    return input->base + (point < input->length ? point : input->length);
  }
  size_t byte = input->cursor_byte;
  while (input->cursor_point < point && byte < input->length) {
    byte++;
    while (byte < input->length && is_continuation(input->text[byte])) {
      byte++;
    }
    input->cursor_point++;
  }
  while (input->cursor_point > point && byte > 0) {
    byte--;
    while (byte > 0 && is_continuation(input->text[byte])) {
      byte--;
    }
    input->cursor_point--;
  }
  input->cursor_byte = byte;
  return input->base + byte;
}

static aml_sv view_of(const yaml_char_t *text) {
  return aml_sv_of((const char *)text);
}

/* The length of a blank or a line end at `at`, 0 where there is neither. */
static size_t space_at(aml_sv text, size_t at) {
  return aml_ascii_space(text.data[at]) ? 1 : aml_utf8_break(text, at);
}

static size_t find_line_end(aml_sv text, size_t at) {
  while (at < text.len && aml_utf8_break(text, at) == 0) {
    at++;
  }
  return at;
}

/* Moves over so many of anchor and tag, and the blanks, line ends and comments behind them. What follows may
 * be the anchor or the tag of a mapping's first key. */
static size_t skip_properties(const aml_source *source, size_t at, int count) {
  aml_sv text = source->bytes;
  for (; count > 0 && at < text.len && (text.data[at] == '&' || text.data[at] == '!'); count--) {
    while (at < text.len && space_at(text, at) == 0) {
      at++;
    }
    while (at < text.len && (space_at(text, at) > 0 || text.data[at] == '#')) {
      if (text.data[at] == '#') {
        at = find_line_end(text, at);
      } else {
        at += space_at(text, at);
      }
    }
  }
  return at;
}

/* Without the blanks and line ends that libyaml counts to the end of a block scalar. */
static size_t trim_end(const aml_source *source, size_t begin, size_t end) {
  while (end > begin && aml_ascii_space(source->bytes.data[end - 1])) {
    end--;
  }
  return end;
}

static aml_yaml_node node_of(
    yaml_input *input, const aml_source *source, const yaml_char_t *anchor, const yaml_char_t *tag) {
  size_t begin = byte_of(input, input->event.start_mark.index);
  size_t end = byte_of(input, input->event.end_mark.index);
  aml_yaml_node node = {.end = end, .anchor = view_of(anchor), .tag = view_of(tag)};
  node.begin = skip_properties(source, begin, (anchor != NULL) + (tag != NULL));
  return node;
}

static void take_scalar(aml_yaml_reader *reader, yaml_input *input) {
  const yaml_event_t *event = &input->event;
  aml_yaml_node node = node_of(input, reader->source, event->data.scalar.anchor, event->data.scalar.tag);
  node.begin = node.begin > node.end ? node.end : node.begin;
  node.text = (aml_sv){(const char *)event->data.scalar.value, event->data.scalar.length};
  yaml_scalar_style_t style = event->data.scalar.style;
  if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE) {
    node.style = AML_YAML_BLOCK;
    node.end = trim_end(reader->source, node.begin, node.end);
  } else {
    node.style = style == YAML_PLAIN_SCALAR_STYLE ? AML_YAML_PLAIN : AML_YAML_QUOTED;
  }
  aml_yaml_scalar(reader, &node);
}

static void take_alias(aml_yaml_reader *reader, yaml_input *input) {
  aml_yaml_node node = node_of(input, reader->source, NULL, NULL);
  node.text = view_of(input->event.data.alias.anchor);
  aml_yaml_alias(reader, &node);
}

static void take_sequence(aml_yaml_reader *reader, yaml_input *input) {
  const yaml_event_t *event = &input->event;
  aml_yaml_node node =
      node_of(input, reader->source, event->data.sequence_start.anchor, event->data.sequence_start.tag);
  bool is_flow = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  aml_yaml_begin_collection(reader, &node, false, is_flow);
}

static void take_mapping(aml_yaml_reader *reader, yaml_input *input) {
  const yaml_event_t *event = &input->event;
  aml_yaml_node node =
      node_of(input, reader->source, event->data.mapping_start.anchor, event->data.mapping_start.tag);
  bool is_flow = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
  aml_yaml_begin_collection(reader, &node, true, is_flow);
}

static void take_end(aml_yaml_reader *reader, yaml_input *input) {
  aml_yaml_end_collection(reader, byte_of(input, input->event.end_mark.index));
}

/* False at the end of the stream. */
static bool take_event(aml_yaml_reader *reader, yaml_input *input) {
  switch (input->event.type) {
  case YAML_DOCUMENT_START_EVENT:
    aml_yaml_begin_document(reader);
    break;
  case YAML_DOCUMENT_END_EVENT:
    aml_yaml_end_document(reader, byte_of(input, input->event.start_mark.index));
    break;
  case YAML_SCALAR_EVENT:
    take_scalar(reader, input);
    break;
  case YAML_ALIAS_EVENT:
    take_alias(reader, input);
    break;
  case YAML_SEQUENCE_START_EVENT:
    take_sequence(reader, input);
    break;
  case YAML_MAPPING_START_EVENT:
    take_mapping(reader, input);
    break;
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    take_end(reader, input);
    break;
  case YAML_STREAM_END_EVENT:
    return false;
  case YAML_NO_EVENT:
  case YAML_STREAM_START_EVENT:
    break;
  }
  return true;
}

/* Says what stopped the parser; returns where. A text that memory did not suffice for is not a broken one. */
static size_t report_error(aml_yaml_reader *reader, yaml_input *input) {
  const yaml_parser_t *parser = &input->parser;
  if (parser->error == YAML_MEMORY_ERROR || parser->problem == NULL) {
    aml_arena_give_up(reader->arena, AML_ERR_MEMORY);
  }
  aml_yaml_problem problem = {.problem = parser->problem, .context = parser->context};
  if (parser->error == YAML_READER_ERROR) { /* the marks are not set; the offset counts bytes */
    problem.at = input->base + parser->problem_offset;
  } else {
    problem.at = byte_of(input, parser->problem_mark.index);
  }
  problem.context_at = parser->context == NULL ? problem.at : byte_of(input, parser->context_mark.index);
  aml_yaml_report(reader, &problem);
  return problem.at;
}

/* Reads from `base` on; AML_NPOS at the end of the text, or where reading failed. */
static size_t read_stream(aml_yaml_reader *reader, yaml_input *input, size_t base) {
  aml_sv bytes = aml_sv_slice(reader->input, base, reader->input.len);
  *input = (yaml_input){.text = bytes.data,
      .length = bytes.len,
      .base = base,
      .is_ascii = aml_run_skip_ascii(bytes, 0) == bytes.len};
  input->has_parser = yaml_parser_initialize(&input->parser) != 0;
  if (!input->has_parser) {
    aml_arena_give_up(reader->arena, AML_ERR_MEMORY);
  }
  yaml_parser_set_encoding(&input->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&input->parser, (const unsigned char *)bytes.data, bytes.len);
  bool goes_on = true;
  size_t failed_at = AML_NPOS;
  while (goes_on && !reader->is_full) {
    input->has_event = yaml_parser_parse(&input->parser, &input->event) != 0;
    if (!input->has_event) {
      failed_at = report_error(reader, input);
      break;
    }
    goes_on = take_event(reader, input);
    drop_event(input);
  }
  close_input(input);
  return failed_at;
}

/* Where the next document begins after an error: a line "---". */
static size_t find_next_document(aml_sv text, size_t from) {
  size_t at = aml_sv_find(text, AML_SV("\n---"), from);
  while (at != AML_NPOS && at + 4 < text.len && !aml_ascii_space(text.data[at + 4])) {
    at = aml_sv_find(text, AML_SV("\n---"), at + 1);
  }
  return at == AML_NPOS ? AML_NPOS : at + 1;
}

/* After a syntax error the next document is read by a new parser, which costs far more than its text; so
 * there is a bound. Returns where to go on, or AML_NPOS. */
static size_t recover(aml_yaml_reader *reader, size_t begin, size_t failed_at) {
  aml_yaml_cut_document(reader, failed_at);
  size_t next = find_next_document(reader->source->bytes, failed_at > begin ? failed_at - 1 : failed_at);
  reader->comment_at = next == AML_NPOS ? reader->source->bytes.len : next;
  reader->broken_documents++;
  if (next != AML_NPOS && reader->broken_documents >= AML_LIMIT_BROKEN_DOCUMENTS) {
    aml_diag *diag = aml_diags_add(reader->diags, "AML003", aml_yaml_span(reader, next, next + 3),
        "The documents with syntax errors reach the limit of %d.", AML_LIMIT_BROKEN_DOCUMENTS);
    diag->help = AML_SV("The rest was not checked.");
    diag->is_incomplete = true;
    return AML_NPOS;
  }
  return next;
}

void aml_yaml_read(
    aml_tree *tree, const aml_source *source, const aml_guest *guest, aml_arena *arena, aml_diags *diags) {
  aml_yaml_reader reader = {.arena = arena,
      .scratch = aml_arena_new_scratch(arena),
      .source = source,
      .guest = guest,
      .tree = tree,
      .diags = diags};
  reader.input = aml_yaml_mask(arena, source->bytes, &tree->placeholders);
  yaml_input **input = make_input(arena);
  for (size_t at = 0; at != AML_NPOS && !reader.is_full && source->bytes.len > 0;) {
    size_t begin = at;
    at = read_stream(&reader, *input, begin);
    aml_yaml_collect_comments(&reader, at == AML_NPOS ? source->bytes.len : at, source->bytes.len);
    if (at != AML_NPOS) {
      at = recover(&reader, begin, at);
    }
  }
  free_input((void *)input);
  if (reader.is_full) {
    aml_yaml_cut_document(&reader, source->bytes.len);
  }
  if (tree->documents.count == 0) {
    aml_yaml_begin_document(&reader);
    aml_yaml_end_document(&reader, source->bytes.len);
  }
  aml_arena_release(reader.scratch);
}

const char *aml_yaml_library_version(void) {
  return yaml_get_version_string();
}
