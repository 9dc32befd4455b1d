/* Any text as an exceptions file: read, and edited in each way. What an edit gives reads as an exceptions
 * file in which nothing but the entry in question has changed. */
#include "waiver/exceptions.h"
#include "waiver/exceptions_edit.h"

#include "fuzz_documents.h"

typedef struct entries {
  const aml_value *const *items;
  size_t count;
} entries;

static entries entries_of(const aml_value *root) {
  const aml_value *list = root == NULL ? NULL : aml_object_find_exact(root, AML_SV("exceptions"));
  return aml_value_is(list, AML_ARRAY) ? (entries){list->as.array.items, list->as.array.count}
                                       : (entries){NULL, 0};
}

static entries read_edited(fuzz_documents *documents, aml_sv text) {
  const aml_tree *tree = fuzz_read(documents, AML_SV("edited.yml"), text);
  fuzz_check(tree != NULL && !tree->is_broken);
  return entries_of(fuzz_root(tree));
}

static void check_same(const aml_value *before, const aml_value *after) {
  fuzz_check(aml_value_equal(before, after) != AML_FALSE);
}

static aml_sv id_of(const aml_value *entry) {
  const aml_value *id = entry->kind == AML_OBJECT ? aml_object_find_exact(entry, AML_SV("id")) : NULL;
  return id == NULL ? (aml_sv){NULL, 0} : aml_value_text(id);
}

static void try_add(fuzz_documents *documents, aml_sv text, const aml_value *root) {
  aml_sv rule = AML_SV("AML101");
  aml_sv path = AML_SV("a b/ü.yml");
  aml_waiver entry = {.id = AML_SV("fuzz: new"),
      .rules = {&rule, 1, 1},
      .paths = {&path, 1, 1},
      .owner = AML_SV("yes"),
      .reason = AML_SV("a \"b\" # c\n- d: e"),
      .created = aml_day_of(2026, 11, 27),
      .until = aml_day_of(2027, 1, 31),
      .review = AML_DAY_NONE};
  entries before = entries_of(root);
  aml_sv out;
  aml_error error;
  if (aml_exceptions_text_add(documents->arena, text, root, &entry, &out, &error) != AML_OK) {
    return;
  }
  entries after = read_edited(documents, out);
  fuzz_check(after.count == before.count + 1);
  for (size_t i = 0; i < before.count; i++) {
    check_same(before.items[i], after.items[i]);
  }
  const aml_value *added = after.items[before.count];
  fuzz_check(aml_sv_eq(id_of(added), entry.id));
  fuzz_check(aml_sv_eq(aml_value_text(aml_object_find_exact(added, AML_SV("reason"))), entry.reason));
}

static void try_remove(fuzz_documents *documents, aml_sv text, const aml_value *root, size_t index) {
  entries before = entries_of(root);
  aml_sv out;
  aml_error error;
  if (aml_exceptions_text_remove(documents->arena, text, root, id_of(before.items[index]), &out, &error) !=
      AML_OK) {
    return;
  }
  entries after = read_edited(documents, out);
  fuzz_check(after.count + 1 == before.count);
  size_t gone = 0; /* the first of that id */
  while (!aml_sv_eq(id_of(before.items[gone]), id_of(before.items[index]))) {
    gone++;
  }
  for (size_t i = 0; i < after.count; i++) {
    check_same(before.items[i < gone ? i : i + 1], after.items[i]);
  }
}

/* Whether `after` is the entry with that end and no other difference. */
static bool is_renewed(const aml_value *before, const aml_value *after, aml_sv day) {
  aml_sv key = aml_object_find_exact(before, AML_SV("expires")) != NULL ? AML_SV("expires") : AML_SV("until");
  bool is_renewed = after->kind == AML_OBJECT && after->as.object.count == before->as.object.count;
  for (size_t i = 0; is_renewed && i < before->as.object.count; i++) {
    const aml_member *member = &before->as.object.members[i];
    const aml_value *now = after->as.object.members[i].value;
    is_renewed = aml_value_equal(member->value, now) != AML_FALSE ||
                 (aml_sv_eq(member->name, key) && aml_sv_eq(aml_value_text(now), day));
  }
  const aml_value *end = is_renewed ? aml_object_find_exact(after, key) : NULL;
  return end != NULL && aml_sv_eq(aml_value_text(end), day);
}

static void try_renew(fuzz_documents *documents, aml_sv text, const aml_value *root, size_t index) {
  entries before = entries_of(root);
  aml_sv out;
  aml_error error;
  aml_sv id = id_of(before.items[index]);
  if (aml_exceptions_text_renew(documents->arena, text, root, id, aml_day_of(2099, 12, 31), &out, &error) !=
      AML_OK) {
    return;
  }
  entries after = read_edited(documents, out);
  size_t renewed = 0; /* entries of that id that are not what they were */
  fuzz_check(after.count == before.count);
  for (size_t i = 0; i < before.count; i++) {
    if (aml_sv_eq(id_of(before.items[i]), id) &&
        is_renewed(before.items[i], after.items[i], AML_SV("2099-12-31"))) {
      renewed++;
    } else {
      check_same(before.items[i], after.items[i]);
    }
  }
  fuzz_check(renewed > 0);
}

static void try_revoke(fuzz_documents *documents, aml_sv text, const aml_value *root, size_t index) {
  entries before = entries_of(root);
  const aml_waiver waiver = {.id = id_of(before.items[index]),
      .revoked = aml_day_of(2026, 12, 31),
      .revoked_by = AML_SV("b: #1"),
      .revoked_reason = AML_SV("it's \"over\"\n")};
  aml_sv out;
  aml_error error;
  if (aml_exceptions_text_revoke(documents->arena, text, root, &waiver, &out, &error) != AML_OK) {
    return;
  }
  entries after = read_edited(documents, out);
  fuzz_check(after.count == before.count);
  const aml_value *revoked = NULL;
  for (size_t i = 0; i < before.count; i++) {
    const aml_value *found = aml_object_find_exact(after.items[i], AML_SV("revoked"));
    bool is_new = found != NULL && aml_object_find_exact(before.items[i], AML_SV("revoked")) == NULL;
    revoked = is_new ? found : revoked;
    if (!is_new) {
      check_same(before.items[i], after.items[i]);
    }
  }
  fuzz_check(revoked != NULL);
  fuzz_check(aml_sv_eq(aml_value_text(aml_object_find_exact(revoked, AML_SV("by"))), waiver.revoked_by));
}

static void use_exceptions(fuzz_documents *documents) {
  enum { MOST_ENTRIES = 3 };
  const aml_value *root = fuzz_root(documents->tree);
  aml_sv text = documents->source->bytes;
  aml_waivers waivers;
  aml_waivers_init(&waivers, documents->arena);
  if (root != NULL) {
    aml_exceptions_read(&waivers, root, AML_SV("e.yml"), (aml_sv){NULL, 0}, &documents->diags);
  }
  if (documents->tree->is_broken) { /* the program leaves these alone */
    return;
  }
  try_add(documents, text, root);
  entries list = entries_of(root);
  for (size_t i = 0; i < list.count && i < MOST_ENTRIES; i++) {
    if (id_of(list.items[i]).len > 0) {
      try_remove(documents, text, root, i);
      try_renew(documents, text, root, i);
      try_revoke(documents, text, root, i);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_with(data, size, use_exceptions);
  return 0;
}
