/* Tables, durations and objects that parameters of cmdlets take. Private to script/. */
#ifndef AMLINT_SCRIPT_CMDLET_OBJECTS_H
#define AMLINT_SCRIPT_CMDLET_OBJECTS_H

#include "script/az.h"

typedef struct aml_cmdlet_parameter {
  const char *name;     /* "-VMSize" */
  aml_az_option option; /* what a call has of it */
} aml_cmdlet_parameter;

typedef struct aml_cmdlet {
  aml_az_command command; /* its words are the cmdlet's name */
  const aml_cmdlet_parameter *parameters;
  size_t count;
  const char
      *compute_type; /* of the compute that its object describes; NULL where it makes something itself */
} aml_cmdlet;

/* The cmdlet of a command; NULL for one that is not looked at. */
const aml_cmdlet *aml_cmdlet_find(const aml_command *command);

/* Reads the parameters of the command with that index, which is one of the cmdlet. */
void aml_cmdlet_take(
    aml_variables *variables, uint32_t index, const aml_cmdlet *cmdlet, aml_diags *diags, aml_az_call *out);

typedef struct aml_hashtable_entry { /* of @{ key = value } */
  aml_sv key;
  aml_shell_argument argument;
} aml_hashtable_entry;

typedef struct aml_hashtable {
  AML_VEC(aml_hashtable_entry) list;
} aml_hashtable;

/* Adds the entries of the table that a word of the command with that index is, or that was certainly assigned
 * to it. False where it is none, or not all of its entries can be followed. */
bool aml_hashtable_read(aml_variables *variables, uint32_t index, const aml_word *word, aml_hashtable *out);

#endif
