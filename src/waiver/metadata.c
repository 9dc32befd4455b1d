/* Waivers for plain JSON, which has no comments: `metadata: {amlint: [{ignore: [...], owner, ticket, until,
 * reason}]}` in a resource. */
#include "base/suggest.h"
#include "source/lines.h"
#include "waiver/waiver.h"

typedef struct metadata_reader {
  aml_waivers *waivers;
  const aml_source *source;
  aml_diags *diags;
} metadata_reader;

static void complain(metadata_reader *self, aml_span span, const char *problem, aml_sv detail) {
  aml_diag *diag = aml_diags_add(self->diags, "AML902", span,
      "This waiver cannot be read, so it covers nothing: %s '%.*s'.", problem, AML_SV_ARG(detail));
  diag->help = AML_SV(
      "Write: {\"ignore\": [\"AML101\"], \"owner\": ..., \"until\": \"YYYY-MM-DD\", \"reason\": ...}.");
}

static bool read_rules(metadata_reader *self, aml_waiver *waiver, const aml_value *list) {
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    AML_VEC_PUSH(self->waivers->arena, &waiver->rules, aml_value_text(list->as.array.items[i]));
  }
  return waiver->rules.count > 0;
}

static const aml_sv names[] = {AML_SV_CONST("ignore"), AML_SV_CONST("owner"), AML_SV_CONST("approver"),
    AML_SV_CONST("ticket"), AML_SV_CONST("reason"), AML_SV_CONST("risk"), AML_SV_CONST("until"),
    AML_SV_CONST("created")};
enum { NAME_COUNT = sizeof names / sizeof names[0], FIRST_DAY = 6 };

static aml_sv name_at(const void *ctx, size_t i) {
  (void)ctx;
  return names[i];
}

static bool read_member(metadata_reader *self, aml_waiver *waiver, const aml_member *member) {
  aml_sv *const texts[NAME_COUNT] = {
      NULL, &waiver->owner, &waiver->approver, &waiver->ticket, &waiver->reason, &waiver->risk, NULL, NULL};
  size_t i = 0;
  while (i < NAME_COUNT && !aml_sv_ieq(names[i], member->name)) {
    i++;
  }
  if (i == NAME_COUNT) {
    size_t near = aml_suggest(member->name, NAME_COUNT, name_at, NULL);
    complain(self, member->name_span,
        near == AML_NPOS ? "there is no key" : "there is no such key; see the nearest one of",
        near == AML_NPOS ? member->name : names[near]);
    return false;
  }
  if (i == 0) {
    return read_rules(self, waiver, member->value);
  }
  aml_day *day = i == FIRST_DAY ? &waiver->until : &waiver->created;
  if (i >= FIRST_DAY && !aml_day_parse(aml_value_text(member->value), day)) {
    complain(self, member->value->span, "a date is written YYYY-MM-DD, not", aml_value_text(member->value));
    return false;
  }
  if (texts[i] != NULL) {
    *texts[i] = aml_value_text(member->value);
  }
  return true;
}

static void read_entry(metadata_reader *self, const aml_value *entry, aml_span resource) {
  if (entry->kind != AML_OBJECT) {
    complain(self, entry->span, "each is an object with the key", AML_SV("ignore"));
    return;
  }
  aml_waiver waiver = {.kind = AML_IN_SOURCE,
      .reach = AML_REACH_RESOURCE,
      .span = entry->span,
      .path = self->source->path,
      .line = aml_source_locate(self->source, resource.begin).line,
      .created = AML_DAY_NONE,
      .until = AML_DAY_NONE,
      .review = AML_DAY_NONE};
  for (size_t i = 0; i < entry->as.object.count; i++) {
    if (!read_member(self, &waiver, &entry->as.object.members[i])) {
      return;
    }
  }
  if (waiver.rules.count == 0) {
    complain(self, entry->span, "it names no rule in", AML_SV("ignore"));
    return;
  }
  *aml_waivers_add(self->waivers) = waiver;
}

/* Depth is bounded by the reader that made the tree. */
static void walk(metadata_reader *self, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count; i++) {
      walk(self, value->as.array.items[i]);
    }
  }
  if (value->kind != AML_OBJECT) {
    return;
  }
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    const aml_value *entries = aml_sv_ieq(member->name, AML_SV("metadata"))
                                   ? aml_object_find(member->value, AML_SV("amlint"))
                                   : NULL;
    if (!aml_value_is(entries, AML_ARRAY)) {
      walk(self, member->value);
      continue;
    }
    for (size_t k = 0; k < entries->as.array.count; k++) {
      read_entry(self, entries->as.array.items[k], value->span);
    }
  }
}

void aml_waivers_read_metadata(
    aml_waivers *waivers, const aml_source *source, const aml_value *root, aml_diags *diags) {
  metadata_reader self = {.waivers = waivers, .source = source, .diags = diags};
  walk(&self, root);
}
