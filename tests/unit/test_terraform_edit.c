/* Edits of Terraform files: what is written, in the style of what is there, and what is left alone. */
#include "edit/edit.h"
#include "terraform/arguments.h"
#include "terraform/front_terraform.h"
#include "tree/read.h"

#include "test.h"

typedef struct edited { /* a text under test; `was` and `value` are JSON */
  const char *text, *was, *value;
  const char *want; /* NULL: no edit is made */
} edited;

static const aml_value *read_value(aml_arena *arena, const char *json) {
  size_t error_at = 0;
  const aml_value *value = aml_json_text_read(arena, aml_sv_of(json), AML_NO_SPAN, &error_at);
  return must_exist(value);
}

static aml_edit_text begin(aml_arena *arena, const char *name, const char *text, aml_source **source) {
  aml_sources *sources = aml_sources_new(arena);
  *source = aml_sources_add(sources, aml_sv_of(name), aml_sv_of(name));
  (*source)->bytes = aml_sv_of(text);
  return (aml_edit_text){.arena = arena, .sources = sources};
}

static void check(
    aml_arena *arena, const aml_source *source, bool is_made, const aml_edit *edit, const char *want) {
  if (!is_made || want == NULL) {
    if (is_made != (want != NULL)) {
      fail_msg("%.*s: the edit is %s", AML_SV_ARG(source->bytes), is_made ? "made" : "refused");
    }
    return;
  }
  aml_sv after = aml_edits_apply(arena, source->bytes, source->id, edit, 1);
  if (!aml_sv_eq(after, aml_sv_of(want))) {
    fail_msg("%.*s: becomes\n%.*s", AML_SV_ARG(source->bytes), AML_SV_ARG(after));
  }
}

static aml_span span_of(const aml_source *source, aml_sv part) {
  size_t at = aml_sv_find(source->bytes, part, 0);
  assert_true(at != AML_NPOS);
  return (aml_span){source->id, (uint32_t)at, (uint32_t)(at + part.len)};
}

static const aml_editor *editor(void) {
  return aml_front_terraform.editor;
}

/* `was` is what ARM is sent for the literal: a flag may be its opposite, or a word. */
static void replaces_literals(void **state) {
  static const edited cases[] = {
      {"3", "3", "0", "0"},
      {"\"3\"", "3", "0", "\"0\""},
      {"2.5", "2.5", "1", "1"},
      {"\"a\"", "\"a\"", "\"b\"", "\"b\""},
      {"true", "true", "false", "false"},
      {"true", "false", "true", "false"}, /* local_auth_enabled = true is disableLocalAuth = false */
      {"\"true\"", "false", "true", "\"false\""},
      {"false", "\"Disabled\"", "\"Enabled\"", "true"},
      {"true", "\"enabled\"", "\"Disabled\"", "false"},
      {"\"true\"", "\"Enabled\"", "\"Disabled\"", "\"false\""},
      {"\"true\"", "\"true\"", "\"x\"", "\"x\""}, /* a text that reads like a flag */
      {"true", "\"Enabled\"", "\"Sometimes\"", NULL},
      {"true", "\"Disabled\"", "\"Enabled\"", NULL}, /* it is not what was sent */
      {"true", "1", "0", NULL},
      {"3", "4", "0", NULL},
      {"3", "3", "\"x\"", NULL},
      {"03", "3", "0", NULL},
      {"\"a\"", "\"b\"", "\"c\"", NULL},
      {"\"a\"", "\"a\"", "\"${b}\"", NULL},
      {"\"a\"", "\"a\"", "\"b\\nc\"", NULL},
      {"\"a\\tb\"", "\"a\\tb\"", "\"c\"", NULL},
      {"\"${a}\"", "\"${a}\"", "\"c\"", NULL},
      {"\"a", "\"a\"", "\"c\"", NULL},
      {"var.x", "3", "0", NULL},
      {"[1]", "[1]", "[2]", NULL},
      {"3", "3", "[0]", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source;
    aml_edit_text text = begin(*state, "main.tf", cases[i].text, &source);
    aml_span place = {source->id, 0, (uint32_t)source->bytes.len};
    aml_edit edit;
    bool is_made = editor()->replace(
        &text, place, read_value(*state, cases[i].was), read_value(*state, cases[i].value), &edit);
    check(*state, source, is_made, &edit, cases[i].want);
  }
}

/* The body of the text gets 'new'. */
static void inserts_arguments(void **state) {
  static const edited cases[] = {
      {"x {\n  a    = 1\n}\n", NULL, "2", "x {\n  a    = 1\n  new  = 2\n}\n"},
      {"x {\n  a = 1\n}\n", NULL, "true", "x {\n  a = 1\n\n  new = true\n}\n"}, /* too long for the others */
      {"x {\n}\n", NULL, "\"t\"", "x {\n  new = \"t\"\n}\n"},
      {"  x {\r\n  }\r\n", NULL, "1", "  x {\r\n    new = 1\r\n  }\r\n"},
      {"x = {\n  y = {\n    z = 1\n  }\n}\n", NULL, "1", "x = {\n  new = 1\n  y = {\n    z = 1\n  }\n}\n"},
      {"x {\n\ta      = 1\n}\n", NULL, "1", "x {\n\ta      = 1\n\tnew    = 1\n}\n"},
      {"x {\n  long = [1, (2), {}]\n}\n", NULL, "1", "x {\n  long = [1, (2), {}]\n  new  = 1\n}\n"},
      {"x {\n  long = \"}${\"}\"}%%{\\\"\"\n}\n", NULL, "1",
          "x {\n  long = \"}${\"}\"}%%{\\\"\"\n  new  = 1\n}\n"},
      {"x {\n  long = 1 // }\n  # }\n  /* } */\n}\n", NULL, "1",
          "x {\n  long = 1 // }\n  new  = 1\n  # }\n  /* } */\n}\n"},
      {"x {\n  long == 1\n  a-b c\n  = 2\n}\n", NULL, "1",
          "x {\n  new = 1\n  long == 1\n  a-b c\n  = 2\n}\n"},
      {"x { a = 1 }\n", NULL, "1", NULL},
      {"x { # why\n}\n", NULL, "1", NULL},
      {"x {\n  a = <<E\n}\nE\n}\n", NULL, "1", NULL},
      {"x {\n  a = 1\n", NULL, "1", NULL},
      {"x {\n  a = \"open\n}\n", NULL, "1", NULL},
      {"x {\n  /* open }\n", NULL, "1", NULL},
      {"x\n", NULL, "1", NULL},
      {"x {\n}\n", NULL, "\"${a}\"", NULL},
      {"x {\n}\n", NULL, "[1]", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source;
    aml_edit_text text = begin(*state, "main.tf", cases[i].text, &source);
    aml_span place = {source->id, 0, (uint32_t)source->bytes.len};
    aml_edit edit;
    bool is_made = editor()->insert(&text, place, AML_SV("new"), read_value(*state, cases[i].value), &edit);
    check(*state, source, is_made, &edit, cases[i].want);
  }
}

static void inserts_nothing_elsewhere(void **state) {
  aml_source *source;
  aml_edit edit;
  const aml_value *value = read_value(*state, "1");
  aml_edit_text json = begin(*state, "main.tf.json", "{\n}\n", &source);
  assert_false(editor()->insert(&json, span_of(source, AML_SV("{\n}")), AML_SV("new"), value, &edit));
  aml_edit_text text = begin(*state, "main.tf", "x {\n}\n", &source);
  assert_false(editor()->insert(&text, span_of(source, AML_SV("x {\n}")), AML_SV("a.b"), value, &edit));
}

/* The argument 'gone'. */
static void removes_arguments(void **state) {
  static const edited cases[] = {
      {"x {\n  a = 1\n  gone = 2\n  b = 3\n}\n", NULL, NULL, "x {\n  a = 1\n  b = 3\n}\n"},
      {"x {\r\n  gone = \"}\"\r\n}\r\n", NULL, NULL, "x {\r\n}\r\n"},
      {"x {\n  gone = [1]\n", NULL, NULL, "x {\n"},
      {"x {\n  gone = 2", NULL, NULL, "x {\n"},
      {"x {\n  gone = [\n    1\n  ]\n}\n", NULL, NULL, NULL},
      {"x {\n  gone = <<EOT\nx\nEOT\n}\n", NULL, NULL, NULL},
      {"x {\n  gone {\n  }\n}\n", NULL, NULL, NULL},
      {"x { gone = 1 }\n", NULL, NULL, NULL},
      {"x {\n  a = 1, gone = 2\n}\n", NULL, NULL, NULL},
      {"gone = 2\n", NULL, NULL, NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source;
    aml_edit_text text = begin(*state, "main.tf", cases[i].text, &source);
    aml_span place = span_of(source, AML_SV("gone"));
    const aml_member member = {.name = AML_SV("gone"), .name_span = place};
    aml_edit edit;
    bool is_made = editor()->remove(&text, &member, &edit);
    check(*state, source, is_made, &edit, cases[i].want);
  }
}

/* What was written, with its type, gets a value at an argument that the provider has. */
static void sets_keys(void **state) {
  static const struct {
    const char *type, *key, *value, *want;
  } cases[] = {
      {"azurerm_machine_learning_compute_cluster", "local_auth_enabled", "true",
          "local_auth_enabled = false"},
      {"azurerm_machine_learning_compute_cluster", "ssh_public_access_enabled", "\"Disabled\"",
          "ssh_public_access_enabled = false"},
      {"azurerm_machine_learning_compute_cluster", "ssh_public_access_enabled", "\"Enabled\"",
          "ssh_public_access_enabled = true"},
      {"azurerm_machine_learning_compute_cluster", "ssh_public_access_enabled", "\"Other\"", NULL},
      {"azurerm_machine_learning_compute_cluster", "node_public_ip_enabled", "false",
          "node_public_ip_enabled = false"},
      {"azurerm_machine_learning_compute_cluster", "vm_size", "\"x\"", "vm_size = \"x\""},
      {"azurerm_machine_learning_compute_cluster", "vm_size", "\"${x}\"", NULL},
      {"azurerm_machine_learning_compute_cluster", "vm_size", "1", NULL},
      {"azurerm_machine_learning_compute_cluster", "tags", "{}", NULL},
      {"azurerm_machine_learning_compute_cluster", "type", "\"SystemAssigned\"",
          "\n  identity {\n    type = \"SystemAssigned\"\n  }"},
      {"azurerm_machine_learning_compute_cluster", "min_node_count", "0",
          NULL}, /* needs another one beside */
      {"azurerm_machine_learning_compute_cluster", "nothing", "0", NULL},
      {"azurerm_something", "vm_size", "\"x\"", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source *source;
    aml_edit_text text = begin(*state, "main.tf", "x {\n}\n", &source);
    aml_object_builder builder;
    aml_object_begin(&builder, *state);
    aml_object_add(&builder, AML_SV("$type"), AML_NO_SPAN,
        aml_value_string(*state, aml_sv_of(cases[i].type), AML_NO_SPAN));
    const aml_value *written = aml_object_end(&builder, span_of(source, AML_SV("x {\n}")), 0);
    aml_edit edit;
    bool is_made =
        editor()->set_key(&text, written, aml_sv_of(cases[i].key), read_value(*state, cases[i].value), &edit);
    aml_sv want =
        aml_sv_format(*state, "x {\n%s%s\n}\n", cases[i].want != NULL && cases[i].want[0] == '\n' ? "" : "  ",
            cases[i].want != NULL ? cases[i].want : "");
    check(*state, source, is_made, &edit, cases[i].want == NULL ? NULL : aml_sv_cstr(*state, want));
    assert_false(editor()->set_key(&text, written, aml_sv_of(cases[i].key), NULL, &edit));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(replaces_literals), TEST_CASE(inserts_arguments),
      TEST_CASE(inserts_nothing_elsewhere), TEST_CASE(removes_arguments), TEST_CASE(sets_keys)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
