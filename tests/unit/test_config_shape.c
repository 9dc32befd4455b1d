/* Trees against schemas: what is said, where, and what is left alone. */
#include "config/shape.h"
#include "tree/read.h"

#include "test.h"

static const char schema[] =
    "{\"type\": \"object\", \"required\": [\"name\"], \"additionalProperties\": false, \"properties\": {"
    "\"name\": {\"type\": \"string\", \"minLength\": 1}, \"level\": {\"enum\": [\"low\", \"high\"]},"
    "\"day\": {\"title\": \"a year\", \"type\": \"string\", \"pattern\": \"^[0-9]{4}$\"},"
    "\"count\": {\"type\": \"integer\"}, \"share\": {\"type\": \"number\"}, \"yes\": {\"const\": true},"
    "\"when\": {\"$ref\": \"#/definitions/language\"}, \"spot\": {\"$ref\": \"#/definitions/spot\"},"
    "\"list\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"oneOf\": [{\"type\": \"string\"},"
    "  {\"type\": \"object\", \"properties\": {\"at\": {\"type\": \"integer\"}}}]}},"
    "\"map\": {\"type\": \"object\", \"additionalProperties\": {\"type\": \"boolean\"}},"
    "\"choice\": {\"type\": \"object\", \"oneOf\": [{\"required\": [\"a\"]}, {\"required\": [\"b\"]}]}},"
    "\"definitions\": {\"language\": {\"type\": \"object\", \"required\": [\"if\"]}, \"spot\": {\"type\": "
    "\"boolean\"}}}";

static const aml_value *json(aml_arena *arena, const char *text) {
  size_t error_at = 0;
  const aml_value *value = aml_json_text_read(arena, aml_sv_of(text), AML_NO_SPAN, &error_at);
  assert_non_null(value);
  return value;
}

static aml_diags check(aml_arena *arena, const char *text, bool is_azure, size_t expected) {
  static const char *const read_elsewhere[] = {"language", NULL};
  const aml_shape shape = {.schema = json(arena, schema),
      .rule = "AML011",
      .noun = "The file",
      .read_elsewhere = read_elsewhere,
      .is_azure = is_azure};
  aml_diags diags;
  aml_diags_init(&diags, arena);
  assert_int_equal(aml_shape_check(&shape, NULL, json(arena, text), "", arena, &diags), expected);
  assert_int_equal(diags.list.count, expected);
  return diags;
}

static void says_what_is_wanted(void **state) {
  static const struct {
    const char *text, *message, *help;
  } cases[] = {
      {"[1]", "The file is '[1]'; expected an object.", ""},
      {"{}", "The file lacks the key 'name'.", ""},
      {"{\"name\": \" \"}", "'name' must not be empty.", ""},
      {"{\"name\": 7}", "'name' is '7'; expected a string.", "Put it in quotes to make it a string."},
      {"{\"name\": \"n\", \"level\": \"hihg\"}", "'level' is 'hihg'; expected one of 'low', 'high'.",
          "Did you mean 'high'?"},
      {"{\"name\": \"n\", \"level\": null}", "'level' is 'null'; expected one of 'low', 'high'.", ""},
      {"{\"name\": \"n\", \"levle\": 1}", "The file has no key 'levle'.", "Did you mean 'level'?"},
      {"{\"name\": \"n\", \"day\": \"soon\"}", "'day' is 'soon'; expected a year.", ""},
      {"{\"name\": \"n\", \"count\": 1.5}", "'count' is '1.5'; expected a whole number.", ""},
      {"{\"name\": \"n\", \"share\": \"1\"}", "'share' is '1'; expected a number.", ""},
      {"{\"name\": \"n\", \"yes\": false}", "'yes' is 'false'; expected true.", ""},
      {"{\"name\": \"n\", \"list\": []}", "'list' must not be empty.", ""},
      {"{\"name\": \"n\", \"list\": [\"a\", true]}", "'list[1]' is 'true'; expected a string or an object.",
          ""},
      {"{\"name\": \"n\", \"list\": [{\"at\": \"x\"}]}", "'list[0].at' is 'x'; expected a whole number.", ""},
      {"{\"name\": \"n\", \"map\": {\"x\": 0}}", "'map.x' is '0'; expected true or false.", ""},
      {"{\"name\": \"n\", \"spot\": 1}", "'spot' is '1'; expected true or false.", ""},
      {"{\"name\": \"n\", \"choice\": {}}", "'choice' needs one of 'a' and 'b'.", ""},
      {"{\"name\": \"n\", \"choice\": {\"a\": 1, \"b\": 2}}", "'choice' needs only one of 'a' and 'b'.", ""},
      {"{\"name\": \"n\", \"choice\": 1}", "'choice' is '1'; expected an object.", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    aml_diags diags = check(*state, cases[i].text, false, 1);
    assert_sv_equal(diags.list.items[0].message.text, aml_sv_of(cases[i].message));
    assert_sv_equal(diags.list.items[0].help, aml_sv_of(cases[i].help));
    assert_true(diags.list.items[0].is_incomplete);
  }
}

static void leaves_alone_what_fits_or_is_read_elsewhere(void **state) {
  static const char *const texts[] = {"{\"name\": \"n\", \"when\": {\"anything\": 1}}",
      "{\"name\": \"n\", \"when\": 3}",
      "{\"name\": \"n\", \"level\": \"low\", \"count\": 0, \"share\": 0.5, \"yes\": true, \"day\": \"2026\"}",
      "{\"name\": \"n\", \"list\": [\"a\", {\"at\": 1, \"else\": 2}], \"map\": {\"x\": true}}",
      "{\"name\": \"n\", \"choice\": {\"b\": 1}}"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    (void)check(*state, texts[i], false, 0);
  }
}

/* As the service reads them, and as its command line prints them. */
static void takes_azure_files_as_the_service_does(void **state) {
  (void)check(*state, "{\"NAME\": \"n\", \"level\": \"HIGH\", \"list\": null, \"map\": \"[variables('m')]\"}",
      true, 0);
  (void)check(*state, "{\"name\": \"n\", \"list\": [\"a\", null], \"count\": \"[[1]\"}", true, 1);
  aml_diags diags = check(*state, "{\"name\": null}", true, 1);
  assert_sv_equal(diags.list.items[0].message.text, AML_SV("The file lacks the key 'name'."));
  diags = check(*state, "{\"name\": \"n\", \"Name\": \"m\"}", true, 1);
  assert_sv_equal(diags.list.items[0].message.text, AML_SV("'name' appears twice."));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(says_what_is_wanted),
      TEST_CASE(leaves_alone_what_fits_or_is_read_elsewhere),
      TEST_CASE(takes_azure_files_as_the_service_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
