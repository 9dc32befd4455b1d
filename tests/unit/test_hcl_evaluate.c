/* What expressions of HCL are. Answers are those of hashicorp/hcl 2.14.1 and go-cty, as recorded by people
 * who ran them, or follow from the specification (hclsyntax/spec.md). */
#include "hcl_text.h"

#include "test.h"

typedef struct answer {
  const char *text, *value, *type; /* value NULL: evaluating it fails */
} answer;

static void check_answers(const answer *answers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    hcl_text t;
    hcl_text_init(&t);
    const aml_value *got = hcl_text_value(&t, aml_sv_of(answers[i].text));
    aml_sv value = aml_value_json(&t.arena, got, false);
    aml_sv type = aml_hcl_type_name(&t.arena, got);
    if (t.diags.list.count > 0) {
      fail_msg("%s cannot be read: %s", answers[i].text, t.diags.list.items[0].message.text.data);
    }
    if (answers[i].value == NULL && t.failures == 0) {
      fail_msg("%s does not fail, but is %s", answers[i].text, value.data);
    }
    if (answers[i].value != NULL && (t.failures > 0 || strcmp(value.data, answers[i].value) != 0 ||
                                        strcmp(type.data, answers[i].type) != 0)) {
      fail_msg("%s is %s (%s), not %s (%s): %.*s", answers[i].text, value.data, type.data, answers[i].value,
          answers[i].type, AML_SV_ARG(t.message));
    }
    aml_arena_release(&t.arena);
  }
}

#define CHECK(answers) check_answers(answers, sizeof(answers) / sizeof(answers)[0])

static void operators(void **state) {
  (void)state;
  static const answer answers[] = {
      {"7 + 2 * 5", "17", "number"},
      {"(7 + 2) * 5", "45", "number"},
      {"-7 + 3", "-4", "number"},
      {"2.5e2", "250", "number"},
      {"0.1 + 0.2", "0.3", "number"},
      {"10 / 4", "2.5", "number"},
      {"11 % 5", "1", "number"},
      {"0 / 0", NULL, NULL},
      {"5 % 0", "5", "number"},
      {"false || true && true", "true", "bool"},
      {"!true", "false", "bool"},
      {"\"2\" == 2", "false", "bool"},
      {"\"2\" + 2", "4", "number"},
      {"\"x\" == \"X\"", "false", "bool"},
      {"{a = [1]} == {a = [1]}", "true", "bool"},
      {"3 >= 3", "true", "bool"},
      {"\"b\" < 1", NULL, NULL},
      {"5 > 4 ? \"more\" : \"less\"", "\"more\"", "string"},
      {"false ? [\"x\"] : []", "[]", "list of string"},
      {"true ? 1 : \"a\"", "\"1\"", "string"},
      {"null ? 1 : 2", NULL, NULL},
  };
  CHECK(answers);
}

static void texts(void **state) {
  (void)state;
  static const answer answers[] = {
      {"\"a${1 + 1}b\"", "\"a2b\"", "string"},
      {"\"${true}\"", "true", "bool"},
      {"\"$${a} %%{b}\"", "\"${a} %{b}\"", "string"},
      {"\"tab\\tquote\\\" \\u00e4\"", "\"tab\\tquote\\\" ä\"", "string"},
      {"\"%{ if false }a%{ else }b%{ endif }\"", "\"b\"", "string"},
      {"\"%{ for k, v in {x = 1, y = 2} }${k}${v} %{ endfor }\"", "\"x1 y2 \"", "string"},
      {"\"a ${~ \"b\" ~} c\"", "\"abc\"", "string"},
      {"\"${null}x\"", NULL, NULL},
      {"<<EOT\none\n  two ${3}\nEOT\n", "\"one\\n  two 3\\n\"", "string"},
      {"<<-EOT\n    deep\n      deeper\n\n    back\n  EOT\n", "\"deep\\n  deeper\\n\\nback\\n\"", "string"},
  };
  CHECK(answers);
}

static void collections(void **state) {
  (void)state;
  static const answer answers[] = {
      {"[5, 6,][1]", "6", "number"},
      {"[5][-1]", NULL, NULL},
      {"[5].0", "5", "number"},
      {"{a = 1, \"b\" = 2}.b", "2", "number"},
      {"{a = 1}.A", NULL, NULL},
      {"{(lower(\"K\")) = 1}", "{\"k\":1}", "object"},
      {"{\n  a = 1\n\n  b : 2,\n}", "{\"a\":1,\"b\":2}", "object"},
      {"[for x in [1, 2, 3] : x * 2 if x != 2]", "[2,6]", "tuple"},
      {"[for i, x in [\"p\", \"q\"] : \"${i}${x}\"]", "[\"0p\",\"1q\"]", "tuple"},
      {"{for k, v in {b = 1, a = 2} : v => k}", "{\"1\":\"b\",\"2\":\"a\"}", "object"},
      {"{for v in [\"aa\", \"ab\", \"b\"] : substr(v, 0, 1) => v...}",
          "{\"a\":[\"aa\",\"ab\"],\"b\":[\"b\"]}", "object"},
      {"{for v in [1, 1] : v => v}", NULL, NULL},
      {"[{n = [1, 2]}, {n = [3]}][*].n[0]", "[1,3]", "tuple"},
      {"[{n = 1}, {n = 3}].*.n", "[1,3]", "tuple"},
      {"null[*]", "[]", "tuple"},
      {"\"x\"[*]", "[\"x\"]", "tuple"},
  };
  CHECK(answers);
}

static void functions(void **state) {
  (void)state;
  static const answer answers[] = {
      {"replace(\"x.y.z\", \".\", \"/\")", "\"x/y/z\"", "string"},
      {"replace(\"a1b22\", \"/[0-9]+/\", \"#\")", "\"a#b#\"", "string"},
      {"substr(\"grüße\", 2, 3)", "\"üße\"", "string"},
      {"substr(\"hello\", -2, -1)", "\"lo\"", "string"},
      {"split(\",\", \"\")", "[\"\"]", "list of string"},
      {"join(\"+\", [1, 2], [\"c\"])", "\"1+2+c\"", "string"},
      {"format(\"%s-%03d|%5.1f|%t\", \"n\", 7, 2.25, true)", "\"n-007|  2.2|true\"", "string"},
      {"format(\"%d\")", NULL, NULL},
      {"merge({a = 1, b = 2}, null, {b = 3})", "{\"a\":1,\"b\":3}", "object"},
      {"coalesce(\"\", null, \"z\")", "\"z\"", "string"},
      {"coalesce(null, \"\")", NULL, NULL},
      {"try({}.a, \"other\")", "\"other\"", "string"},
      {"can({}.a)", "false", "bool"},
      {"lookup({a = 1}, \"z\", 4)", "4", "number"},
      {"toset([\"c\", \"a\", \"c\"])", "[\"a\",\"c\"]", "set of string"},
      {"tolist([1, \"b\"])", "[\"1\",\"b\"]", "list of string"},
      {"tomap({a = true, b = \"c\"})", "{\"a\":\"true\",\"b\":\"c\"}", "map of string"},
      {"tonumber(\"1e2\")", "100", "number"},
      {"tonumber(\"ten\")", NULL, NULL},
      {"max([3, 9, 4]...)", "9", "number"},
      {"flatten([[1, [2]], [], [3]])", "[1,2,3]", "tuple"},
      {"zipmap([\"p\", \"q\"], [1, 2])", "{\"p\":1,\"q\":2}", "object"},
      {"range(2, 7, 2)", "[2,4,6]", "list of number"},
      {"range(5000)", NULL, NULL},
      {"jsonencode({b = [1, null], a = \"<\"})", "\"{\\\"a\\\":\\\"\\\\u003c\\\",\\\"b\\\":[1,null]}\"",
          "string"},
      {"jsondecode(\"{\\\"a\\\": [1]}\").a[0]", "1", "number"},
      {"base64decode(base64encode(\"amlint\"))", "\"amlint\"", "string"},
      {"setproduct([\"a\", \"b\"], [1])", "[[\"a\",1],[\"b\",1]]", "list of tuple"},
      {"element([\"a\", \"b\"], 3)", "\"b\"", "string"},
      {"element([\"a\", \"b\", \"c\"], -1)", "\"c\"", "string"}, /* since Terraform 1.10, by its page */
      {"element([\"a\", \"b\", \"c\"], -4)", "\"c\"", "string"},
      {"chunklist([1, 2, 3], 2)", "[[1,2],[3]]", "list of list of number"},
      {"nofunction(1)", NULL, NULL},
      {"title(\"two words\")", "\"Two Words\"", "string"},
      {"trim(\"--a--\", \"-\")", "\"a\"", "string"},
      {"regex(\"[0-9]+\", \"ab12\")", "\"12\"", "string"},
      {"sha256(\"\")", "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"", "string"},
      {"signum(-2.5)", NULL, NULL},
      {"one([])", "null", "dynamic"},
      {"sum([1, 2.5])", "3.5", "number"},
      {"parseint(\"ff\", 16)", "255", "number"},
  };
  CHECK(answers);
}

/* What is not known stays so, with what is certain of it. */
static void unknown_values(void **state) {
  (void)state;
  static const struct {
    const char *text, *prefix, *suffix;
    bool is_known;
  } cases[] = {
      {"\"a-${timestamp()}-z\"", "a-", "-z", false},
      {"upper(\"a-${timestamp()}\")", "A-", "", false},
      {"timestamp() == \"x\" && false", "", "", true},
      {"try(timestamp(), \"x\")", "", "", false},
      {"coalesce(timestamp(), \"x\")", "", "", false},
      {"uuid() == \"\" ? \"same\" : \"same\"", "", "", true},
      {"startswith(\"a${uuid()}\", \"b\")", "", "", true},
      {"[for x in split(\",\", uuid()) : x]", "", "", false},
      {"length([uuid()])", "", "", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    hcl_text t;
    hcl_text_init(&t);
    const aml_value *got = hcl_text_value(&t, aml_sv_of(cases[i].text));
    if (t.failures > 0 || (got->kind != AML_UNKNOWN) != cases[i].is_known) {
      fail_msg("%s is %s", cases[i].text, aml_value_json(&t.arena, got, false).data);
    }
    if (!cases[i].is_known) {
      assert_true(aml_sv_eq(got->as.unknown->prefix, aml_sv_of(cases[i].prefix)));
      assert_true(aml_sv_eq(got->as.unknown->suffix, aml_sv_of(cases[i].suffix)));
    }
    aml_arena_release(&t.arena);
  }
}

/* HCL computes with 512 bits and writes all digits that tell a number apart: 2 - 1.2 is 0.7999..., with 153
 * digits, and 10 * 0.8 is 8. Answers of go-cty 1.12.1; a quotient by zero is infinite there. */
static void digits_beyond_doubles(void **state) {
  (void)state;
  static const answer known[] = {
      {"\"n${10 / 4}\"", "\"n2.5\"", "string"},
      {"\"n${0.1 + 0.2}\"", "\"n0.3\"", "string"},
      {"\"n${10 * 0.8}\"", "\"n8\"", "string"},
      {"\"n${3 / 10}\"", "\"n0.3\"", "string"},
      {"2 - 1.2 < 1", "true", "bool"},
      {"sum([0.1, 0.2]) == 0.3", "true", "bool"},
      {"tostring(pow(2.5, 2))", "\"6.25\"", "string"},
      {"ceil(log(16, 2))", "4", "number"},
      {"format(\"%.1f\", 0.25)", "\"0.2\"", "string"},
  };
  static const char *const unknown[] = {"\"${2 - 1.2}s\"", "\"${7.7 - 7}s\"", "\"${1.1 * 1.1}s\"",
      "tostring(2 - 1.2)", "\"${1e21 + 1}s\"", "\"${1 / 3 * 3}s\"", "2 - 1.2 == 0.8", "2 - 1.2 < 0.8",
      "0.8 >= 2 - 1.2", "max(0.8, 2 - 1.2)", "format(\"%v\", 2 - 1.2)", "format(\"%s\", 2 - 1.2)",
      "format(\"%d\", (2 - 1.2) * 5)", "format(\"%.20f\", 0.1)", "format(\"%.1f\", 0.35)",
      "format(\"%d\", 100 - 1e17)", "jsonencode({a = 2 - 1.2})", "floor((2 - 1.2) * 5)",
      "[for i in range(0, 1, 0.1) : tostring(i)][7]", "\"${sum([2, -1.2])}s\"",
      "\"${1.00000000000000000001}s\"", "\"${tonumber(\"10000000000000000000000001\")}s\"",
      "floor(1.99999999999999999999)", "\"${pow(1.1, 2)}s\"", "\"${1e308 * 1e10}s\"", "1 / 0",
      "\"${-1 / 0}s\"", "1 / 0 > 5", "log(0, 2)"};
  CHECK(known);
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
    hcl_text t;
    hcl_text_init(&t);
    const aml_value *got = hcl_text_value(&t, aml_sv_of(unknown[i]));
    if (t.failures > 0 || t.diags.list.count > 0 || got->kind != AML_UNKNOWN) {
      fail_msg("%s is %s", unknown[i], aml_value_json(&t.arena, got, false).data);
    }
    aml_arena_release(&t.arena);
  }
}

static void bounds_hold(void **state) {
  (void)state;
  static const char *const texts[] = {
      "setproduct(range(1000), range(1000), range(1000))",
      "join(\"\", [for x in range(1000) : join(\"\", [for y in range(1000) : join(\",\", range(1000))])])",
      "format(\"%9999999d\", 1)",
      "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : c]]]",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    hcl_text t;
    hcl_text_init(&t);
    const aml_value *got = hcl_text_value(&t, aml_sv_of(texts[i]));
    if (!t.eval.hit_limit && t.failures == 0) {
      fail_msg("%s is %s", texts[i], aml_kind_name(got->kind));
    }
    aml_arena_release(&t.arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators),
      cmocka_unit_test(texts),
      cmocka_unit_test(collections),
      cmocka_unit_test(functions),
      cmocka_unit_test(unknown_values),
      cmocka_unit_test(digits_beyond_doubles),
      cmocka_unit_test(bounds_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
