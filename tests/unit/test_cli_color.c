/* Which of the things that may ask for colour is heard. */
#include <string.h>

#include "cli/app.h"
#include "test.h"

typedef struct color_case {
  const char *name;
  const char *option; /* of --color; NULL: not given */
  const char *no_color, *force_color, *clicolor_force, *clicolor, *term;
  bool is_terminal;
  bool expected;
} color_case;

/* getenv has no context, so each variable that is looked up is found in the case that runs. */
static const color_case *current;

static const char *look_up(const char *name) {
  const struct {
    const char *name, *value;
  } variables[] = {{"NO_COLOR", current->no_color}, {"FORCE_COLOR", current->force_color},
      {"CLICOLOR_FORCE", current->clicolor_force}, {"CLICOLOR", current->clicolor}, {"TERM", current->term}};
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
    if (strcmp(variables[i].name, name) == 0) {
      return variables[i].value;
    }
  }
  return NULL;
}

/* Highest first: --color, NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE, CLICOLOR=0, no terminal or a dumb one. */
static const color_case cases[] = {
    {.name = "a terminal", .term = "xterm", .is_terminal = true, .expected = true},
    {.name = "no terminal", .term = "xterm", .expected = false},
    {.name = "a dumb terminal", .term = "dumb", .is_terminal = true, .expected = false},
    {.name = "a terminal of no name", .is_terminal = true, .expected = false},
    {.name = "a terminal of an empty name", .term = "", .is_terminal = true, .expected = false},
    {.name = "auto is the default", .option = "auto", .term = "xterm", .is_terminal = true, .expected = true},
    {.name = "auto without a terminal", .option = "auto", .term = "xterm", .expected = false},
    {.name = "never", .option = "never", .term = "xterm", .is_terminal = true, .expected = false},
    {.name = "never beats force", .option = "never", .force_color = "1", .term = "xterm", .expected = false},
    {.name = "always", .option = "always", .expected = true},
    {.name = "always beats NO_COLOR", .option = "always", .no_color = "1", .expected = true},
    {.name = "always beats dumb", .option = "always", .term = "dumb", .expected = true},
    {.name = "NO_COLOR", .no_color = "1", .term = "xterm", .is_terminal = true, .expected = false},
    {.name = "NO_COLOR=0 is not empty",
        .no_color = "0",
        .term = "xterm",
        .is_terminal = true,
        .expected = false},
    {.name = "an empty NO_COLOR", .no_color = "", .term = "xterm", .is_terminal = true, .expected = true},
    {.name = "NO_COLOR beats FORCE_COLOR", .no_color = "1", .force_color = "1", .expected = false},
    {.name = "NO_COLOR beats CLICOLOR_FORCE", .no_color = "1", .clicolor_force = "1", .expected = false},
    {.name = "NO_COLOR beats auto",
        .option = "auto",
        .no_color = "1",
        .is_terminal = true,
        .expected = false},
    {.name = "FORCE_COLOR", .force_color = "1", .expected = true},
    {.name = "FORCE_COLOR beats dumb", .force_color = "1", .term = "dumb", .expected = true},
    {.name = "FORCE_COLOR beats CLICOLOR", .force_color = "1", .clicolor = "0", .expected = true},
    {.name = "FORCE_COLOR=0", .force_color = "0", .term = "xterm", .expected = false},
    {.name = "FORCE_COLOR=0 asks for nothing",
        .force_color = "0",
        .term = "xterm",
        .is_terminal = true,
        .expected = true},
    {.name = "an empty FORCE_COLOR", .force_color = "", .expected = false},
    {.name = "CLICOLOR_FORCE", .clicolor_force = "1", .expected = true},
    {.name = "CLICOLOR_FORCE=0", .clicolor_force = "0", .expected = false},
    {.name = "CLICOLOR=0", .clicolor = "0", .term = "xterm", .is_terminal = true, .expected = false},
    {.name = "CLICOLOR=1", .clicolor = "1", .term = "xterm", .is_terminal = true, .expected = true},
    {.name = "CLICOLOR=1 without a terminal", .clicolor = "1", .term = "xterm", .expected = false},
};

static void test_precedence(void **state) {
  aml_arena *arena = *state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    current = &cases[i];
    aml_app app = {.arena = arena, .is_out_terminal = current->is_terminal, .environment = look_up};
    if (current->option != NULL) {
      AML_VEC_PUSH(arena, &app.arguments.values[AML_OPT_COLOR], current->option);
    }
    if (aml_app_wants_color(&app) != current->expected) {
      fail_msg("%s: %s was expected", current->name, current->expected ? "colour" : "none");
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(test_precedence)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
