/* Private to src/terraform: plans and states in JSON, what Terraform itself has evaluated.
 *
 * `terraform show -json` writes both in one shape (format_version), and a state file has one of its own
 * (version 4). A plan says of each resource what it will be; what is known only after applying is true in
 * `after_unknown` and absent where the values are. A state says what was last seen to run: it declares
 * nothing. Both hold secrets in the clear, and say which values are sensitive.
 *
 * https://developer.hashicorp.com/terraform/internals/json-format, read on 2026-11-28. */
#ifndef AMLINT_TERRAFORM_RECORD_H
#define AMLINT_TERRAFORM_RECORD_H

#include "terraform/module.h"

typedef struct aml_tf_recorded { /* a resource */
  aml_sv address;                /* "module.a[0].azurerm_x.y[\"k\"]" */
  aml_sv module;                 /* "module.a[0]"; empty in the root */
  aml_sv type, name;
  aml_sv key_text; /* "[\"k\"]"; empty */
  bool is_data;
  const aml_value *values; /* an object; with unknowns, and with secrets marked */
  aml_span span;           /* of what names it */
} aml_tf_recorded;

typedef struct aml_tf_record {
  bool is_state;
  AML_VEC(const aml_tf_recorded *) resources; /* in the order of the file */
  aml_map by_address;
  const aml_value *variables;     /* {name: value} of the root module; NULL where nothing is said */
  const aml_value *configuration; /* of a plan, the root module: what refers to what; NULL */
  const aml_value *azurerm;       /* constraint on the provider's version; NULL */
  aml_tf_folder *folder;          /* whose configuration was found beside it; NULL */
} aml_tf_record;

/* That of a file which aml_front_terraform_record reads. `folder` is set while files are grouped. */
static inline aml_tf_record *aml_tf_record_of(const aml_file *file) {
  return (aml_tf_record *)(uintptr_t)file->content;
}

/* Whether the root of a JSON file is that of a plan or a state. */
bool aml_tf_is_record(const aml_value *root);
/* What the root of a JSON file records; NULL where it is neither a plan nor a state. Linear. */
aml_tf_record *aml_tf_record_read(aml_arena *arena, const aml_value *root);
/* The same tree with what it says to be sensitive marked AML_VALUE_SECURE. Depth is that of the reader. */
const aml_value *aml_tf_mark_sensitive(aml_arena *arena, const aml_value *root);

/* The address of what an argument of a recorded resource takes its id from, by the plan's configuration;
 * empty where that does not say it for certain (record_links.c). */
aml_sv aml_tf_record_source(
    aml_arena *arena, const aml_tf_record *record, const aml_tf_recorded *resource, aml_sv argument);

/* ---- Beside configuration that is evaluated: aml_tf_run.record (recorded.c) ---- */

/* The arguments of an instance with what its record knows and they do not. */
const aml_value *aml_tf_fill(const aml_tf_instance *instance, const aml_value *written);
/* The keys ("[0]", "[\"a\"]") of the copies that a record has of a block of that address without them. */
void aml_tf_recorded_keys(const aml_tf_run *run, aml_sv address, aml_texts *out);
/* The arguments of an instance that only a record knows. */
const aml_value *aml_tf_recorded_arguments(const aml_tf_instance *instance);

#endif
