/* The form in which a resource is written: which words its file has for what the resource holds, and what the
 * file's silence means. Bodies are in ARM's vocabulary whatever the form; a form says how to speak of them.
 * A front end writes in one form or in several: one language may have ARM's own words beside those of a
 * provider.
 *
 * Forms are constants. Whoever makes resources sets them; who needs to know asks the form instead of asking
 * which one it is. */
#ifndef AMLINT_GRAPH_FORM_H
#define AMLINT_GRAPH_FORM_H

#include "base/arena.h"
#include "base/sv.h"
#include "tree/draft.h"

struct aml_resource;

/* Where the fixes of a rule come from, and what they are said in. */
typedef enum aml_fix_words {
  AML_FIX_IN_ARM_PATHS, /* `set`, `remove`: paths of the body, written where the body's values stand */
  AML_FIX_IN_CLI_KEYS,  /* `yaml`, `yamlRemove`: keys of what was read, aml_resource.written */
} aml_fix_words;

/* What is sent where the file says nothing: not the service's default, which no file and no tool tells it,
 * but that of the tool which reads the file. */
typedef struct aml_silence {
  const char *type; /* the `computeType` of what it is about */
  const char *key;  /* what the file would say it with */
  const char *path; /* where it goes in the body; NULL ends a list */
  const char *text; /* the value; NULL: the number */
  int number;
  const char *whose; /* "the CLI's default size (as of 2026-07)", for people */
} aml_silence;

/* What the language calls what values come through, where that is not what templates have. */
typedef struct aml_way_words {
  const char *parameter;      /* "parameter" */
  const char *parameter_file; /* "parameter file" */
  const char *variable;       /* "variable" */
  const char *caller;         /* what passes arguments: "deployment" */
  const char *callee;         /* what has outputs: "deployment" */
} aml_way_words;

typedef struct aml_resource_form {
  const char *name; /* for programs and tests: "template" */

  /* What the file calls the property at a dotted path of the body ("properties.properties.vmSize"), in the
   * arena or borrowed; empty where the form has no word for it. NULL: as ARM does, by the path's last name.
   */
  aml_sv (*key_for)(aml_arena *arena, const struct aml_resource *resource, aml_sv path);

  const aml_silence *silences; /* up to the one without a path; NULL: none */

  const aml_way_words *ways; /* NULL: those of templates */

  aml_fix_words fix_words;
  bool is_checked; /* its front end holds what is written against a schema; bodies need no further check of
                      names, types and words (AML005 to AML009) */

  /* Where a body is open, part of the file could not be read. Else whatever fills the open part in is not
   * known, and stating the property settles it. */
  bool is_open_where_unread;

  /* Ids that lead to a group without a known name lead to that of the resource itself. */
  bool has_ids_of_own_group;
#define AML_SCOPE_OF_WORKSPACE                                                                               \
  "the subscription or resource group of the workspace is not known; name them under 'workspaces:' in "      \
  "amlint.yml"
  const char *where_to_name_scope; /* the reason (tree/reason.h) why an id is not known for want of a scope;
                                      NULL: that of a deployment */

  bool is_kept;    /* a tool keeps what runs as the file has it: a command that changes it is undone */
  bool is_command; /* said in a command, or a call; the same thing in a file is an alternative to it, and said
                      once more in another command is changed by that: aml_resource.made_by */
  bool is_configured; /* nobody declares it: a configuration says that it exists */
  bool is_evidence; /* it is seen to run; that declares nothing, so it is no second declaration of anything */
  bool is_bare;     /* handed over as it is in Azure, perhaps without a name, with tags below `properties`,
                       with aliases for keys; what is absent is not there */
} aml_resource_form;

/* That of templates, and of every resource whose maker says nothing else. */
extern const aml_resource_form aml_form_arm;

/* Those of the form; never NULL. */
const aml_way_words *aml_form_ways(const aml_resource_form *form);
/* What the file calls the property at a dotted path. Never empty unless the path is. */
aml_sv aml_form_key(aml_arena *arena, const struct aml_resource *resource, aml_sv path);

/* Puts into a body under construction what the form's silence means: for each key that `written`, an object
 * in the form's words, lacks. The values stand at the span, with the origin AML_STEP_SERVICE_DEFAULT. */
void aml_form_put_silences(const aml_resource_form *form, aml_arena *arena, aml_draft *body, aml_sv type,
    const aml_value *written, aml_span span);

#endif
