/* What is wrong with waivers, as findings AML901 to AML908 and AML910 (AML909: engine/code_owners.c). */
#include <assert.h>

#include "base/limits.h"
#include "base/suggest.h"
#include "waiver/govern.h"

typedef struct reporting {
  const aml_governance *governance;
  aml_ruleset *rules;
  const aml_waiver_checker *checker;
  aml_day as_of;
  aml_findings *findings;
} reporting;

/* For "%s '%.*s'": "Exception 'EX-1'", or "The exception for 'AML101'". */
#define NAME_OF(waiver) noun_of(waiver), AML_SV_ARG(name_of(waiver))

static const char *noun_of(const aml_waiver *waiver) {
  return waiver->id.len == 0             ? "The exception for"
         : waiver->kind == AML_EXEMPTION ? "Policy exemption"
                                         : "Exception";
}

static aml_sv name_of(const aml_waiver *waiver) {
  return waiver->id.len > 0         ? waiver->id
         : waiver->rules.count == 0 ? (aml_sv){NULL, 0}
                                    : waiver->rules.items[0];
}

static const char *plural(size_t count) {
  return count == 1 ? "" : "s";
}

/* Adds the finding, and records it as a problem of the waiver. Every set of rules has those for
 * exceptions. */
static aml_finding *add(reporting *self, const char *rule_id, aml_waiver *waiver, aml_message message) {
  aml_waiver_add_problem(self->findings->arena, waiver, aml_sv_of(rule_id), message.text);
  aml_rule *rule = aml_ruleset_find(self->rules, aml_sv_of(rule_id));
  assert(rule != NULL);
  aml_finding *finding = aml_findings_add(self->findings);
  finding->rule = rule;
  finding->severity = rule->severity;
  finding->span = waiver->span;
  finding->message = message;
  finding->property = waiver->id;
  finding->value = waiver->id.len > 0 ? waiver->id : message.text;
  return finding;
}

static void relate(reporting *self, aml_finding *finding, aml_span span, aml_sv text) {
  aml_related *related = AML_NEW(self->findings->arena, aml_related);
  *related = (aml_related){span, text};
  finding->related = related;
  finding->related_count = 1;
}

static void report_expired(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(waiver->until, day);
  size_t ago = (size_t)(self->as_of - waiver->until);
  size_t open_count = 0;
  const aml_finding *first = NULL;
  for (size_t i = 0; i < waiver->covered.count; i++) {
    bool is_open = waiver->covered.items[i]->status == AML_ACTIVE; /* and not covered by another one */
    first = is_open && first == NULL ? waiver->covered.items[i] : first;
    open_count += is_open ? 1 : 0;
  }
  aml_finding *finding = add(self, "AML901", waiver,
      aml_message_of(arena, "%s '%.*s' expired on '%s', %zu day%s ago; %zu finding%s open again.",
          NAME_OF(waiver), day, ago, plural(ago), open_count, open_count == 1 ? " is" : "s are"));
  if (first != NULL) {
    relate(self, finding, first->span, AML_SV("the first finding that is open again"));
  }
}

static void report_incomplete(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  aml_sv field = aml_waiver_missing_field(arena, waiver, self->governance);
  (void)add(self, "AML902", waiver,
      aml_message_of(arena, "%s '%.*s' is ignored: %.*s.", NAME_OF(waiver),
          AML_SV_ARG(aml_waiver_field_advice(arena, waiver, self->governance, field))));
}

static void report_ticket(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  if (!aml_waiver_has_unknown_ticket(arena, waiver, self->governance)) {
    return;
  }
  aml_finding *finding = add(self, "AML003", waiver,
      aml_message_of(arena,
          "Whether the 'ticket' of %s '%.*s' matches '%.*s' is undecided: the regular expression reaches the "
          "limit of %d steps.",
          waiver->id.len == 0 ? "the exception for" : "exception", AML_SV_ARG(name_of(waiver)),
          AML_SV_ARG(self->governance->ticket_pattern), AML_LIMIT_REGEX_STEPS));
  finding->is_incomplete = true;
  finding->help = AML_SV("Simplify the 'ticketPattern' of the configuration.");
}

static void report_dates(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  char day[AML_DAY_TEXT_SIZE];
  if (waiver->until == AML_DAY_NONE) {
    return;
  }
  aml_day_text(waiver->until, day);
  if ((waiver->flags & AML_WAIVER_TOO_LONG) != 0) {
    (void)add(self, "AML904", waiver,
        aml_message_of(arena, "%s '%.*s' runs for %d days, until '%s'; at most %d are allowed.",
            NAME_OF(waiver), aml_waiver_days(waiver, self->as_of), day,
            aml_waiver_most_days(waiver, self->governance, self->rules)));
  }
  if ((waiver->flags & AML_WAIVER_ENDS_SOON) != 0 && (waiver->flags & AML_WAIVER_VOID) == 0) {
    size_t left = (size_t)(waiver->until - self->as_of);
    (void)add(self, "AML906", waiver,
        aml_message_of(arena, "%s '%.*s' ends on '%s', in %zu day%s; it waives %zu finding%s.",
            NAME_OF(waiver), day, left, plural(left), waiver->covered.count, plural(waiver->covered.count)));
  }
}

static void report_review(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(waiver->review, day);
  size_t late = (size_t)(self->as_of - waiver->review);
  (void)add(self, "AML910", waiver,
      aml_message_of(arena, "%s '%.*s' was due for review on '%s', %zu day%s ago.", NAME_OF(waiver), day,
          late, plural(late)));
}

static void report_permission(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  if ((waiver->flags & AML_WAIVER_WILD) != 0) {
    (void)add(self, "AML905", waiver,
        aml_message_of(arena,
            "%s '%.*s' uses a wildcard without 'blanket: true' and a reason, so it is ignored.",
            NAME_OF(waiver)));
  }
  if ((waiver->flags & AML_WAIVER_NOT_PERMITTED) != 0) {
    (void)add(self, "AML907", waiver,
        aml_message_of(
            arena, "%s '%.*s' is not permitted: %.*s.", NAME_OF(waiver), AML_SV_ARG(waiver->prohibition)));
  }
}

typedef struct rule_words { /* ids and names of all rules, for suggestions */
  const aml_ruleset *rules;
} rule_words;

static aml_sv rule_word_at(const void *ctx, size_t i) {
  const aml_rule *rule = ((const rule_words *)ctx)->rules->list.items[i / 2];
  return i % 2 == 0 ? rule->id : rule->name;
}

/* A rule that does not exist cannot be waived: most likely its name is misspelt. An exception without any
 * known rule covers nothing. */
static void report_unknown_rules(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  rule_words words = {self->rules};
  size_t known = 0;
  for (size_t i = 0; i < waiver->rules.count; i++) {
    aml_sv rule = waiver->rules.items[i];
    if (aml_waiver_is_pattern(rule) || aml_ruleset_find(self->rules, rule) != NULL) {
      known++;
      continue;
    }
    aml_finding *finding = add(self, "AML902", waiver,
        aml_message_of(
            arena, "%s '%.*s' waives rule '%.*s', which does not exist.", NAME_OF(waiver), AML_SV_ARG(rule)));
    size_t near = aml_suggest(rule, 2 * self->rules->list.count, rule_word_at, &words);
    finding->help = near == AML_NPOS ? AML_SV("An exception names rules by id or name, such as 'AML101'; "
                                              "prefixes of ids and categories are not accepted here.")
                                     : aml_sv_format(arena, "Did you mean '%.*s'?",
                                           AML_SV_ARG(rule_word_at(&words, near)));
  }
  if (known == 0 && waiver->rules.count > 0) {
    waiver->flags |= AML_WAIVER_INCOMPLETE;
  }
}

/* "exception 'EX-1'", "the comment in line 7 of a.yml" is said by the place that is related. */
static aml_sv other_name(aml_arena *arena, const aml_suppression *other) {
  return other->id.len > 0 ? aml_sv_format(arena, "'%.*s'", AML_SV_ARG(other->id))
                           : AML_SV("another exception");
}

static void report_overlap(reporting *self, aml_waiver *waiver) {
  aml_arena *arena = self->findings->arena;
  for (size_t i = 0; i < waiver->covered.count; i++) {
    const aml_suppression *first = waiver->covered.items[i]->suppressions;
    bool is_first = first == NULL ||
                    (first->span.source == waiver->span.source && first->span.begin == waiver->span.begin);
    if (!is_first) {
      aml_finding *finding = add(self, "AML908", waiver,
          aml_message_of(arena, "%s '%.*s' waives what %.*s already waives.", NAME_OF(waiver),
              AML_SV_ARG(other_name(arena, first))));
      waiver->flags |= AML_WAIVER_OVERLAPPING;
      relate(self, finding, first->span, AML_SV("the exception that counts"));
      return;
    }
  }
}

/* What covers nothing is unused only where everything was checked that it might cover. */
static void report_use(reporting *self, aml_waiver *waiver) {
  if (waiver->covered.count > 0) {
    return;
  }
  if (waiver->may_cover || !self->checker->was_checked(self->checker->ctx, waiver)) {
    waiver->flags |= AML_WAIVER_NOT_CHECKED;
    return;
  }
  waiver->flags |= AML_WAIVER_UNUSED;
  (void)add(self, "AML903", waiver,
      aml_message_of(
          self->findings->arena, "%s '%.*s' is unused: no such finding exists any more.", NAME_OF(waiver)));
}

static void report_one(reporting *self, aml_waiver *waiver) {
  if ((waiver->flags & AML_WAIVER_EXPIRED) != 0) {
    report_expired(self, waiver);
  }
  if ((waiver->flags & AML_WAIVER_INCOMPLETE) != 0 &&
      aml_waiver_missing_field(self->findings->arena, waiver, self->governance).len > 0) {
    report_incomplete(self, waiver);
  }
  report_ticket(self, waiver);
  report_dates(self, waiver);
  report_permission(self, waiver);
  if ((waiver->flags & AML_WAIVER_VOID) != 0) {
    return;
  }
  if ((waiver->flags & AML_WAIVER_REVIEW_OVERDUE) != 0) {
    report_review(self, waiver);
  }
  report_overlap(self, waiver);
}

void aml_waivers_report(const aml_waivers *waivers, const aml_governance *governance, aml_ruleset *rules,
    const aml_waiver_checker *checker, aml_day as_of, aml_findings *findings) {
  reporting self = {governance, rules, checker, as_of, findings};
  for (size_t i = 0; i < waivers->list.count; i++) {
    aml_waiver *waiver = waivers->list.items[i];
    if ((waiver->flags & AML_WAIVER_REVOKED) != 0) {
      continue; /* a record of what was */
    }
    if (waiver->kind != AML_EXEMPTION) {
      report_unknown_rules(&self, waiver);
    }
    if ((waiver->flags & AML_WAIVER_VOID) == 0) {
      report_use(&self, waiver);
    }
    report_one(&self, waiver);
  }
}
