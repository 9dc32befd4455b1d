#include <cjson/cJSON.h>

#include "arm/expand_json.h"
#include "arm_text.h"

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

/* The JSON that `amlint expand` prints, read back by somebody else's reader. */
static cJSON *expand_to_json(expansion *run, aml_arena *arena, const char *text) {
  expand_alone(run, arena, text);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_json json;
  aml_json_init(&json, append, &out, AML_JSON_PRETTY);
  aml_arm_expand_json(&run->resources, &json);
  assert_true(aml_json_finish(&json));
  cJSON *root = cJSON_Parse(aml_strbuf_view(&out).data);
  assert_non_null(root);
  return root;
}

static const char *text_of(const cJSON *object, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  return text != NULL ? text : "(none)";
}

static void prints_resources_in_order(void **state) {
  expansion run;
  cJSON *root = expand_to_json(&run, *state,
      TEMPLATE("`parameters`:{`n`:{`type`:`int`},`on`:{`type`:`bool`},`pw`:{`type`:`securestring`,`"
               "defaultValue`:`p`}},"
               "`resources`:[{`type`:`A.B/"
               "c`,`apiVersion`:`2024-01-01`,`name`:`x`,`condition`:`[parameters('on')]`,"
               "`copy`:{`name`:`l`,`count`:1},`tags`:{`a`:`b`},`properties`:{`n`:`[parameters('n')]`,"
               "`s`:`[parameters('pw')]`,`i`:`[copyIndex()]`},`resources`:[{`type`:`d`,`apiVersion`:`1`,`"
               "name`:`y`}]}]"));
  assert_int_equal(cJSON_GetArraySize(root), 2);
  const cJSON *first = cJSON_GetArrayItem(root, 0);
  assert_string_equal(text_of(first, "type"), "A.B/c");
  assert_string_equal(text_of(first, "name"), "x");
  assert_string_equal(text_of(first, "apiVersion"), "2024-01-01");
  assert_string_equal(text_of(first, "condition"), "[parameters('on')]");
  assert_string_equal(text_of(first, "copy"), "l[0]");
  assert_string_equal(text_of(cJSON_GetObjectItemCaseSensitive(first, "scope"), "level"), "resourceGroup");
  assert_string_equal(text_of(cJSON_GetObjectItemCaseSensitive(first, "tags"), "a"), "b");
  const cJSON *properties = cJSON_GetObjectItemCaseSensitive(first, "properties");
  assert_string_equal(
      text_of(cJSON_GetObjectItemCaseSensitive(properties, "n"), "$unknown"), "parameter 'n' has no value");
  assert_string_equal(text_of(properties, "s"), "***");
  assert_int_equal((int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(properties, "i")), 0);
  assert_string_equal(text_of(cJSON_GetArrayItem(root, 1), "type"), "A.B/c/d");
  assert_string_equal(text_of(cJSON_GetArrayItem(root, 1), "name"), "x/y");
  cJSON_Delete(root);
}

static void prints_an_empty_array_for_nothing(void **state) {
  expansion run;
  cJSON *root = expand_to_json(&run, *state, TEMPLATE("`resources`:[]"));
  assert_true(cJSON_IsArray(root));
  assert_int_equal(cJSON_GetArraySize(root), 0);
  cJSON_Delete(root);
}

static void evaluates_an_expression_by_itself(void **state) {
  static const char *const rows[][3] = {
      {"[concat('a', 'b')]", "'ab'", ""},
      {"plain", "'plain'", ""},
      {"[subscription().subscriptionId]", "?", ""},
      {"[parameters('x')]", "?", "AML013 Parameter 'x' does not exist."},
      {"[add(1,)]", "?", NULL},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    expansion run;
    begin_expansion(&run, *state);
    const aml_value *string = read_root(&run, "(expression)", aml_sv_format(*state, "`%s`", rows[i][0]).data);
    const aml_value *value = aml_arm_evaluate(&run.context, run.sources, string, *state, &run.diags);
    assert_sv_equal(text_of_value(*state, value), aml_sv_of(rows[i][1]));
    if (rows[i][2] != NULL) {
      assert_sv_equal(list_diags(&run), aml_sv_of(rows[i][2]));
    } else {
      assert_string_equal(run.diags.list.items[0].rule, "AML001");
      assert_sv_equal(marked_text(&run, 0), AML_SV(")"));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(prints_resources_in_order),
      TEST_CASE(prints_an_empty_array_for_nothing),
      TEST_CASE(evaluates_an_expression_by_itself),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
