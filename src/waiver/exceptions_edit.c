#include "waiver/exceptions_edit.h"

#include "base/limits.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "edit/edit.h"
#include "tree/read.h"

static const aml_member *list_member_of(const aml_value *root) {
  return root == NULL ? NULL : aml_object_member_exact(root, AML_SV("exceptions"));
}

static const aml_value *list_of(const aml_value *root) {
  const aml_member *member = list_member_of(root);
  return member != NULL && aml_value_is(member->value, AML_ARRAY) ? member->value : NULL;
}

/* The index of the entry with that id, or AML_NPOS. */
static size_t find_entry(const aml_value *list, aml_sv id) {
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    const aml_value *found = aml_object_find_exact(list->as.array.items[i], AML_SV("id"));
    if (aml_value_is(found, AML_STRING) && aml_sv_eq(found->as.string, id)) {
      return i;
    }
  }
  return AML_NPOS;
}

/* --- what an edit must not do --- */

/* Which entry of the list an edit is about: behind the last one where it adds. */
typedef enum edit_kind { EDIT_ADD, EDIT_CHANGE, EDIT_REMOVE } edit_kind;

/* The key of an entry's last day: 'until', as comments call it, where it is written so. */
static aml_sv end_key(const aml_value *entry) {
  return aml_object_find_exact(entry, AML_SV("expires")) != NULL ? AML_SV("expires") : AML_SV("until");
}

/* Whether two objects differ in no member but the one of that name. */
static bool differ_only_in(const aml_value *before, const aml_value *after, aml_sv name) {
  bool are_alike = aml_value_is(before, AML_OBJECT) && aml_value_is(after, AML_OBJECT) &&
                   before->as.object.count <= after->as.object.count;
  for (size_t i = 0; are_alike && i < before->as.object.count; i++) {
    const aml_member *old = &before->as.object.members[i];
    const aml_member *new = &after->as.object.members[i];
    are_alike = aml_sv_eq(old->name, new->name) &&
                (aml_sv_eq(old->name, name) || aml_value_equal(old->value, new->value) != AML_FALSE);
  }
  return are_alike;
}

/* Whether two entries differ in nothing but their last day, and a revocation at the end. */
static bool differ_only_in_end(const aml_value *before, const aml_value *after) {
  if (!differ_only_in(before, after, end_key(before))) {
    return false;
  }
  size_t count = before->as.object.count;
  return after->as.object.count == count ||
         (after->as.object.count == count + 1 &&
             aml_sv_eq(after->as.object.members[count].name, AML_SV("revoked")));
}

/* Whether the entries are as before, but for the one at `index`. */
static bool keeps_entries(const aml_value *before, const aml_value *after, edit_kind kind, size_t index) {
  size_t old_count = before == NULL ? 0 : before->as.array.count;
  size_t new_count = after == NULL ? 0 : after->as.array.count;
  if (new_count + (kind == EDIT_REMOVE) != old_count + (kind == EDIT_ADD)) {
    return false;
  }
  bool are_kept = true;
  for (size_t i = 0; are_kept && i < old_count; i++) {
    const aml_value *old = before->as.array.items[i];
    if (i == index && kind == EDIT_CHANGE) {
      are_kept = differ_only_in_end(old, after->as.array.items[i]);
    } else if (i != index) {
      const aml_value *new = after->as.array.items[kind == EDIT_REMOVE && i > index ? i - 1 : i];
      are_kept = aml_value_equal(old, new) != AML_FALSE;
    }
  }
  return are_kept;
}

/* YAML can be written in more ways than an edit of lines foresees: anchors, entries that share a line,
 * several documents. So the result is read, and an edit that did anything else is refused. */
static aml_status check_result(
    aml_arena *arena, const aml_value *root, edit_kind kind, size_t index, aml_sv result, aml_error *error) {
  const aml_status failed = aml_fail(error, AML_ERR_INPUT,
      "The edit would break the layout of the file, so nothing was changed: edit it by hand.");
  aml_source source = {.id = 1, .path = AML_SV("exceptions.yml")};
  uint32_t bad_at;
  if (aml_source_fill(&source, arena, result, AML_LIMIT_FILE_BYTES, &bad_at, error) != AML_OK) {
    return failed;
  }
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_tree *tree = aml_tree_read_as(&source, AML_SYNTAX_YAML, arena, &diags);
  if (tree->is_broken || tree->documents.count != 1) {
    return failed;
  }
  const aml_value *after = tree->documents.items[0].root;
  bool was_empty = root == NULL || root->kind == AML_NULL;
  bool is_right = (was_empty || (differ_only_in(root, after, AML_SV("exceptions")) &&
                                    root->as.object.count == after->as.object.count)) &&
                  keeps_entries(list_of(root), list_of(after), kind, index);
  return is_right ? AML_OK : failed;
}

/* Offset of the first byte of the line that holds `offset`. */
static size_t line_begin(aml_sv text, size_t offset) {
  while (offset > 0 && text.data[offset - 1] != '\n') {
    offset--;
  }
  return offset;
}

static size_t line_end(aml_sv text, size_t offset) {
  size_t end = aml_sv_find_char(text, '\n', offset);
  return end == AML_NPOS ? text.len : end + 1;
}

/* Columns of the dash of an entry: what stands before it on its line, or AML_NPOS where that is more than "-
 * ". */
static size_t indent_of(aml_sv text, const aml_value *entry) {
  size_t begin = line_begin(text, entry->span.begin);
  size_t indent = begin;
  while (indent < entry->span.begin && text.data[indent] == ' ') {
    indent++;
  }
  bool has_dash = indent < entry->span.begin && text.data[indent] == '-';
  return has_dash ? indent - begin : AML_NPOS;
}

/* In double quotes, with everything escaped that could mean something to YAML. */
static void add_quoted(aml_strbuf *out, aml_sv text) {
  aml_strbuf_add_char(out, '"');
  for (size_t i = 0; i < text.len;) {
    size_t begin = i;
    uint32_t c = aml_utf8_next(text, &i);
    if (c == '"' || c == '\\') {
      aml_strbuf_addf(out, "\\%c", (char)c);
    } else if (aml_yaml_is_special(c)) {
      aml_strbuf_addf(out, "\\u%04X", c);
    } else {
      aml_strbuf_add(out, aml_sv_slice(text, begin, i));
    }
  }
  aml_strbuf_add_char(out, '"');
}

/* Words that YAML reads as themselves stand without quotes. */
static void add_scalar(aml_strbuf *out, aml_sv text) {
  if (aml_yaml_is_plain(text)) {
    aml_strbuf_add(out, text);
  } else {
    add_quoted(out, text);
  }
}

typedef struct entry_writer {
  aml_strbuf *out;
  size_t indent;
  aml_sv line_end;
  bool has_begun;
} entry_writer;

static void begin_key(entry_writer *self, const char *key) {
  aml_strbuf_addf(self->out, "%*s%s%s: ", (int)self->indent, "", self->has_begun ? "  " : "- ", key);
  self->has_begun = true;
}

static void add_text(entry_writer *self, const char *key, aml_sv text) {
  if (text.len > 0) {
    begin_key(self, key);
    add_scalar(self->out, text);
    aml_strbuf_add(self->out, self->line_end);
  }
}

static void add_list(entry_writer *self, const char *key, const aml_sv *items, size_t count) {
  if (count == 0) {
    return;
  }
  begin_key(self, key);
  aml_strbuf_add_char(self->out, '[');
  for (size_t i = 0; i < count; i++) {
    aml_strbuf_add(self->out, i == 0 ? (aml_sv){NULL, 0} : AML_SV(", "));
    add_scalar(self->out, items[i]);
  }
  aml_strbuf_add_char(self->out, ']');
  aml_strbuf_add(self->out, self->line_end);
}

typedef struct inline_member {
  const char *key;
  aml_sv text;
} inline_member;

/* `key: {member: "text"}` of the members that have a text; nothing where none has. */
static void add_mapping(entry_writer *self, const char *key, const inline_member *members, size_t count) {
  bool has_begun = false;
  for (size_t i = 0; i < count; i++) {
    if (members[i].text.len == 0) {
      continue;
    }
    if (!has_begun) {
      begin_key(self, key);
    }
    aml_strbuf_addf(self->out, "%s%s: ", has_begun ? ", " : "{", members[i].key);
    add_quoted(self->out, members[i].text);
    has_begun = true;
  }
  if (has_begun) {
    aml_strbuf_add_char(self->out, '}');
    aml_strbuf_add(self->out, self->line_end);
  }
}

static void add_day(entry_writer *self, const char *key, aml_day day) {
  char text[AML_DAY_TEXT_SIZE];
  if (day != AML_DAY_NONE) {
    aml_day_text(day, text);
    begin_key(self, key);
    aml_strbuf_add(self->out, aml_sv_of(text));
    aml_strbuf_add(self->out, self->line_end);
  }
}

static void add_entry(entry_writer *self, const aml_waiver *entry) {
  add_text(self, "id", entry->id);
  add_list(self, "rules", entry->rules.items, entry->rules.count);
  add_list(self, "paths", entry->paths.items, entry->paths.count);
  const inline_member resource[] = {{"type", entry->resource_type}, {"name", entry->resource_name}};
  add_mapping(self, "resource", resource, 2);
  add_text(self, "scope", entry->scope);
  add_text(self, "property", entry->property);
  if (entry->has_value) {
    add_text(self, "value", entry->value);
  }
  if (entry->is_blanket) {
    begin_key(self, "blanket");
    aml_strbuf_add(self->out, AML_SV("true"));
    aml_strbuf_add(self->out, self->line_end);
  }
  add_text(self, "owner", entry->owner);
  add_text(self, "approver", entry->approver);
  add_text(self, "reason", entry->reason);
  add_text(self, "ticket", entry->ticket);
  add_text(self, "risk", entry->risk);
  add_list(self, "evidence", entry->evidence.items, entry->evidence.count);
  add_day(self, "created", entry->created);
  add_day(self, "expires", entry->until);
  add_day(self, "review", entry->review);
}

static aml_sv line_end_of(aml_sv text) {
  return aml_sv_find(text, AML_SV("\r\n"), 0) == AML_NPOS ? AML_SV("\n") : AML_SV("\r\n");
}

/* Behind its last line. Values end with what they say, never at the begin of the next line. */
static size_t end_of_entry(aml_sv text, const aml_value *entry) {
  return line_end(text, entry->span.end);
}

/* The first entry: of a text that holds nothing but comments, or in place of an empty list. */
static aml_status add_first(
    entry_writer *self, aml_sv text, const aml_value *root, const aml_waiver *entry, aml_error *error) {
  const aml_member *member = list_member_of(root);
  if (root == NULL || root->kind == AML_NULL) {
    aml_strbuf_add(self->out, text);
    if (text.len > 0 && text.data[text.len - 1] != '\n') {
      aml_strbuf_add(self->out, self->line_end);
    }
    aml_strbuf_add(self->out, AML_SV("exceptions:"));
    aml_strbuf_add(self->out, self->line_end);
    add_entry(self, entry);
    return AML_OK;
  }
  bool is_empty =
      member != NULL && (member->value->kind == AML_NULL || aml_value_is(member->value, AML_ARRAY));
  if (!is_empty) {
    return aml_fail(error, AML_ERR_INPUT, "This is not an exceptions file: it has no list 'exceptions'.");
  }
  aml_span span = member->value->span;
  size_t end = line_end(text, span.end);
  /* What is left of the line is a comment or nothing. */
  aml_sv head = aml_sv_slice(text, 0, span.begin);
  while (head.len > 0 && head.data[head.len - 1] == ' ') {
    head.len--;
  }
  aml_sv tail = aml_sv_slice(text, span.end, end);
  aml_strbuf_add(self->out, head);
  aml_strbuf_add(self->out, tail);
  if (tail.len == 0 || tail.data[tail.len - 1] != '\n') {
    aml_strbuf_add(self->out, self->line_end);
  }
  add_entry(self, entry);
  aml_strbuf_add(self->out, aml_sv_slice(text, end, text.len));
  return AML_OK;
}

aml_status aml_exceptions_text_add(aml_arena *arena, aml_sv text, const aml_value *root,
    const aml_waiver *entry, aml_sv *out, aml_error *error) {
  aml_strbuf buffer;
  aml_strbuf_init(&buffer, arena, SIZE_MAX);
  entry_writer writer = {.out = &buffer, .indent = 2, .line_end = line_end_of(text)};
  const aml_value *list = list_of(root);
  size_t count = list == NULL ? 0 : list->as.array.count;
  if (count == 0) {
    aml_status status = add_first(&writer, text, root, entry, error);
    *out = aml_strbuf_view(&buffer);
    return status == AML_OK ? check_result(arena, root, EDIT_ADD, 0, *out, error) : status;
  }
  if (find_entry(list, entry->id) != AML_NPOS) {
    return aml_fail(error, AML_ERR_INPUT, "The exception '%.*s' already exists.", AML_SV_ARG(entry->id));
  }
  writer.indent = indent_of(text, list->as.array.items[count - 1]);
  if (writer.indent == AML_NPOS) {
    return aml_fail(
        error, AML_ERR_INPUT, "The list 'exceptions' is not written with dashes, so nothing was added.");
  }
  size_t end = end_of_entry(text, list->as.array.items[count - 1]);
  aml_strbuf_add(&buffer, aml_sv_slice(text, 0, end));
  if (end > 0 && text.data[end - 1] != '\n') {
    aml_strbuf_add(&buffer, writer.line_end);
  }
  add_entry(&writer, entry);
  aml_strbuf_add(&buffer, aml_sv_slice(text, end, text.len));
  *out = aml_strbuf_view(&buffer);
  return check_result(arena, root, EDIT_ADD, count, *out, error);
}

/* The entry of that id and its index, or NULL with *error filled. */
static const aml_value *find_or_fail(const aml_value *list, aml_sv id, size_t *index, aml_error *error) {
  *index = find_entry(list, id);
  if (list == NULL || *index == AML_NPOS) {
    (void)aml_fail(error, AML_ERR_INPUT, "The exception '%.*s' does not exist.", AML_SV_ARG(id));
    return NULL;
  }
  return list->as.array.items[*index];
}

aml_status aml_exceptions_text_renew(aml_arena *arena, aml_sv text, const aml_value *root, aml_sv id,
    aml_day until, aml_sv *out, aml_error *error) {
  size_t index;
  const aml_value *entry = find_or_fail(list_of(root), id, &index, error);
  if (entry == NULL) {
    return AML_ERR_INPUT;
  }
  if (aml_object_find_exact(entry, AML_SV("revoked")) != NULL) {
    return aml_fail(
        error, AML_ERR_INPUT, "Exception '%.*s' has been revoked: add a new one.", AML_SV_ARG(id));
  }
  const aml_value *expires = aml_object_find_exact(entry, end_key(entry));
  if (!aml_value_is(expires, AML_STRING)) {
    return aml_fail(error, AML_ERR_INPUT, "Exception '%.*s' has no date 'expires' to renew.", AML_SV_ARG(id));
  }
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(until, day);
  aml_span span = expires->span;
  bool is_quoted = span.end > span.begin && (text.data[span.begin] == '"' || text.data[span.begin] == '\'');
  aml_strbuf buffer;
  aml_strbuf_init(&buffer, arena, SIZE_MAX);
  aml_strbuf_add(&buffer, aml_sv_slice(text, 0, span.begin + (is_quoted ? 1 : 0)));
  aml_strbuf_add(&buffer, aml_sv_of(day));
  aml_strbuf_add(&buffer, aml_sv_slice(text, span.end - (is_quoted ? 1 : 0), text.len));
  *out = aml_strbuf_view(&buffer);
  return check_result(arena, root, EDIT_CHANGE, index, *out, error);
}

aml_status aml_exceptions_text_revoke(aml_arena *arena, aml_sv text, const aml_value *root,
    const aml_waiver *waiver, aml_sv *out, aml_error *error) {
  size_t index;
  const aml_value *entry = find_or_fail(list_of(root), waiver->id, &index, error);
  if (entry == NULL) {
    return AML_ERR_INPUT;
  }
  if (aml_object_find_exact(entry, AML_SV("revoked")) != NULL) {
    return aml_fail(
        error, AML_ERR_INPUT, "Exception '%.*s' has already been revoked.", AML_SV_ARG(waiver->id));
  }
  aml_strbuf buffer;
  aml_strbuf_init(&buffer, arena, SIZE_MAX);
  entry_writer writer = {.out = &buffer, .line_end = line_end_of(text), .has_begun = true};
  writer.indent = indent_of(text, entry);
  if (writer.indent == AML_NPOS) {
    return aml_fail(
        error, AML_ERR_INPUT, "The list 'exceptions' is not written with dashes, so nothing was changed.");
  }
  size_t end = end_of_entry(text, entry);
  aml_strbuf_add(&buffer, aml_sv_slice(text, 0, end));
  if (end > 0 && text.data[end - 1] != '\n') {
    aml_strbuf_add(&buffer, writer.line_end);
  }
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(waiver->revoked, day);
  const inline_member members[] = {
      {"on", aml_sv_of(day)}, {"by", waiver->revoked_by}, {"reason", waiver->revoked_reason}};
  add_mapping(&writer, "revoked", members, 3);
  aml_strbuf_add(&buffer, aml_sv_slice(text, end, text.len));
  *out = aml_strbuf_view(&buffer);
  return check_result(arena, root, EDIT_CHANGE, index, *out, error);
}

aml_status aml_exceptions_text_remove(
    aml_arena *arena, aml_sv text, const aml_value *root, aml_sv id, aml_sv *out, aml_error *error) {
  const aml_value *list = list_of(root);
  size_t index;
  const aml_value *entry = find_or_fail(list, id, &index, error);
  if (entry == NULL) {
    return AML_ERR_INPUT;
  }
  if (indent_of(text, entry) == AML_NPOS) {
    return aml_fail(
        error, AML_ERR_INPUT, "The list 'exceptions' is not written with dashes, so nothing was removed.");
  }
  size_t begin = line_begin(text, entry->span.begin);
  while (begin > 0) {
    size_t before = line_begin(text, begin - 1);
    aml_sv line = aml_sv_trim(aml_sv_slice(text, before, begin));
    if (!aml_sv_starts(line, AML_SV("#"))) {
      break;
    }
    begin = before;
  }
  size_t end = end_of_entry(text, entry);
  aml_strbuf buffer;
  aml_strbuf_init(&buffer, arena, SIZE_MAX);
  const aml_member *member = list_member_of(root);
  size_t colon = member == NULL ? AML_NPOS : aml_sv_find_char(text, ':', member->name_span.end);
  if (list->as.array.count == 1 && colon != AML_NPOS && colon < begin) {
    /* The key would be left without a value: say that the list is empty. */
    aml_strbuf_add(&buffer, aml_sv_slice(text, 0, colon + 1));
    aml_strbuf_add(&buffer, AML_SV(" []"));
    aml_strbuf_add(&buffer, aml_sv_slice(text, colon + 1, begin));
  } else {
    aml_strbuf_add(&buffer, aml_sv_slice(text, 0, begin));
  }
  aml_strbuf_add(&buffer, aml_sv_slice(text, end, text.len));
  *out = aml_strbuf_view(&buffer);
  return check_result(arena, root, EDIT_REMOVE, index, *out, error);
}
