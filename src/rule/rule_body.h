/* The inside of a rule: compiled condition, names, texts with placeholders. Private to rule/ and policy/. */
#ifndef AMLINT_RULE_RULE_BODY_H
#define AMLINT_RULE_RULE_BODY_H

#include "condition/check.h"
#include "rule/finding.h"

typedef struct aml_parameter {
  aml_sv name, type; /* type as written: integer, string, boolean, array, object, any case; may be empty */
  aml_sv holds;      /* what its items or members are: "text", "pattern", "count"; empty: anything */
  aml_sv description;
  const aml_value *default_; /* NULL: none */
  const aml_value *allowed;  /* array or NULL */
  aml_span span;
} aml_parameter;

typedef struct aml_parameters {
  const aml_parameter *items;
  size_t count;
} aml_parameters;

typedef enum aml_part_kind {
  AML_PART_TEXT,
  AML_PART_LET,       /* a let, or what lies below it on `path` */
  AML_PART_PARAMETER, /* likewise */
  AML_PART_ITEM,      /* {current}: the item of `each` */
  AML_PART_FIELD,
} aml_part_kind;

typedef struct aml_part { /* of a text with placeholders */
  aml_part_kind kind;
  aml_sv text; /* TEXT: as it stands; else the placeholder's name */
  size_t let;
  aml_path path;
  aml_field field;
  bool is_quoted;   /* stands between single quotes: which go when there is no value */
  aml_sv one, many; /* "{nodes:node|nodes}": what is counted; else empty */
} aml_part;

typedef struct aml_text {
  const aml_part *parts;
  size_t count;
} aml_text;

typedef struct aml_stage {        /* severity by condition; the first that holds */
  const aml_condition_node *when; /* NULL: always */
  aml_severity severity;
} aml_stage;

typedef struct aml_alternative {  /* message by condition */
  const aml_condition_node *when; /* NULL: always */
  aml_text text;
} aml_alternative;

typedef struct aml_pointer { /* `related`: a further place */
  aml_operand value;         /* an expression whose value stands somewhere; or */
  aml_field field;
  bool is_field;
  aml_text text;
} aml_pointer;

/* The first two are for templates, by path from the resource's root; the others for CLI YAML, by key. */
typedef enum aml_fix_step_kind {
  AML_FIX_SET,
  AML_FIX_REMOVE,
  AML_FIX_YAML_SET,
  AML_FIX_YAML_REMOVE
} aml_fix_step_kind;

typedef struct aml_fix_step {
  aml_fix_step_kind kind;
  aml_sv path; /* full: "properties.properties.vmSize", or "network_settings.subnet" */
  aml_operand value;
} aml_fix_step;

/* What a finding of the rule tells: how severe it is, where, in which words, and how it is fixed. */
typedef struct aml_telling {
  const aml_stage *stages; /* none: the rule's severity */
  size_t stage_count;
  const aml_field *at; /* the first that exists; none: the evidence, else the resource */
  size_t at_count;
  const aml_pointer *pointers;
  size_t pointer_count;
  const aml_alternative *messages; /* the first that holds */
  size_t message_count;
  aml_text help, cli;
  const aml_fix_step *fix_steps;
  size_t fix_step_count;
  bool is_fix_safe;
} aml_telling;

/* What judges a resource in the place of a condition: an Azure policy in force. */
typedef struct aml_judge aml_judge;
struct aml_judge {
  /* Whether it is about the resource at all. */
  bool (*concerns)(const aml_judge *self, aml_arena *arena, const aml_check_context *context,
      const aml_resource *resource);
  /* Adds at most one finding; returns how many. `evidence` is room for AML_EVIDENCE_MAX. */
  size_t (*check)(const aml_judge *self, const aml_rule *rule, const aml_check_context *context,
      const aml_resource *resource, aml_evidence *evidence, aml_findings *findings);
};

struct aml_rule_body {
  const aml_value *tree; /* the rule file */
  const aml_sv *types;   /* resource types it is for; none: all */
  size_t type_count;
  const char *built_in; /* what is read when the rule is first needed; NULL: compiled from its file */
  bool is_compiled, is_broken;
  aml_parameters parameters;
  const aml_value *values; /* object: what parameters(...) answers by default and settings; set by prepare */
  const aml_let *lets;
  size_t let_count;
  aml_names targeting; /* types whose targets it asks for */
  aml_looks looks;
  const aml_range *each; /* NULL: once */
  const aml_condition_node *condition;
  const aml_telling *telling; /* NULL: `later` has it */
  struct aml_later *later;    /* base/codec.h */
  const aml_judge *judge;     /* NULL for rules of ours */
};

/* The schema of rule files, compiled in; read once for all rules of a set. */
const aml_value *aml_rule_schema(aml_arena *arena);
/* Reads texts, severity and types of a rule file into the rule, once the file has the shape of the schema.
 * False after a mistake that leaves no usable rule. */
bool aml_rule_read(
    aml_arena *arena, aml_rule *rule, const aml_value *schema, const aml_value *root, aml_diags *diags);

/* Compiles everything below `if`, once. Mistakes are diagnostics and mark the body broken. */
void aml_rule_compile(aml_arena *arena, aml_rule *rule, const aml_sources *sources, aml_diags *diags);

/* Reads "parameters:" declarations. */
aml_parameters aml_parameters_read(aml_compiler *compiler, const aml_value *tree);
/* Values by name: given ones over defaults; what is given but not declared or not allowed is a diagnostic.
 * `given` may be NULL; its values may be wrapped as {"value": ...}. */
const aml_value *aml_parameters_bind(
    aml_compiler *compiler, const aml_parameters *parameters, const aml_value *given);

/* Text with {placeholders}; "{{" and "}}" stand for braces. "{n:node|nodes}" is a count with its noun. */
aml_text aml_text_compile(aml_compiler *compiler, const aml_value *text);
/* A message about what is checked; what it quotes is searched for secrets only once in many messages. */
void aml_rule_begin_message(const aml_check *check, aml_arena *arena, aml_message_writer *out);
/* The text filled in: quoted placeholders become names and values, numbers counts. A value that is absent
 * reads as "not set", without the quotes. */
aml_message aml_text_fill(aml_check *check, aml_arena *arena, const aml_text *text);
/* A command to copy into a shell: each value is one word there, whatever hostile files put into it; one that
 * is absent or unknown stays a placeholder, "<name>". */
aml_sv aml_text_fill_command(aml_check *check, aml_arena *arena, const aml_text *text);

#endif
