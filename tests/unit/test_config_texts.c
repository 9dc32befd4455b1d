/* Schema, example and documentation against the table of keys. */
#include <cjson/cJSON.h>

#include "base/strbuf.h"
#include "config/config.h"
#include "config/keys.h"
#include "engine/embedded.h"

#include "test.h"

#include "page.h"
#include "yaml_case.h"

static const cJSON *find_in_schema(const cJSON *schema, aml_sv path, aml_arena *arena) {
  while (schema != NULL && path.len > 0) {
    aml_sv step = aml_sv_split(&path, '.');
    bool is_list = aml_sv_ends(step, AML_SV("[]"));
    aml_sv name = aml_sv_slice(step, 0, step.len - (is_list ? 2 : 0));
    schema = aml_sv_eq(name, AML_SV("*"))
                 ? cJSON_GetObjectItem(schema, "additionalProperties")
                 : cJSON_GetObjectItem(cJSON_GetObjectItem(schema, "properties"), aml_sv_cstr(arena, name));
    schema = is_list ? cJSON_GetObjectItem(schema, "items") : schema;
  }
  return schema;
}

static const char *json_type(aml_config_type type) {
  switch (type) {
  case AML_CONFIG_TEXT:
  case AML_CONFIG_FILE:
  case AML_CONFIG_LINK:
  case AML_CONFIG_REGEX:
  case AML_CONFIG_WORD:
    return "string";
  case AML_CONFIG_BOOL:
    return "boolean";
  case AML_CONFIG_COUNT:
    return "integer";
  case AML_CONFIG_WORDS:
  case AML_CONFIG_LIST:
    return "array";
  case AML_CONFIG_OBJECT:
  case AML_CONFIG_MAP:
    return "object";
  case AML_CONFIG_TEXTS: /* one or a list */
  case AML_CONFIG_REGEXES:
  case AML_CONFIG_FILES:
  case AML_CONFIG_ANY:
    break;
  }
  return NULL;
}

static void assert_words(const aml_config_key *key, const cJSON *part) {
  const cJSON *words = cJSON_GetObjectItem(part, "enum");
  if (words == NULL) {
    words = cJSON_GetObjectItem(cJSON_GetObjectItem(part, "items"), "enum");
  }
  int count = 0;
  for (; key->words != NULL && key->words[count] != NULL; count++) {
    assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(words, count)), key->words[count]);
  }
  assert_int_equal(cJSON_GetArraySize(words), count);
}

static bool is_required(const cJSON *holder, const char *name) {
  const cJSON *item;
  cJSON_ArrayForEach(item, cJSON_GetObjectItem(holder, "required")) {
    if (strcmp(cJSON_GetStringValue(item), name) == 0) {
      return true;
    }
  }
  return false;
}

static cJSON *parse_schema(void) {
  aml_embedded_schema schema = {.name = ""};
  for (size_t i = 0; strcmp(schema.name, "config") != 0; i++) {
    assert_true(aml_embedded_schema_at(i, &schema));
  }
  return cJSON_Parse(schema.text.data);
}

static void schema_holds_every_key(void **state) {
  cJSON *schema = parse_schema();
  assert_non_null(schema);
  const aml_config_key *key;
  for (size_t i = 0; (key = aml_config_key_at(i)) != NULL; i++) {
    aml_sv path = aml_sv_of(key->path);
    const cJSON *part = find_in_schema(schema, path, *state);
    if (part == NULL) {
      fail_msg("the schema lacks '%s'", key->path);
    }
    const char *type = json_type(key->type);
    if (type != NULL) {
      assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(part, "type")), type);
    }
    assert_words(key, part);
    size_t dot = aml_sv_rfind_char(path, '.');
    aml_sv holder = dot == AML_NPOS ? (aml_sv){0} : aml_sv_slice(path, 0, dot);
    const char *name = dot == AML_NPOS ? key->path : key->path + dot + 1;
    assert_int_equal(is_required(find_in_schema(schema, holder, *state), name), key->is_required);
  }
  cJSON_Delete(schema);
}

static void assert_known(const cJSON *schema, aml_sv prefix, aml_arena *arena) {
  const cJSON *part;
  cJSON_ArrayForEach(part, cJSON_GetObjectItem(schema, "properties")) {
    aml_sv path =
        aml_sv_format(arena, "%.*s%s%s", AML_SV_ARG(prefix), prefix.len == 0 ? "" : ".", part->string);
    if (aml_config_key_find(path) == NULL) {
      fail_msg("the table lacks '%.*s'", AML_SV_ARG(path));
    }
    assert_known(part, path, arena);
    const cJSON *items = cJSON_GetObjectItem(part, "items");
    assert_known(items, aml_sv_join(arena, path, AML_SV("[]")), arena);
  }
}

static void schema_holds_nothing_else(void **state) {
  cJSON *schema = parse_schema();
  assert_known(schema, (aml_sv){0}, *state);
  cJSON_Delete(schema);
}

static void assert_clean(aml_arena *arena, const char *text) {
  aml_diags diags;
  aml_diags_init(&diags, arena);
  (void)aml_config_read(arena, test_read_yaml(arena, text), AML_SV("amlint.yml"), AML_SV("."), &diags);
  if (diags.list.count > 0) {
    fail_msg("%.*s\n%s", AML_SV_ARG(diags.list.items[0].message.text), text);
  }
}

/* The lines "# key: value" without their mark; sentences end with a full stop or a colon and stay comments.
 */
static const char *uncomment(aml_arena *arena, const char *text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_sv rest = aml_sv_of(text);
  while (rest.len > 0) {
    aml_sv line = aml_sv_split(&rest, '\n');
    bool is_comment = aml_sv_starts(line, AML_SV("# "));
    bool is_sentence = is_comment && line.data[2] >= 'A' && line.data[2] <= 'Z';
    aml_strbuf_add(&out, is_comment && !is_sentence ? aml_sv_slice(line, 2, line.len) : line);
    aml_strbuf_add_char(&out, '\n');
  }
  return aml_strbuf_view(&out).data;
}

static void example_is_valid(void **state) {
  assert_clean(*state, aml_embedded_example().data);
  const char *whole = uncomment(*state, aml_embedded_example().data);
  assert_clean(*state, whole);
  /* The comments are really gone: a workspace is there. */
  assert_non_null(aml_object_find(test_read_yaml(*state, whole), AML_SV("workspaces")));
  assert_non_null(aml_object_find(test_read_yaml(*state, whole), AML_SV("governance")));
}

static void page_names_every_key(void **state) {
  aml_sv page = test_read_page(*state, AMLINT_SOURCE_DIR "/docs/configuration.md");
  const aml_config_key *key;
  for (size_t i = 0; (key = aml_config_key_at(i)) != NULL; i++) {
    aml_sv path = aml_sv_of(key->path);
    size_t dot = aml_sv_rfind_char(path, '.');
    aml_sv name = dot == AML_NPOS ? path : aml_sv_slice(path, dot + 1, path.len);
    if (!aml_sv_eq(name, AML_SV("*")) &&
        aml_sv_find(page, aml_sv_format(*state, "`%.*s`", AML_SV_ARG(name)), 0) == AML_NPOS) {
      fail_msg("docs/configuration.md lacks '%s'", key->path);
    }
  }
}

static void examples_of_the_page_are_valid(void **state) {
  aml_sv page = test_read_page(*state, AMLINT_SOURCE_DIR "/docs/configuration.md");
  aml_sv open = AML_SV("\n```yaml config\n");
  size_t examples = 0;
  for (size_t at = aml_sv_find(page, open, 0); at != AML_NPOS; at = aml_sv_find(page, open, at + 1)) {
    size_t begin = at + open.len;
    size_t end = aml_sv_find(page, AML_SV("\n```"), begin);
    aml_sv example = aml_sv_dup(*state, aml_sv_slice(page, begin, end + 1));
    assert_clean(*state, example.data);
    examples++;
  }
  assert_true(examples > 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(schema_holds_every_key),
      TEST_CASE(schema_holds_nothing_else),
      TEST_CASE(example_is_valid),
      TEST_CASE(page_names_every_key),
      TEST_CASE(examples_of_the_page_are_valid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
