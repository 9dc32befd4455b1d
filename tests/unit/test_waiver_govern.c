/* Governance, dates, matching and what is reported of waivers. */
#include "rule/ruleset.h"
#include "waiver_text.h"

/* --- what is judged without findings --- */

typedef struct judge_case {
  const char *name, *governance, *entry, *as_of;
  unsigned flags;
} judge_case;

#define WHO   "paths: [a.yml], owner: a, reason: ten letters"
#define ENTRY "rules: [AML101], " WHO

static const judge_case judged[] = {
    {"the last day holds", "{}", ENTRY ", expires: 2026-12-31", "2026-12-31", AML_WAIVER_ENDS_SOON},
    {"the day after does not", "{}", ENTRY ", expires: 2026-12-31", "2027-01-01", AML_WAIVER_EXPIRED},
    {"a leap day holds", "{}", ENTRY ", expires: 2028-02-29", "2028-02-29", AML_WAIVER_ENDS_SOON},
    {"and is over in March", "{}", ENTRY ", expires: 2028-02-29", "2028-03-01", AML_WAIVER_EXPIRED},
    {"February ends on the 28th", "{}", ENTRY ", expires: 2027-02-28", "2027-03-01", AML_WAIVER_EXPIRED},
    {"14 days before, over a month's end", "{}", ENTRY ", expires: 2027-03-07", "2027-02-21",
        AML_WAIVER_ENDS_SOON},
    {"15 days before", "{}", ENTRY ", expires: 2027-03-07", "2027-02-20", 0},
    {"14 days over a leap day", "{}", ENTRY ", expires: 2028-03-07", "2028-02-22", AML_WAIVER_ENDS_SOON},
    {"15 days over a leap day", "{}", ENTRY ", expires: 2028-03-07", "2028-02-21", 0},
    {"a warning of 0 days", "{warnBeforeDays: 0}", ENTRY ", expires: 2026-12-31", "2026-12-30", 0},
    {"366 days", "{}", ENTRY ", created: 2026-01-01, expires: 2027-01-02", "2026-06-01", 0},
    {"367 days", "{}", ENTRY ", created: 2026-01-01, expires: 2027-01-03", "2026-06-01", AML_WAIVER_TOO_LONG},
    {"a leap year has 366", "{}", ENTRY ", created: 2028-01-01, expires: 2029-01-01", "2028-06-01", 0},
    {"from today where it has no start", "{maxDays: {warning: 30}}", ENTRY ", expires: 2026-12-31",
        "2026-12-01", 0},
    {"31 from today", "{maxDays: {warning: 30}}", ENTRY ", expires: 2026-12-31", "2026-11-30",
        AML_WAIVER_TOO_LONG},
    {"a start to come is no way out", "{maxDays: {warning: 30}}",
        ENTRY ", created: 2026-12-30, expires: 2026-12-31", "2026-11-27", AML_WAIVER_TOO_LONG},
    {"the bound is the rule's severity's", "{maxDays: {warning: 30, error: 5}}",
        ENTRY ", created: 2026-11-01, expires: 2026-12-01", "2026-11-01", 0},
    {"the shortest bound of several rules", "{maxDays: {warning: 30, error: 5}}",
        "rules: [AML101, AML201], " WHO ", created: 2026-11-01, expires: 2026-12-01", "2026-11-01",
        AML_WAIVER_TOO_LONG},
    {"no bound", "{maxDays: {warning: 0}}", ENTRY ", expires: 2099-12-31", "2026-11-27", 0},
    {"no owner", "{}", "rules: [AML101], paths: [a.yml], reason: ten letters, expires: 2027-06-30",
        "2026-11-27", AML_WAIVER_INCOMPLETE},
    {"no reason", "{}", "rules: [AML101], paths: [a.yml], owner: a, expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_INCOMPLETE},
    {"no end", "{}", ENTRY, "2026-11-27", AML_WAIVER_INCOMPLETE},
    {"no end where none is asked for", "{requiredFields: [owner]}", ENTRY, "2026-11-27", 0},
    {"a short reason", "{minReasonLength: 12}", ENTRY ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_INCOMPLETE},
    {"a reason of just as many letters", "{minReasonLength: 3}",
        "rules: [AML101], paths: [a.yml], owner: a, reason: \"\xC3\xA9\xC3\xA9\xC3\xA9\", expires: "
        "2027-06-30",
        "2026-11-27", 0},
    {"letters count, not bytes", "{minReasonLength: 4}",
        "rules: [AML101], paths: [a.yml], owner: a, reason: \"\xC3\xA9\xC3\xA9\xC3\xA9\", expires: "
        "2027-06-30",
        "2026-11-27", AML_WAIVER_INCOMPLETE},
    {"a ticket of another form", "{ticketPattern: '^OPS-'}", ENTRY ", expires: 2027-06-30, ticket: X-1",
        "2026-11-27", AML_WAIVER_INCOMPLETE},
    {"a ticket of the form", "{ticketPattern: '^OPS-'}", ENTRY ", expires: 2027-06-30, ticket: OPS-1",
        "2026-11-27", 0},
    {"every field",
        "{requiredFields: [id, owner, approver, reason, ticket, created, expires, review, risk, evidence]}",
        ENTRY
        ", id: A, approver: b, ticket: t, created: 2026-11-01, expires: 2027-06-30, review: 2027-01-01, "
        "risk: accepted, evidence: [u]",
        "2026-11-27", 0},
    {"every field but one", "{requiredFields: [owner, review]}", ENTRY ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_INCOMPLETE},
    {"a rule that is never waived", "{neverWaive: [AML101]}", ENTRY ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_NOT_PERMITTED},
    {"by its name", "{neverWaive: [idle-nodes]}", ENTRY ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_NOT_PERMITTED},
    {"by its category", "{neverWaive: [cost]}", ENTRY ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_NOT_PERMITTED},
    {"by the beginning of its id", "{neverWaive: [AML1]}", ENTRY ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_NOT_PERMITTED},
    {"by the selector of all rules", "{neverWaive: [all]}", ENTRY ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_NOT_PERMITTED},
    {"not by an empty selector", "{neverWaive: ['']}", ENTRY ", expires: 2027-06-30", "2026-11-27", 0},
    {"among others", "{neverWaive: [AML301]}", "rules: [AML101, ssh-enabled], " WHO ", expires: 2027-06-30",
        "2026-11-27", AML_WAIVER_NOT_PERMITTED},
    {"behind a wildcard", "{neverWaive: [AML301]}",
        "rules: ['AML3*'], blanket: true, " WHO ", expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_NOT_PERMITTED | AML_WAIVER_BLANKET},
    {"another rule", "{neverWaive: [AML301]}", ENTRY ", expires: 2027-06-30", "2026-11-27", 0},
    {"who may approve", "{approvers: [bob]}", ENTRY ", approver: bob, expires: 2027-06-30", "2026-11-27", 0},
    {"who may not", "{approvers: [bob]}", ENTRY ", approver: eve, expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_NOT_PERMITTED},
    {"a wildcard", "{}",
        "rules: [AML101], paths: ['*.yml'], owner: a, reason: ten letters, expires: 2027-06-30", "2026-11-27",
        AML_WAIVER_WILD},
    {"a wildcard on purpose", "{}",
        "rules: [AML101], paths: ['a[bc].yml'], blanket: true, owner: a, reason: ten letters, expires: "
        "2027-06-30",
        "2026-11-27", AML_WAIVER_BLANKET},
    {"an expression for a name is no wildcard", "{}",
        "rules: [AML101], resource: {name: \"[parameters('n')]\"}, owner: a, reason: ten letters, expires: "
        "2027-06-30",
        "2026-11-27", 0},
};

static const aml_value *tree_of(aml_arena *arena, const char *yaml) {
  waiver_text *text = AML_NEW(arena, waiver_text);
  *text = read_waiver_text(arena, "g.yml", aml_sv_of(yaml));
  return root_of(text);
}

static void judges(void **state) {
  const aml_ruleset *rules = aml_ruleset_new(*state);
  for (size_t i = 0; i < COUNT(judged); i++) {
    waiver_text text =
        read_waiver_text(*state, "e.yml", aml_sv_format(*state, "exceptions: [{%s}]", judged[i].entry));
    aml_exceptions_read(&text.waivers, root_of(&text), text.source->path, (aml_sv){NULL, 0}, &text.diags);
    if (text.diags.list.count != 0) {
      fail_msg("%s: %.*s", judged[i].name, AML_SV_ARG(text.diags.list.items[0].message.text));
    }
    aml_governance governance;
    aml_governance_read(&governance, *state, tree_of(*state, judged[i].governance));
    aml_waivers_judge(&text.waivers, &governance, rules, day_of(judged[i].as_of));
    if (text.waivers.list.items[0]->flags != judged[i].flags) {
      fail_msg("%s: flags %x, not %x", judged[i].name, text.waivers.list.items[0]->flags, judged[i].flags);
    }
  }
}

static void forbids_comments_alone(void **state) {
  const aml_ruleset *rules = aml_ruleset_new(*state);
  waiver_text text = read_waiver_text(*state, "a.yml",
      AML_SV("a: 1 # amlint: ignore[AML101] owner=a until=2027-06-30 reason=\"ten letters\"\n"));
  aml_waivers_read_comments(&text.waivers, text.source, text.tree, &text.diags);
  aml_governance governance;
  aml_governance_read(&governance, *state, tree_of(*state, "{inline: off}"));
  aml_waivers_judge(&text.waivers, &governance, rules, day_of("2026-11-27"));
  assert_int_equal(text.waivers.list.items[0]->flags, AML_WAIVER_NOT_PERMITTED);
  text.waivers.list.items[0]->kind = AML_EXTERNAL;
  text.waivers.list.items[0]->flags = 0;
  aml_waivers_judge(&text.waivers, &governance, rules, day_of("2026-11-27"));
  assert_int_equal(text.waivers.list.items[0]->flags, 0);
}

/* --- matching --- */

typedef struct match_case {
  const char *entry;
  bool is_covered;
} match_case;

/* Against one finding of AML101 on cluster "GPU-1" of "team/a.yml" in resource group "rg-ml". */
static const match_case matched[] = {
    {"rules: [AML101], paths: [team/a.yml]", true},
    {"rules: [aml101], paths: [team/a.yml]", true},
    {"rules: [idle-nodes], paths: [team/a.yml]", true},
    {"rules: [AML102, AML101], paths: [b.yml, team/a.yml]", true},
    {"rules: [AML102], paths: [team/a.yml]", false},
    {"rules: [AML10], paths: [team/a.yml]", false},
    {"rules: [cost], paths: [team/a.yml]", false},
    {"rules: [AML101], paths: [a.yml]", false},
    {"rules: [AML101], paths: [team]", false},
    {"rules: [AML101], paths: [Team/a.yml]", false},
    {"rules: [AML101], paths: ['team/*.yml'], blanket: true", true},
    {"rules: [AML101], paths: ['*.yml'], blanket: true", false},
    {"rules: [AML101], paths: ['**/*.yml'], blanket: true", true},
    {"rules: [AML101], paths: ['team/[ab].yml'], blanket: true", true},
    {"rules: [AML101], paths: ['te?m/a.yml'], blanket: true", true},
    {"rules: [AML101], paths: ['team/a*'], blanket: true", true},
    {"rules: [AML101], paths: ['team/**'], blanket: true", true},
    {"rules: [AML101], paths: ['team/a/**'], blanket: true", false},
    {"rules: [AML101], paths: ['tea/*.yml', 'team/*'], blanket: true", true},
    {"rules: [AML101], paths: ['*/b.yml', team/a.yml], blanket: true", true},
    {"rules: ['AML1*'], paths: [team/a.yml], blanket: true", true},
    {"rules: ['idle-*'], paths: [team/a.yml], blanket: true", true},
    {"rules: ['AML2*'], paths: [team/a.yml], blanket: true", false},
    {"rules: ['AML1*'], paths: ['team/*.yml'], blanket: true", true},
    {"rules: [AML101], blanket: true", true},
    {"rules: [AML101], resource: {name: gpu-1}", true},
    {"rules: [AML101], resource: {name: gpu-2}", false},
    {"rules: [AML101], resource: {name: 'gpu-*'}, blanket: true", true},
    {"rules: [AML101], resource: {type: microsoft.x/CLUSTERS}", true},
    {"rules: [AML101], resource: {type: microsoft.x/other}", false},
    {"rules: [AML101], resource: {type: Microsoft.X/clusters, name: GPU-1}, paths: [team/a.yml]", true},
    {"rules: [AML101], resource: {type: Microsoft.X/clusters, name: GPU-1}, paths: [team/b.yml]", false},
    {"rules: [AML101], scope: RG-ML", true},
    {"rules: [AML101], scope: sub-1", true},
    {"rules: [AML101], scope: rg-other", false},
    {"rules: [AML101], scope: 'rg-*', blanket: true", true},
    {"rules: [AML101], scope: rg-ml, paths: ['team/*'], blanket: true", true},
    {"rules: [AML101], scope: rg-ml, paths: ['other/*'], blanket: true", false},
    {"rules: [AML101], paths: [team/a.yml], property: properties.scaleSettings.minNodeCount", true},
    {"rules: [AML101], paths: [team/a.yml], property: scalesettings.minnodecount", true},
    {"rules: [AML101], paths: [team/a.yml], property: minNodeCount", true},
    {"rules: [AML101], paths: [team/a.yml], property: NodeCount", false},
    {"rules: [AML101], paths: [team/a.yml], property: x.properties.scaleSettings.minNodeCount", false},
    {"rules: [AML101], paths: [team/a.yml], property: --least", true},
    {"rules: [AML101], paths: [team/a.yml], property: least", true},
    {"rules: [AML101], paths: [team/a.yml], property: most", false},
    {"rules: [AML101], paths: [team/a.yml], value: 2", true},
    {"rules: [AML101], paths: [team/a.yml], value: '2'", true},
    {"rules: [AML101], paths: [team/a.yml], value: 3", false},
};

typedef struct match_fixture {
  aml_ruleset *rules;
  aml_resource cluster;
  aml_findings findings;
  aml_finding *finding;
} match_fixture;

static aml_sv call_it_least(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  (void)arena;
  (void)resource;
  return aml_sv_ends(path, AML_SV("minNodeCount")) ? AML_SV("--least") : (aml_sv){NULL, 0};
}

static const aml_resource_form form_with_words = {.name = "words", .key_for = call_it_least};

static void add_finding(match_fixture *f, aml_arena *arena, waiver_text *text, const char *rule) {
  f->rules = aml_ruleset_new(arena);
  f->cluster = (aml_resource){.form = &form_with_words,
      .type = AML_SV("Microsoft.X/clusters"),
      .shown_name = AML_SV("GPU-1"),
      .span = {text->source->id, 0, 4},
      .scope = {.subscription = AML_SV("sub-1"), .resource_group = AML_SV("rg-ml")}};
  aml_findings_init(&f->findings, arena);
  f->finding = aml_findings_add(&f->findings);
  f->finding->rule = aml_ruleset_find(f->rules, aml_sv_of(rule));
  f->finding->resource = &f->cluster;
  f->finding->span = (aml_span){text->source->id, 0, 1};
  f->finding->property = AML_SV("properties.scaleSettings.minNodeCount");
  f->finding->value = AML_SV("2");
}

static void add_entries(waiver_text *text, aml_arena *arena, const char *entries) {
  waiver_text file = read_waiver_text(arena, "e.yml", aml_sv_format(arena, "exceptions: [%s]", entries));
  aml_exceptions_read(&text->waivers, root_of(&file), file.source->path, (aml_sv){NULL, 0}, &file.diags);
  assert_int_equal(file.diags.list.count, 0);
}

static void matches(void **state) {
  for (size_t i = 0; i < COUNT(matched); i++) {
    waiver_text text = read_waiver_text(*state, "team/a.yml", AML_SV("a: 1\n"));
    match_fixture f;
    add_finding(&f, *state, &text, "AML101");
    add_entries(&text, *state, aml_sv_format(*state, "{%s}", matched[i].entry).data);
    aml_waivers_apply(&text.waivers, &f.findings, text.sources);
    bool is_covered = f.finding->status == AML_SUPPRESSED;
    if (is_covered != matched[i].is_covered || is_covered != (f.finding->suppressions != NULL) ||
        text.waivers.list.items[0]->covered.count != (is_covered ? 1 : 0)) {
      fail_msg("%s", matched[i].entry);
    }
  }
}

static void waives_within_its_folder_only(void **state) {
  static const struct {
    const char *within;
    bool is_covered;
  } folders[] = {{"", true}, {"team", true}, {"tea", false}, {"other", false}, {"team/a.yml", false}};
  for (size_t i = 0; i < COUNT(folders); i++) {
    waiver_text text = read_waiver_text(*state, "team/a.yml", AML_SV("a: 1\n"));
    match_fixture f;
    add_finding(&f, *state, &text, "AML101");
    add_entries(&text, *state, "{rules: [AML101], resource: {name: gpu-1}}");
    text.waivers.list.items[0]->within = aml_sv_of(folders[i].within);
    aml_waivers_apply(&text.waivers, &f.findings, text.sources);
    assert_int_equal(f.finding->status == AML_SUPPRESSED, folders[i].is_covered);
  }
}

static void never_hides_its_own_violation(void **state) {
  static const char *const own[] = {
      "AML901", "AML902", "AML903", "AML904", "AML905", "AML906", "AML907", "AML908"};
  for (size_t i = 0; i < COUNT(own); i++) {
    waiver_text text = read_waiver_text(*state, "team/a.yml", AML_SV("a: 1\n"));
    match_fixture f;
    add_finding(&f, *state, &text, own[i]);
    add_entries(&text, *state,
        aml_sv_format(*state, "{rules: [%s], paths: [team/a.yml]}, {rules: ['*'], blanket: true}", own[i])
            .data);
    aml_waivers_apply(&text.waivers, &f.findings, text.sources);
    assert_int_equal(f.finding->status, AML_ACTIVE);
    assert_int_equal(text.waivers.list.items[0]->covered.count, 0);
    assert_int_equal(text.waivers.list.items[1]->covered.count, 0);
  }
}

static void leaves_the_undecided_open(void **state) {
  waiver_text text = read_waiver_text(*state, "team/a.yml", AML_SV("a: 1\n"));
  match_fixture f;
  add_finding(&f, *state, &text, "AML101");
  f.finding->status = AML_UNDECIDED;
  add_entries(&text, *state, "{rules: [AML101], paths: [team/a.yml]}");
  aml_waivers_apply(&text.waivers, &f.findings, text.sources);
  assert_int_equal(f.finding->status, AML_UNDECIDED);
}

/* --- what is reported --- */

typedef struct report_case {
  const char *name, *entries;
  const char *expected;      /* rule ids, in the order of the entries */
  bool was_checked;          /* all that the entries cover */
  aml_finding_status status; /* of the finding */
  const char *state;         /* of the last entry */
} report_case;

static bool say_checked(void *ctx, const aml_waiver *waiver) {
  (void)waiver;
  return *(const bool *)ctx;
}

#define GOOD "paths: [team/a.yml], owner: a, reason: ten letters, expires: 2027-06-30"

static const report_case reported[] = {
    {"a good one", "{id: A, rules: [AML101], " GOOD "}", "", true, AML_SUPPRESSED, "active"},
    {"unused", "{id: A, rules: [AML102], " GOOD "}", "AML903", true, AML_ACTIVE, "unused"},
    {"unused, in a part", "{id: A, rules: [AML102], " GOOD "}", "", false, AML_ACTIVE, "not checked"},
    {"overlapping", "{id: A, rules: [AML101], " GOOD "}, {id: B, rules: [AML101], " GOOD "}", "AML908", true,
        AML_SUPPRESSED, "overlapping"},
    {"renewed under another id",
        "{id: A, rules: [AML101], paths: [team/a.yml], owner: a, reason: ten letters, expires: 2026-10-31}, "
        "{id: B, "
        "rules: [AML101], " GOOD "}",
        "AML901", true, AML_SUPPRESSED, "active"},
    {"unknown", "{id: A, rules: [AML1O1, AML101], " GOOD "}", "AML902", true, AML_SUPPRESSED, "active"},
    {"no owner and unused",
        "{id: A, rules: [AML102], paths: [team/a.yml], reason: ten letters, expires: 2027-06-30}", "AML902",
        true, AML_ACTIVE, "incomplete"},
    {"no end at all", "{id: A, rules: [AML101], paths: [team/a.yml], owner: a, reason: ten letters}",
        "AML902", true, AML_ACTIVE, "incomplete"},
    {"a wildcard",
        "{id: A, rules: [AML101], paths: ['team/*'], owner: a, reason: ten letters, expires: 2027-06-30}",
        "AML905", true, AML_ACTIVE, "unjustified wildcard"},
    {"a wildcard on purpose",
        "{id: A, rules: [AML101], paths: ['team/*'], blanket: true, owner: a, reason: ten letters, expires: "
        "2027-06-30}",
        "", true, AML_SUPPRESSED, "blanket"},
    {"too long and soon",
        "{id: A, rules: [AML101], paths: [team/a.yml], owner: a, reason: ten letters, created: 2025-01-01, "
        "expires: 2026-11-30}",
        "AML904 AML906", true, AML_SUPPRESSED, "too long"},
    {"reviewed too late", "{id: A, rules: [AML101], review: 2026-11-26, " GOOD "}", "AML910", true,
        AML_SUPPRESSED, "review overdue"},
    {"reviewed today", "{id: A, rules: [AML101], review: 2026-11-27, " GOOD "}", "", true, AML_SUPPRESSED,
        "active"},
    {"revoked", "{id: A, rules: [AML101], revoked: {on: 2026-11-27, by: b}, " GOOD "}", "", true, AML_ACTIVE,
        "revoked"},
    {"to be revoked tomorrow", "{id: A, rules: [AML101], revoked: {on: 2026-11-28}, " GOOD "}", "", true,
        AML_SUPPRESSED, "active"},
    {"no known rule", "{id: A, rules: [AML1O1], " GOOD "}", "AML902", true, AML_ACTIVE, "incomplete"},
    {"expired and forbidden",
        "{id: A, rules: [AML301], paths: [team/a.yml], owner: a, reason: ten letters, expires: 2026-10-31}",
        "AML901 AML907", true, AML_ACTIVE, "expired"},
    {"never", "{id: A, rules: [AML301], " GOOD "}", "AML907", true, AML_ACTIVE, "not permitted"},
};

static void reports(void **state) {
  for (size_t i = 0; i < COUNT(reported); i++) {
    waiver_text text = read_waiver_text(*state, "team/a.yml", AML_SV("a: 1\n"));
    match_fixture f;
    add_finding(&f, *state, &text, "AML101");
    add_entries(&text, *state, reported[i].entries);
    aml_governance governance;
    aml_governance_read(&governance, *state, tree_of(*state, "{neverWaive: [AML301]}"));
    aml_day as_of = day_of("2026-11-27");
    aml_waivers_judge(&text.waivers, &governance, f.rules, as_of);
    aml_waivers_apply(&text.waivers, &f.findings, text.sources);
    bool was_checked = reported[i].was_checked;
    const aml_waiver_checker checker = {say_checked, &was_checked};
    aml_waivers_report(&text.waivers, &governance, f.rules, &checker, as_of, &f.findings);
    const aml_waiver *last = text.waivers.list.items[text.waivers.list.count - 1];
    assert_string_equal(aml_waiver_state(last), reported[i].state);
    aml_sv ids = {NULL, 0};
    for (size_t k = 1; k < f.findings.list.count; k++) {
      ids = aml_sv_format(*state, "%.*s%s%.*s", AML_SV_ARG(ids), k == 1 ? "" : " ",
          AML_SV_ARG(f.findings.list.items[k]->rule->id));
      assert_int_equal(f.findings.list.items[k]->status, AML_ACTIVE);
    }
    if (!aml_sv_eq(ids, aml_sv_of(reported[i].expected)) || f.finding->status != reported[i].status) {
      fail_msg("%s: '%.*s'", reported[i].name, AML_SV_ARG(ids));
    }
  }
}

static void suggests_the_rule(void **state) {
  waiver_text text = read_waiver_text(*state, "team/a.yml", AML_SV("a: 1\n"));
  match_fixture f;
  add_finding(&f, *state, &text, "AML101");
  add_entries(&text, *state, "{id: A, rules: [idle-noodles], " GOOD "}");
  aml_governance governance;
  aml_governance_read(&governance, *state, NULL);
  bool was_checked = false;
  const aml_waiver_checker checker = {say_checked, &was_checked};
  aml_waivers_report(&text.waivers, &governance, f.rules, &checker, day_of("2026-11-27"), &f.findings);
  assert_int_equal(f.findings.list.count, 2);
  assert_sv_equal(f.findings.list.items[1]->message.text,
      AML_SV("Exception 'A' waives rule 'idle-noodles', which does not exist."));
  assert_sv_equal(f.findings.list.items[1]->help, AML_SV("Did you mean 'idle-nodes'?"));
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(judges), TEST_CASE(forbids_comments_alone), TEST_CASE(matches),
      TEST_CASE(waives_within_its_folder_only), TEST_CASE(never_hides_its_own_violation),
      TEST_CASE(leaves_the_undecided_open), TEST_CASE(reports), TEST_CASE(suggests_the_rule)};
  return cmocka_run_group_tests_name("waiver_govern", tests, NULL, NULL);
}
