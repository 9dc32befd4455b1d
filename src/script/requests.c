/* Sources: Microsoft's reference of `az resource create`, `update`, `patch` and of `az rest` (read 2026-11);
 * ids of resources in the documentation of Azure Resource Manager. */
#include "script/requests.h"

#include "graph/update_body.h"
#include "script/cmdlets.h"
#include "script/command_bodies.h"
#include "script/command_resources.h"
#include "tree/draft.h"

#define COMPUTES "Microsoft.MachineLearningServices/workspaces/computes"

const aml_resource_form aml_form_az_body = {
    .name = "request",
    .is_command = true,
    .where_to_name_scope = "the subscription or resource group of the request is not known",
};

typedef struct request {
  aml_filling filling;
  const aml_request_place *place;
  const aml_az_call *call;
  const aml_resource_form *form;
  aml_resources *resources;
  aml_diags *diags;
  aml_sv type;   /* of the resource; empty: not known */
  aml_sv name;   /* "workspace/compute", perhaps with marks */
  aml_sv target; /* of an extension: the id that it stands on, perhaps with marks; empty for others */
  aml_span name_span;
  aml_scope_path scope;
  aml_sv api_version;
  const aml_value *doubt; /* why nobody knows whether it puts anything; NULL: it does */
  bool is_update;         /* says nothing of what it leaves out */
} request;

static const aml_shell_argument *argument_of(const aml_az_call *call, const char *option) {
  const aml_az_given *given = aml_az_option_given(call, option);
  return given == NULL || given->count == 0 ? NULL : &given->values[0];
}

/* ---- Ids ---- */

/* The segment behind a known one, "subscriptions" say; empty where it is not there. */
static aml_sv segment_after(aml_sv id, const char *name) {
  aml_sv rest = id;
  while (rest.len > 0) {
    aml_sv segment = aml_sv_split(&rest, '/');
    if (aml_sv_ieq(segment, aml_sv_of(name))) {
      return aml_sv_split(&rest, '/');
    }
  }
  return (aml_sv){0};
}

static void read_scope(request *r, aml_sv id) {
  aml_sv subscription = segment_after(id, "subscriptions");
  aml_sv group = segment_after(id, "resourceGroups");
  bool is_own = aml_sv_starts(subscription, AML_SV("{")); /* the CLI fills in its own */
  if (subscription.len > 0 && !is_own && aml_filled_is_known(subscription)) {
    r->scope.subscription = subscription;
  }
  if (group.len > 0) {
    bool is_known = aml_filled_is_known(group);
    r->scope.has_resource_group = true;
    r->scope.resource_group = is_known ? group : (aml_sv){0};
    r->scope.is_uncertain = !is_known;
    r->scope.deployment =
        is_known ? r->scope.deployment
                 : aml_sv_format(r->filling.arena, "%u|%.*s", r->call->span.source, AML_SV_ARG(id));
  } else if (subscription.len > 0) {
    r->scope.has_resource_group = false;
  }
}

static aml_sv join(request *r, aml_sv before, aml_sv after) {
  return before.len == 0
             ? after
             : aml_sv_format(r->filling.arena, "%.*s/%.*s", AML_SV_ARG(before), AML_SV_ARG(after));
}

/* "namespace/type/name/type/name", behind "/providers/". */
static void read_types(request *r, aml_sv path) {
  r->type = aml_sv_split(&path, '/');
  while (path.len > 0) {
    r->type = join(r, r->type, aml_sv_split(&path, '/'));
    aml_sv name = aml_sv_split(&path, '/');
    if (name.len > 0) {
      r->name = join(r, r->name, name);
    }
  }
  if (!aml_filled_is_known(r->type)) {
    r->type = (aml_sv){0};
  }
}

/* "...$WORKSPACE_ID/computes/name": of what stands before the type only that it is there is known. */
static void read_ending(request *r, aml_sv path) {
  static const char computes[] = "/computes/";
  size_t at = aml_sv_ifind(path, aml_sv_of(computes), 0);
  if (at == AML_NPOS || at == 0) {
    return;
  }
  aml_sv before = aml_sv_slice(path, 0, at);
  size_t slash = aml_sv_rfind_char(before, '/');
  aml_sv workspace = aml_sv_slice(before, slash == AML_NPOS ? 0 : slash + 1, before.len);
  r->type = AML_SV(COMPUTES);
  r->name = join(r, workspace, aml_sv_slice(path, at + sizeof computes - 1, path.len));
}

static aml_sv without_ends(aml_sv path) {
  while (path.len > 0 && path.data[path.len - 1] == '/') {
    path.len--;
  }
  return path;
}

/* The id in an address: without what stands before it, and without the query. */
static void read_id(request *r, aml_sv address) {
  static const char providers[] = "/providers/";
  aml_sv path = without_ends(aml_sv_slice(address, 0, aml_sv_find_char(address, '?', 0)));
  size_t last = AML_NPOS;
  for (size_t at = aml_sv_ifind(path, aml_sv_of(providers), 0); at != AML_NPOS;
       at = aml_sv_ifind(path, aml_sv_of(providers), at + 1)) {
    last = at;
  }
  size_t begin = aml_sv_ifind(path, AML_SV("subscriptions/"), 0);
  aml_sv before = aml_sv_slice(path, begin == AML_NPOS ? 0 : begin, last);
  read_scope(r, before);
  if (last == AML_NPOS) {
    read_ending(r, path);
    return;
  }
  read_types(r, aml_sv_slice(path, last + sizeof providers - 1, path.len));
  if (aml_sv_ifind(before, aml_sv_of(providers), 0) != AML_NPOS ||
      aml_sv_istarts(r->type, AML_SV("Microsoft.Authorization/"))) {
    r->target = aml_sv_format(r->filling.arena, "/%.*s", AML_SV_ARG(before));
  }
}

/* "api-version=2024-04-01" in a query. */
static void read_version(request *r, aml_sv query) {
  aml_sv key = AML_SV("api-version=");
  size_t at = aml_sv_ifind(query, key, 0);
  if (at == AML_NPOS) {
    return;
  }
  aml_sv rest = aml_sv_slice(query, at + key.len, query.len);
  aml_sv version = aml_sv_split(&rest, '&');
  r->api_version = aml_filled_is_known(version) ? version : (aml_sv){0};
}

/* The text of an option, with marks; *span is where its last segment stands. */
static aml_sv text_of(request *r, const char *option, aml_span *span) {
  const aml_shell_argument *argument = argument_of(r->call, option);
  if (argument == NULL) {
    return (aml_sv){0};
  }
  *span = argument->value->span;
  const aml_guest *guest =
      argument->word == NULL ? NULL : aml_filled_word(&r->filling, r->call->index, argument->word);
  if (guest == NULL) {
    return aml_filled_text(&r->filling, argument->value);
  }
  size_t query = aml_sv_find_char(guest->text, '?', 0);
  size_t end = query == AML_NPOS ? guest->text.len : query;
  size_t slash = aml_sv_rfind_char(aml_sv_slice(guest->text, 0, end), '/');
  *span = aml_guest_span(guest, slash == AML_NPOS ? 0 : slash + 1, end);
  return guest->text;
}

/* ---- What is put ---- */

static void put(aml_draft *draft, const char *path, aml_span span, const aml_value *value) {
  aml_draft_put(draft, aml_sv_of(path), NULL, span, value);
}

static void put_members(aml_draft *draft, const aml_value *body) {
  for (size_t i = 0; body->kind == AML_OBJECT && i < body->as.object.count; i++) {
    const aml_member *member = &body->as.object.members[i];
    bool is_plain = member->name.len > 0 && aml_sv_find_char(member->name, '.', 0) == AML_NPOS;
    if (is_plain && !aml_sv_ieq(member->name, AML_SV("type")) && !aml_sv_ieq(member->name, AML_SV("name"))) {
      aml_draft_put(draft, member->name, NULL, member->name_span, member->value);
    }
  }
}

/* What people see in the file for a name. */
static aml_sv shown_name(const request *r) {
  size_t slash = aml_sv_rfind_char(r->name, '/');
  aml_sv last = aml_sv_slice(r->name, slash == AML_NPOS ? 0 : slash + 1, r->name.len);
  if (last.len > 0 && aml_filled_is_known(last)) {
    return last;
  }
  aml_guest_range range;
  const aml_guest *script = aml_variables_shell(r->place->variables)->text;
  bool is_named = r->name_span.begin != r->call->span.begin || r->name_span.end != r->call->span.end;
  bool is_found = is_named && aml_guest_find(script, r->name_span, &range);
  return is_found ? aml_sv_slice(script->text, range.begin, range.end) : AML_SV("(a name that is not known)");
}

static const aml_value *name_of(const request *r) {
  return r->name.len > 0 ? aml_filled_value(&r->filling, r->name, r->name_span)
                         : aml_value_unknown(r->filling.arena,
                               AML_SV("the request does not state its resource as plain text"),
                               1U << AML_STRING, r->name_span);
}

static bool is_within(aml_span inner, aml_span outer) {
  return inner.source == outer.source && inner.begin >= outer.begin && inner.end <= outer.end;
}

static void add_resource(request *r, const aml_value *body) {
  aml_arena *arena = r->filling.arena;
  aml_resource *made = aml_resource_new(r->resources);
  made->form = r->form;
  made->type = r->type;
  made->name = name_of(r);
  made->shown_name = shown_name(r);
  made->api_version = r->api_version;
  bool is_elsewhere =
      body->kind == AML_OBJECT && !aml_span_is_none(body->span) && !is_within(body->span, r->call->span);
  made->span = is_elsewhere ? body->span : r->call->span; /* where its values stand */
  made->name_span = r->name_span;
  made->scope = r->scope;
  made->extends = r->target.len == 0 ? NULL : aml_filled_value(&r->filling, r->target, r->name_span);
  if (r->doubt != NULL) {
    made->condition = AML_CONDITION_UNKNOWN;
    made->condition_text = r->doubt->as.unknown->reason;
    made->condition_when = AML_SV("the request puts it");
  }
  aml_draft *draft = aml_draft_new(arena);
  put(draft, "type", r->name_span, aml_value_string(arena, made->type, r->name_span));
  put(draft, "name", r->name_span, made->name);
  put_members(draft, body);
  bool is_open = r->is_update || body->kind != AML_OBJECT || aml_value_has(body, AML_VALUE_OPEN);
  aml_span span = made->span;
  const aml_value *like = aml_value_object(arena, NULL, 0, span, NULL, NULL);
  made->body =
      aml_draft_finish(draft, is_open ? aml_value_moved(arena, like, span, NULL, AML_VALUE_OPEN) : like);
  aml_resources_add(r->resources, made);
}

/* What nobody could say more of than that it is a request is none of ours. */
static void finish(request *r, const aml_value *body) {
  if (r->is_update) {
    body = aml_body_of_update(r->filling.arena, body);
  }
  const aml_value *type = aml_value_path(body, AML_SV("properties.computeType"));
  if (r->type.len == 0 && type != NULL) {
    r->type = AML_SV(COMPUTES);
    r->name = (aml_sv){0};
  }
  if (r->type.len > 0) {
    add_resource(r, body);
  }
}

static const aml_value *unknown_of(const request *r, aml_sv reason, aml_span span) {
  return aml_value_unknown(r->filling.arena, reason, AML_KINDS_ANY, span);
}

static const aml_value *body_of(request *r, const char *option) {
  const aml_shell_argument *argument = argument_of(r->call, option);
  return argument == NULL ? unknown_of(r, AML_SV("the command gives no body"), r->call->span)
                          : aml_body_read(&r->filling, r->place, r->call, argument, r->diags);
}

/* ---- az rest ---- */

/* Whether the method puts something; what is not known is in r->doubt. GET is the CLI's default. */
static bool is_put(request *r) {
  const aml_value *method = aml_az_value(r->call, "--method");
  if (method == NULL) {
    return false;
  }
  if (method->kind != AML_STRING) {
    r->doubt = method;
    return true;
  }
  r->is_update = aml_sv_ieq(method->as.string, AML_SV("patch"));
  return r->is_update || aml_sv_ieq(method->as.string, AML_SV("put"));
}

static void take_rest(request *r) {
  if (!is_put(r)) {
    return;
  }
  const char *option = aml_az_value(r->call, "--uri") != NULL ? "--uri" : "--url";
  aml_sv address = text_of(r, option, &r->name_span);
  read_id(r, address);
  size_t query = aml_sv_find_char(address, '?', 0);
  if (query != AML_NPOS) {
    read_version(r, aml_sv_slice(address, query, address.len));
  }
  const aml_az_given *parameters = aml_az_option_given(r->call, "--uri-parameters");
  for (size_t i = 0; parameters != NULL && i < parameters->count; i++) {
    read_version(r, aml_value_text(parameters->values[i].value));
  }
  finish(r, body_of(r, "--body"));
}

/* ---- az resource create ---- */

/* "-n NAME --resource-type TYPE", with "--namespace" and "--parent type/name/". */
static void read_names(request *r) {
  aml_span unused;
  aml_sv type = text_of(r, "--resource-type", &unused);
  aml_sv space = text_of(r, "--namespace", &unused);
  aml_sv parent = without_ends(text_of(r, "--parent", &unused));
  aml_sv name = text_of(r, "--name", &r->name_span);
  aml_sv types = space;
  if (space.len == 0) {
    types = aml_sv_split(&type, '/');
  }
  while (parent.len > 0) {
    types = join(r, types, aml_sv_split(&parent, '/'));
    r->name = join(r, r->name, aml_sv_split(&parent, '/'));
  }
  types = type.len == 0 ? types : join(r, types, type);
  r->type = aml_filled_is_known(types) ? types : (aml_sv){0};
  r->name = join(r, r->name, name);
}

static const aml_value *whole_body(request *r, const aml_value *given) {
  aml_arena *arena = r->filling.arena;
  const aml_value *location = aml_az_value(r->call, "--location");
  aml_object_builder body;
  aml_object_begin(&body, arena);
  bool is_full = aml_az_option_given(r->call, "--is-full-object") != NULL;
  unsigned flags = is_full && given->kind != AML_OBJECT ? (unsigned)AML_VALUE_OPEN : 0;
  if (is_full) {
    aml_object_set_all(&body, given);
    flags |= given->flags & (unsigned)AML_VALUE_OPEN;
  } else {
    aml_object_set(&body, AML_SV("properties"), given->span, given);
  }
  if (location != NULL) {
    aml_object_set(&body, AML_SV("location"), location->span, location);
  }
  return aml_object_end(&body, is_full ? given->span : r->call->span, flags);
}

/* ---- Cmdlets ---- */

static aml_sv key_of_cmdlet(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  (void)arena;
  (void)resource;
  return aml_cmdlet_parameter_of(path);
}

static const aml_resource_form form_cmdlet = {
    .name = "cmdlet",
    .key_for = key_of_cmdlet,
    .is_command = true,
    .where_to_name_scope = AML_SCOPE_OF_WORKSPACE,
};

/* A part of the resource's name. */
static aml_sv name_part(request *r, const char *option) {
  const aml_value *value = aml_az_value(r->call, option);
  if (value == NULL) {
    value = unknown_of(r, AML_SV("the command does not name it as plain text"), r->call->span);
  } else {
    r->name_span = value->span;
  }
  return aml_filled_text(&r->filling, value);
}

static void take_cmdlet(request *r) {
  r->form = &form_cmdlet;
  r->type = AML_SV(COMPUTES);
  aml_sv workspace = name_part(r, "--workspace-name");
  r->name = join(r, workspace, name_part(r, "--name"));
  const aml_value *body = aml_cmdlet_body(r->place->variables, r->call, r->diags);
  finish(r, aml_value_has(body, AML_VALUE_OPEN) ? aml_body_left_open(r->filling.arena, body) : body);
}

/* What stands behind "a.b=", which the CLI reads as JSON where it is some, and from a file behind "@". */
static const aml_value *value_of_set(const request *r, const aml_value *value) {
  aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
  if (aml_sv_starts(text, AML_SV("@"))) {
    return unknown_of(r,
        AML_SV("the command takes it from a file; write the value itself to have it checked"), value->span);
  }
  if (value->kind != AML_STRING) {
    return unknown_of(r, value->as.unknown->reason, value->span);
  }
  size_t unused;
  const aml_value *read = aml_json_text_read(r->filling.arena, text, value->span, &unused);
  return read != NULL ? read : value;
}

/* "--set a.b=c": what it puts where. Other changes of an update are in what it leaves open. */
static const aml_value *body_of_sets(request *r) {
  const aml_az_given *given = aml_az_option_given(r->call, "--set");
  aml_arena *arena = r->filling.arena;
  aml_draft *draft = aml_draft_new(arena);
  for (size_t i = 0; given != NULL && i < given->count; i++) {
    const aml_value *whole = given->values[i].value;
    aml_sv text = whole->kind == AML_STRING ? whole->as.string : whole->as.unknown->prefix;
    size_t equals = aml_sv_find_char(text, '=', 0);
    aml_sv path = aml_sv_slice(text, 0, equals);
    if (equals == AML_NPOS || !aml_az_is_plain_path(path)) {
      continue;
    }
    const aml_shell_argument rest =
        aml_shell_argument_after(r->place->variables, r->call->index, &given->values[i], equals + 1);
    aml_draft_put(draft, path, NULL, whole->span, value_of_set(r, rest.value));
  }
  return aml_draft_finish(draft, aml_value_object(arena, NULL, 0, r->call->span, NULL, NULL));
}

/* `az resource create`, `update` and `patch`. */
static void take_resource(request *r) {
  const char *id = r->is_update ? "--ids" : "--id";
  if (aml_az_value(r->call, id) != NULL) {
    read_id(r, text_of(r, id, &r->name_span));
  } else {
    read_names(r);
  }
  const aml_value *version = aml_az_value(r->call, "--api-version");
  r->api_version = version == NULL ? (aml_sv){0} : aml_value_text(version);
  bool is_whole = !r->is_update || aml_az_option_given(r->call, "--properties") != NULL;
  finish(r, is_whole ? whole_body(r, body_of(r, "--properties")) : body_of_sets(r));
}

void aml_request_take(
    const aml_request_place *place, const aml_az_call *call, aml_resources *resources, aml_diags *diags) {
  request r = {.filling = {.arena = resources->arena, .variables = place->variables},
      .place = place,
      .call = call,
      .form = &aml_form_az_body,
      .resources = resources,
      .diags = diags,
      .name_span = call->span,
      .scope = place->scope};
  aml_az_verb verb = call->command->verb;
  r.is_update = verb == AML_AZ_CMDLET_UPDATE || verb == AML_AZ_RESOURCE_UPDATE;
  if (verb == AML_AZ_REST) {
    take_rest(&r);
  } else if (verb == AML_AZ_CMDLET_CREATE || verb == AML_AZ_CMDLET_UPDATE) {
    take_cmdlet(&r);
  } else {
    take_resource(&r);
  }
}
