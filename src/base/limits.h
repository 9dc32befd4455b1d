/* Every bound on hostile input, in one place. Reaching one is said as AML003 with the limit's value. */
#ifndef AMLINT_BASE_LIMITS_H
#define AMLINT_BASE_LIMITS_H

enum {
  AML_LIMIT_DEPTH = 256,             /* nesting of values in a file */
  AML_LIMIT_DIAGS_PER_FILE = 1000,   /* later ones are counted, not kept */
  AML_LIMIT_ALIAS_NODES = 1 << 20,   /* YAML nodes that aliases and merges may stand for, for each file */
  AML_LIMIT_GUESTS = 16,             /* texts inside of texts: the hosts of one */
  AML_LIMIT_SHELL_DEPTH = 64,        /* substitutions in each other in a script */
  AML_LIMIT_BICEP_TOKENS = 4 << 20,  /* tokens of a Bicep file */
  AML_LIMIT_BICEP_DEPTH = 256,       /* nesting of expressions and types in a Bicep file */
  AML_LIMIT_BROKEN_DOCUMENTS = 64,   /* YAML documents with syntax errors, for each file */
  AML_LIMIT_EXPR_LENGTH = 24576,     /* characters of one expression, the service's own limit */
  AML_LIMIT_EXPR_DEPTH = 128,        /* nesting of calls in one expression */
  AML_LIMIT_EVAL_DEPTH = 1024,       /* nesting of evaluation through variables and parameters */
  AML_LIMIT_EVAL_STEPS = 4 << 20,    /* evaluation steps for each template and parameter set */
  AML_LIMIT_STRING = 8 << 20,        /* bytes of one computed string */
  AML_LIMIT_ARRAY = 1 << 20,         /* items of one computed array */
  AML_LIMIT_VALUE_NODES = 1 << 18,   /* values inside one computed value, shared ones counted each time */
  AML_LIMIT_VALUE_DEPTH = 256,       /* nesting of one computed value */
  AML_LIMIT_FOLDER_FILES = 10000,    /* files of one folder, where an expression asks for them */
  AML_LIMIT_COPY = 800,              /* iterations of one copy loop, the service's own limit */
  AML_LIMIT_COPIED_VALUES = 4 << 20, /* values that copy loops of one template and parameter set make */
  AML_LIMIT_EXPANSION_DEPTH = 1024,  /* nesting of values through variables and parameters, in all */
  AML_LIMIT_VALUE_CHECKS = 4 << 20,  /* comparisons of parameter values with declarations */
  AML_LIMIT_RESOURCES = 200000,      /* resources of one template and parameter set */
  AML_LIMIT_NESTED_DEPLOYMENTS = 64, /* deployments inside deployments */
  AML_LIMIT_PARAMETER_FILES = 64,    /* parameter files for one template */
  AML_LIMIT_POLICY_STEPS = 1 << 20,  /* evaluation steps of one rule on one resource */
  AML_LIMIT_RULE_TEXT = 32768,       /* bytes of each text of a rule */
  AML_LIMIT_REGEX_STEPS = 50000,     /* PCRE2 match limit */
  AML_LIMIT_REGEX_DEPTH = 1000,      /* PCRE2 depth limit */
  AML_LIMIT_REGEX_HEAP_KIB = 4096,   /* PCRE2 heap limit */
  AML_LIMIT_REGEX_PATTERN = 32768,   /* bytes of one pattern */
  AML_LIMIT_CONFIG_FILES = 8,        /* configuration files in a chain of `extends` */
  AML_LIMIT_FINDINGS_AT_END = 2000,  /* of rules, and of files, that are shown of a run whose budget ended */
};

#define AML_LIMIT_FILE_BYTES ((size_t)256 << 20) /* one input file */
#define AML_LIMIT_GIT_BYTES  ((size_t)512 << 20) /* texts of one git revision, or of the index */

/* Budgets (base/budget.h, engine/run_budget.c). Checking may take AML_RUN_STEPS in all files of a run
 * together, and more for each byte of them above AML_RUN_SMALL; expanding half of that before. */
enum {
  AML_BYTES_FOR_A_STEP = 256, /* of memory taken */
  AML_STEPS_FOR_A_RULE = 3,   /* on one resource */
  AML_STEPS_FOR_A_FINDING = 100,
  AML_STEPS_FOR_A_FACT = 40,
  AML_BYTES_WRITTEN_FOR_A_STEP = 5, /* of a report */
  AML_REGEX_BYTES_FOR_A_STEP = 64,  /* of a text that a regular expression is held against */
  AML_REGEX_ITEMS_FOR_A_STEP = 2,   /* of a pattern that are tried */
  AML_REGEX_ITEMS_FOR_A_BYTE = 8,   /* that a match may try beyond AML_LIMIT_REGEX_STEPS */
  /* An assignment of a few bytes puts all definitions of an initiative in force. Their conditions are
   * compiled once, but each has parameters, scope, exemptions and a name of its own, about 2 KB in all, and
   * is tried on every resource. So a number of them would be invented: this price bounds them, to some 10,000
   * to 20,000 in a small run, and to more where more is written. */
  AML_STEPS_FOR_A_POLICY = 200,
  AML_POINTERS_FOR_A_STEP = 256,    /* moved or looked at in a row */
  AML_SECRET_BYTES_FOR_A_STEP = 8,  /* of a text that is searched for secrets */
  AML_LINE_BYTES_FOR_A_STEP = 64,   /* of lines among which one is looked for */
  AML_STEPS_FOR_A_SUGGESTION = 200, /* for a word that is held against all known ones */
  AML_STEPS_FOR_A_SUPPRESSION = 5,  /* of one finding by one exception */
  AML_GLOB_BYTES_FOR_A_STEP = 32,   /* of a pattern and a path that are held against each other */
  AML_SELECTORS_FOR_A_STEP = 4,     /* held against a rule */
  AML_RUN_SMALL = 1 << 20,
  AML_RUN_STEPS = 9000000,
  AML_RUN_STEPS_FOR_A_RESOURCE =
      4600, /* that is written down, in place of AML_RUN_STEPS where that is more */
  /* For them, in a run that is small. A cluster with a name and four findings takes 120 us to read and check,
   * and twice as much with a report in SARIF, so the 28,000 that fit into 1 MB at 29 bytes each would take
   * seven seconds, however a budget is shared out among them. About 8,000 are checked, and the rest is
   * refused. */
  AML_RUN_STEPS_MOST = 16500000,
  AML_RUN_STEPS_FOR_A_FILE = 1000,
  AML_RUN_STEPS_FOR_A_BYTE = 30,
  AML_RUN_MEMORY_FOR_A_BYTE = 160,
  AML_RUN_MEMORY_FOR_A_FILE = 32 << 10,
  AML_RUN_SECONDS = 600 /* --timeout */
};

#define AML_READ_STEPS  1000000             /* of one file, and one for each byte of it */
#define AML_READ_MEMORY ((size_t)32 << 20)  /* of one file, and 160 for each byte of it */
#define AML_RUN_MEMORY  ((size_t)256 << 20) /* of all files of a run, and for each byte and file besides */

#endif
