/* What every command needs of the outside world. */
#ifndef AMLINT_CLI_APP_H
#define AMLINT_CLI_APP_H

#include "amlint/amlint.h"
#include "base/file_output.h"
#include "cli/options.h"
#include "config/config.h"
#include "facts/facts.h"
#include "tree/value.h"

typedef struct aml_app {
  aml_arena *arena;
  aml_arguments arguments;
  aml_output *out; /* standard output */
  int err;         /* descriptor of standard error */
  bool is_out_terminal, is_err_terminal;
  unsigned width;                               /* of the terminal; 0 where there is none */
  const char *(*environment)(const char *name); /* getenv */
  bool has_input;                               /* private: standard input was read, and is kept */
  aml_sv input;
} aml_app;

/* Exit statuses, as documented. */
enum { AML_EXIT_CLEAN = 0, AML_EXIT_FINDINGS = 1, AML_EXIT_TROUBLE = 2 };

/* One line "amlint: ..." on standard error, control characters made visible. Returns AML_EXIT_TROUBLE. */
__attribute__((format(printf, 2, 3))) int aml_app_complain(aml_app *app, const char *format, ...);
/* The same without the prefix's weight: a remark, left out with --quiet. */
__attribute__((format(printf, 2, 3))) void aml_app_remark(aml_app *app, const char *format, ...);

/* To standard output as it is; a failure is kept by app->out and told at the end. */
void aml_app_print(aml_app *app, aml_sv text);
__attribute__((format(printf, 2, 3))) void aml_app_printf(aml_app *app, const char *format, ...);

/* --color, NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM and the terminal, in this order. */
bool aml_app_wants_color(const aml_app *app);

/* All of standard input, at most `max` bytes; the same again when asked again. */
AML_MUST_USE aml_status aml_app_read_input(aml_app *app, size_t max, aml_sv *out, aml_error *error);

/* An engine made from the options and paths of the command line, that has run; freed with the app's arena.
 * NULL when that failed, which has been said. */
amlint_engine *aml_app_run_engine(aml_app *app);
/* The same with other bytes in place of what some files hold: shown path to aml_sv, both good for as long as
 * the engine. */
amlint_engine *aml_app_run_engine_on(aml_app *app, const aml_map *texts);

/* The same on other paths, for what they declare: the policies, aliases and parameters of the command line
 * are not the run's. */
amlint_engine *aml_app_declare_engine(aml_app *app, const char *const *paths, size_t count);

/* An engine that has read the configuration and the rules in force in a folder, the files of exceptions that
 * the configuration names unless one of them may be what is about to be written, and no other file. NULL when
 * that failed, which has been said. */
typedef enum aml_configured { AML_CONFIGURED_WITH_EXCEPTIONS, AML_CONFIGURED_ALONE } aml_configured;
amlint_engine *aml_app_configure_engine(aml_app *app, aml_sv folder, aml_configured configured);

/* A file that a configuration names, relative to its folder: by its name alone where that is the working
 * folder. */
aml_sv aml_app_configured_path(aml_app *app, const aml_config *config, aml_sv name);

/* What the run has to say besides findings, from this severity upwards, on standard error. */
void aml_app_tell_notices(aml_app *app, amlint_engine *engine, amlint_severity least);

/* What is wrong with files that were read, from this severity upwards: a line on standard error for each, as
 * compilers print it. Whether there was anything. */
bool aml_app_tell_input_findings(aml_app *app, amlint_engine *engine, amlint_severity least);
/* What kept a run from being complete, where something did; then true. */
bool aml_app_tell_trouble(aml_app *app, amlint_engine *engine);

/* --print-config: what is in force for the first path of the command line. Returns the exit status. */
int aml_app_print_config(aml_app *app);

/* What is wrong with a file that was read, each with its place, on standard error; the exit status for it. */
int aml_app_complain_of(aml_app *app, const aml_sources *sources, const aml_diags *diags);
/* The tree of a file's first document; NULL with the trouble said, of which a key that is given twice is one.
 * `noun`: what amlint itself wrote there ("record"); if it did not, the file may be anything, so that nothing
 * of it is quoted. NULL: what a person wrote, who wants to know. */
const aml_value *aml_app_read_tree(aml_app *app, aml_sources *sources, const char *path, const char *noun);

/* A name as the engine shows paths: what stands in the working folder is not at the root. */
const char *aml_app_seen_from_root(aml_app *app, aml_sv name);
/* The process's working folder, absolute; empty where the system does not tell. */
aml_sv aml_app_folder(aml_app *app);

/* Text from files, made safe for a terminal. */
void aml_app_print_safe(aml_app *app, aml_sv text);

/* --version, and with --verbose what the program was built of. Returns the exit status. */
int aml_app_show_version(aml_app *app);

/* The commands: each returns the exit status. */
#define AML_COMMAND(id, name, operands, formats, summary, examples) int aml_command_##name(aml_app *app);
#include "cli/commands.def"
#undef AML_COMMAND

/* The day to judge by: that of --as-of, or today. False where it cannot be, after a complaint; `facts` are
 * those that the clock must not be older than, NULL for the built-in ones. */
bool aml_app_read_day(aml_app *app, const aml_facts *facts, aml_day *out);

#endif
