/* Waivers for plain JSON, which has no comments: `metadata: {amlint: [{ignore: [...], owner, ticket, until,
 * reason}]}` in a resource, or in the template itself for the whole file. */
#include "base/suggest.h"
#include "source/lines.h"
#include "waiver/waiver.h"

typedef struct metadata_reader {
  aml_waivers *waivers;
  const aml_source *source;
  aml_diags *diags;
  aml_waiver *waiver; /* under way; NULL between entries */
} metadata_reader;

static void complain(metadata_reader *self, aml_span span, const char *problem, aml_sv detail) {
  aml_diag *diag = aml_diags_add(
      self->diags, "AML902", span, "This waiver is ignored: %s '%.*s'.", problem, AML_SV_ARG(detail));
  diag->help = AML_SV(
      "Write: {\"ignore\": [\"AML101\"], \"owner\": ..., \"until\": \"YYYY-MM-DD\", \"reason\": ...}.");
  if (self->waiver != NULL) {
    aml_waiver_add_problem(self->waivers->arena, self->waiver, AML_SV("AML902"), diag->message.text);
  }
}

static bool read_rules(metadata_reader *self, aml_waiver *waiver, const aml_value *list) {
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    aml_sv rule = aml_value_text(list->as.array.items[i]);
    if (rule.len == 0) {
      complain(self, list->as.array.items[i]->span, "expected only strings in", AML_SV("ignore"));
      return false;
    }
    AML_VEC_PUSH(self->waivers->arena, &waiver->rules, rule);
  }
  if (waiver->rules.count == 0) {
    complain(self, list->span, "no rules are listed in", AML_SV("ignore"));
  }
  return waiver->rules.count > 0;
}

static const aml_sv names[] = {AML_SV_CONST("ignore"), AML_SV_CONST("owner"), AML_SV_CONST("approver"),
    AML_SV_CONST("ticket"), AML_SV_CONST("reason"), AML_SV_CONST("risk"), AML_SV_CONST("until"),
    AML_SV_CONST("expires"), AML_SV_CONST("created"), AML_SV_CONST("review")};
enum { NAME_COUNT = sizeof names / sizeof names[0], FIRST_DAY = 6 };

static aml_sv name_at(const void *ctx, size_t i) {
  (void)ctx;
  return names[i];
}

static bool read_member(metadata_reader *self, aml_waiver *waiver, const aml_member *member) {
  aml_sv *const texts[FIRST_DAY] = {
      NULL, &waiver->owner, &waiver->approver, &waiver->ticket, &waiver->reason, &waiver->risk};
  aml_day *const days[] = {&waiver->until, &waiver->until, &waiver->created, &waiver->review};
  size_t i = 0;
  while (i < NAME_COUNT && !aml_sv_ieq(names[i], member->name)) {
    i++;
  }
  if (i == NAME_COUNT) {
    size_t near = aml_suggest(member->name, NAME_COUNT, name_at, NULL);
    complain(self, member->name_span,
        near == AML_NPOS ? "unknown key"
                         : aml_sv_format(self->waivers->arena, "unknown key '%.*s'; the nearest is",
                               AML_SV_ARG(member->name))
                               .data,
        near == AML_NPOS ? member->name : names[near]);
    return false;
  }
  if (i == 0) {
    return read_rules(self, waiver, member->value);
  }
  if (i < FIRST_DAY) {
    *texts[i] = aml_value_text(member->value);
    return true;
  }
  if (*days[i - FIRST_DAY] != AML_DAY_NONE) { /* 'until' and 'expires' */
    complain(self, member->name_span, "duplicate field", names[i]);
    return false;
  }
  if (!aml_day_parse(aml_value_text(member->value), days[i - FIRST_DAY])) {
    complain(self, member->value->span, "expected a date, YYYY-MM-DD, not", aml_value_text(member->value));
    return false;
  }
  return true;
}

/* Whether all members could be read. */
static bool read_members(metadata_reader *self, aml_waiver *waiver, const aml_value *entry) {
  if (entry->kind != AML_OBJECT) {
    complain(self, entry->span, "expected an object with the key", AML_SV("ignore"));
    return false;
  }
  for (size_t i = 0; i < entry->as.object.count; i++) {
    if (!read_member(self, waiver, &entry->as.object.members[i])) {
      return false;
    }
  }
  if (aml_object_find(entry, AML_SV("ignore")) == NULL) {
    complain(self, entry->span, "it has no key", AML_SV("ignore"));
    return false;
  }
  return true;
}

static void read_entry(
    metadata_reader *self, const aml_value *entry, aml_span resource, aml_waiver_reach reach) {
  aml_waiver *waiver = aml_waivers_add(self->waivers);
  waiver->kind = AML_IN_SOURCE;
  waiver->reach = reach;
  waiver->span = entry->span;
  waiver->path = self->source->path;
  waiver->line = aml_source_locate(self->source, resource.begin).line;
  self->waiver = waiver;
  waiver->flags = read_members(self, waiver, entry) ? 0 : AML_WAIVER_MALFORMED;
  self->waiver = NULL;
}

/* The entries of one `metadata`, which stands in `owner`. */
static void read_entries(
    metadata_reader *self, const aml_value *entries, aml_span owner, aml_waiver_reach reach) {
  if (entries->kind != AML_ARRAY) {
    complain(self, entries->span, "expected a list for", AML_SV("amlint"));
    return;
  }
  for (size_t i = 0; i < entries->as.array.count; i++) {
    read_entry(self, entries->as.array.items[i], owner, reach);
  }
}

/* Depth is bounded by the reader that made the tree. */
static void walk(metadata_reader *self, const aml_value *value, aml_waiver_reach reach) {
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count; i++) {
      walk(self, value->as.array.items[i], AML_REACH_RESOURCE);
    }
  }
  if (value->kind != AML_OBJECT) {
    return;
  }
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    bool is_metadata =
        aml_sv_ieq(member->name, AML_SV("metadata")) && aml_value_is(member->value, AML_OBJECT);
    const aml_value *entries = is_metadata ? aml_object_find(member->value, AML_SV("amlint")) : NULL;
    if (entries == NULL) {
      walk(self, member->value, AML_REACH_RESOURCE);
    } else {
      read_entries(self, entries, value->span, reach);
    }
  }
}

void aml_waivers_read_metadata(
    aml_waivers *waivers, const aml_source *source, const aml_value *root, aml_diags *diags) {
  metadata_reader self = {.waivers = waivers, .source = source, .diags = diags};
  walk(&self, root, AML_REACH_FILE);
}
