#include "waiver/exceptions.h"

#include "base/map.h"
#include "base/suggest.h"
#include "source/paths.h"

typedef struct entry_reader {
  aml_waivers *waivers;
  aml_waiver *waiver;
  aml_sv base;
  aml_diags *diags;
} entry_reader;

static void complain(entry_reader *self, aml_span span, const char *problem, aml_sv detail, aml_sv help) {
  self->waiver->flags |= AML_WAIVER_MALFORMED;
  aml_diag *diag = aml_diags_add(
      self->diags, "AML902", span, "This exception is ignored: %s '%.*s'.", problem, AML_SV_ARG(detail));
  diag->help = help;
  diag->is_incomplete = true;
  aml_waiver_add_problem(self->waivers->arena, self->waiver, AML_SV("AML902"), diag->message.text);
}

static aml_sv take_text(entry_reader *self, const aml_member *member) {
  if (member->value->kind != AML_STRING || member->value->as.string.len == 0) {
    complain(self, member->value->span, "expected a string for", member->name, (aml_sv){NULL, 0});
    return (aml_sv){NULL, 0};
  }
  return member->value->as.string;
}

static aml_day take_day(entry_reader *self, const aml_member *member) {
  aml_day day = AML_DAY_NONE;
  if (!aml_day_parse(aml_value_text(member->value), &day)) {
    complain(self, member->value->span, "expected a date, YYYY-MM-DD, for", member->name, (aml_sv){NULL, 0});
  }
  return day;
}

/* A list, or one text in its place, as the configuration accepts it too. */
static aml_texts take_texts(entry_reader *self, const aml_member *member) {
  aml_texts out = {0};
  if (member->value->kind == AML_STRING && member->value->as.string.len > 0) {
    AML_VEC_PUSH(self->waivers->arena, &out, member->value->as.string);
    return out;
  }
  if (member->value->kind != AML_ARRAY || member->value->as.array.count == 0) {
    complain(self, member->value->span, "expected a list of strings for", member->name,
        aml_sv_format(self->waivers->arena, "Write '%.*s: [...]', with at least one string.",
            AML_SV_ARG(member->name)));
    return out;
  }
  for (size_t i = 0; i < member->value->as.array.count; i++) {
    const aml_value *item = member->value->as.array.items[i];
    if (item->kind != AML_STRING || aml_sv_trim(item->as.string).len == 0) {
      complain(self, item->span, "expected only strings in", member->name, (aml_sv){NULL, 0});
    } else {
      AML_VEC_PUSH(self->waivers->arena, &out, item->as.string);
    }
  }
  return out;
}

static void read_rules(entry_reader *self, const aml_member *member) {
  aml_texts list = take_texts(self, member);
  for (size_t i = 0; i < list.count; i++) {
    AML_VEC_PUSH(self->waivers->arena, &self->waiver->rules, list.items[i]);
  }
}

static void read_paths(entry_reader *self, const aml_member *member) {
  aml_texts list = take_texts(self, member);
  for (size_t i = 0; i < list.count; i++) {
    AML_VEC_PUSH(self->waivers->arena, &self->waiver->paths,
        aml_path_join(self->waivers->arena, self->base, list.items[i]));
  }
}

static void read_evidence(entry_reader *self, const aml_member *member) {
  aml_texts list = take_texts(self, member);
  for (size_t i = 0; i < list.count; i++) {
    AML_VEC_PUSH(self->waivers->arena, &self->waiver->evidence, list.items[i]);
  }
}

static void read_resource(entry_reader *self, const aml_member *member) {
  if (member->value->kind != AML_OBJECT) {
    complain(self, member->value->span, "expected 'type' and 'name' for", member->name, (aml_sv){NULL, 0});
    return;
  }
  if (member->value->as.object.count == 0) {
    complain(self, member->value->span, "expected 'type' or 'name' in", member->name, (aml_sv){NULL, 0});
  }
  for (size_t i = 0; i < member->value->as.object.count; i++) {
    const aml_member *part = &member->value->as.object.members[i];
    if (aml_sv_eq(part->name, AML_SV("type"))) {
      self->waiver->resource_type = take_text(self, part);
    } else if (aml_sv_eq(part->name, AML_SV("name"))) {
      self->waiver->resource_name = take_text(self, part);
    } else {
      complain(self, part->name_span, "unknown key in 'resource':", part->name, (aml_sv){NULL, 0});
    }
  }
}

static void read_value(entry_reader *self, const aml_member *member) {
  aml_arena *arena = self->waivers->arena;
  const aml_value *value = member->value;
  self->waiver->has_value = true;
  if (value->kind == AML_INT) {
    self->waiver->value = aml_sv_format(arena, "%lld", (long long)value->as.integer);
  } else if (value->kind == AML_BOOL) {
    self->waiver->value = value->as.boolean ? AML_SV("true") : AML_SV("false");
  } else {
    self->waiver->value = take_text(self, member);
  }
}

static void read_blanket(entry_reader *self, const aml_member *member) {
  if (member->value->kind != AML_BOOL) {
    complain(self, member->value->span, "expected true or false for", member->name, (aml_sv){NULL, 0});
    return;
  }
  self->waiver->is_blanket = member->value->as.boolean;
}

static void read_risk(entry_reader *self, const aml_member *member) {
  aml_sv risk = take_text(self, member);
  bool is_known = aml_sv_eq(risk, AML_SV("accepted")) || aml_sv_eq(risk, AML_SV("mitigated")) ||
                  aml_sv_eq(risk, AML_SV("transferred"));
  if (!is_known && risk.len > 0) {
    complain(self, member->value->span, "expected the risk accepted, mitigated or transferred, not", risk,
        (aml_sv){NULL, 0});
  }
  self->waiver->risk = risk;
}

static void read_id(entry_reader *self, const aml_member *member) {
  self->waiver->id = take_text(self, member);
}
static void read_scope(entry_reader *self, const aml_member *member) {
  self->waiver->scope = take_text(self, member);
}
static void read_property(entry_reader *self, const aml_member *member) {
  self->waiver->property = take_text(self, member);
}
static void read_owner(entry_reader *self, const aml_member *member) {
  self->waiver->owner = take_text(self, member);
}
static void read_approver(entry_reader *self, const aml_member *member) {
  self->waiver->approver = take_text(self, member);
}
static void read_reason(entry_reader *self, const aml_member *member) {
  self->waiver->reason = take_text(self, member);
}
static void read_ticket(entry_reader *self, const aml_member *member) {
  self->waiver->ticket = take_text(self, member);
}
static void read_created(entry_reader *self, const aml_member *member) {
  self->waiver->created = take_day(self, member);
}
static void read_expires(entry_reader *self, const aml_member *member) {
  if (self->waiver->until != AML_DAY_NONE) { /* 'until' and 'expires' */
    complain(self, member->name_span, "duplicate field", member->name, (aml_sv){NULL, 0});
  }
  self->waiver->until = take_day(self, member);
}
static void read_review(entry_reader *self, const aml_member *member) {
  self->waiver->review = take_day(self, member);
}

/* `revoked: {on: DATE, by: WHO, reason: WHY}`: the entry stays as a record and covers nothing. */
static void read_revoked(entry_reader *self, const aml_member *member) {
  aml_waiver *waiver = self->waiver;
  if (member->value->kind != AML_OBJECT) {
    complain(
        self, member->value->span, "expected 'on', 'by' and 'reason' for", member->name, (aml_sv){NULL, 0});
    return;
  }
  for (size_t i = 0; i < member->value->as.object.count; i++) {
    const aml_member *part = &member->value->as.object.members[i];
    if (aml_sv_eq(part->name, AML_SV("on"))) {
      waiver->revoked = take_day(self, part);
    } else if (aml_sv_eq(part->name, AML_SV("by"))) {
      waiver->revoked_by = take_text(self, part);
    } else if (aml_sv_eq(part->name, AML_SV("reason"))) {
      waiver->revoked_reason = take_text(self, part);
    } else {
      complain(self, part->name_span, "unknown key in 'revoked':", part->name, (aml_sv){NULL, 0});
    }
  }
  if (waiver->revoked == AML_DAY_NONE) {
    complain(self, member->value->span, "the date 'on' is missing in", member->name, (aml_sv){NULL, 0});
  }
}

static const struct {
  aml_sv name;
  void (*read)(entry_reader *self, const aml_member *member);
} fields[] = {{AML_SV_CONST("id"), read_id}, {AML_SV_CONST("rules"), read_rules},
    {AML_SV_CONST("paths"), read_paths}, {AML_SV_CONST("resource"), read_resource},
    {AML_SV_CONST("scope"), read_scope}, {AML_SV_CONST("property"), read_property},
    {AML_SV_CONST("value"), read_value}, {AML_SV_CONST("blanket"), read_blanket},
    {AML_SV_CONST("owner"), read_owner}, {AML_SV_CONST("approver"), read_approver},
    {AML_SV_CONST("reason"), read_reason}, {AML_SV_CONST("ticket"), read_ticket},
    {AML_SV_CONST("created"), read_created}, {AML_SV_CONST("expires"), read_expires},
    {AML_SV_CONST("review"), read_review}, {AML_SV_CONST("risk"), read_risk},
    {AML_SV_CONST("evidence"), read_evidence}, {AML_SV_CONST("revoked"), read_revoked},
    {AML_SV_CONST("until"), read_expires}}; /* as comments call it */
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

static aml_sv field_at(const void *ctx, size_t i) {
  (void)ctx;
  return fields[i].name;
}

static void read_field(entry_reader *self, const aml_member *member) {
  for (size_t i = 0; i < FIELD_COUNT; i++) {
    if (aml_sv_eq(fields[i].name, member->name)) {
      fields[i].read(self, member);
      return;
    }
  }
  size_t near = aml_suggest(member->name, FIELD_COUNT, field_at, NULL);
  aml_sv help = near == AML_NPOS ? (aml_sv){NULL, 0}
                                 : aml_sv_format(self->waivers->arena, "Did you mean '%.*s'?",
                                       AML_SV_ARG(fields[near].name));
  complain(self, member->name_span, "unknown key", member->name, help);
}

static void read_entry(
    aml_waivers *waivers, const aml_value *from, aml_sv path, aml_sv base, aml_diags *diags) {
  entry_reader self = {.waivers = waivers, .waiver = aml_waivers_add(waivers), .base = base, .diags = diags};
  aml_waiver *waiver = self.waiver;
  waiver->kind = AML_EXTERNAL;
  waiver->reach = AML_REACH_ENTRY;
  waiver->span = from->span;
  waiver->path = path;
  if (from->kind != AML_OBJECT) {
    complain(&self, from->span, "expected an object with keys such as", AML_SV("rules"), (aml_sv){NULL, 0});
    return;
  }
  for (size_t i = 0; i < from->as.object.count; i++) {
    read_field(&self, &from->as.object.members[i]);
  }
  bool has_place = waiver->paths.count > 0 || waiver->resource_name.len > 0 ||
                   waiver->resource_type.len > 0 || waiver->scope.len > 0;
  bool ends_before =
      waiver->created != AML_DAY_NONE && waiver->until != AML_DAY_NONE && waiver->until < waiver->created;
  if (ends_before) {
    complain(&self, from->span, "it ends before its date", AML_SV("created"), (aml_sv){NULL, 0});
  }
  if (aml_object_find_exact(from, AML_SV("rules")) == NULL) {
    complain(&self, from->span, "it lacks", AML_SV("rules"), (aml_sv){NULL, 0});
  } else if (!has_place && !waiver->is_blanket && (waiver->flags & AML_WAIVER_MALFORMED) == 0) {
    complain(&self, from->span, "it lacks", AML_SV("paths, resource or scope"),
        AML_SV("Say what it covers, or write 'blanket: true' with a reason."));
  }
}

/* An id stands for one entry: of two with the same, the second is refused. */
static void refuse_repeats(aml_waivers *waivers, size_t begin, aml_diags *diags) {
  aml_map seen;
  aml_map_init(&seen, waivers->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < waivers->list.count; i++) {
    aml_waiver *waiver = waivers->list.items[i];
    if (waiver->kind != AML_EXTERNAL || waiver->id.len == 0) {
      continue;
    }
    const aml_waiver *first = aml_map_find(&seen, waiver->id);
    if (first == NULL) {
      aml_map_put(&seen, waiver->id, waiver);
    } else if (i >= begin) {
      waiver->flags |= AML_WAIVER_MALFORMED;
      aml_diag *diag = aml_diags_add(diags, "AML902", waiver->span,
          "This exception is ignored: another one has the id '%.*s', too.", AML_SV_ARG(waiver->id));
      diag->related = first->span;
      diag->related_text = AML_SV("the other one");
      diag->is_incomplete = true;
      aml_waiver_add_problem(waivers->arena, waiver, AML_SV("AML902"), diag->message.text);
    }
  }
}

/* Keys beside 'exceptions' are mistakes. */
static void check_root(const aml_value *root, aml_diags *diags) {
  for (size_t i = 0; i < root->as.object.count; i++) {
    const aml_member *member = &root->as.object.members[i];
    if (!aml_sv_eq(member->name, AML_SV("exceptions"))) {
      aml_diags_add(diags, "AML902", member->name_span,
          "Unknown key '%.*s' in an exceptions file, which holds only the list 'exceptions'.",
          AML_SV_ARG(member->name))
          ->is_incomplete = true;
    }
  }
}

void aml_exceptions_read(
    aml_waivers *waivers, const aml_value *root, aml_sv path, aml_sv base, aml_diags *diags) {
  size_t begin = waivers->list.count;
  const aml_value *list = aml_object_find_exact(root, AML_SV("exceptions"));
  if (!aml_value_is(list, AML_ARRAY)) {
    aml_diags_add(diags, "AML902", list != NULL ? list->span : root->span,
        "This is not an exceptions file: it has no list 'exceptions'.")
        ->is_incomplete = true;
    return;
  }
  check_root(root, diags);
  for (size_t i = 0; i < list->as.array.count; i++) {
    read_entry(waivers, list->as.array.items[i], path, base, diags);
  }
  refuse_repeats(waivers, begin, diags);
}
