/* The exceptions file: every field, every mistake. */
#include "waiver_text.h"

static waiver_text read_exceptions(aml_arena *arena, aml_sv yaml) {
  waiver_text text = read_waiver_text(arena, "team/exceptions.yml", yaml);
  assert_int_equal(text.diags.list.count, 0);
  aml_exceptions_read(&text.waivers, root_of(&text), text.source->path, AML_SV("team"), &text.diags);
  return text;
}

static void reads_all_fields(void **state) {
  waiver_text text = read_exceptions(*state,
      AML_SV("exceptions:\n- id: EX-1\n  rules: [AML101, idle-nodes]\n  paths: [a.yml, sub/b.yml]\n"
             "  resource: {type: Microsoft.X/y, name: gpu}\n  scope: rg-ml\n  property: minNodeCount\n  "
             "value: 2\n"
             "  blanket: true\n  owner: a\n  approver: b\n  reason: \"c d\"\n  ticket: T-1\n  created: "
             "2026-01-31\n"
             "  expires: 2028-02-29\n  review: '2027-01-01'\n  risk: transferred\n  evidence: [u, v]\n"));
  assert_int_equal(text.diags.list.count, 0);
  const aml_waiver *waiver = text.waivers.list.items[0];
  assert_int_equal(waiver->flags, 0);
  assert_int_equal(waiver->kind, AML_EXTERNAL);
  assert_int_equal(waiver->reach, AML_REACH_ENTRY);
  assert_sv_equal(waiver->id, AML_SV("EX-1"));
  assert_int_equal(waiver->rules.count, 2);
  assert_sv_equal(waiver->rules.items[1], AML_SV("idle-nodes"));
  assert_int_equal(waiver->paths.count, 2);
  assert_sv_equal(waiver->paths.items[0], AML_SV("team/a.yml"));
  assert_sv_equal(waiver->paths.items[1], AML_SV("team/sub/b.yml"));
  assert_sv_equal(waiver->resource_type, AML_SV("Microsoft.X/y"));
  assert_sv_equal(waiver->resource_name, AML_SV("gpu"));
  assert_sv_equal(waiver->scope, AML_SV("rg-ml"));
  assert_sv_equal(waiver->property, AML_SV("minNodeCount"));
  assert_true(waiver->has_value && waiver->is_blanket);
  assert_sv_equal(waiver->value, AML_SV("2"));
  assert_sv_equal(waiver->owner, AML_SV("a"));
  assert_sv_equal(waiver->approver, AML_SV("b"));
  assert_sv_equal(waiver->reason, AML_SV("c d"));
  assert_sv_equal(waiver->ticket, AML_SV("T-1"));
  assert_sv_equal(waiver->risk, AML_SV("transferred"));
  assert_int_equal(waiver->evidence.count, 2);
  assert_int_equal(waiver->created, day_of("2026-01-31"));
  assert_int_equal(waiver->until, day_of("2028-02-29"));
  assert_int_equal(waiver->review, day_of("2027-01-01"));
}

static void takes_one_text_for_a_list(void **state) {
  waiver_text text = read_exceptions(*state, AML_SV("exceptions:\n- rules: AML101\n  paths: a.yml\n  "
                                                    "evidence: u\n  until: 2027-01-31\n"
                                                    "  revoked: {on: 2026-12-01, by: b, reason: over}\n"));
  assert_int_equal(text.diags.list.count, 0);
  const aml_waiver *waiver = text.waivers.list.items[0];
  assert_int_equal(waiver->rules.count, 1);
  assert_sv_equal(waiver->paths.items[0], AML_SV("team/a.yml"));
  assert_sv_equal(waiver->evidence.items[0], AML_SV("u"));
  assert_int_equal(waiver->until, day_of("2027-01-31"));
  assert_int_equal(waiver->revoked, day_of("2026-12-01"));
  assert_sv_equal(waiver->revoked_by, AML_SV("b"));
  assert_sv_equal(waiver->revoked_reason, AML_SV("over"));
}

typedef struct mistake_case {
  const char *entry, *complaint, *help;
} mistake_case;

#define PLACE "paths: [a.yml], "
#define RULES "rules: [AML101], "

static const mistake_case mistakes[] = {
    {"AML101", "expected an object with keys such as 'rules'", ""},
    {"{" PLACE "owner: a}", "it lacks 'rules'", ""},
    {"{" PLACE "rules: []}", "expected a list of strings for 'rules'",
        "Write 'rules: [...]', with at least one string."},
    {"{" PLACE "rules: ''}", "expected a list of strings for 'rules'",
        "Write 'rules: [...]', with at least one string."},
    {"{" PLACE "rules: [101]}", "expected only strings in 'rules'", ""},
    {"{" RULES "owner: a}", "it lacks 'paths, resource or scope'",
        "Say what it covers, or write 'blanket: true' with a reason."},
    {"{" RULES "paths: 7}", "expected a list of strings for 'paths'",
        "Write 'paths: [...]', with at least one string."},
    {"{" RULES "scope: 1}", "expected a string for 'scope'", ""},
    {"{" RULES "resource: gpu}", "expected 'type' and 'name' for 'resource'", ""},
    {"{" RULES "resource: {name: gpu, id: x}}", "unknown key in 'resource': 'id'", ""},
    {"{" RULES PLACE "ownr: a}", "unknown key 'ownr'", "Did you mean 'owner'?"},
    {"{" RULES PLACE "revoked: 2026-12-31}", "expected 'on', 'by' and 'reason' for 'revoked'", ""},
    {"{" RULES PLACE "revoked: {by: a}}", "the date 'on' is missing in 'revoked'", ""},
    {"{" RULES PLACE "revoked: {on: 2026-12-31, who: a}}", "unknown key in 'revoked': 'who'", ""},
    {"{" RULES PLACE "Owner: a}", "unknown key 'Owner'", "Did you mean 'owner'?"},
    {"{" RULES PLACE "id: 7}", "expected a string for 'id'", ""},
    {"{" RULES PLACE "owner: ''}", "expected a string for 'owner'", ""},
    {"{" RULES PLACE "approver: [a]}", "expected a string for 'approver'", ""},
    {"{" RULES PLACE "reason: {}}", "expected a string for 'reason'", ""},
    {"{" RULES PLACE "ticket: 12}", "expected a string for 'ticket'", ""},
    {"{" RULES PLACE "property: true}", "expected a string for 'property'", ""},
    {"{" RULES PLACE "value: [1]}", "expected a string for 'value'", ""},
    {"{" RULES PLACE "blanket: 'yes'}", "expected true or false for 'blanket'", ""},
    {"{" RULES PLACE "risk: low}", "expected the risk accepted, mitigated or transferred, not 'low'", ""},
    {"{" RULES PLACE "risk: [low]}", "expected a string for 'risk'", ""},
    {"{" RULES PLACE "evidence: {}}", "expected a list of strings for 'evidence'",
        "Write 'evidence: [...]', with at least one string."},
    {"{" RULES PLACE "created: yesterday}", "expected a date, YYYY-MM-DD, for 'created'", ""},
    {"{" RULES PLACE "expires: 2026-02-30}", "expected a date, YYYY-MM-DD, for 'expires'", ""},
    {"{" RULES PLACE "review: 20261231}", "expected a date, YYYY-MM-DD, for 'review'", ""},
    {"{" RULES PLACE "created: 2026-03-01, expires: 2026-02-28}", "it ends before its date 'created'", ""},
};

static void tells_every_mistake(void **state) {
  for (size_t i = 0; i < COUNT(mistakes); i++) {
    waiver_text text =
        read_exceptions(*state, aml_sv_format(*state, "exceptions:\n- %s\n", mistakes[i].entry));
    if (text.diags.list.count != 1) {
      fail_msg("%s: %zu complaints", mistakes[i].entry, text.diags.list.count);
    }
    const aml_diag *diag = &text.diags.list.items[0];
    assert_string_equal(diag->rule, "AML902");
    assert_sv_equal(
        diag->message.text, aml_sv_format(*state, "This exception is ignored: %s.", mistakes[i].complaint));
    assert_sv_equal(diag->help, aml_sv_of(mistakes[i].help));
    assert_true(diag->is_incomplete);
    assert_int_equal(text.waivers.list.count, 1);
    assert_int_equal(text.waivers.list.items[0]->flags, AML_WAIVER_MALFORMED);
  }
}

static const mistake_case files[] = {
    {"[]", "This is not an exceptions file: it has no list 'exceptions'.", NULL},
    {"{exception: []}", "This is not an exceptions file: it has no list 'exceptions'.", NULL},
    {"{exceptions: {}}", "This is not an exceptions file: it has no list 'exceptions'.", NULL},
    {"{exceptions: [], version: 1}",
        "Unknown key 'version' in an exceptions file, which holds only the list 'exceptions'.", NULL},
};

static void refuses_what_is_no_such_file(void **state) {
  for (size_t i = 0; i < COUNT(files); i++) {
    waiver_text text = read_exceptions(*state, aml_sv_of(files[i].entry));
    assert_int_equal(text.diags.list.count, 1);
    assert_sv_equal(text.diags.list.items[0].message.text, aml_sv_of(files[i].complaint));
    assert_true(text.diags.list.items[0].is_incomplete);
    assert_int_equal(text.waivers.list.count, 0);
  }
}

static void refuses_the_second_of_an_id(void **state) {
  static const char yaml[] = "exceptions:\n- {id: A, " RULES PLACE "}\n- {id: B, " RULES PLACE
                             "}\n- {id: A, " RULES PLACE "}\n- {" RULES PLACE "}\n- {" RULES PLACE "}\n";
  waiver_text text = read_exceptions(*state, aml_sv_of(yaml));
  assert_int_equal(text.diags.list.count, 1);
  assert_sv_equal(text.diags.list.items[0].message.text,
      AML_SV("This exception is ignored: another one has the id 'A', too."));
  assert_int_equal(text.diags.list.items[0].related.begin, text.waivers.list.items[0]->span.begin);
  for (size_t i = 0; i < 5; i++) {
    assert_int_equal(text.waivers.list.items[i]->flags, i == 2 ? AML_WAIVER_MALFORMED : 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(reads_all_fields), TEST_CASE(takes_one_text_for_a_list),
      TEST_CASE(tells_every_mistake), TEST_CASE(refuses_what_is_no_such_file),
      TEST_CASE(refuses_the_second_of_an_id)};
  return cmocka_run_group_tests_name("waiver_exceptions", tests, NULL, NULL);
}
