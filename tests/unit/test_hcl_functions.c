/* Functions of Terraform. The answers were written by hand, and each was then checked (2026-11):
 * - with HCL 2's own evaluator (2.14) and cty's functions and conversions (1.12), run on the same
 *   expressions: all that are not named below;
 * - with Go's regexp: replace with a pattern;
 * - with Python's standard library, or with an example or a sentence of their page
 *   (https://developer.hashicorp.com/terraform/language/functions/NAME): alltrue, anytrue, base64decode,
 *   base64encode, base64sha256, base64sha512, basename, cidrhost, cidrnetmask, cidrsubnet, cidrsubnets,
 *   dirname, index, length of an object or a string, md5, one, sha1, sha256, sha512, strcontains, sum,
 * timecmp, urlencode, uuidv5;
 * - with the sources of zclconf/go-cty-yaml (resolve.go): yamldecode;
 * - with their page alone: coalesce, endswith, lookup without a default, startswith. */
#include "hcl_text.h"

#include "test.h"

typedef struct answer {
  const char *text, *value; /* as JSON; NULL: it is an error */
} answer;

static void check(const answer *answers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    hcl_text t;
    hcl_text_init(&t);
    const aml_value *got = hcl_text_value(&t, aml_sv_of(answers[i].text));
    aml_sv value = aml_value_json(&t.arena, got, false);
    bool is_error = t.failures > 0;
    if (is_error != (answers[i].value == NULL)) {
      fail_msg("%s is %s: %.*s", answers[i].text, value.data, AML_SV_ARG(t.message));
    }
    if (answers[i].value != NULL && strcmp(value.data, answers[i].value) != 0) {
      fail_msg("%s is %s, not %s", answers[i].text, value.data, answers[i].value);
    }
    aml_arena_release(&t.arena);
  }
}

#define CHECK(answers) check(answers, sizeof(answers) / sizeof(answers)[0])

static void numbers(void **state) {
  (void)state;
  static const answer answers[] = {{"abs(23)", "23"}, {"abs(0)", "0"}, {"abs(-12.4)", "12.4"},
      {"ceil(5)", "5"}, {"ceil(5.1)", "6"}, {"floor(5)", "5"}, {"floor(4.9)", "4"}, {"ceil(-0.5)", "0"},
      {"floor(-0.5)", "-1"}, {"log(16, 2)", "4"}, {"max(12, 54, 3)", "54"}, {"max([12, 54, 3]...)", "54"},
      {"min(12, 54, 3)", "3"}, {"min([12, 54, 3]...)", "3"}, {"parseint(\"100\", 10)", "100"},
      {"parseint(\"FF\", 16)", "255"}, {"parseint(\"-10\", 16)", "-16"},
      {"parseint(\"1011111011101111\", 2)", "48879"}, {"parseint(\"aA\", 62)", "656"},
      {"parseint(\"12\", 2)", NULL}, {"parseint(\"1\", 63)", NULL}, {"pow(3, 2)", "9"}, {"pow(4, 0)", "1"},
      {"signum(-13)", "-1"}, {"signum(0)", "0"}, {"signum(344)", "1"}, {"sum([10, 13, 6, 4.5])", "33.5"},
      {"max()", NULL}, {"sum([])", NULL}, {"abs(\"x\")", NULL}, {"abs(null)", NULL}, {"abs()", NULL},
      {"abs(1, 2)", NULL}};
  CHECK(answers);
}

static void texts(void **state) {
  (void)state;
  static const answer answers[] = {{"chomp(\"hello\\n\")", "\"hello\""},
      {"chomp(\"hello\\r\\n\")", "\"hello\""}, {"chomp(\"hello\\n\\n\")", "\"hello\""},
      {"endswith(\"hello world\", \"world\")", "true"}, {"endswith(\"hello world\", \"hello\")", "false"},
      {"startswith(\"hello world\", \"hello\")", "true"}, {"strcontains(\"hello world\", \"wor\")", "true"},
      {"strcontains(\"hello world\", \"wod\")", "false"},
      {"format(\"Hello, %s!\", \"Ander\")", "\"Hello, Ander!\""},
      {"format(\"There are %d lights\", 4)", "\"There are 4 lights\""},
      {"format(\"%#v\", \"hello\")", "\"\\\"hello\\\"\""}, {"format(\"%05d\", 42)", "\"00042\""},
      {"format(\"%.2f\", 3.14159)", "\"3.14\""}, {"format(\"%x\", 255)", "\"ff\""},
      {"format(\"%X\", 255)", "\"FF\""}, {"format(\"%b\", 5)", "\"101\""}, {"format(\"%b\", -5)", "\"-101\""},
      {"format(\"%x\", -255)", "\"-ff\""}, {"format(\"%o\", 8)", "\"10\""},
      {"format(\"%q\", \"a\")", "\"\\\"a\\\"\""}, {"format(\"%t\", true)", "\"true\""},
      {"format(\"%-5s|\", \"ab\")", "\"ab   |\""}, {"format(\"%5s|\", \"ab\")", "\"   ab|\""},
      {"format(\"%[2]s %[1]s\", \"a\", \"b\")", "\"b a\""}, {"format(\"%v\", [1, 2])", "\"[1,2]\""},
      {"format(\"100%%\")", "\"100%\""}, {"format(\"%s\")", NULL}, {"format(\"%s\", 1, 2)", NULL},
      {"format(\"%z\", 1)", NULL}, {"format(\"%d\", \"x\")", NULL}, {"format(\"%d\", 1.5)", NULL},
      {"format(\"%d\", 2.0)", "\"2\""},
      {"formatlist(\"Hello, %s!\", [\"Valentina\", \"Ander\"])", "[\"Hello, Valentina!\",\"Hello, Ander!\"]"},
      {"formatlist(\"%s, %s!\", \"Salutations\", [\"Valentina\", \"Ander\"])",
          "[\"Salutations, Valentina!\",\"Salutations, Ander!\"]"},
      {"formatlist(\"%s%s\", [\"a\"], [\"b\", \"c\"])", NULL},
      {"indent(2, \"a\\nb\\nc\")", "\"a\\n  b\\n  c\""},
      {"join(\"-\", [\"foo\", \"bar\", \"baz\"])", "\"foo-bar-baz\""}, {"join(\", \", [\"foo\"])", "\"foo\""},
      {"join(\",\", [\"a\"], [\"b\"])", "\"a,b\""}, {"lower(\"HELLO\")", "\"hello\""},
      {"lower(\"АЛЛО!\")", "\"алло!\""}, {"upper(\"hello\")", "\"HELLO\""},
      {"title(\"hello world\")", "\"Hello World\""},
      {"regex(\"[a-z]+\", \"53453453.345345aaabbbccc23454\")", "\"aaabbbccc\""},
      {"regex(\"[a-z]+\", \"53453453.34534523454\")", NULL},
      {"regexall(\"[a-z]+\", \"1234abcd5678efgh9\")", "[\"abcd\",\"efgh\"]"},
      {"regexall(\"a*\", \"baac\")", "[\"\",\"aa\",\"\"]"},
      {"replace(\"baac\", \"/a*/\", \"x\")", "\"xbxcx\""},
      {"length(regexall(\"[a-z]+\", \"123456789\"))", "0"},
      {"replace(\"1 + 2 + 3\", \"+\", \"-\")", "\"1 - 2 - 3\""},
      {"replace(\"hello world\", \"/w.*d/\", \"everybody\")", "\"hello everybody\""},
      {"split(\",\", \"foo,bar,baz\")", "[\"foo\",\"bar\",\"baz\"]"}, {"split(\",\", \"foo\")", "[\"foo\"]"},
      {"split(\",\", \"\")", "[\"\"]"}, {"strrev(\"hello\")", "\"olleh\""}, {"strrev(\"a ☃\")", "\"☃ a\""},
      {"substr(\"hello world\", 1, 4)", "\"ello\""}, {"substr(\"🤔🤷\", 0, 1)", "\"🤔\""},
      {"substr(\"hello world\", -5, -1)", "\"world\""}, {"substr(\"hello world\", 6, 10)", "\"world\""},
      {"trim(\"?!hello?!\", \"!?\")", "\"hello\""}, {"trim(\"foobar\", \"far\")", "\"oob\""},
      {"trimprefix(\"helloworld\", \"hello\")", "\"world\""},
      {"trimprefix(\"--hello\", \"-\")", "\"-hello\""},
      {"trimsuffix(\"helloworld\", \"world\")", "\"hello\""}, {"trimspace(\"  hello\\n\\n\")", "\"hello\""},
      {"basename(\"foo/bar/baz.txt\")", "\"baz.txt\""}, {"dirname(\"foo/bar/baz.txt\")", "\"foo/bar\""}};
  CHECK(answers);
}

static void lists(void **state) {
  (void)state;
  static const answer answers[] = {{"alltrue([\"true\", true])", "true"}, {"alltrue([true, false])", "false"},
      {"alltrue([])", "true"}, {"anytrue([\"true\"])", "true"}, {"anytrue([true, false])", "true"},
      {"anytrue([])", "false"},
      {"chunklist([\"a\", \"b\", \"c\", \"d\", \"e\"], 2)", "[[\"a\",\"b\"],[\"c\",\"d\"],[\"e\"]]"},
      {"chunklist([\"a\", \"b\"], 1)", "[[\"a\"],[\"b\"]]"}, {"chunklist([1], -1)", NULL},
      {"coalesce(\"a\", \"b\")", "\"a\""}, {"coalesce(\"\", \"b\")", "\"b\""}, {"coalesce(null, 1)", "1"},
      {"coalesce([\"\", \"b\"]...)", "\"b\""}, {"coalesce(\"\", null)", NULL},
      {"coalescelist([\"a\", \"b\"], [\"c\", \"d\"])", "[\"a\",\"b\"]"},
      {"coalescelist([], [\"c\", \"d\"])", "[\"c\",\"d\"]"},
      {"compact([\"a\", \"\", \"b\", null, \"c\"])", "[\"a\",\"b\",\"c\"]"},
      {"concat([\"a\", \"\"], [\"b\", \"c\"])", "[\"a\",\"\",\"b\",\"c\"]"},
      {"contains([\"a\", \"b\", \"c\"], \"a\")", "true"}, {"contains([\"a\", \"b\", \"c\"], \"d\")", "false"},
      {"contains([1, 2], \"1\")", "false"}, {"distinct([1, \"1\", 1])", "[\"1\"]"},
      {"index([1], \"1\")", NULL},
      {"distinct([\"a\", \"b\", \"a\", \"c\", \"d\", \"b\"])", "[\"a\",\"b\",\"c\",\"d\"]"},
      {"element([\"a\", \"b\", \"c\"], 1)", "\"b\""}, {"element([\"a\", \"b\", \"c\"], 3)", "\"a\""},
      {"element([], 0)", NULL}, {"flatten([[\"a\", \"b\"], [], [\"c\"]])", "[\"a\",\"b\",\"c\"]"},
      {"flatten([[[\"a\", \"b\"], []], [\"c\"]])", "[\"a\",\"b\",\"c\"]"},
      {"index([\"a\", \"b\", \"c\"], \"b\")", "1"}, {"index([\"a\"], \"b\")", NULL}, {"length([])", "0"},
      {"length([\"a\", \"b\"])", "2"}, {"length({\"a\" = \"b\"})", "1"}, {"length(\"hello\")", "5"},
      {"length(true)", NULL}, {"one([])", "null"}, {"one([\"hello\"])", "\"hello\""},
      {"one([\"hello\", \"goodbye\"])", NULL}, {"range(3)", "[0,1,2]"}, {"range(1, 4)", "[1,2,3]"},
      {"range(1, 8, 2)", "[1,3,5,7]"}, {"range(4, 1)", "[4,3,2]"}, {"range(10, 5, -2)", "[10,8,6]"},
      {"range(1, 5, 0)", NULL}, {"reverse([1, 2, 3])", "[3,2,1]"},
      {"setintersection([\"a\", \"b\"], [\"b\", \"c\"], [\"b\", \"d\"])", "[\"b\"]"},
      {"setproduct([\"development\", \"staging\"], [\"app1\"])",
          "[[\"development\",\"app1\"],[\"staging\",\"app1\"]]"},
      {"setsubtract([\"a\", \"b\", \"c\"], [\"a\", \"c\"])", "[\"b\"]"},
      {"setunion([\"a\", \"b\"], [\"b\", \"c\"], [\"d\"])", "[\"a\",\"b\",\"c\",\"d\"]"},
      {"slice([\"a\", \"b\", \"c\", \"d\"], 1, 3)", "[\"b\",\"c\"]"}, {"slice([1], 0, 2)", NULL},
      {"sort([\"e\", \"d\", \"a\", \"x\"])", "[\"a\",\"d\",\"e\",\"x\"]"},
      {"toset([\"a\", \"b\", \"a\"])", "[\"a\",\"b\"]"}, {"tolist([\"a\", 3])", "[\"a\",\"3\"]"}};
  CHECK(answers);
}

static void maps(void **state) {
  (void)state;
  static const answer answers[] = {{"keys({a = 1, c = 2, d = 3})", "[\"a\",\"c\",\"d\"]"},
      {"values({a = 3, c = 2, d = 1})", "[3,2,1]"},
      {"lookup({a = \"ay\", b = \"bee\"}, \"a\", \"what?\")", "\"ay\""},
      {"lookup({a = \"ay\", b = \"bee\"}, \"c\", \"what?\")", "\"what?\""},
      {"lookup({a = \"ay\"}, \"c\")", NULL},
      {"merge({a = \"b\", c = \"d\"}, {e = \"f\", c = \"z\"})", "{\"a\":\"b\",\"c\":\"z\",\"e\":\"f\"}"},
      {"merge({a = \"b\"}, null)", "{\"a\":\"b\"}"}, {"zipmap([\"a\", \"b\"], [1, 2])", "{\"a\":1,\"b\":2}"},
      {"zipmap([\"a\"], [1, 2])", NULL}, {"tomap({\"a\" = 1, \"b\" = 2})", "{\"a\":1,\"b\":2}"},
      {"tomap({\"a\" = \"foo\", \"b\" = true})", "{\"a\":\"foo\",\"b\":\"true\"}"}};
  CHECK(answers);
}

static void conversions(void **state) {
  (void)state;
  static const answer answers[] = {{"tobool(true)", "true"}, {"tobool(\"true\")", "true"},
      {"tobool(null)", "null"}, {"tobool(\"no\")", NULL}, {"tobool(1)", NULL}, {"tonumber(1)", "1"},
      {"tonumber(\"1\")", "1"}, {"tonumber(null)", "null"}, {"tonumber(\"no\")", NULL},
      {"tostring(\"hello\")", "\"hello\""}, {"tostring(1)", "\"1\""}, {"tostring(true)", "\"true\""},
      {"tostring(null)", "null"}, {"tostring([])", NULL}, {"can(\"x\" + 1)", "false"}, {"can(1)", "true"},
      {"try(\"x\" + 1, \"fallback\")", "\"fallback\""}, {"try(1, 2)", "1"}, {"try(\"x\" + 1)", NULL},
      {"base64encode(\"Hello World\")", "\"SGVsbG8gV29ybGQ=\""},
      {"base64decode(\"SGVsbG8gV29ybGQ=\")", "\"Hello World\""}, {"base64decode(\"?\")", NULL},
      {"jsonencode({\"hello\" = \"world\"})", "\"{\\\"hello\\\":\\\"world\\\"}\""},
      {"jsondecode(\"{\\\"hello\\\": \\\"world\\\"}\")", "{\"hello\":\"world\"}"},
      {"jsondecode(\"true\")", "true"}, {"jsondecode(\"{\")", NULL},
      {"urlencode(\"Hello World!\")", "\"Hello+World%21\""}, {"urlencode(\"☃\")", "\"%E2%98%83\""},
      {"sha1(\"hello world\")", "\"2aae6c35c94fcfb415dbe95f408b9ce91ee846ed\""},
      {"sha256(\"hello world\")", "\"b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9\""},
      {"nothing(1)", NULL}};
  CHECK(answers);
}

static void digests(void **state) {
  (void)state;
  static const answer answers[] = {{"md5(\"hello world\")", "\"5eb63bbbe01eeed093cb22bb8f5acdc3\""},
      {"sha512(\"hello world\")", "\"309ecc489c12d6eb4cc40f50c902f2b4d0ed77ee511a7c7a9bcd3ca86d4cd86f989dd35b"
                                  "c5ff499670da34255b45b0cfd830e81f605dcf7dc5542e93ae9cd76f\""},
      {"base64sha256(\"hello world\")", "\"uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=\""},
      {"base64sha512(\"\")",
          "\"z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==\""},
      {"uuidv5(\"dns\", \"www.terraform.io\")", "\"a5008fae-b28c-5ba5-96cd-82b4c53552d6\""},
      {"uuidv5(\"url\", \"https://www.terraform.io/\")", "\"9db6f67c-dd95-5ea0-aa5b-e70e5c5f7cf5\""},
      {"uuidv5(\"oid\", \"1.3.6.1.4\")", "\"af9d40a5-7a36-5c07-b23a-851cd99fbfa5\""},
      {"uuidv5(\"x500\", \"CN=Example,C=GB\")", "\"84e09961-4aa4-57f8-95b7-03edb1073253\""},
      {"uuidv5(\"6BA7B810-9dad-11d1-80b4-00c04fd430c8\", \"www.terraform.io\")",
          "\"a5008fae-b28c-5ba5-96cd-82b4c53552d6\""}};
  CHECK(answers);
}

static void networks(void **state) {
  (void)state;
  static const answer answers[] = {{"cidrhost(\"10.12.112.0/20\", 16)", "\"10.12.112.16\""},
      {"cidrhost(\"10.12.112.0/20\", 268)", "\"10.12.113.12\""},
      {"cidrhost(\"fd00:fd12:3456:7890:00a2::/72\", 34)", "\"fd00:fd12:3456:7890::22\""},
      {"cidrhost(\"10.0.0.0/8\", -1)", "\"10.255.255.255\""},
      {"cidrhost(\"192.168.1.7/30\", 3)", "\"192.168.1.7\""}, {"cidrhost(\"10.0.0.0/30\", 4)", NULL},
      {"cidrhost(\"10.0.0.0/30\", -5)", NULL}, {"cidrhost(\"10.0.0.0\", 1)", NULL},
      {"cidrnetmask(\"172.16.0.0/12\")", "\"255.240.0.0\""}, {"cidrnetmask(\"fd00::/48\")", NULL},
      {"cidrsubnet(\"172.16.0.0/12\", 4, 2)", "\"172.18.0.0/16\""},
      {"cidrsubnet(\"10.1.2.0/24\", 4, 15)", "\"10.1.2.240/28\""},
      {"cidrsubnet(\"fd00:fd12:3456:7890::/56\", 16, 162)", "\"fd00:fd12:3456:7800:a200::/72\""},
      {"cidrsubnet(\"10.0.0.0/8\", 0, 0)", "\"10.0.0.0/8\""}, {"cidrsubnet(\"10.1.2.0/24\", 4, 16)", NULL},
      {"cidrsubnet(\"10.1.2.0/24\", 9, 0)", NULL},
      {"cidrsubnets(\"10.1.0.0/16\", 4, 4, 8, 4)",
          "[\"10.1.0.0/20\",\"10.1.16.0/20\",\"10.1.32.0/24\",\"10.1.48.0/20\"]"},
      {"cidrsubnets(\"fd00:fd12:3456:7890::/56\", 16, 16, 16, 32)",
          "[\"fd00:fd12:3456:7800::/72\",\"fd00:fd12:3456:7800:100::/72\",\"fd00:fd12:3456:7800:200::/"
          "72\",\"fd00:fd12:3456:7800:300::/88\"]"},
      {"cidrsubnets(\"10.1.0.0/16\")", "[]"}, {"cidrsubnets(\"10.1.0.0/30\", 1, 1, 1)", NULL},
      {"cidrsubnets(\"10.1.0.0/30\", 3)", NULL}, {"cidrsubnets(\"10.1.0.0/30\", 0)", NULL}};
  CHECK(answers);
}

static void yaml(void **state) {
  (void)state;
  static const answer answers[] = {{"yamldecode(\"hello: world\")", "{\"hello\":\"world\"}"},
      {"yamldecode(\"true\")", "true"},
      {"yamldecode(\"{a: &foo [1, 2, 3], b: *foo}\")", "{\"a\":[1,2,3],\"b\":[1,2,3]}"},
      {"yamldecode(\"b: yes\\na: \\\"yes\\\"\\nc: off\\nd: no way\\ne: ~\\nf: |\\n  y\\n\")",
          "{\"a\":\"yes\",\"b\":true,\"c\":false,\"d\":\"no way\",\"e\":null,\"f\":\"y\\n\"}"},
      {"yamldecode(\"[1, -2.5, 1e3, x-1, 2nd]\")[1]", "-2.5"},
      {"yamldecode(\"nodes: {min: 2}\").nodes.min", "2"}, {"yamldecode(\"a: [\")", NULL}};
  CHECK(answers);
}

/* The examples of their pages; tests/data/hcl/tables.jsonl has more. */
static void tables(void **state) {
  (void)state;
  static const answer answers[] = {
      {"csvdecode(\"a,b,c\\n1,2,3\\n4,5,6\")",
          "[{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"},{\"a\":\"4\",\"b\":\"5\",\"c\":\"6\"}]"},
      {"csvdecode(\"\")", NULL},
      {"matchkeys([\"i-123\", \"i-abc\", \"i-def\"], [\"us-west\", \"us-east\", \"us-east\"], [\"us-east\"])",
          "[\"i-abc\",\"i-def\"]"},
      {"matchkeys([\"a\"], [\"x\", \"y\"], [\"x\"])", NULL},
      {"transpose({\"a\" = [\"1\", \"2\"], \"b\" = [\"2\", \"3\"]})",
          "{\"1\":[\"a\"],\"2\":[\"a\",\"b\"],\"3\":[\"b\"]}"},
      {"yamlencode({\"a\":\"b\", \"c\":\"d\"})", "\"\\\"a\\\": \\\"b\\\"\\n\\\"c\\\": \\\"d\\\"\\n\""},
      {"yamlencode({\"foo\":[1, 2, 3], \"bar\": \"baz\"})",
          "\"\\\"bar\\\": \\\"baz\\\"\\n\\\"foo\\\":\\n- 1\\n- 2\\n- 3\\n\""},
      {"yamlencode({\"foo\":[1, {\"a\":\"b\",\"c\":\"d\"}, 3], \"bar\": \"baz\"})",
          "\"\\\"bar\\\": \\\"baz\\\"\\n\\\"foo\\\":\\n- 1\\n- \\\"a\\\": \\\"b\\\"\\n  \\\"c\\\": "
          "\\\"d\\\"\\n- 3\\n\""},
      {"textencodebase64(\"Hello World\", \"UTF-16LE\")", "\"SABlAGwAbABvACAAVwBvAHIAbABkAA==\""},
      {"textdecodebase64(\"SABlAGwAbABvACAAVwBvAHIAbABkAA==\", \"UTF-16LE\")", "\"Hello World\""}};
  CHECK(answers);
}

static void times(void **state) {
  (void)state;
  static const answer answers[] = {{"timecmp(\"2017-11-22T00:00:00Z\", \"2017-11-22T00:00:00Z\")", "0"},
      {"timecmp(\"2017-11-22T00:00:00Z\", \"2017-11-22T01:00:00Z\")", "-1"},
      {"timecmp(\"2017-11-22T01:00:00Z\", \"2017-11-22T00:59:00Z\")", "1"},
      {"timecmp(\"2017-11-22T01:00:00Z\", \"2017-11-22T00:00:00-01:00\")", "0"},
      {"timecmp(\"2017-11-22T00:00:00.5Z\", \"2017-11-22T00:00:00Z\")", "1"},
      {"timecmp(\"today\", \"2017-11-22T00:00:00Z\")", NULL}};
  CHECK(answers);
}

/* Valid calls whose value this program does not know: it depends on the time or on chance, or is not computed
 * here (patterns that PCRE2 reads in another way, dates of YAML, clusters of characters). They are unknown,
 * not errors. */
static void unknown_values(void **state) {
  (void)state;
  static const char *const calls[] = {"timestamp()", "uuid()", "bcrypt(\"x\")",
      "timeadd(timestamp(), \"1h\")", "timeadd(\"2026-11-28T8:00:00Z\", \"1h\")", "format(\"%d\", 1e20)",
      "length(\"👾🕹️\")", "regex(\"a(?=b)\", \"ab\")", "regexall(\"(a)\\\\1\", \"aa\")",
      "replace(\"aa\", \"/a++/\", \"b\")", "regex(\"[a\", \"a\")", "cidrhost(\"010.0.0.0/8\", 1)",
      "cidrhost(\"::/64\", 1)", "cidrsubnets(\"0.0.0.0/0\", 1)", "cidrsubnet(\"10.0.0.0/8\", -1, 0)",
      "uuidv5(\"mine\", \"x\")", "yamldecode(\"2001-12-14\")", "yamldecode(\"[1_000]\")[0]",
      "yamldecode(\"0x1F\")", "yamldecode(\"on: push\")", "yamldecode(\"{a: !not-supported foo}\")",
      "yamldecode(\"a: 1\\n---\\nb: 2\")", "yamlencode(1)", "yamlencode({\"a\\nb\" = 1})",
      "yamlencode([\"👾\"])", "textencodebase64(\"a\", \"windows-1252\")",
      "textdecodebase64(\"YQ==\", \"UTF-16LE\")", "base64gzip(\"a\")"};
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    hcl_text t;
    hcl_text_init(&t);
    const aml_value *got = hcl_text_value(&t, aml_sv_of(calls[i]));
    assert_int_equal(got->kind, AML_UNKNOWN);
    assert_int_equal(t.failures, 0);
    aml_arena_release(&t.arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(numbers), TEST_CASE(texts), TEST_CASE(lists), TEST_CASE(maps),
      TEST_CASE(conversions), TEST_CASE(digests), TEST_CASE(networks), TEST_CASE(yaml), TEST_CASE(tables),
      TEST_CASE(times), TEST_CASE(unknown_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
