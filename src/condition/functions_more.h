/* Functions of rule expressions over the graph and the facts. Each takes a call that has the right number of
 * arguments; an unknown argument gives an unknown. */
#ifndef AMLINT_CONDITION_FUNCTIONS_MORE_H
#define AMLINT_CONDITION_FUNCTIONS_MORE_H

#include "condition/check.h"

/* workspace(), parent(), resource(id): a body; null when certainly absent; unknown when it may exist
 * elsewhere.
 */
const aml_value *aml_call_workspace(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_parent(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_resource(aml_check *check, aml_eval *eval, const aml_expr *call);
/* parentOf(id): as resource(id), for the parent of what the id names. */
const aml_value *aml_call_parent_of(aml_check *check, aml_eval *eval, const aml_expr *call);
/* resourceGroupOf(id): the resource group's name inside an id; null where it has none. */
const aml_value *aml_call_group_of(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_scope_kind(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_known(aml_check *check, aml_eval *eval, const aml_expr *call);
/* holdsSecret(text), isSecretName(text): what base/secret.h says of it; false for what is no text. */
const aml_value *aml_call_holds_secret(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_is_secret_name(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_ssh_key(aml_check *check, aml_eval *eval, const aml_expr *call);

/* facts.*: objects, or null for what the facts do not hold. */
const aml_value *aml_call_size(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_series(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_successors(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_successor_size(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_retires(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_limit(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_source(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_suggest_size(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_region(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_suggest_region(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_respell_size(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_respell_region(aml_check *check, aml_eval *eval, const aml_expr *call);
/* record(table, key): by the names of columns, of any table. */
const aml_value *aml_call_record(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_latency(aml_check *check, aml_eval *eval, const aml_expr *call);

/* evidence.hasQuotas(): whether any export says quotas. evidence.quota(family, region): how many vCPUs of the
 * family one says for the resource; null where none does, unknown where they do not agree. */
const aml_value *aml_call_has_quotas(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_quota(aml_check *check, aml_eval *eval, const aml_expr *call);

/* facts.property(path): since when the type of the rule's resource has it. ineffective(): what the stated API
 * version does not have, by path: an object, empty where all counts. */
const aml_value *aml_call_property(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_ineffective(aml_check *check, aml_eval *eval, const aml_expr *call);

/* sameRegion(a, b): regions without regard to case and blanks. seconds(duration): of an ISO 8601 duration;
 * null for text that is none. */
const aml_value *aml_call_same_region(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_seconds(aml_check *check, aml_eval *eval, const aml_expr *call);

/* filePath(): of the file that declares the rule's resource, as shown; null for one that no file declares.
 * declaration(): a text that is the same for resources that come from one declaration (copies, parameter
 * sets) and differs for others; of the related resource inside `where`.
 * keyName(path): what the resource's file calls a property: CLI files have other names than ARM.
 * extends(): the id, or "type/name", of what an extension such as a lock applies to; null for other
 * resources. written(key): what stands in a CLI file at the path of a key, before it is translated; null for
 * what is absent and for resources of other files. nearest(text, names): the name that was probably meant, or
 * null. */
const aml_value *aml_call_file_path(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_declaration(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_stated(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_key_name(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_extends(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_written(aml_check *check, aml_eval *eval, const aml_expr *call);
const aml_value *aml_call_nearest(aml_check *check, aml_eval *eval, const aml_expr *call);
/* respelled(text, names): the name that it certainly stands for, or null. */
const aml_value *aml_call_respelled(aml_check *check, aml_eval *eval, const aml_expr *call);

#endif
