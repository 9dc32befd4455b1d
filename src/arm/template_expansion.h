/* Private to src/arm: the state of one expansion, and what its parts offer each other.
 *
 * A *run* is one template with one parameter set. A *frame* is one template within it, with the values of its
 * parameters and variables: the root's, one for each nested deployment, one for each call of a user function.
 * A *site* is where an expression stands: a frame and the copy loops around it. An *instance* is one
 * declaration of a resource in one iteration of its loops.
 *
 * Everything is lazy and remembered: a variable, a parameter, a deployment's outputs are computed at most
 * once in each frame, when something first asks for them. Frames end with the run; what they lead to lives in
 * its arena. */
#ifndef AMLINT_ARM_TEMPLATE_EXPANSION_H
#define AMLINT_ARM_TEMPLATE_EXPANSION_H

#include "arm/template.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "expr/eval.h"

typedef enum aml_arm_state { AML_ARM_NEW, AML_ARM_BUSY, AML_ARM_DONE } aml_arm_state;

/* A value that is computed when first asked for. One computed on trial, while failures are not reported, is
 * computed once more when it is asked for in earnest. */
typedef struct aml_arm_memo {
  aml_arm_state state;
  bool is_trial;
  const aml_value *value;
} aml_arm_memo;

typedef enum aml_arm_level { /* where a deployment goes */
  AML_ARM_GROUP,
  AML_ARM_SUBSCRIPTION,
  AML_ARM_MANAGEMENT_GROUP,
  AML_ARM_TENANT
} aml_arm_level;

typedef struct aml_arm_frame aml_arm_frame;
typedef struct aml_arm_loop aml_arm_loop;

enum { AML_ARM_BASE_IDS = 4, AML_ARM_SURROUNDINGS = 7 };

typedef struct aml_arm_site {
  aml_arm_frame *frame;
  aml_arm_loop *loops; /* the innermost; NULL outside of copies */
} aml_arm_site;

typedef struct aml_arm_run {
  const aml_arm_input *input;
  aml_arena *arena;
  aml_arena *scratch; /* of frames: it ends with the run */
  aml_resources *resources;
  aml_diags *diags;
  aml_arm_stats *stats;
  aml_eval *eval;       /* the evaluation under way */
  aml_lifter lifter;    /* of the texts of templates */
  aml_arm_site site;    /* of that evaluation */
  aml_map imports;      /* files that others import from, by path, to frames */
  aml_map reported;     /* places of failures, each said once; limits too */
  size_t failures;      /* calls of fail, for the statistics */
  size_t nodes_left;    /* values that copies may still make */
  size_t depth;         /* of the tree walks under way */
  size_t checks_left;   /* comparisons of parameter values with declarations */
  size_t first;         /* index of the run's first resource in the list */
  size_t instances;     /* listed so far, nested deployments included */
  size_t frames;        /* made so far */
  bool doubts_defaults; /* the defaults of the template's parameters count as unknown */
  size_t silence;       /* nothing is reported while it is above 0: what is expanded is switched off */
} aml_arm_run;

/* One iteration of a copy loop. */
typedef enum aml_arm_loop_kind { AML_ARM_LOOP_RESOURCE, AML_ARM_LOOP_VALUE } aml_arm_loop_kind;
struct aml_arm_loop {
  aml_arm_loop *outer;
  aml_arm_loop_kind kind;
  aml_sv name;
  bool is_known;          /* else the number of iterations is not, and this one stands for all */
  size_t number;          /* of the iteration, from 0 */
  aml_span span;          /* of the copy element */
  const aml_value *index; /* made by aml_arm_loop_index */
};

typedef struct aml_arm_parameter {
  aml_sv name;
  aml_span span;                /* of the name in the declaration */
  const aml_value *declaration; /* {type, defaultValue, ...} with $ref resolved */
  const aml_value *given;       /* the value from outside; NULL where none */
  aml_span given_span;
  aml_step given_step; /* AML_STEP_PARAMETER_FILE or AML_STEP_ARGUMENT */
  aml_arm_memo memo, doubted;
} aml_arm_parameter;

typedef struct aml_arm_function {
  const aml_value *declared; /* {parameters, output} */
} aml_arm_function;

typedef struct aml_arm_variable {
  aml_sv name;
  aml_span span;
  const aml_value *declared; /* the value, or the element of a variable copy */
  bool is_copy;
  aml_arm_memo memo, doubted; /* the second while run->doubts_defaults */
} aml_arm_variable;

typedef struct aml_arm_instance aml_arm_instance;
struct aml_arm_instance {
  aml_arm_site site;
  const aml_value *declared;
  aml_sv symbol; /* languageVersion 2.0 */
  const aml_arm_instance *parent;
  aml_sv type; /* full */
  const aml_value *own_name;
  const aml_value *name;    /* full */
  const aml_value *extends; /* see aml_resource */
  bool is_off;              /* condition false: kept for look-ups only */
  bool is_off_by_default;   /* off, but only by a parameter's default: checked as if deployed */
  bool is_existing;
  bool is_ambiguous; /* a deployment that shares its name with another one */
  aml_condition condition;
  aml_sv condition_text, condition_when; /* see aml_resource */
  aml_arm_state state;                   /* of body */
  const aml_value *body;
  aml_arm_state nested_state;
  aml_arm_frame *nested; /* of a deployment, where its template is at hand */
  aml_resource *resource;
};

struct aml_arm_frame {
  aml_arm_run *run;
  aml_arm_frame *parent;
  size_t number; /* from 1, in the run */
  size_t depth;
  const aml_value *template_; /* NULL for user functions and for single expressions */
  aml_sv path;                /* of the file it stands in, as shown */
  aml_arm_frame *names; /* whose parameters, variables and surroundings hold here: itself, or the parent's for
                           outer scope */
  bool is_lowered;      /* its expressions are values; else its texts are lifted */
  bool is_function;
  bool has_open_arguments; /* some arguments could not be told: absent ones are unknown, not defaulted */
  aml_sv label;            /* what a user function, or a module, is called, for messages */
  aml_map parameters, variables, functions;
  aml_arm_level level;
  aml_scope_path place;
  const aml_value *deployment_name; /* NULL for the root */
  aml_sv deployment_shown;          /* for people; empty for the root */
  aml_arm_loop *loops;              /* of the deployment around an outer-scope template */
  aml_sv iteration;                 /* of all loops around this frame, for people */
  aml_condition condition;
  aml_sv condition_text, condition_when;
  aml_sv parameters_path;
  aml_scope scope;
  aml_arm_state listed; /* of instances */
  AML_VEC(aml_arm_instance *) instances;
  aml_map symbols;                                 /* symbolic name or "name[index]" to instance */
  aml_map deployments;                             /* name to instance */
  AML_VEC(aml_arm_instance *) unnamed_deployments; /* whose names are not known */
  aml_arm_state outputs_state;
  const aml_value *outputs;
  const aml_value *base_ids[AML_ARM_BASE_IDS]; /* by aml_base_id; made on demand, as are the next */
  const aml_value *surroundings[AML_ARM_SURROUNDINGS];
};

/* ---- frame.c ---- */

/* A frame without parameters and variables yet, as a child of `parent` (NULL for the root). */
aml_arm_frame *aml_arm_frame_new(aml_arm_run *run, aml_arm_frame *parent, const aml_value *template_);
/* Declares the template's variables, functions and parameters; values for the latter come later. */
void aml_arm_frame_declare(aml_arm_frame *frame);

/* Whether the memo must be computed now; it is BUSY then, until aml_arm_memo_set. */
bool aml_arm_memo_begin(aml_arm_memo *memo, const aml_eval *eval);
void aml_arm_memo_set(aml_arm_memo *memo, const aml_value *value);

/* ---- tree_rules.c ---- */

/* How the scopes of frames have trees evaluated; their ctx is the frame. */
extern const aml_tree_rules aml_arm_tree_rules;
/* Evaluates a tree where it stands: expressions, escapes, property copies. */
const aml_value *aml_arm_evaluate_at(aml_arm_site site, const aml_value *value);
/* What a value of the frame's template means: an expression as such, an escaped text as the literal. NULL for
 * NULL. */
const aml_value *aml_arm_declared(const aml_arm_frame *frame, const aml_value *value);
/* A member of an object, evaluated; NULL when absent or null. */
const aml_value *aml_arm_member_at(aml_arm_site site, const aml_value *object, const char *name);

/* ---- parameter_defaults.c ---- */

/* Whether the value of an expression hangs on the default of a parameter of the root template, which whoever
 * deploys it may override. */
bool aml_arm_hangs_on_default(aml_arm_site site, const aml_value *declared);
/* "'second' is true": what turns on what the expression `declared`, a condition or (`is_count`) a number of
 * copies, has turned off, and the parameter that decides where another name stands there. */
aml_sv aml_arm_turning_on(aml_arm_site site, const aml_value *declared, bool is_count);

/* ---- arm_diagnostics.c ---- */

/* What a frame is called by people: "the template 'main.json'", "'main.bicep'". */
aml_sv aml_arm_frame_noun(const aml_arm_frame *frame);

/* Reports once for each place. */
__attribute__((format(printf, 4, 5))) aml_diag *aml_arm_report(
    aml_arm_run *run, const char *rule, aml_span span, const char *format, ...);
/* The bracket that opens an object or array: the place to say that it lacks something. */
aml_span aml_arm_opening(const aml_value *container);
/* AML003, once for each text: "{where} exceeds the limit of {limit}." */
void aml_arm_report_limit(aml_arm_run *run, aml_span span, aml_sv what);
/* aml_scope.fail */
void aml_arm_fail(void *ctx, aml_eval *eval, aml_span span, aml_sv message);
/* The end of a sentence about a name that is not among a map's keys: "; did you mean 'x'?" or ".". */
aml_sv aml_arm_suggest(aml_arm_run *run, aml_sv name, const aml_map *among);
/* The key of the map that a name certainly stands for; empty where none is. */
aml_sv aml_arm_respell(const aml_arm_run *run, aml_sv name, const aml_map *among);

/* ---- known_text.c: texts of known and unknown parts ---- */

typedef struct aml_arm_text {
  aml_arena *arena;
  aml_strbuf head, tail;
  bool is_unknown;
  unsigned flags;
  aml_sv reason;
} aml_arm_text;

void aml_arm_text_init(aml_arm_text *text, aml_arena *arena);
void aml_arm_text_add(aml_arm_text *text, aml_sv known);
void aml_arm_text_add_value(aml_arm_text *text, const aml_value *value); /* a string or an unknown */
const aml_value *aml_arm_text_end(aml_arm_text *text, aml_span span, const aml_origin *origin);
const aml_value *aml_arm_unknown_text(aml_arena *arena, aml_sv reason, aml_sv prefix, aml_sv suffix);
/* "Ns/type/name/type/name" out of a full type and a full name. */
void aml_arm_text_add_path(aml_arm_text *text, aml_sv type, const aml_value *name);
size_t aml_arm_count_char(aml_sv text, char c);

/* ---- parameters.c, parameter_check.c ---- */

void aml_arm_parameters_declare(aml_arm_frame *frame);
/* Takes the values of a parameter file; reports extra, missing and ill-typed ones as AML010. */
void aml_arm_parameters_from_file(aml_arm_frame *frame, const aml_value *file);
/* Takes evaluated arguments {name: {value|reference}} of a nested deployment, NULL for none, and reports the
 * same; `where` is the place to say what is missing. */
void aml_arm_parameters_from_arguments(aml_arm_frame *frame, const aml_value *arguments, aml_span where);
/* Those of the parameter file of the input, and over them what the command gives. */
void aml_arm_parameters_from_command(aml_arm_frame *frame, const aml_arm_input *input);
/* parameters('x') */
const aml_value *aml_arm_call_parameters(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);
/* The kinds that a declared type allows. */
aml_kinds aml_arm_type_kinds(const aml_value *declaration);
bool aml_arm_type_is_secure(const aml_value *declaration);
/* Reports what Resource Manager refuses in the declaration of a parameter: members that it does not know, and
 * types (azure-resource-manager/templates/data-types.md). */
void aml_arm_declaration_check(aml_arm_run *run, aml_sv name, const aml_value *declaration);
/* What is wrong with a value for a declared type: `text` continues "Parameter 'x' ..." ("is a string, not an
 * int") and is empty where the value may stand, or may for all that is known. `path` leads from the parameter
 * to what is wrong in it: ".count", "[0]"; empty for the whole. */
typedef struct aml_arm_complaint {
  aml_span span;
  aml_sv path;
  aml_sv text;
} aml_arm_complaint;
aml_arm_complaint aml_arm_parameter_complaint(
    const aml_arm_frame *frame, const aml_value *declaration, const aml_value *value);
/* Follows "$ref": "#/definitions/x" in the template, a bounded number of times. */
const aml_value *aml_arm_definition_resolve(const aml_arm_frame *frame, const aml_value *declaration);

/* ---- template_variables.c, user_functions.c ---- */

void aml_arm_variables_declare(aml_arm_frame *frame);
const aml_value *aml_arm_call_variables(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);
/* The value of a variable of the frame. */
const aml_value *aml_arm_variable_value(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv name);
void aml_arm_functions_declare(aml_arm_frame *frame);
/* A call of a user function, or NULL where there is none of that name. */
const aml_value *aml_arm_call_user_function(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);
/* What a function of the frame `names` gives for the arguments of the call from `first` on. */
const aml_value *aml_arm_function_call(aml_arm_frame *names, aml_eval *eval, const aml_expr *call,
    const aml_arm_function *function, size_t first);

/* ---- copy.c ---- */

typedef struct aml_arm_count { /* how often a loop runs */
  bool is_known;
  size_t count;
  const aml_value *unknown; /* the count as declared, where it is not known; NULL else */
  const aml_value *none;    /* the same where only a default makes it 0; NULL else */
} aml_arm_count;

/* Reads {count} of a copy element. Wrong counts are reported and give none. */
aml_arm_count aml_arm_copy_count(aml_arm_site site, const aml_value *copy, aml_sv name);
aml_arm_loop aml_arm_loop_at(aml_arm_site site, aml_arm_loop_kind kind, aml_sv name, const aml_value *copy,
    const aml_arm_count *count, size_t number);
/* "name[3]"; "name[?]" where the count is unknown. */
aml_sv aml_arm_loop_label(aml_arena *arena, const aml_arm_loop *loop);
/* The array that {count, input} stands for, or an unknown array. */
const aml_value *aml_arm_copy_values(aml_arm_site site, const aml_value *copy, aml_sv name);
/* Whether a member `copy` of an object holds property loops. */
bool aml_arm_copy_is_list(const aml_value *value);
const aml_value *aml_arm_call_copy_index(aml_arm_run *run, aml_eval *eval, const aml_expr *call);

/* ---- instances.c ---- */

/* Lists the frame's resources, copies unrolled, names and conditions evaluated; done once. */
void aml_arm_instances_list(aml_arm_frame *frame);

/* ---- identity.c: types, names, conditions of instances ---- */

void aml_arm_instance_identify(aml_arm_instance *instance);
/* Whether what it says is evaluated where something asks for it, and not for itself: an existing resource of
 * a language whose compiler writes its names where they are used. */
bool aml_arm_instance_is_lazy(const aml_arm_instance *instance);
void aml_arm_instance_decide(aml_arm_instance *instance, const aml_arm_count *count);
bool aml_arm_instance_is_deployment(const aml_arm_instance *instance);

/* ---- template_resources.c ---- */

/* Adds the frame's resources to the run, nested deployments included. */
void aml_arm_resources_add(aml_arm_frame *frame);
/* The evaluated body; NULL while it is being computed. */
const aml_value *aml_arm_instance_body(aml_arm_instance *instance);
aml_sv aml_arm_iteration_text(const aml_arm_instance *instance);
/* For people: the last segment of the name where it is known, else what the expression says about it. */
aml_sv aml_arm_shown_name(const aml_arm_instance *instance);

/* ---- nested_deployments.c, template_place.c, links.c ---- */

/* The frame of a nested deployment; NULL where its template is not at hand. */
aml_arm_frame *aml_arm_deployment_frame(aml_arm_instance *instance);
/* Evaluated outputs {name: {type, value}}; NULL where they cannot be told. */
const aml_value *aml_arm_frame_outputs(aml_arm_frame *frame);
aml_arm_level aml_arm_template_level(const aml_value *template_);
aml_scope_path aml_arm_root_place(const aml_arm_run *run, aml_arm_level level);
/* Moves a place by the members resourceGroup, subscriptionId and scope of an evaluated body. */
void aml_arm_place_move(
    const aml_arm_instance *instance, const aml_value *body, aml_scope_path *place, aml_arm_level *level);
/* AML004 of a module that is not at hand. */
void aml_arm_report_module(aml_arm_run *run, aml_span span, aml_sv reference);
/* The file that a path, or the reference of a module, in the file at `base` means, as shown; empty where it
 * is none of ours. */
aml_sv aml_arm_resolve_path(const aml_arm_run *run, aml_sv base, aml_sv reference);
/* Whether Bicep takes a path at all: neither empty nor absolute, '/' between its names. */
bool aml_arm_is_own_path(aml_sv path);
/* The template or parameter file that an evaluated link {uri|relativePath} means; NULL where it is not at
 * hand. *path is where it stands. `declared` is the link as written. */
const aml_value *aml_arm_link_open(
    aml_arm_site site, const aml_value *declared, const aml_value *link, aml_sv *path);

/* ---- call_table.c ---- */

/* What a function of the template or its surroundings answers; NULL where the name is none of its own. */
typedef const aml_value *aml_arm_call(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);
typedef struct aml_arm_named_call {
  aml_sv name;
  aml_arm_call *call;
} aml_arm_named_call;

/* What the row of the call's name answers; names ignore case. NULL where no row has it. */
const aml_value *aml_arm_call_named(
    const aml_arm_named_call *rows, size_t count, aml_arm_frame *names, aml_eval *eval, const aml_expr *call);

/* ---- runtime_functions.c, surroundings.c ---- */

/* Each returns NULL when it does not know the function's name. */
const aml_value *aml_arm_call_runtime(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);

/* ---- imports.c ---- */

/* The frame of a file that is imported from: its variables and functions; NULL where it is not at hand. */
aml_arm_frame *aml_arm_import_frame(const aml_arm_frame *from, aml_sv reference);
/* The frame of the parameter file that the one of a frame extends; NULL for none, and where it is not at
 * hand. */
aml_arm_frame *aml_arm_extended_frame(const aml_arm_frame *frame);
const aml_value *aml_arm_call_import(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);

/* ---- loads.c ---- */

const aml_value *aml_arm_call_load(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);
/* What is taken from a file that is not at hand. Of a module that is kept elsewhere, that is said once, at
 * the place where it is named. */
const aml_value *aml_arm_fail_missing(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv path);

/* ---- lowered.c ---- */

/* Functions that only readers of languages write, "$failure" and so on. The texts of templates may hold such
 * names too, so that they are known in frames alone that a reader made (is_lowered), as those of imports.c
 * are. */
const aml_value *aml_arm_call_lowered(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);
const aml_value *aml_arm_call_surroundings(aml_arm_frame *names, aml_eval *eval, const aml_expr *call);
/* What environment() answers for the configured value: an object as it is, "AzureCloud" as the public cloud;
 * NULL where that says nothing (clouds.c). */
const aml_value *aml_arm_cloud(aml_arena *arena, const aml_value *environment);
/* aml_scope.base_id */
const aml_value *aml_arm_base_id(void *ctx, aml_eval *eval, aml_base_id which);
/* The reason of an unknown that stands for the address of the template itself. */
#define AML_ARM_OWN_URI                                                                                      \
  AML_SV("the address that the template is deployed from is not known; describe the deployment with "        \
         "'--context FILE'")

#endif
