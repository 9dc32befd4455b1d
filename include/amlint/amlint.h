/* libamlint: lints Azure Machine Learning compute definitions, offline.
 *
 *   amlint_options options = AMLINT_OPTIONS_INIT;
 *   amlint_error error;
 *   amlint_engine *engine = amlint_engine_new(&options, &error);
 *   amlint_add_path(engine, "infra", &error);
 *   amlint_run(engine, &error);
 *   for (size_t i = 0; i < amlint_finding_count(engine); i++) { ... amlint_finding_at(engine, i, &finding)
 * ... } amlint_engine_free(engine);
 *
 * Ownership: the engine owns all that it returns; texts and findings are good until amlint_engine_reset or
 * amlint_engine_free. What is passed in is copied. Threads: an engine serves one thread at a time; different
 * engines are independent. There is no global state. Errors: a call that can fail returns a status and fills
 * *error (which may be NULL). Wrong input files are findings, not errors. Every text is UTF-8 and
 * NUL-terminated; an absent text is "" and never NULL. */
#ifndef AMLINT_AMLINT_H
#define AMLINT_AMLINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#  define AMLINT_API __attribute__((visibility("default")))
#else
#  define AMLINT_API
#endif

typedef enum amlint_status {
  AMLINT_OK = 0,
  AMLINT_ERROR_IO = 1,     /* the operating system refused */
  AMLINT_ERROR_LIMIT = 2,  /* a bound was reached */
  AMLINT_ERROR_INPUT = 3,  /* an option or a name is wrong */
  AMLINT_ERROR_MEMORY = 4, /* the system has no memory */
} amlint_status;

typedef struct amlint_error {
  amlint_status status;
  char text[512]; /* one sentence */
} amlint_error;

typedef struct amlint_engine amlint_engine;

typedef struct amlint_list {
  const char *const *items;
  size_t count;
} amlint_list;

#define AMLINT_OPTIONS_VERSION 1

/* Zero or NULL in any member means the default. */
typedef struct amlint_options {
  unsigned version;          /* AMLINT_OPTIONS_VERSION */
  const char *folder;        /* relative paths start here; default: the process's working folder */
  const char *config;        /* this configuration file for every input; default: amlint.yml found upwards */
  const char *as_of;         /* YYYY-MM-DD: the day to judge by; default: today, UTC */
  const char *fail_on;       /* "error", "warning" (default), "note" or "never" */
  const char *profile;       /* "default", "strict", "minimal" */
  const char *baseline;      /* a baseline file: known findings do not fail the run */
  const char *facts;         /* a folder of newer facts */
  const char *context;       /* a file: what subscription(), resourceGroup() and so on return in templates */
  const char *config_from;   /* read configuration, rules, exceptions, baseline, facts and ignore files from
                                this git revision instead of the working tree */
  const char *changed_since; /* report only what the change since this git revision touches or makes */
  const char *touched;       /* what of a change is reported: "line", "resource" (default) or "file" */
  amlint_list select;        /* only these rules: ids, id prefixes, names, categories */
  amlint_list ignore;        /* not these */
  amlint_list severities;    /* "AML101=error"; "off" switches off */
  amlint_list rules;         /* further rule files or folders */
  amlint_list policies; /* Azure Policy definitions, initiatives, assignments, exemptions: files or folders */
  amlint_list
      aliases; /* alias catalogues, as `az provider list --expand resourceTypes/aliases` prints them */
  amlint_list parameters; /* parameter files for every template, instead of those found by name */
  amlint_list exceptions; /* exception files, besides those of the configuration */
  amlint_list exclude;    /* patterns, as in .gitignore, of files to leave out */
  unsigned jobs;          /* threads; default: one for each processor */
  bool staged;            /* report only what the staged change touches or makes, by the staged content */
  bool isolated;          /* read no configuration file */
  bool no_exceptions;     /* show everything, whatever is waived */
  bool no_baseline;       /* show what the baseline knows, whatever the configuration names */
  bool no_ignore_files;   /* do not honour .gitignore and .amlintignore */
  bool force_exclude;     /* exclude and ignore files hold for named files too */
  bool keep_passed;       /* reports in SARIF and JUnit tell which rules hold for which resources */
  bool fail_on_weakening; /* exit status 1 where the change since `changed_since` weakens what judges it */
  bool keep_gone;         /* reports in SARIF tell what the baseline knows and is not there any more */
  size_t max_memory; /* bytes that the run may take, its reports included; default: 256 MB and 160 bytes for
                        each byte of input, 32 KB for each file */
  unsigned timeout;  /* seconds for the run, its reports included; default: 600 */
  const char
      *module_cache;    /* a folder as `bicep restore` leaves it, with modules of registries; default: none */
  amlint_list evidence; /* exports of what runs in Azure, files or folders, besides those of configurations:
                           they are held against what is declared, and declare nothing */
} amlint_options;

#ifdef __cplusplus /* which knows no designated initialisers before C++20 */
static inline amlint_options amlint_options_init(void) {
  amlint_options options = {};
  options.version = AMLINT_OPTIONS_VERSION;
  return options;
}
#  define AMLINT_OPTIONS_INIT amlint_options_init()
#else
#  define AMLINT_OPTIONS_INIT                                                                                \
    { .version = AMLINT_OPTIONS_VERSION }
#endif

/* "1.2.3" */
AMLINT_API const char *amlint_version(void);

/* A new engine, or NULL with *error filled when an option is wrong or memory is out. */
AMLINT_API amlint_engine *amlint_engine_new(const amlint_options *options, amlint_error *error);

/* Frees the engine and everything it returned. NULL is allowed. */
AMLINT_API void amlint_engine_free(amlint_engine *engine);

/* Forgets what was added and what came of it, but not the options (nor which day is today), so that the
 * engine can be filled and run again. Rules that are compiled stay so: of small inputs, an engine that is
 * used again checks many times as many as new ones do. Everything that the engine returned is freed. When it
 * fails, memory is out, and only resetting again or freeing the engine is allowed. */
AMLINT_API amlint_status amlint_engine_reset(amlint_engine *engine, amlint_error *error);

/* Adds a file or a folder, which is searched. It is read when the engine runs; what is wrong with it is
 * reported then. */
AMLINT_API amlint_status amlint_add_path(amlint_engine *engine, const char *path, amlint_error *error);

/* Adds a text as if it were the file `name`: an editor's buffer, standard input. The bytes are copied. */
AMLINT_API amlint_status amlint_add_text(
    amlint_engine *engine, const char *name, const char *bytes, size_t size, amlint_error *error);

/* Checks everything that was added. Once, unless amlint_engine_reset comes between. AMLINT_OK also where
 * findings exist; see amlint_exit_status. */
AMLINT_API amlint_status amlint_run(amlint_engine *engine, amlint_error *error);

/* 0: nothing at or above the threshold; 1: findings; 2: something could not be checked. After amlint_run. */
AMLINT_API int amlint_exit_status(const amlint_engine *engine);

typedef enum amlint_severity {
  AMLINT_SEVERITY_NOTE = 1,
  AMLINT_SEVERITY_WARNING = 2,
  AMLINT_SEVERITY_ERROR = 3,
} amlint_severity;

typedef enum amlint_finding_status {
  AMLINT_ACTIVE = 0,
  AMLINT_SUPPRESSED = 1,
  AMLINT_UNDECIDED = 2,
} amlint_finding_status;

/* Lines and columns count from 1, columns in code points; the end is exclusive. */
typedef struct amlint_location {
  const char *file;
  uint32_t line, column, end_line, end_column;
  uint32_t offset, length; /* in bytes of the text as UTF-8 without a byte order mark */
} amlint_location;

typedef struct amlint_finding {
  const char *rule; /* "AML101" */
  const char *name; /* "idle-nodes" */
  amlint_severity severity;
  amlint_finding_status status;
  const char *message;
  const char *help;
  amlint_location location;
  const char *resource_type, *resource_name;
  const char *property;
  const char *fingerprint; /* 64 hexadecimal digits; the same wherever the lines move */
} amlint_finding;

/* In order of file and position, suppressed and undecided ones included. The second gives false past the
 * last, and where the system has no memory for them. */
AMLINT_API size_t amlint_finding_count(const amlint_engine *engine);
AMLINT_API bool amlint_finding_at(amlint_engine *engine, size_t index, amlint_finding *out);

/* What is to be said of the run besides findings: a folder that cannot be opened, that nothing was checked.
 */
typedef struct amlint_notice {
  amlint_severity severity;
  const char *message;
} amlint_notice;

/* False past the last. */
AMLINT_API bool amlint_notice_at(amlint_engine *engine, size_t index, amlint_notice *out);

typedef struct amlint_counts {
  size_t files_checked, files_passed_over, files_failed;
  size_t files_unread;            /* with Azure ML compute in a form that is not read */
  size_t errors, warnings, notes; /* active */
  size_t suppressed, undecided;
} amlint_counts;

AMLINT_API amlint_counts amlint_get_counts(const amlint_engine *engine);

typedef struct amlint_report_options {
  unsigned version; /* AMLINT_OPTIONS_VERSION */
  bool color;
  unsigned width; /* of the terminal; 0: unlimited */
  bool show_undecided, show_suppressed, quiet, verbose;
  const char *profile;  /* of SARIF: "github" or "azure-devops" */
  const char *category; /* of SARIF: what tells this run from others of the same tool */
  bool statistics;      /* of text, compact and grouped: counts by rule instead of findings */
  bool embed;           /* of SARIF: with the contents of the files that results speak of */
  const char *const
      *variables; /* "NAME=value" of those that amlint_variable_at names, NULL behind the last; or NULL */
} amlint_report_options;

/* The names of the environment variables of CI services from which SARIF tells repository, revision and
 * branch; NULL past the last. The library reads no environment itself. */
AMLINT_API const char *amlint_variable_at(size_t index);

/* Takes bytes of a report; false ends it. */
typedef bool (*amlint_write)(void *context, const char *bytes, size_t size);

/* Renders the run in a format ("text", "sarif", "json", ...). After amlint_run. Where memory or time of the
 * run end meanwhile, the report says so and tells the first of the findings only, the exit status becomes 2,
 * and findings that the engine returned are to be asked for again. */
AMLINT_API amlint_status amlint_report(amlint_engine *engine, const char *format,
    const amlint_report_options *options, amlint_write write, void *context, amlint_error *error);

/* The names of the formats, NULL past the last. */
AMLINT_API const char *amlint_format_at(size_t index);

#ifdef __cplusplus
}
#endif

#endif
