/* parameters, field, current and the other functions whose answer depends on the rule and the resource. */
#include "condition/policy_functions.h"

#include "condition/check.h"
#include "condition/functions_more.h"

/* NULL with *text set; else what the whole call gives. Most arguments are written out, which takes no value
 * for them. */
static const aml_value *text_arg(aml_eval *eval, const aml_expr *call, size_t i, aml_sv *text) {
  if (call->args[i]->kind == AML_EXPR_STRING) {
    *text = call->args[i]->name;
    return NULL;
  }
  const aml_value *arg = aml_eval_arg(eval, call, i);
  if (arg->kind == AML_UNKNOWN) {
    return arg;
  }
  if (arg->kind != AML_STRING) {
    return aml_eval_fail(
        eval, call, "'%.*s' requires a string, not %s.", AML_SV_ARG(call->name), aml_kind_name(arg->kind));
  }
  *text = arg->as.string;
  return NULL;
}

static const aml_value *call_parameters(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name = {0};
  const aml_value *unknown = text_arg(eval, call, 0, &name);
  if (unknown != NULL) {
    return unknown;
  }
  const aml_value *value = check->parameters == NULL ? NULL : aml_object_find(check->parameters, name);
  return value != NULL ? value
                       : aml_eval_unknown(eval, AML_KINDS_ANY,
                             "the parameter '%.*s' has no value; give it one in the assignment, or under "
                             "'parameters:' in amlint.yml",
                             AML_SV_ARG(name));
}

/* What functions give for what is not there: Azure's the empty text, ours null. */
static const aml_value *absent_value(const aml_check *check) {
  return check->dialect == AML_DIALECT_AZURE ? aml_value_string(check->arena, (aml_sv){0}, AML_NO_SPAN)
                                             : aml_value_null(check->arena, AML_NO_SPAN);
}

static const aml_value *collect_hits(aml_check *check, const aml_hits *hits, bool is_open) {
  AML_VEC(const aml_value *) items = {0};
  for (size_t i = 0; i < hits->count; i++) {
    if (hits->items[i].value != NULL) {
      AML_VEC_PUSH(check->arena, &items, hits->items[i].value);
    }
  }
  const aml_value *array = aml_value_array(check->arena, items.items, items.count, AML_NO_SPAN);
  return is_open ? aml_value_moved(check->arena, array, AML_NO_SPAN, NULL, AML_VALUE_OPEN) : array;
}

/* The name may end before the field's verdict does. */
static const aml_field *field_named(aml_check *check, aml_sv name) {
  aml_verdicts_saw_other(check->verdicts);
  aml_field *field = AML_NEW(check->arena, aml_field); /* evidence goes on pointing at its path */
  *field = aml_field_of(check->arena, check->dialect, check->aliases, name);
  return field;
}

/* The field that the first argument names; NULL with *unknown set where it names none. */
static const aml_field *field_arg(
    aml_check *check, aml_eval *eval, const aml_expr *call, const aml_value **unknown) {
  const aml_policy_call *meaning = call->meaning;
  if (meaning != NULL && meaning->field != NULL) {
    return meaning->field;
  }
  aml_sv name = {0};
  *unknown = text_arg(eval, call, 0, &name);
  return *unknown != NULL ? NULL : field_named(check, name);
}

/* current() takes the item at hand for the [*] that it stands for; those behind it make a list. */
static const aml_value *read_field(aml_check *check, const aml_field *field, bool is_current) {
  const aml_value *kept;
  if (aml_check_kept_value(check, field, &kept)) {
    return kept != NULL ? kept : absent_value(check);
  }
  aml_hit local = {0};
  aml_hits hits = {&local, 0, 1};
  bool is_open = false;
  const aml_path *path;
  aml_sv prefix;
  aml_check_field(check, field, AML_WALK_SKIP_ABSENT, &hits, &is_open, &path, &prefix);
  size_t undone = is_current && path != NULL ? aml_check_chosen(check, path) : 0;
  if (field->path.wildcards > undone) {
    return collect_hits(check, &hits, is_open);
  }
  if (path != NULL && check->evidence_count < AML_EVIDENCE_MAX) {
    check->evidence[check->evidence_count++] = (aml_evidence){path, prefix, hits.items[0], check->subject};
  }
  return hits.items[0].value != NULL ? hits.items[0].value : absent_value(check);
}

static bool is_in_existence_condition(const aml_check *check) {
  const aml_frame *frame = check->frame;
  while (frame != NULL && !frame->changes_subject) {
    frame = frame->outer;
  }
  return check->dialect == AML_DIALECT_AZURE && frame != NULL;
}

/* Azure's function speaks of the resource of `if`, wherever it stands; only conditions and current() look at
 * the resource that must exist. */
static const aml_value *call_field(aml_check *check, aml_eval *eval, const aml_expr *call) {
  const aml_value *unknown = NULL;
  const aml_field *field = field_arg(check, eval, call, &unknown);
  if (field == NULL || !is_in_existence_condition(check)) {
    return field == NULL ? unknown : read_field(check, field, false);
  }
  const aml_resource *subject = check->subject;
  const aml_frame *frame = check->frame;
  check->subject = check->root;
  check->frame = check->root_frame;
  const aml_value *value = read_field(check, field, false);
  check->subject = subject;
  check->frame = frame;
  return value;
}

static const aml_value *call_current(aml_check *check, aml_eval *eval, const aml_expr *call) {
  if (check->frame == NULL) {
    return aml_eval_fail(eval, call, "'current' is used outside 'count'.");
  }
  if (call->arg_count == 0) {
    return check->frame->value;
  }
  aml_sv name = {0};
  const aml_value *unknown = text_arg(eval, call, 0, &name);
  if (unknown != NULL) {
    return unknown;
  }
  for (const aml_frame *frame = check->frame; frame != NULL; frame = frame->outer) {
    if (frame->name.len > 0 && aml_sv_ieq(frame->name, name)) {
      return frame->value;
    }
  }
  return read_field(check, field_named(check, name), true);
}

static const aml_value *call_let(aml_check *check, aml_eval *eval, const aml_expr *call) {
  const aml_policy_call *meaning = call->meaning;
  if (meaning != NULL && meaning->let != AML_NPOS) {
    return aml_check_let(check, meaning->let);
  }
  aml_sv name = {0};
  const aml_value *unknown = text_arg(eval, call, 0, &name);
  if (unknown != NULL) {
    return unknown;
  }
  size_t i = aml_check_find_let(check, name);
  return i != AML_NPOS ? aml_check_let(check, i)
                       : aml_eval_fail(eval, call, "The name '%.*s' is not declared.", AML_SV_ARG(name));
}

static const aml_value *find_surrounding(const aml_check *check, const char *name) {
  const aml_value *all = check->context->surroundings;
  return all == NULL ? NULL : aml_object_find(all, aml_sv_of(name));
}

/* An object that certainly has the one member and may have others. */
static const aml_value *open_object(aml_eval *eval, const char *name, aml_sv text) {
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  if (text.len > 0) {
    aml_object_add(&object, aml_sv_of(name), AML_NO_SPAN, aml_value_string(eval->arena, text, AML_NO_SPAN));
  }
  return aml_object_end(&object, AML_NO_SPAN, AML_VALUE_OPEN);
}

static const aml_value *call_resource_group(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  const aml_value *given = find_surrounding(check, "resourceGroup");
  return given != NULL ? given : open_object(eval, "name", check->subject->scope.resource_group);
}

static const aml_value *call_subscription(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  const aml_value *given = find_surrounding(check, "subscription");
  return given != NULL ? given : open_object(eval, "subscriptionId", check->subject->scope.subscription);
}

static const aml_value *call_management_group(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  const aml_value *given = find_surrounding(check, "managementGroup");
  return given != NULL ? given : open_object(eval, "name", check->subject->scope.management_group);
}

static const aml_value *call_request_context(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  const aml_value *given = find_surrounding(check, "requestContext");
  return given != NULL ? given : open_object(eval, "apiVersion", check->root->api_version);
}

static const aml_value *call_policy(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  const aml_value *given = find_surrounding(check, "policy");
  return given != NULL           ? given
         : check->policy != NULL ? check->policy
                                 : open_object(eval, "assignmentId", (aml_sv){0});
}

static const aml_value *call_utc_now(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  char day[AML_DAY_TEXT_SIZE];
  const aml_value *given = find_surrounding(check, "utcNow");
  if (given != NULL) {
    return given;
  }
  aml_day_text(check->context->as_of, day);
  return aml_value_string(eval->arena, aml_sv_format(eval->arena, "%sT00:00:00.0000000Z", day), AML_NO_SPAN);
}

static const aml_value *call_as_of(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(check->context->as_of, day);
  return aml_value_string(eval->arena, aml_sv_dup(eval->arena, aml_sv_of(day)), AML_NO_SPAN);
}

/* Days from --as-of to a date, negative when it has passed; null for null. */
static const aml_value *call_days_until(aml_check *check, aml_eval *eval, const aml_expr *call) {
  const aml_value *arg = aml_eval_arg(eval, call, 0);
  if (arg->kind == AML_NULL || arg->kind == AML_UNKNOWN) {
    return arg;
  }
  aml_day day;
  if (arg->kind != AML_STRING || !aml_day_parse(aml_sv_slice(arg->as.string, 0, 10), &day)) {
    return aml_eval_fail(eval, call, "'daysUntil' requires a date such as '2027-01-31'.");
  }
  return aml_value_int(eval->arena, (int64_t)day - check->context->as_of, AML_NO_SPAN);
}

static const aml_policy_function functions[] = {
    {AML_SV_CONST("parameters"), AML_DIALECT_AZURE, 1, 1, call_parameters, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("field"), AML_DIALECT_AZURE, 1, 1, call_field, AML_LOOK_BY_NAME, true},
    {AML_SV_CONST("current"), AML_DIALECT_AZURE, 0, 1, call_current, AML_LOOK_BY_NAME, true},
    {AML_SV_CONST("resourceGroup"), AML_DIALECT_AZURE, 0, 0, call_resource_group, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("subscription"), AML_DIALECT_AZURE, 0, 0, call_subscription, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("managementGroup"), AML_DIALECT_AZURE, 0, 0, call_management_group, AML_LOOK_NOWHERE,
        false},
    {AML_SV_CONST("requestContext"), AML_DIALECT_AZURE, 0, 0, call_request_context, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("policy"), AML_DIALECT_AZURE, 0, 0, call_policy, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("utcNow"), AML_DIALECT_AZURE, 0, 1, call_utc_now, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("let"), AML_DIALECT_RULE, 1, 1, call_let, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("asOf"), AML_DIALECT_RULE, 0, 0, call_as_of, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("daysUntil"), AML_DIALECT_RULE, 1, 1, call_days_until, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("workspace"), AML_DIALECT_RULE, 0, 0, aml_call_workspace, AML_LOOK_ABOVE, true},
    {AML_SV_CONST("parent"), AML_DIALECT_RULE, 0, 0, aml_call_parent, AML_LOOK_ABOVE, false},
    {AML_SV_CONST("resource"), AML_DIALECT_RULE, 1, 1, aml_call_resource, AML_LOOK_ANYWHERE, true},
    {AML_SV_CONST("parentOf"), AML_DIALECT_RULE, 1, 1, aml_call_parent_of, AML_LOOK_ANYWHERE, true},
    {AML_SV_CONST("resourceGroupOf"), AML_DIALECT_RULE, 1, 1, aml_call_group_of, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("filePath"), AML_DIALECT_RULE, 0, 0, aml_call_file_path, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("keyName"), AML_DIALECT_RULE, 1, 1, aml_call_key_name, AML_LOOK_BY_NAME, false},
    {AML_SV_CONST("stated"), AML_DIALECT_RULE, 1, 1, aml_call_stated, AML_LOOK_BY_NAME, true},
    {AML_SV_CONST("extends"), AML_DIALECT_RULE, 0, 0, aml_call_extends, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("written"), AML_DIALECT_RULE, 1, 1, aml_call_written, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("nearest"), AML_DIALECT_RULE, 2, 2, aml_call_nearest, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("respelled"), AML_DIALECT_RULE, 2, 2, aml_call_respelled, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("declaration"), AML_DIALECT_RULE, 0, 0, aml_call_declaration, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("scopeKind"), AML_DIALECT_RULE, 0, 0, aml_call_scope_kind, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("known"), AML_DIALECT_RULE, 2, 2, aml_call_known, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("holdsSecret"), AML_DIALECT_RULE, 1, 1, aml_call_holds_secret, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("isSecretName"), AML_DIALECT_RULE, 1, 1, aml_call_is_secret_name, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("sshKey"), AML_DIALECT_RULE, 1, 1, aml_call_ssh_key, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.size"), AML_DIALECT_RULE, 1, 1, aml_call_size, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.series"), AML_DIALECT_RULE, 1, 1, aml_call_series, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.successors"), AML_DIALECT_RULE, 1, 1, aml_call_successors, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.successorSize"), AML_DIALECT_RULE, 1, 1, aml_call_successor_size, AML_LOOK_NOWHERE,
        true},
    {AML_SV_CONST("facts.retires"), AML_DIALECT_RULE, 2, 2, aml_call_retires, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.limit"), AML_DIALECT_RULE, 1, 1, aml_call_limit, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.source"), AML_DIALECT_RULE, 1, 1, aml_call_source, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.suggestSize"), AML_DIALECT_RULE, 1, 1, aml_call_suggest_size, AML_LOOK_NOWHERE,
        true},
    {AML_SV_CONST("facts.region"), AML_DIALECT_RULE, 1, 1, aml_call_region, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.respellSize"), AML_DIALECT_RULE, 1, 1, aml_call_respell_size, AML_LOOK_NOWHERE,
        true},
    {AML_SV_CONST("facts.respellRegion"), AML_DIALECT_RULE, 1, 1, aml_call_respell_region, AML_LOOK_NOWHERE,
        true},
    {AML_SV_CONST("facts.suggestRegion"), AML_DIALECT_RULE, 1, 1, aml_call_suggest_region, AML_LOOK_NOWHERE,
        true},
    {AML_SV_CONST("facts.latency"), AML_DIALECT_RULE, 2, 2, aml_call_latency, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.record"), AML_DIALECT_RULE, 2, 2, aml_call_record, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("facts.property"), AML_DIALECT_RULE, 1, 1, aml_call_property, AML_LOOK_NOWHERE, false},
    {AML_SV_CONST("evidence.hasQuotas"), AML_DIALECT_RULE, 0, 0, aml_call_has_quotas, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("evidence.quota"), AML_DIALECT_RULE, 2, 2, aml_call_quota, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("ineffective"), AML_DIALECT_RULE, 0, 0, aml_call_ineffective, AML_LOOK_NOWHERE, true},
    {AML_SV_CONST("sameRegion"), AML_DIALECT_RULE, 2, 2, aml_call_same_region, AML_LOOK_ABOVE, true},
    {AML_SV_CONST("seconds"), AML_DIALECT_RULE, 1, 1, aml_call_seconds, AML_LOOK_NOWHERE, true},
};

const aml_policy_function *aml_policy_function_at(size_t i) {
  return i < sizeof functions / sizeof functions[0] ? &functions[i] : NULL;
}

const aml_policy_function *aml_policy_function_find(aml_dialect dialect, aml_sv name) {
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    bool has_length = functions[i].name.len == name.len; /* most have another one */
    if (has_length && functions[i].dialect <= dialect && aml_sv_ieq(name, functions[i].name)) {
      return &functions[i];
    }
  }
  return NULL;
}

bool aml_policy_function_is_refused(aml_sv name) {
  static const char *const refused[] = {"copyIndex", "deployment", "deployer", "environment",
      "extensionResourceId", "guid", "listAccountSas", "listKeys", "listSecrets", "newGuid", "pickZones",
      "providers", "reference", "references", "resourceId", "subscriptionResourceId", "tenant",
      "tenantResourceId", "managementGroupResourceId", "uniqueString", "variables"};
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    if (aml_sv_ieq(name, aml_sv_of(refused[i]))) {
      return true;
    }
  }
  return false;
}

const aml_policy_call aml_policy_call_of_template = {NULL, NULL, AML_NPOS};

static size_t find_let(const aml_compiler *compiler, aml_sv name) {
  for (size_t i = 0; i < compiler->lets.count; i++) {
    if (aml_sv_ieq(compiler->lets.items[i], name)) {
      return i;
    }
  }
  return AML_NPOS;
}

const aml_policy_call *aml_policy_call_find(aml_compiler *compiler, const aml_expr *call) {
  const aml_policy_function *function = aml_policy_function_find(compiler->dialect, call->name);
  if (function == NULL) {
    return &aml_policy_call_of_template;
  }
  aml_policy_call *found = AML_NEW(compiler->arena, aml_policy_call);
  found->function = function;
  found->let = AML_NPOS;
  bool is_plain = call->arg_count == 1 && call->args[0]->kind == AML_EXPR_STRING;
  if (is_plain && function->call == call_let) {
    found->let = find_let(compiler, call->args[0]->name);
  }
  bool names_field = function->call == call_field || function->call == aml_call_stated ||
                     function->call == aml_call_key_name;
  if (is_plain && names_field) {
    aml_field *field = AML_NEW(compiler->arena, aml_field);
    *field = aml_field_of(compiler->arena, compiler->dialect, compiler->aliases, call->args[0]->name);
    found->field = field;
  }
  return found;
}

static const aml_value *call_function(void *ctx, aml_eval *eval, const aml_expr *call) {
  aml_check *check = ctx;
  const aml_policy_call *meaning = call->meaning;
  const aml_policy_function *function =
      meaning != NULL ? meaning->function : aml_policy_function_find(check->dialect, call->name);
  if (function == NULL) {
    return NULL;
  }
  aml_arena_spend(eval->arena, 1);
  if (!function->is_told) {
    aml_verdicts_saw_other(check->verdicts);
  }
  return function->call(check, eval, call);
}

aml_scope aml_check_scope(aml_check *check) {
  return (aml_scope){.ctx = check,
      .call = call_function,
      .is_policy = true,
      .absent = check->dialect == AML_DIALECT_AZURE ? AML_ABSENT_EMPTY : AML_ABSENT_NULL};
}
