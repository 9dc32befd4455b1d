/* A language that only tests know, to hold the house to its word: a language is a row. Its files declare
 * clusters, one a line:
 *
 *   # a comment
 *   cluster train size=Standard_DS3_v2 min=2 max=4   # ssh=Enabled opens the port */
#include "toy.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "expr/value_text.h"
#include "front/front_end.h"
#include "tree/draft.h"

static const struct {
  aml_sv key;
  const char *path;
} keys[] = {
    {AML_SV_CONST("size"), "properties.properties.vmSize"},
    {AML_SV_CONST("min"), "properties.properties.scaleSettings.minNodeCount"},
    {AML_SV_CONST("max"), "properties.properties.scaleSettings.maxNodeCount"},
    {AML_SV_CONST("idle"), "properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown"},
    {AML_SV_CONST("ssh"), "properties.properties.remoteLoginPortPublicAccess"},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

typedef struct reader {
  aml_file *file;
  aml_sv text;
  size_t at, line_end;
  AML_VEC(const aml_value *) clusters;
} reader;

static aml_span span_of(const reader *r, size_t begin, size_t end) {
  return aml_file_span(r->file, begin, end);
}

/* The next word of the line; false at its end or a comment. */
static bool next_word(reader *r, size_t *begin, aml_sv *word) {
  while (r->at < r->line_end && aml_ascii_space(r->text.data[r->at])) {
    r->at++;
  }
  *begin = r->at;
  if (r->at == r->line_end || r->text.data[r->at] == '#') {
    return false;
  }
  while (r->at < r->line_end && !aml_ascii_space(r->text.data[r->at])) {
    r->at++;
  }
  *word = aml_sv_slice(r->text, *begin, r->at);
  return true;
}

static void complain(const reader *r, size_t begin, aml_sv word) {
  r->file->state = AML_FILE_BROKEN;
  (void)aml_diags_add(r->file->diags, "AML001", span_of(r, begin, begin + word.len),
      "'%.*s' is no word of a toy.", AML_SV_ARG(word));
}

static const aml_value *make_value(const reader *r, aml_sv text, aml_span span) {
  int64_t number;
  return aml_int_parse(text, &number) ? aml_value_int(r->file->memory, number, span)
                                      : aml_value_string(r->file->memory, text, span);
}

static void read_cluster(reader *r, size_t line_begin) {
  aml_object_builder object;
  size_t begin = 0, end = r->at;
  aml_sv word = {NULL, 0};
  aml_object_begin(&object, r->file->memory);
  for (bool is_name = true; next_word(r, &begin, &word); is_name = false) {
    size_t equals = aml_sv_find_char(word, '=', 0);
    end = r->at;
    if (is_name) {
      aml_object_add(&object, AML_SV("name"), AML_NO_SPAN, make_value(r, word, span_of(r, begin, end)));
    } else if (equals == AML_NPOS) {
      complain(r, begin, word);
    } else {
      aml_sv text = aml_sv_slice(word, equals + 1, word.len);
      aml_object_set(&object, aml_sv_slice(word, 0, equals), span_of(r, begin, begin + equals),
          make_value(r, text, span_of(r, begin + equals + 1, end)));
    }
  }
  AML_VEC_PUSH(r->file->memory, &r->clusters, aml_object_end(&object, span_of(r, line_begin, end), 0));
}

static void read_line(reader *r) {
  size_t begin = r->at;
  aml_sv word = {NULL, 0};
  if (next_word(r, &begin, &word) && aml_sv_eq(word, AML_SV("cluster"))) {
    read_cluster(r, begin);
  } else if (word.len > 0) {
    complain(r, begin, word);
    r->at = r->line_end;
  }
  if (r->at < r->line_end) { /* at a comment */
    aml_sv comment = aml_sv_slice(r->text, r->at, r->line_end);
    const aml_comment one = {.span = span_of(r, r->at, r->line_end),
        .text = aml_sv_trim(aml_sv_slice(comment, 1, comment.len)),
        .is_alone = begin == r->at};
    AML_VEC_PUSH(r->file->memory, &r->file->tree->comments, one);
  }
}

static bool read_toy(aml_file *file) {
  reader r = {.file = file, .text = aml_file_text(file)};
  file->tree = AML_NEW(file->memory, aml_tree);
  while (r.at < r.text.len) {
    size_t end = aml_sv_find_char(r.text, '\n', r.at);
    r.line_end = end == AML_NPOS ? r.text.len : end;
    read_line(&r);
    r.at = r.line_end + 1;
  }
  const aml_document all = {
      .root = aml_value_array(file->memory, r.clusters.items, r.clusters.count, span_of(&r, 0, r.text.len))};
  AML_VEC_PUSH(file->memory, &file->tree->documents, all);
  return true;
}

static aml_sv key_for(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  (void)arena, (void)resource;
  for (size_t i = 0; i < KEYS; i++) {
    if (aml_sv_ieq(path, aml_sv_of(keys[i].path))) {
      return keys[i].key;
    }
  }
  return (aml_sv){NULL, 0};
}

static const aml_silence silences[] = {
    {"AmlCompute", "max", "properties.properties.scaleSettings.maxNodeCount", NULL, 4, "the toy's default"},
    {0}};

static const aml_resource_form toy_form = {
    .name = "toy", .key_for = key_for, .silences = silences, .is_checked = true};

static void add_cluster(const aml_value *written, aml_resources *out) {
  const aml_value *name = aml_object_find(written, AML_SV("name"));
  aml_sv named = name == NULL ? (aml_sv){NULL, 0} : aml_value_text(name);
  aml_resource *resource = aml_resource_new(out);
  resource->form = &toy_form;
  resource->type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes");
  resource->name_span = name == NULL ? written->span : name->span;
  resource->name = aml_value_string(
      out->arena, aml_sv_format(out->arena, "toys/%.*s", AML_SV_ARG(named)), resource->name_span);
  resource->shown_name = named;
  resource->written = written;
  resource->span = written->span;
  aml_draft *draft = aml_draft_new(out->arena);
  aml_draft_put(draft, AML_SV("type"), NULL, resource->name_span,
      aml_value_string(out->arena, resource->type, resource->name_span));
  aml_draft_put(draft, AML_SV("name"), NULL, resource->name_span, resource->name);
  aml_draft_put(draft, AML_SV("properties.computeType"), NULL, resource->name_span,
      aml_value_string(out->arena, AML_SV("AmlCompute"), resource->name_span));
  for (size_t i = 0; i < KEYS; i++) {
    const aml_member *member = aml_object_member(written, keys[i].key);
    if (member != NULL) {
      aml_draft_put(draft, aml_sv_of(keys[i].path), NULL, member->name_span, member->value);
    }
  }
  aml_form_put_silences(&toy_form, out->arena, draft, AML_SV("AmlCompute"), written, resource->name_span);
  resource->body = aml_draft_finish(draft, written);
  aml_resources_add(out, resource);
}

static void expand_toy(const aml_front_host *host, aml_unit *unit) {
  (void)host;
  const aml_value *all = aml_file_root(unit->file);
  for (size_t i = 0; i < all->as.array.count; i++) {
    add_cluster(all->as.array.items[i], &unit->resources);
  }
}

static bool replace(const aml_edit_text *text, aml_span literal, const aml_value *old, const aml_value *value,
    aml_edit *out) {
  (void)old; /* no value is computed, and none stands elsewhere */
  return aml_edit_put(text, literal, aml_value_show(text->arena, value, SIZE_MAX), out);
}

static bool set_key(
    const aml_edit_text *text, const aml_value *written, aml_sv path, const aml_value *value, aml_edit *out) {
  aml_span end = {written->span.source, written->span.end, written->span.end};
  if (value == NULL) {
    return false;
  }
  aml_sv shown = aml_value_show(text->arena, value, SIZE_MAX);
  return aml_edit_put(
      text, end, aml_sv_format(text->arena, " %.*s=%.*s", AML_SV_ARG(path), AML_SV_ARG(shown)), out);
}

static const aml_editor toy_editor = {.replace = replace, .set_key = set_key};

const aml_front_end toy_language = {
    .name = "toy",
    .noun = "toy",
    .endings = ".toy",
    .read = read_toy,
    .expand = expand_toy,
    .doing = "Reading",
    .editor = &toy_editor,
};
