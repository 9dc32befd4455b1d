/* Any text as YAML, JSON, Markdown, reStructuredText and a script, and the texts inside of it: their places
 * lie in what writes them, in order, and an edit that is made reads as it was meant, with everything else as
 * it was. */
#include "base/strbuf.h"
#include "base/utf8.h"
#include "source/fence.h"
#include "source/heredoc.h"
#include "tree/guest_value.h"

#include "fuzz_documents.h"

enum { MOST_EDITS = 16, MOST_VALUES = 64 };

typedef struct input {
  aml_arena *arena;
  const aml_guest *host;
  uint32_t seed;
  size_t values;
} input;

/* What a reader makes of an edited text, of the value that stood where the guest stands; NULL: nothing. */
typedef const aml_guest *reading(input *in, const aml_guest *host, const aml_guest *former);

static const aml_guest *read_fences(input *in, const aml_guest *host, aml_markup markup, size_t begin) {
  aml_fences fences = {.text = host->text, .markup = markup};
  aml_fence fence;
  while (aml_fence_next(&fences, &fence)) {
    if (fence.body.begin == begin) {
      return aml_fence_guest(in->arena, host, &fence);
    }
  }
  return NULL;
}

static const aml_guest *again_markdown(input *in, const aml_guest *host, const aml_guest *former) {
  return read_fences(in, host, AML_MARKDOWN, former->written.begin);
}

static const aml_guest *again_rest(input *in, const aml_guest *host, const aml_guest *former) {
  return read_fences(in, host, AML_REST, former->written.begin);
}

/* The scalar of a tree that begins at the offset. */
static const aml_value *find_value(const aml_value *value, size_t begin) {
  bool is_text = value->kind == AML_STRING || value->kind == AML_UNKNOWN;
  if (is_text && value->span.begin == begin) {
    return value;
  }
  const aml_value *found = NULL;
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count && found == NULL; i++) {
    found = find_value(value->as.array.items[i], begin);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count && found == NULL; i++) {
    found = find_value(value->as.object.members[i].value, begin);
  }
  return found;
}

static const aml_guest *again_value(
    input *in, const aml_guest *host, const aml_guest *former, aml_syntax syntax) {
  aml_diags diags;
  aml_diags_init(&diags, in->arena);
  const aml_tree *tree = aml_guest_read_tree(host, syntax, in->arena, &diags);
  fuzz_check(!tree->is_broken);
  const aml_value *value = NULL;
  for (size_t i = 0; i < tree->documents.count && value == NULL; i++) {
    value = find_value(tree->documents.items[i].root, former->written.begin);
  }
  if (value != NULL && value->kind == AML_UNKNOWN) {
    return former; /* a placeholder was made: it is not for us to say what it stands for */
  }
  return value == NULL ? NULL : aml_guest_of_value(in->arena, host, syntax, value);
}

static const aml_guest *again_yaml(input *in, const aml_guest *host, const aml_guest *former) {
  return again_value(in, host, former, AML_SYNTAX_YAML);
}

static const aml_guest *again_json(input *in, const aml_guest *host, const aml_guest *former) {
  return again_value(in, host, former, AML_SYNTAX_JSON);
}

static size_t draw(input *in, size_t below) {
  in->seed = in->seed * 1664525U + 1013904223U;
  return (in->seed >> 8) % below;
}

static aml_sv splice(input *in, aml_sv text, aml_guest_range range, aml_sv with) {
  aml_strbuf out;
  aml_strbuf_init(&out, in->arena, SIZE_MAX);
  aml_strbuf_add(&out, aml_sv_slice(text, 0, range.begin));
  aml_strbuf_add(&out, with);
  aml_strbuf_add(&out, aml_sv_slice(text, range.end, text.len));
  return aml_strbuf_view(&out);
}

static void try_edit(input *in, const aml_guest *guest, reading *again) {
  static const aml_sv texts[] = {AML_SV_CONST("x"), AML_SV_CONST(""), AML_SV_CONST("\n"),
      AML_SV_CONST("a: b #\"'\\"), AML_SV_CONST("two\nlines\n"), AML_SV_CONST("```"), AML_SV_CONST(" ")};
  aml_guest_range range = {draw(in, guest->text.len + 1), 0};
  range.end = range.begin + draw(in, guest->text.len - range.begin + 1);
  aml_sv text = texts[draw(in, sizeof texts / sizeof texts[0])];
  aml_edit edit;
  aml_sv meant = splice(in, guest->text, range, text);
  if (aml_utf8_find_invalid(meant) != AML_NPOS || !aml_guest_edit(guest, in->arena, range, text, &edit)) {
    return;
  }
  const aml_source source = {.id = 1,
      .bytes = splice(in, in->host->text, (aml_guest_range){edit.span.begin, edit.span.end}, edit.text)};
  fuzz_check(edit.span.begin <= edit.span.end && edit.span.begin >= guest->written.begin &&
             edit.span.end <= guest->written.end);
  const aml_guest *found = again(in, aml_guest_whole(in->arena, &source), guest);
  fuzz_check(found == guest || (found != NULL && aml_sv_eq(found->text, meant)) ||
             (aml_sv_trim(meant).len == 0 && found == NULL)); /* nothing is left to find it by */
}

static void check_guest(input *in, const aml_guest *guest, reading *again) {
  if (guest == NULL) {
    return;
  }
  aml_span last = {1, (uint32_t)guest->written.begin, (uint32_t)guest->written.begin};
  for (size_t at = 0, next = 0; at < guest->text.len; at = next) {
    (void)aml_utf8_next(guest->text, &next);
    aml_span span = aml_guest_span(guest, at, next);
    fuzz_check(span.source == 1 && span.begin >= last.begin && span.end > span.begin &&
               span.end <= guest->written.end);
    aml_guest_range back;
    fuzz_check(aml_guest_find(guest, span, &back) && back.begin <= at && back.end >= next);
    last = span;
  }
  for (int i = 0; i < MOST_EDITS; i++) {
    try_edit(in, guest, again);
  }
}

static void check_values(input *in, const aml_value *value, aml_syntax syntax) {
  if (in->values++ > MOST_VALUES) {
    return;
  }
  if (value->kind == AML_STRING) {
    const aml_guest *guest = aml_guest_of_value(in->arena, in->host, syntax, value);
    fuzz_check(guest == NULL || aml_sv_eq(guest->text, value->as.string));
    check_guest(in, guest, syntax == AML_SYNTAX_JSON ? again_json : again_yaml);
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    check_values(in, value->as.array.items[i], syntax);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    check_values(in, value->as.object.members[i].value, syntax);
  }
}

static void check_trees(input *in) {
  for (int i = 0; i < 2; i++) {
    aml_syntax syntax = i == 0 ? AML_SYNTAX_YAML : AML_SYNTAX_JSON;
    aml_diags diags;
    aml_diags_init(&diags, in->arena);
    const aml_tree *tree = aml_guest_read_tree(in->host, syntax, in->arena, &diags);
    for (size_t k = 0; !tree->is_broken && diags.list.count == 0 && k < tree->documents.count; k++) {
      check_values(in, tree->documents.items[k].root, syntax);
    }
  }
}

static void check_fences(input *in) {
  for (int i = 0; i < 2; i++) {
    aml_fences fences = {.text = in->host->text, .markup = i == 0 ? AML_MARKDOWN : AML_REST};
    aml_fence fence;
    for (int n = 0; n < MOST_VALUES && aml_fence_next(&fences, &fence); n++) {
      check_guest(in, aml_fence_guest(in->arena, in->host, &fence), i == 0 ? again_markdown : again_rest);
    }
  }
}

static const aml_guest *again_heredoc(input *in, const aml_guest *host, const aml_guest *former) {
  const aml_heredoc heredoc = {former->mark, in->values == 1, former->indent != 0};
  size_t at = former->written.begin;
  return aml_heredoc_guest(in->arena, host, &heredoc, &at);
}

static void check_heredocs(input *in) {
  aml_sv text = in->host->text;
  size_t at = 0;
  for (int n = 0; n < MOST_VALUES && (at = aml_sv_find(text, AML_SV("<<"), at)) != AML_NPOS; n++) {
    aml_heredoc heredoc;
    size_t body = at++;
    if (aml_heredoc_open(in->arena, text, &body, &heredoc)) {
      body = aml_sv_find_char(text, '\n', body);
      body = body == AML_NPOS ? text.len : body + 1;
      in->values = heredoc.is_quoted ? 1 : 0;
      check_guest(in, aml_heredoc_guest(in->arena, in->host, &heredoc, &body), again_heredoc);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_source source = {.id = 1};
  uint32_t bad_at;
  aml_error error;
  if (aml_source_fill(&source, &arena, (aml_sv){(const char *)data, size}, 1 << 20, &bad_at, &error) ==
      AML_OK) {
    input in = {.arena = &arena, .host = aml_guest_whole(&arena, &source), .seed = (uint32_t)size};
    check_trees(&in);
    check_fences(&in);
    check_heredocs(&in);
  }
  aml_arena_release(&arena);
  return 0;
}
