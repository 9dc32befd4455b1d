/* Scenarios: text files that hold input files, commands, and what the commands must print. docs/testing.md
 * describes the format; Markdown pages with `console` blocks are read into the same steps.
 *
 * Everything lives in the arena given to the reader. Views of the source text are borrowed from it. */
#ifndef AMLINT_TESTS_SCENARIO_H
#define AMLINT_TESTS_SCENARIO_H

#include "base/sv.h"
#include "base/vec.h"

typedef AML_VEC(aml_sv) line_list;

typedef enum step_kind { STEP_FILE, STEP_COMMAND } step_kind;

typedef struct test_step {
  step_kind kind;
  size_t line;    /* where it stands, from 1 */
  aml_sv name;    /* of the file */
  aml_sv content; /* of the file */
  aml_sv command;
  line_list out, err; /* expected; "..." stands for any lines, "[...]" in a line for any text */
  int status;         /* expected */
  size_t begin, end;  /* the source lines, from 0, that hold what is expected */
} test_step;

typedef AML_VEC(test_step) step_list;

typedef enum scenario_format {
  SCENARIO_TEXT,     /* standard output and error told apart, exit status checked */
  SCENARIO_MARKDOWN, /* both as a terminal shows them; a page shows the status by `echo $?` */
} scenario_format;

typedef struct test_scenario {
  const char *path;
  scenario_format format;
  line_list source;
  step_list steps;
} test_scenario;

/* What a command did; texts are cut into lines with control characters spelt out. */
typedef struct test_outcome {
  line_list out, err;
  int status;
} test_outcome;

/* Where commands run and what they find there. */
typedef struct test_stage {
  const char *program; /* absolute: amlint */
  const char *source;  /* absolute: the checkout */
  char root[64];       /* of this stage; removed at the end */
} test_stage;

/* The steps of a file; false when it breaks the format, with the reason on standard error. */
bool scenario_read(aml_arena *arena, const char *path, test_scenario *out);

/* Whether `actual` is what `expected` describes. */
bool lines_match(const line_list *expected, const line_list *actual);

/* Prints both, each line that differs marked with - (expected) or + (actual). */
void lines_show_difference(const char *title, const line_list *expected, const line_list *actual);

/* A fresh folder for one scenario; ends the program when the system gives none. */
void stage_open(test_stage *stage, scenario_format format);
void stage_close(const test_stage *stage);
void stage_write(aml_arena *arena, const test_stage *stage, const test_step *step);

/* previous is the status of the command before, which a shell would show as $?. */
test_outcome stage_run(
    aml_arena *arena, const test_stage *stage, const test_step *step, scenario_format format, int previous);

/* The whole of a file as lines without their ends; a last line without an end counts. */
aml_sv file_read(aml_arena *arena, const char *path);
line_list lines_of(aml_arena *arena, aml_sv text);

#endif
