/* A first line "PATH VALUE", VALUE in JSON or absent, and any text behind it: the edits of YAML and of JSON
 * that fixes are made of. Where an edit is made, the result reads, and only what stands at PATH has changed.
 */
#include "base/strbuf.h"
#include "base/utf8.h"
#include "edit/edit.h"

#include "fuzz_documents.h"

typedef struct change {
  aml_sv path;
  const aml_value *value; /* NULL: remove */
} change;

static size_t find_last(const aml_value *object, aml_sv name) {
  for (size_t i = object->as.object.count; i > 0; i--) {
    if (aml_sv_eq(object->as.object.members[i - 1].name, name)) {
      return i - 1;
    }
  }
  return AML_NPOS;
}

/* Whether `after` is `before` with the change made to it, and nothing else. Members of other names keep their
 * order; the changed one may stand anywhere. `before` NULL: there was nothing. */
static bool is_changed_to(
    const aml_value *before, const aml_value *after, aml_sv path, const aml_value *value) {
  if (path.len == 0) {
    return value != NULL && aml_value_equal(after, value) != AML_FALSE;
  }
  aml_sv name = aml_sv_split(&path, '.');
  bool had_members = aml_value_is(before, AML_OBJECT);
  size_t old_at = had_members ? find_last(before, name) : AML_NPOS;
  size_t new_at = aml_value_is(after, AML_OBJECT) ? find_last(after, name) : AML_NPOS;
  size_t k = 0;
  for (size_t i = 0; had_members && i < before->as.object.count; i++) {
    if (i == old_at) {
      continue;
    }
    k += k == new_at ? 1 : 0;
    if (!aml_value_is(after, AML_OBJECT) || k >= after->as.object.count ||
        !aml_sv_eq(before->as.object.members[i].name, after->as.object.members[k].name) ||
        aml_value_equal(before->as.object.members[i].value, after->as.object.members[k].value) == AML_FALSE) {
      return false;
    }
    k++;
  }
  k += k == new_at ? 1 : 0;
  if (aml_value_is(after, AML_OBJECT) && k != after->as.object.count) {
    return false;
  }
  if (new_at == AML_NPOS) {
    return value == NULL && path.len == 0;
  }
  return is_changed_to(old_at == AML_NPOS ? NULL : before->as.object.members[old_at].value,
      after->as.object.members[new_at].value, path, value);
}

static void check_edit(fuzz_documents *documents, const aml_source *source, const aml_value *before,
    const aml_edit *edit, const change *what) {
  fuzz_check(edit->span.source == source->id && edit->span.begin <= edit->span.end &&
             edit->span.end <= source->bytes.len);
  aml_strbuf out;
  aml_strbuf_init(&out, documents->arena, SIZE_MAX);
  aml_strbuf_add(&out, aml_sv_slice(source->bytes, 0, edit->span.begin));
  aml_strbuf_add(&out, edit->text);
  aml_strbuf_add(&out, aml_sv_slice(source->bytes, edit->span.end, source->bytes.len));
  const aml_tree *tree = fuzz_read(documents, source->path, aml_strbuf_view(&out));
  fuzz_check(tree != NULL && !tree->is_broken);
  const aml_value *after = fuzz_root(tree);
  fuzz_check(after != NULL && is_changed_to(before, after, what->path, what->value));
}

/* A place that the path leads to, as far as the file has it: the member, or NULL and the object that lacks
 * it. */
static const aml_member *find_member(
    const aml_value *root, aml_sv path, const aml_value **last, aml_sv *lacking) {
  const aml_member *member = NULL;
  *last = root;
  while (path.len > 0) {
    *lacking = path;
    aml_sv name = aml_sv_split(&path, '.');
    member = (*last)->kind == AML_OBJECT ? aml_object_member_exact(*last, name) : NULL;
    if (member == NULL) {
      return NULL;
    }
    *last = member->value;
  }
  return member;
}

static bool is_scalar(const aml_value *value) {
  return value->kind != AML_OBJECT && value->kind != AML_ARRAY && value->kind != AML_UNKNOWN;
}

static bool edit_json(fuzz_documents *documents, const aml_value *root, const change *what, aml_edit *edit) {
  const aml_value *last;
  aml_sv lacking;
  const aml_member *member = find_member(root, what->path, &last, &lacking);
  if (what->value == NULL) {
    return member != NULL && aml_edit_json_remove(documents->sources, member, edit);
  }
  if (member != NULL) {
    return is_scalar(member->value) &&
           aml_edit_json_scalar(documents->arena, documents->sources, member->value->span, what->value, edit);
  }
  return last->kind == AML_OBJECT && !aml_value_has(last, AML_VALUE_OPEN) &&
         aml_edit_json_insert(documents->arena, documents->sources, last->span, lacking, what->value, edit);
}

static bool is_path(aml_sv path) {
  bool is_path = path.len > 0;
  for (size_t i = 0; i < path.len; i++) {
    bool is_end = i == 0 || i + 1 == path.len || path.data[i - 1] == '.';
    is_path =
        is_path && (aml_ascii_alnum(path.data[i]) || path.data[i] == '_' || (path.data[i] == '.' && !is_end));
  }
  return is_path;
}

static void edit_file(fuzz_documents *documents) {
  aml_sv text = documents->bytes;
  aml_sv line = aml_sv_split(&text, '\n');
  change what = {.path = aml_sv_split(&line, ' ')};
  size_t error_at;
  if (line.len > 0) {
    what.value = aml_json_text_read(documents->arena, line, AML_NO_SPAN, &error_at);
  }
  bool is_json = text.len > 0 && text.data[0] == '{';
  const aml_tree *tree = fuzz_read(documents, is_json ? AML_SV("a.json") : AML_SV("a.yml"), text);
  const aml_source *source = documents->source;
  if (!is_path(what.path) || aml_utf8_find_invalid(line) != AML_NPOS ||
      (line.len > 0 && what.value == NULL) || tree == NULL || tree->is_broken ||
      documents->diags.list.count > 0 || fuzz_root(tree) == NULL) {
    return;
  }
  aml_edit edit;
  const aml_value *root = fuzz_root(tree);
  bool is_made = is_json ? edit_json(documents, root, &what, &edit)
                         : root->kind == AML_OBJECT && aml_edit_yaml(documents->arena, documents->sources,
                                                           root, what.path, what.value, &edit);
  if (is_made) {
    check_edit(documents, source, root, &edit, &what);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, edit_file);
  return 0;
}
