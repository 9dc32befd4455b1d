/* Private to src/terraform: modules as they are read, and as they are called.
 *
 * A folder of .tf files is a module. Where one module calls another, or nothing calls it, it is evaluated: a
 * frame, with values for its variables. Names are evaluated when somebody asks, and each once. */
#ifndef AMLINT_TERRAFORM_MODULE_H
#define AMLINT_TERRAFORM_MODULE_H

#include "front/front_end.h"
#include "hcl/scope_hcl.h"
#include "hcl/type.h"

/* ---- As read: made while files are grouped, by one thread (folder.c) ---- */

typedef struct aml_tf_folder aml_tf_folder;

/* .terraform/modules/modules.json of a root module. */
typedef struct aml_tf_installed {
  aml_sv root;              /* the folder that its paths start from */
  const aml_value *modules; /* [{Key, Source, Version, Dir}] */
} aml_tf_installed;

typedef struct aml_tf_link { /* a call of a module in a folder that was found */
  aml_sv name;               /* of the call */
  aml_sv source;             /* as written */
  aml_tf_folder *folder;
} aml_tf_link;

struct aml_tf_folder {
  aml_sv path;
  aml_file_list files;   /* of configuration, overrides last */
  aml_file_list values;  /* that always count: terraform.tfvars, *.auto.tfvars, in their order */
  aml_file_list choices; /* other .tfvars in it, and plans: one evaluation with each */
  AML_VEC(aml_tf_link) links;
  const struct aml_tf_installed
      *installed;              /* what 'terraform init' brought for its root; NULL: not at hand */
  aml_sv calls;                /* the calls that lead to it from that root: "ml.inner"; empty in the root */
  const aml_file *lock;        /* .terraform.lock.hcl; NULL */
  bool is_called;              /* by a module in another folder; of a circle, all but the one found first */
  const aml_tf_folder *caller; /* the first that was found to call it; NULL for none */
};

/* What a file holds. */
typedef struct aml_tf_state {
  aml_tf_folder *folder; /* NULL before grouping */
} aml_tf_state;
typedef struct aml_tf_content {
  const aml_value *root; /* the body */
  aml_tf_state *state;
} aml_tf_content;

void aml_tf_bring(const aml_front_host *host, aml_file *file);
void aml_tf_bring_values(const aml_front_host *host, aml_file *file);
void aml_tf_group(const aml_front_host *host, aml_file *file);
/* The folder of the plan, which is evaluated with it from then on; NULL where it holds no configuration. */
aml_tf_folder *aml_tf_bring_plan(const aml_front_host *host, aml_file *plan);
/* The folder at a path, where the run has configuration of it; NULL else. For `group`. */
aml_tf_folder *aml_tf_folder_in_run(const aml_front_host *host, aml_sv path);
/* Reading files, for the rows (syntax_terraform.c). */
bool aml_tf_read(aml_file *file);

/* ---- As declared (blocks.c) ---- */

typedef struct aml_tf_block {
  size_t index; /* among the blocks of its module, from 0 */
  aml_sv key;   /* its address in its module: "type.name", "data.type.name", "module.name", "variable.name" */
  aml_sv kind;  /* "resource", "data", "module", "variable", "output", "local" */
  aml_sv type, name; /* type: of resources and data; empty else */
  aml_span name_span;
  const aml_value *body; /* an object; of a local, its value */
  const aml_file *file;
} aml_tf_block;

typedef struct aml_tf_provider { /* a configuration of one */
  aml_sv name, alias;            /* alias: empty for none */
  const aml_value *body;
} aml_tf_provider;

typedef struct aml_tf_module {
  const aml_tf_folder *folder;
  aml_map blocks;                    /* "var.x", "local.x", "module.x", "output.x", "data.t.n", "t.n" */
  AML_VEC(aml_tf_block *) resources; /* in the order of files */
  AML_VEC(aml_tf_block *) calls;
  const aml_value *azurerm; /* the version constraint of the provider, as written; NULL for none */
  AML_VEC(aml_tf_provider) providers;
  bool is_open; /* a part of a file could not be read */
} aml_tf_module;

aml_tf_module *aml_tf_module_new(aml_arena *arena, const aml_tf_folder *folder);

/* ---- As called ---- */

/* What a frame keeps for blocks of its module, by their index; made as it is asked for (cells.c). */
typedef struct aml_tf_cells {
  void ***pages;
} aml_tf_cells;
/* The cell of a block, which holds NULL at first. */
void **aml_tf_cell(
    aml_arena *arena, const aml_tf_module *module, aml_tf_cells *cells, const aml_tf_block *block);

typedef struct aml_tf_run {
  const aml_front_host *host;
  aml_unit *unit;
  aml_arena *arena;
  aml_eval eval;
  aml_map modules;   /* by folder: aml_tf_module */
  aml_map instances; /* by address: aml_tf_instance */
  aml_map said;      /* what was reported before */
  aml_texts values;  /* unused names of a values file */
  aml_map templates; /* of templatefile(), as read, by path: aml_value, an unknown where one is broken */
  size_t frames, copies;
  size_t commands;                    /* bytes of them, of all copies */
  const struct aml_tf_record *record; /* a plan that the unit is evaluated with, or is; NULL (record.h) */
  bool doubts_defaults; /* defaults of the root's variables count as unknown for now (variable_defaults.c) */
  aml_sv deployment;    /* identity of the subscription that the provider deploys to */
} aml_tf_run;

typedef struct aml_tf_frame aml_tf_frame;
typedef struct aml_tf_instance aml_tf_instance;

/* One of the copies of a resource, data source or module call. */
struct aml_tf_instance {
  aml_tf_frame *frame; /* in which the block stands */
  const aml_tf_block *block;
  aml_sv address;
  aml_sv key_text;                        /* "[0]", "[\"a\"]"; empty for one without count or for_each */
  const aml_value *index;                 /* count.index; NULL for none */
  const aml_value *key, *value;           /* each.key, each.value; NULL for none */
  bool is_uncertain;                      /* nobody knows whether it, or how many of it there are */
  bool is_off;                            /* there is none, but only by the default of a variable */
  const aml_value *many;                  /* the expression of count or for_each; NULL for none */
  const struct aml_tf_recorded *recorded; /* it is known by a plan or a state alone; NULL */
  const aml_value *written;               /* its arguments, evaluated; NULL before */
  const aml_value *object;                /* the same with its id, as references see it; NULL before */
  bool is_busy;
  aml_resource *resource; /* once it is being made; NULL else */
  aml_tf_frame *callee;   /* of a call: the frame of the module; NULL where it is not at hand */
};

typedef struct aml_tf_copies { /* all copies of a block */
  AML_VEC(aml_tf_instance *) list;
  bool has_count, has_each, is_known; /* not is_known also while they are being found */
  const aml_value *why;               /* not is_known: an unknown */
  aml_tf_instance
      *off; /* one that stands for those that a default switches off, where `list` is empty; NULL */
} aml_tf_copies;

struct aml_tf_frame {
  aml_tf_run *run;
  const aml_tf_module *module;
  const aml_tf_instance *call;   /* that calls it; NULL for the root */
  aml_sv address;                /* "module.x[0]."; empty for the root */
  const aml_value *const *given; /* bodies of values files, later ones count; of the root */
  size_t given_count;
  const aml_tf_instance *instance; /* whose block is being evaluated: what count and each are of */
  aml_hcl_context context;
  aml_scope scope;
  bool is_off;          /* it, or what calls it, is switched off by a default */
  aml_tf_cells values;  /* aml_tf_value */
  aml_tf_cells doubted; /* the same while defaults are doubted */
  aml_tf_cells copies;  /* aml_tf_copies */
  size_t depth;
};

/* Begins a run over a unit that has nothing yet, and ends it with what is to be said of all of it
 * (front_terraform.c).
 */
void aml_tf_run_begin(aml_tf_run *run, const aml_front_host *host, aml_unit *unit);
void aml_tf_run_end(const aml_tf_run *run);
/* A frame of a module; NULL past the bounds on their number and depth, which is reported. */
aml_tf_frame *aml_tf_frame_new(aml_tf_run *run, const aml_tf_folder *folder, const aml_tf_instance *call);
/* The value of an expression of an instance's block, or of a frame's where that is NULL. */
const aml_value *aml_tf_eval(aml_tf_frame *frame, const aml_tf_instance *instance,
    const aml_hcl_binding *bindings, const aml_value *value);
/* All copies of a resource, data source or call. Never NULL. */
const aml_tf_copies *aml_tf_copies_of(aml_tf_frame *frame, const aml_tf_block *block);
/* The arguments of an instance; an object. */
const aml_value *aml_tf_written(aml_tf_instance *instance);
/* As references see it: with name and id; an object that is open. */
const aml_value *aml_tf_object(aml_tf_instance *instance);
/* The value of an output of a called module. */
const aml_value *aml_tf_output(aml_tf_frame *callee, aml_sv name);
/* An unknown with that reason, at the evaluation that goes on. */
const aml_value *aml_tf_unknown(aml_tf_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether an expression that was evaluated before is what it is by the default of a variable of the root
 * module, which another value may replace (variable_defaults.c). */
bool aml_tf_hangs_on_default(aml_tf_frame *frame, const aml_value *expression);
/* "'var.on' is true": what a count, or a for_each, that makes nothing would have to say. */
aml_sv aml_tf_turning_on(const aml_tf_run *run, const aml_value *expression, bool is_count);

/* references.c: what aml_hcl_context.find is. */
const aml_value *aml_tf_find(void *ctx, aml_eval *eval, aml_hcl_path *path);
void aml_tf_fail(void *ctx, aml_eval *eval, aml_span span, aml_sv message);

/* ---- As deployed ---- */

/* The id of a resource of that type with these arguments, as far as it is known; NULL where types of Azure
 * are not known (types.c). */
const aml_value *aml_tf_id(const aml_tf_instance *instance);
/* The instance whose id a value hands on; NULL for none, or where more was done with it. */
aml_tf_instance *aml_tf_source_of(const aml_tf_run *run, const aml_value *value);
/* Says, once, that what an instance deploys is not known, and therefore not checked (AML004). `what` of it:
 * "type". */
void aml_tf_report_unknown(const aml_tf_instance *instance, const char *what);
/* Adds the resource that an instance deploys, if it is one of those that are known. */
void aml_tf_make(aml_tf_instance *instance);

/* Functions that read files, and those of providers; what aml_hcl_context.call is (file_functions.c). */
const aml_value *aml_tf_call(void *ctx, const aml_hcl_call *call);
/* The file that a path names, seen from the root module, where Terraform runs; NULL where it is not at hand.
 */
const aml_file *aml_tf_open(const aml_tf_run *run, const aml_value *path);

extern const aml_hcl_dialect aml_tf_dialect;
extern const aml_editor aml_terraform_editor;

#endif
