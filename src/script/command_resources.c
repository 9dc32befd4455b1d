#include "script/command_resources.h"

#include <string.h>

#include "azureml/front_azureml.h"
#include "base/secret.h"
#include "base/strbuf.h"
#include "front/marks.h"
#include "script/named.h"
#include "script/requests.h"

typedef struct script_state {
  aml_variables *variables;
  const aml_script_place *place;
  const aml_azureml_context *around; /* of the place */
  aml_script_defaults *now;          /* of the place */
  aml_resources *resources;
  aml_diags *diags;
  aml_arena *arena;
  bool is_searched, speaks; /* whether the file speaks of Azure ML, once a deployment has asked */
} script_state;

/* ---- Where a call takes place ---- */

/* The value of an option, or the default that holds for it; NULL for neither. */
static const aml_value *value_or(const aml_az_call *call, const char *option, const aml_value *otherwise) {
  const aml_value *value = aml_az_value(call, option);
  return value != NULL ? value : otherwise;
}

/* What stands for a name that is not known, so that the same writing is the same place. */
static aml_sv writing_of(const script_state *s, const aml_value *value) {
  const aml_guest *script = aml_variables_shell(s->variables)->text;
  aml_sv text = script->host == NULL ? aml_sv_slice(script->text, value->span.begin, value->span.end)
                                     : value->as.unknown->reason;
  bool is_quoted = text.len > 2 && text.data[0] == '"' && text.data[text.len - 1] == '"';
  text = is_quoted ? aml_sv_slice(text, 1, text.len - 1) : text;
  return aml_sv_format(s->arena, "%u|%.*s", value->span.source, AML_SV_ARG(text));
}

static aml_scope_path scope_of(const script_state *s, const aml_az_call *call) {
  aml_scope_path scope = s->around->scope;
  const aml_value *subscription = value_or(call, "--subscription", s->now->subscription);
  const aml_value *group = value_or(call, "--resource-group", s->now->group);
  if (subscription != NULL && subscription->kind == AML_STRING) {
    scope.subscription = subscription->as.string;
  }
  if (group != NULL && group->kind == AML_STRING) {
    scope.resource_group = group->as.string;
    scope.is_uncertain = false;
  } else if (group != NULL) {
    scope.resource_group = (aml_sv){0};
    scope.is_uncertain = true;
    scope.deployment = writing_of(s, group);
  }
  return scope;
}

static aml_azureml_context context_of(
    const script_state *s, const aml_az_call *call, const aml_azureml_words *words) {
  aml_azureml_context context = *s->around;
  context.words = words;
  context.form = &aml_form_az;
  context.scope = scope_of(s, call);
  context.name = value_or(call, "--workspace-name", s->now->workspace);
  context.name = context.name != NULL ? context.name : s->around->name;
  return context;
}

/* ---- Groups ---- */

/* A command that may not run leaves what was before in doubt. */
static bool is_certain(const script_state *s, const aml_az_call *call) {
  const aml_shell *shell = aml_variables_shell(s->variables);
  const aml_command *command = &shell->commands[call->index];
  return shell->blocks[command->block].kind == AML_BLOCK_SCRIPT && !command->is_conditional;
}

static const aml_value *take_default(const script_state *s, const aml_az_call *call, const aml_value *value) {
  if (is_certain(s, call)) {
    return value;
  }
  return aml_value_unknown(s->arena,
      AML_SV("a command that may not run sets it as a default; name it in the command itself"),
      1U << AML_STRING, value->span);
}

/* What a group is known by: its name, or the same writing of it. */
static aml_sv key_of_group(const script_state *s, const aml_value *group) {
  return group->kind == AML_STRING ? group->as.string : writing_of(s, group);
}

/* The group is made in a region, where what says none of its own is made. */
static void make_group(const script_state *s, const aml_az_call *call) {
  enum { GROUPS_MAX = 64 };
  const aml_value *name = aml_az_value(call, "--name");
  const aml_value *group = name != NULL ? name : aml_az_value(call, "--resource-group");
  const aml_value *location = value_or(call, "--location", s->now->location);
  bool is_room = s->now->groups == NULL || s->now->groups->as.object.count < GROUPS_MAX;
  if (group == NULL || location == NULL || !is_room) {
    return;
  }
  aml_object_builder groups;
  aml_object_begin(&groups, s->arena);
  aml_object_set_all(&groups, s->now->groups);
  aml_object_set(&groups, key_of_group(s, group), group->span, take_default(s, call, location));
  s->now->groups = aml_object_end(&groups, group->span, 0);
}

/* The region of the group that a call works in, where the script makes that; NULL else. */
static const aml_value *region_of_group(const script_state *s, const aml_az_call *call) {
  const aml_value *group = value_or(call, "--resource-group", s->now->group);
  return group == NULL || s->now->groups == NULL ? NULL
                                                 : aml_object_find(s->now->groups, key_of_group(s, group));
}

/* ---- Words of messages ---- */

static aml_sv option_of_key(aml_sv key) {
  static const char *const known[] = {"ml compute create", "ml workspace create", "ml online-endpoint create",
      "ml online-deployment create", "ml job create"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const char *option = aml_az_option_of_key(known[i], key);
    if (option != NULL) {
      return aml_sv_of(option);
    }
  }
  return (aml_sv){0};
}

static aml_sv shown(aml_arena *arena, aml_sv key) {
  (void)arena;
  return option_of_key(key);
}

/* Version 1 has its own names for them. */
static aml_sv shown_before(aml_arena *arena, aml_sv key) {
  const char *option = aml_az_option_of_key("ml computetarget create amlcompute", key);
  return option != NULL ? aml_sv_of(option) : shown(arena, key);
}

static const aml_azureml_words words = {.noun = "Option", .holder = "the command", .shown = shown};
static const aml_azureml_words words_before = {
    .noun = "Option", .holder = "the command", .shown = shown_before};

static aml_sv key_for(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  aml_sv key = aml_form_cli_yaml.key_for(arena, resource, path);
  aml_sv option = option_of_key(key);
  return option.len > 0 ? option : key;
}

const aml_resource_form aml_form_az = {
    .name = "command",
    .key_for = key_for,
    .silences = aml_silences_of_cli,
    .fix_words = AML_FIX_IN_CLI_KEYS,
    .is_checked = true,
    .is_command = true,
    .has_ids_of_own_group = true,
    .where_to_name_scope = AML_SCOPE_OF_WORKSPACE,
};

/* ---- Computes and workspaces ---- */

static aml_yaml_kind kind_of_compute(const aml_value *type) {
  static const struct {
    const char *word;
    aml_yaml_kind kind;
  } kinds[] = {{"amlcompute", AML_YAML_AMLCOMPUTE}, {"computeinstance", AML_YAML_COMPUTE_INSTANCE},
      {"kubernetes", AML_YAML_KUBERNETES}, {"virtualmachine", AML_YAML_VIRTUAL_MACHINE},
      {"synapsespark", AML_YAML_SYNAPSE_SPARK}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (type != NULL && aml_sv_ieq(aml_value_text(type), aml_sv_of(kinds[i].word))) {
      return kinds[i].kind;
    }
  }
  return AML_YAML_AMLCOMPUTE; /* nothing said, nothing known, or misspelt: AML007 and AML008 tell */
}

/* What the command calls it where that is not known: "$NAME". */
static aml_sv written_name(const script_state *s, const aml_az_call *call) {
  const aml_az_given *name = aml_az_option_given(call, "--name");
  const aml_word *word = name == NULL || name->count == 0 ? NULL : name->values[0].word;
  aml_sv text = aml_variables_shell(s->variables)->text->text;
  return word == NULL || word->count == 0
             ? (aml_sv){0}
             : aml_sv_slice(text, word->pieces[0].begin, word->pieces[word->count - 1].end);
}

/* An update says nothing of what it leaves out, and no more does a command that names a file. */
static const aml_value *leave_open(const script_state *s, const aml_value *settings) {
  return aml_value_moved(s->arena, settings, settings->span, settings->origin, AML_VALUE_OPEN);
}

/* A use of a file, which says what there is: only what the CLI does not take of the options is told here. */
static void check_use(script_state *s, const aml_az_call *call, const aml_value *settings, aml_yaml_kind kind,
    const aml_azureml_words *with) {
  const aml_value *name = aml_az_value(call, "--file");
  const aml_file *used =
      s->place->host == NULL ? NULL : aml_use_find(s->place->host, s->arena, s->place->file, name);
  aml_yaml_kind stated = used == NULL ? AML_YAML_NONE : aml_azureml_kind_of_file(used);
  const aml_azureml_context context = context_of(s, call, with);
  aml_resources unused;
  aml_resources_init(&unused, s->arena);
  aml_azureml_translate(
      leave_open(s, settings), stated != AML_YAML_NONE ? stated : kind, &context, &unused, s->diags);
}

static void make(script_state *s, const aml_az_call *call, const aml_value *settings, aml_yaml_kind kind,
    const aml_azureml_words *with) {
  if (aml_az_value(call, "--file") != NULL) {
    check_use(s, call, settings, kind, with);
    return;
  }
  const aml_azureml_context context = context_of(s, call, with);
  aml_azureml_translate(settings, kind, &context, s->resources, s->diags);
  const aml_value *name = aml_az_value(call, "--name");
  if (name != NULL && name->kind == AML_UNKNOWN) {
    s->resources->list.items[s->resources->list.count - 1]->shown_name = written_name(s, call);
  }
}

static void make_compute(script_state *s, const aml_az_call *call) {
  const aml_value *settings = aml_az_settings(s->arena, call);
  const aml_value *type = aml_object_find_exact(settings, AML_SV("type"));
  bool is_update = call->command->verb == AML_AZ_COMPUTE_UPDATE;
  make(s, call, is_update ? leave_open(s, settings) : settings, kind_of_compute(type), &words);
}

/* Source of the date: rules/facts/limits.csv. */
static void say_retired(const script_state *s, const aml_az_call *call) {
  aml_record record;
  bool is_known =
      s->place->host != NULL && s->place->host->facts != NULL &&
      aml_facts_record(s->place->host->facts, AML_FACTS_LIMITS, AML_SV("cli-v1.support-ended"), &record);
  if (is_known) {
    aml_diags_add(s->diags, "AML220", call->span,
        "'az %s' belongs to the extension 'azure-cli-ml', whose support ended on '%.*s'.",
        call->command->words, AML_SV_ARG(aml_record_cell(&record, AML_SV("value"))));
  }
}

static void make_before(script_state *s, const aml_az_call *call) {
  say_retired(s, call);
  make(s, call, aml_az_settings(s->arena, call), AML_YAML_AMLCOMPUTE, &words_before);
}

static void make_other(script_state *s, const aml_az_call *call, aml_yaml_kind kind) {
  const aml_value *settings = aml_az_settings(s->arena, call);
  bool is_whole = call->command->verb == AML_AZ_WORKSPACE_CREATE;
  const aml_value *region = region_of_group(s, call);
  bool is_told = aml_object_find_exact(settings, AML_SV("location")) != NULL;
  if (is_whole && region != NULL && !is_told && aml_az_value(call, "--file") == NULL) {
    aml_object_builder with_region;
    aml_object_begin(&with_region, s->arena);
    aml_object_set_all(&with_region, settings);
    aml_object_set(&with_region, AML_SV("location"), region->span, region);
    settings = aml_object_end(&with_region, settings->span, settings->flags);
  }
  make(s, call, is_whole ? settings : leave_open(s, settings), kind, &words);
}

/* A file says what the job is, which --set changes; without one the CLI refuses the command. */
static void make_job(script_state *s, const aml_az_call *call) {
  if (aml_az_value(call, "--file") != NULL || aml_az_option_given(call, "--set") == NULL) {
    return;
  }
  aml_diags_add(s->diags, "AML007", call->span, "Option '--file' is missing, but 'az %s' requires it.",
      call->command->words)
      ->help = AML_SV("Name the job's file with '--file'; '--set' only changes values in it.");
  make(s, call, aml_az_settings(s->arena, call), AML_YAML_JOB, &words);
}

/* ---- Locks ---- */

static const aml_value *text_at(const script_state *s, aml_sv text, aml_span span) {
  return aml_value_string(s->arena, text, span);
}

/* What a lock stands on, apart from a group or a subscription: an id, or "type/name" in the group. NULL for
 * those; unknown where a part of it is. */
static const aml_value *target_of_lock(const script_state *s, const aml_az_call *call) {
  const aml_value *id = aml_az_value(call, "--ids");
  const aml_value *name = value_or(call, "--resource", aml_az_value(call, "--resource-name"));
  if (id != NULL || name == NULL) {
    return id;
  }
  if (aml_sv_starts(aml_value_text(name), AML_SV("/"))) {
    return name;
  }
  const aml_value *type = aml_az_value(call, "--resource-type");
  const aml_value *space = aml_az_value(call, "--namespace");
  bool is_known = name->kind == AML_STRING && aml_value_is(type, AML_STRING) &&
                  (space == NULL || space->kind == AML_STRING) && aml_az_value(call, "--parent") == NULL;
  if (!is_known) {
    return aml_value_unknown(s->arena,
        AML_SV("the command does not state what it locks as plain text; write the resource's type and name"),
        1U << AML_STRING, name->span);
  }
  return text_at(s,
      aml_sv_format(s->arena, "%.*s%s%.*s/%.*s", AML_SV_ARG(aml_value_text(space)), space == NULL ? "" : "/",
          AML_SV_ARG(type->as.string), AML_SV_ARG(name->as.string)),
      name->span);
}

static void make_lock(script_state *s, const aml_az_call *call) {
  static const char type[] = "Microsoft.Authorization/locks";
  const aml_value *settings = aml_az_settings(s->arena, call);
  const aml_value *name = aml_object_find_exact(settings, AML_SV("name"));
  const aml_value *level = aml_object_find_exact(settings, AML_SV("level"));
  if (!aml_az_is_lock(call, level, s->diags)) {
    return;
  }
  aml_resource *lock = aml_resource_new(s->resources);
  lock->form = &aml_form_az;
  lock->type = aml_sv_of(type);
  lock->name = name != NULL ? name
                            : aml_value_unknown(s->arena, AML_SV("the command does not name the lock"),
                                  1U << AML_STRING, call->span);
  lock->shown_name =
      name != NULL && name->kind == AML_STRING ? name->as.string : AML_SV("(a lock without a name)");
  lock->span = call->span;
  lock->name_span = name != NULL ? name->span : call->span;
  lock->scope = scope_of(s, call);
  lock->scope.has_resource_group = value_or(call, "--resource-group", s->now->group) != NULL;
  lock->extends = target_of_lock(s, call);
  aml_object_builder properties;
  aml_object_begin(&properties, s->arena);
  aml_object_add(&properties, AML_SV("level"), level->span, level);
  aml_object_builder body;
  aml_object_begin(&body, s->arena);
  aml_object_add(&body, AML_SV("type"), call->span, text_at(s, lock->type, call->span));
  aml_object_add(&body, AML_SV("name"), lock->name_span, lock->name);
  aml_object_add(&body, AML_SV("properties"), level->span, aml_object_end(&properties, level->span, 0));
  lock->body = aml_object_end(&body, call->span, 0);
  aml_resources_add(s->resources, lock);
}

/* ---- Bodies in ARM's words ---- */

static void make_request(script_state *s, const aml_az_call *call) {
  aml_request_place place = {
      .variables = s->variables, .host = s->place->host, .file = s->place->file, .scope = scope_of(s, call)};
  aml_request_take(&place, call, s->resources, s->diags);
}

/* ---- Defaults ---- */

/* "group=G", of which the value stands behind the '='. */
static void set_default(script_state *s, const aml_az_call *call, const aml_shell_argument *argument) {
  const struct {
    const char *name;
    const aml_value **at;
  } defaults[] = {{"group=", &s->now->group}, {"workspace=", &s->now->workspace},
      {"location=", &s->now->location}, {"defaults.group=", &s->now->group},
      {"defaults.workspace=", &s->now->workspace}, {"defaults.location=", &s->now->location}};
  const aml_value *value = argument->value;
  aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
  for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
    aml_sv name = aml_sv_of(defaults[i].name);
    if (aml_sv_starts(text, name)) {
      const aml_shell_argument rest = aml_shell_argument_after(s->variables, call->index, argument, name.len);
      *defaults[i].at = take_default(s, call, rest.value);
    }
  }
}

static void set_defaults(script_state *s, const aml_az_call *call) {
  for (size_t i = 0; i < call->count; i++) {
    for (size_t v = 0; v < call->given[i].count; v++) {
      set_default(s, call, &call->given[i].values[v]);
    }
  }
}

/* Of a file that nobody can look into. */
static void say_missing(script_state *s, const aml_az_call *call) {
  size_t begin, end;
  if (s->place->host == NULL) {
    return;
  }
  if (call->command->verb == AML_AZ_DEPLOYMENT_CREATE && !s->is_searched) {
    s->speaks = aml_marks_find(aml_file_text(s->place->file), false, &begin, &end);
    s->is_searched = true;
  }
  aml_use_say_missing(s->place->host, s->place->file, call, s->speaks, s->diags);
}

/* Whether what the option says becomes a property of a resource, or a document, which rules look at. */
static bool is_seen_elsewhere(const aml_az_option *option) {
  static const char *const names[] = {"--parameters", "--set", "--body", "--properties", "--file"};
  bool is_any = option->key != NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    is_any = is_any || strcmp(option->name, names[i]) == 0;
  }
  return is_any;
}

/* Headers, addresses and other options hold secrets that no resource has. */
static void say_secrets(const script_state *s, const aml_az_call *call) {
  for (size_t i = 0; i < call->count; i++) {
    const aml_az_given *given = &call->given[i];
    for (size_t v = 0; !is_seen_elsewhere(given->option) && v < given->count; v++) {
      const aml_value *value = given->values[v].value;
      aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
      if (aml_secret_is_certain(text)) {
        aml_diags_add(s->diags, "AML316", value->span,
            "'%s' of 'az %s' seems to contain a secret, readable by everybody who can read the repository.",
            given->option->name, call->command->words)
            ->help =
            AML_SV("Change the secret now, wherever it is used. Then take it from a variable that the "
                   "pipeline keeps secret, or let 'az' authenticate on its own.");
      }
    }
  }
}

static void set_account(script_state *s, const aml_az_call *call) {
  const aml_value *subscription = value_or(call, "--subscription", aml_az_value(call, "--name"));
  s->now->subscription = subscription != NULL ? take_default(s, call, subscription) : s->now->subscription;
}

static void make_resources(script_state *s, const aml_az_call *call) {
  switch (call->command->verb) {
  case AML_AZ_COMPUTE_CREATE:
  case AML_AZ_COMPUTE_UPDATE:
    make_compute(s, call);
    break;
  case AML_AZ_COMPUTETARGET_CREATE:
    make_before(s, call);
    break;
  case AML_AZ_WORKSPACE_CREATE:
  case AML_AZ_WORKSPACE_UPDATE:
    make_other(s, call, AML_YAML_WORKSPACE);
    break;
  case AML_AZ_ONLINE_ENDPOINT_CREATE:
    make_other(s, call, AML_YAML_ONLINE_ENDPOINT);
    break;
  case AML_AZ_BATCH_ENDPOINT_CREATE:
    make_other(s, call, AML_YAML_BATCH_ENDPOINT);
    break;
  case AML_AZ_LOCK_CREATE:
    make_lock(s, call);
    break;
  case AML_AZ_DEFAULTS:
    set_defaults(s, call);
    break;
  case AML_AZ_ACCOUNT_SET:
    set_account(s, call);
    break;
  case AML_AZ_ONLINE_DEPLOYMENT_CREATE:
    make_other(s, call, AML_YAML_ONLINE_DEPLOYMENT);
    break;
  case AML_AZ_BATCH_DEPLOYMENT_CREATE:
    make_other(s, call, AML_YAML_BATCH_DEPLOYMENT);
    break;
  case AML_AZ_RESOURCE_CREATE:
  case AML_AZ_RESOURCE_UPDATE:
  case AML_AZ_REST:
  case AML_AZ_CMDLET_CREATE:
  case AML_AZ_CMDLET_UPDATE:
    make_request(s, call);
    break;
  case AML_AZ_GROUP_CREATE:
    make_group(s, call);
    break;
  case AML_AZ_JOB_CREATE:
    make_job(s, call);
    break;
  case AML_AZ_DEPLOYMENT_CREATE:
    break;
  }
}

static void take_call(script_state *s, const aml_az_call *call) {
  say_missing(s, call);
  say_secrets(s, call);
  make_resources(s, call);
}

/* Who makes all that was added. */
static void sign(const script_state *s, size_t first) {
  for (size_t i = first; s->place->file != NULL && i < s->resources->list.count; i++) {
    s->resources->list.items[i]->made_by = s->place->file->source->path;
  }
}

void aml_script_resources(
    aml_variables *variables, const aml_script_place *place, aml_resources *resources, aml_diags *diags) {
  script_state s = {.variables = variables,
      .place = place,
      .around = place->around,
      .now = place->defaults,
      .resources = resources,
      .diags = diags,
      .arena = resources->arena};
  const aml_shell *shell = aml_variables_shell(variables);
  size_t first = resources->list.count;
  for (uint32_t i = 0; i < shell->count; i++) {
    aml_az_call call;
    if (aml_az_read(variables, i, diags, &call)) {
      take_call(&s, &call);
    }
  }
  sign(&s, first);
}
