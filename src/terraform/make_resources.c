/* Resources out of instances. */
#include "base/number.h"
#include "terraform/arguments.h"
#include "terraform/record.h"

/* ---- how to speak of them ---- */

static const aml_tf_type *type_of_resource(const aml_resource *resource) {
  const aml_value *name =
      resource->written == NULL ? NULL : aml_object_find_exact(resource->written, AML_SV("$type"));
  return name == NULL ? NULL : aml_tf_type_find(aml_value_text(name));
}

/* The argument for a property: the last part of its key, which is what the block has. */
static aml_sv key_for(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  (void)arena;
  const aml_tf_type *type = type_of_resource(resource);
  for (const aml_tf_argument *argument = type == NULL ? NULL : type->arguments;
       argument != NULL && argument->path != NULL; argument++) {
    aml_sv own = aml_sv_of(argument->path);
    bool is_below = aml_sv_istarts(own, path) && own.len > path.len && own.data[path.len] == '.';
    if (aml_sv_ieq(own, path) || is_below) {
      aml_sv key = aml_sv_of(argument->key);
      size_t dot = is_below ? aml_sv_find_char(key, '.', 0) : aml_sv_rfind_char(key, '.');
      return dot == AML_NPOS ? key
             : is_below      ? aml_sv_slice(key, 0, dot)
                             : aml_sv_slice(key, dot + 1, key.len);
    }
  }
  return (aml_sv){0};
}

const aml_way_words aml_tf_ways = {
    "variable", "file of values", "local value", "call of the module", "module"};

#define SCOPE "the subscription that the provider deploys to is not known"

static const aml_resource_form of_configuration = {
    .name = "azurerm",
    .key_for = key_for,
    .ways = &aml_tf_ways,
    .is_kept = true,
    .is_checked = true,
    .is_open_where_unread = true,
    .where_to_name_scope = SCOPE,
};

static const aml_resource_form of_state = {
    .name = "azurerm-state",
    .key_for = key_for,
    .ways = &aml_tf_ways,
    .is_kept = true,
    .is_checked = true,
    .is_open_where_unread = true,
    .where_to_name_scope = SCOPE,
    .is_evidence = true,
};

static bool is_of_state(const aml_tf_run *run) {
  return run->record != NULL && run->record->is_state;
}

/* ---- versions of the provider ---- */

typedef struct version {
  int64_t parts[3];
  size_t count;
} version;

static version read_version(aml_sv text) {
  version out = {{0, 0, 0}, 0};
  while (text.len > 0 && out.count < 3) {
    aml_sv part = aml_sv_trim(aml_sv_split(&text, '.'));
    if (!aml_int_parse(part, &out.parts[out.count])) {
      break;
    }
    out.count++;
  }
  return out;
}

static bool is_before(const version *a, int64_t major, int64_t minor) {
  return a->parts[0] < major || (a->parts[0] == major && a->parts[1] < minor);
}

/* Whether one condition of a constraint keeps the version below major.minor: "~> 2.46.0", "2.64.0", "< 2.77".
 */
static bool keeps_below(aml_sv condition, int64_t major, int64_t minor) {
  condition = aml_sv_trim(condition);
  size_t at = 0;
  while (at < condition.len && !aml_ascii_digit(condition.data[at])) {
    at++;
  }
  aml_sv sign = aml_sv_trim(aml_sv_slice(condition, 0, at));
  const version stated = read_version(aml_sv_slice(condition, at, condition.len));
  if (stated.count == 0 || aml_sv_eq(sign, AML_SV(">")) || aml_sv_eq(sign, AML_SV(">=")) ||
      aml_sv_eq(sign, AML_SV("!="))) {
    return false;
  }
  if (aml_sv_eq(sign, AML_SV("~>"))) { /* the last part may grow */
    return stated.count >= 3 ? is_before(&stated, major, minor) : stated.parts[0] < major;
  }
  if (aml_sv_eq(sign, AML_SV("<"))) {
    return is_before(&stated, major, minor) ||
           (stated.parts[0] == major && stated.parts[1] == minor && stated.parts[2] == 0);
  }
  return is_before(&stated, major, minor); /* "=", "<=" or nothing */
}

/* The version of azurerm that the root's lock file has; empty without one. */
static aml_sv locked_version(const aml_tf_frame *frame) {
  while (frame->call != NULL) {
    frame = frame->call->frame;
  }
  const aml_file *lock = frame->module->folder->lock;
  const aml_tf_content *content = lock == NULL ? NULL : lock->content;
  const aml_value *root = content == NULL ? NULL : content->root;
  for (size_t i = 0; root != NULL && root->kind == AML_OBJECT && i < root->as.object.count; i++) {
    const aml_value *named = root->as.object.members[i].value; /* provider "registry/hashicorp/azurerm" {} */
    for (size_t k = 0; named->kind == AML_OBJECT && k < named->as.object.count; k++) {
      const aml_member *one = &named->as.object.members[k];
      const aml_value *stated = aml_sv_ends(one->name, AML_SV("/hashicorp/azurerm"))
                                    ? aml_object_find(one->value, AML_SV("version"))
                                    : NULL;
      if (stated != NULL && stated->kind == AML_STRING) {
        return stated->as.string;
      }
    }
  }
  return (aml_sv){0};
}

/* Whether the provider is certainly older than major.minor. */
static bool is_older(aml_tf_frame *frame, int64_t major, int64_t minor) {
  aml_sv locked = locked_version(frame);
  if (locked.len > 0) {
    return keeps_below(locked, major, minor);
  }
  while (frame->module->azurerm == NULL && frame->call != NULL) {
    frame = frame->call->frame;
  }
  const aml_value *stated = frame->module->azurerm;
  const aml_value *value = stated == NULL ? NULL : aml_tf_eval(frame, NULL, NULL, stated);
  value = aml_value_is(value, AML_OBJECT) ? aml_object_find_exact(value, AML_SV("version")) : value;
  aml_sv rest = value == NULL ? (aml_sv){0} : aml_value_text(value);
  while (rest.len > 0) {
    if (keeps_below(aml_sv_split(&rest, ','), major, minor)) {
      return true;
    }
  }
  return false;
}

/* ---- making ---- */

static const aml_value *text_at(aml_arena *arena, aml_sv text, aml_span span) {
  return aml_value_moved(arena, aml_value_string(arena, text, span), span, NULL, AML_VALUE_BLOCK);
}

/* What was read, with the type of the block for aml_form.key_for. */
static const aml_value *note_type(aml_tf_instance *instance) {
  aml_arena *arena = instance->frame->run->arena;
  const aml_value *written = instance->written;
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, written->as.object.count + 1);
  for (size_t i = 0; i < written->as.object.count; i++) {
    const aml_member *member = &written->as.object.members[i];
    aml_object_add(&builder, member->name, member->name_span, member->value);
  }
  aml_object_add(
      &builder, AML_SV("$type"), AML_NO_SPAN, aml_value_string(arena, instance->block->type, AML_NO_SPAN));
  return aml_object_end(&builder, written->span, written->flags);
}

static void put(aml_draft *draft, const char *path, aml_span span, const aml_value *value) {
  aml_draft_put(draft, aml_sv_of(path), NULL, span, value);
}

/* What the provider looks up: a compute stands where its workspace does. */
static void put_location(aml_tf_instance *instance, const aml_tf_place *place, aml_draft *draft) {
  const aml_value *location =
      place->parent == NULL ? NULL : aml_tf_argument_of(aml_tf_written(place->parent), "location", NULL);
  if (location != NULL) {
    aml_tf_run *run = instance->frame->run;
    aml_span span = instance->block->name_span;
    const aml_origin *origin = aml_origin_new(run->arena, AML_STEP_SERVICE_DEFAULT,
        AML_SV("the location of the workspace, which azurerm sends"), AML_NO_SPAN, location->origin);
    put(draft, "location", span, aml_value_moved(run->arena, location, span, origin, AML_VALUE_BLOCK));
  }
}

/* What an update changes it names by an id, of which people know the last name. */
static aml_sv shown_name(const aml_tf_instance *instance, const aml_tf_place *place) {
  const aml_value *name = aml_tf_argument_of(instance->written, "name", NULL);
  bool is_by_id = name == NULL && aml_tf_argument_of(instance->written, "resource_id", NULL) != NULL;
  aml_sv all = place->name->kind == AML_STRING ? place->name->as.string : place->name->as.unknown->suffix;
  size_t slash = aml_sv_rfind_char(all, '/');
  if (is_by_id && slash != AML_NPOS) {
    return aml_sv_slice(all, slash + 1, all.len);
  }
  return name != NULL && name->kind == AML_STRING ? name->as.string : instance->address;
}

/* The instance, or the call around it, of which nobody knows whether it is there; one that a default switches
 * off before others. NULL for none. */
static const aml_tf_instance *doubtful_above(const aml_tf_instance *instance) {
  const aml_tf_instance *uncertain = NULL;
  for (; instance != NULL; instance = instance->frame->call) {
    if (instance->is_off) {
      return instance;
    }
    uncertain = uncertain == NULL && instance->is_uncertain ? instance : uncertain;
  }
  return uncertain;
}

static bool has_count(const aml_tf_instance *instance) {
  return aml_object_find_exact(instance->block->body, AML_SV("count")) != NULL;
}

void aml_tf_set_condition(const aml_tf_instance *instance, aml_resource *resource) {
  const aml_tf_run *run = instance->frame->run;
  const aml_tf_instance *doubtful = doubtful_above(instance);
  if (doubtful == NULL) {
    return;
  }
  aml_sv when = aml_tf_turning_on(run, doubtful->many, has_count(doubtful));
  resource->condition = doubtful->is_off ? AML_CONDITION_OFF_BY_DEFAULT : AML_CONDITION_UNKNOWN;
  resource->condition_text = doubtful->is_off ? when : aml_expr_text(run->arena, doubtful->many);
  resource->condition_when = when;
}

void aml_tf_begin_resource(aml_tf_instance *instance, aml_resource *resource, const aml_tf_place *place) {
  const aml_value *body = instance->block->body;
  resource->name = place->name;
  resource->scope = place->scope;
  resource->shown_name = shown_name(instance, place);
  resource->span = body->span;
  const aml_value *name = aml_tf_argument_of(instance->written, "name", NULL);
  resource->name_span = name != NULL ? name->span : instance->block->name_span;
  resource->symbolic_name = instance->address;
  resource->iteration = instance->key_text;
  resource->is_existing = aml_sv_eq(instance->block->kind, AML_SV("data"));
  aml_tf_set_condition(instance, resource);
}

static void make(aml_tf_instance *instance, const aml_tf_type *type) {
  aml_tf_run *run = instance->frame->run;
  const aml_tf_place place = aml_tf_place_of(instance, type);
  if (place.parent != NULL) {
    aml_tf_make(place.parent); /* before what stands below it */
  }
  aml_resource *resource = aml_resource_new(&run->unit->resources);
  aml_draft *draft = aml_draft_new(run->arena);
  instance->resource = resource;
  aml_tf_begin_resource(instance, resource, &place);
  resource->form = is_of_state(run) ? &of_state : &of_configuration;
  resource->type = aml_sv_of(type->arm);
  resource->api_version = aml_sv_of(type->api);
  resource->written = note_type(instance);
  resource->parent = place.parent == NULL ? NULL : place.parent->resource;
  aml_span span = resource->name_span;
  put(draft, "type", span, text_at(run->arena, resource->type, span));
  put(draft, "name", span, resource->name);
  put(draft, "apiVersion", span, text_at(run->arena, resource->api_version, span));
  if (type->compute_type != NULL) {
    bool is_compute = aml_sv_ends(resource->type, AML_SV("/computes"));
    put(draft, is_compute ? "properties.computeType" : "properties.datastoreType", span,
        text_at(run->arena, aml_sv_of(type->compute_type), span));
    put_location(instance, &place, draft);
  }
  aml_tf_put_arguments(instance, type, draft, is_older(instance->frame, 2, 77));
  resource->body = aml_draft_finish(draft, instance->written);
  aml_tf_note_ignored(instance, type, resource);
  if (!resource->is_existing && instance->recorded == NULL) {
    aml_tf_check_arguments(instance, type, resource);
  }
  if (aml_sv_eq(instance->block->type, AML_SV("azurerm_management_lock")) ||
      aml_sv_eq(instance->block->type, AML_SV("azurerm_monitor_diagnostic_setting"))) {
    aml_tf_place_lock(instance, resource);
  }
  aml_resources_add(&run->unit->resources, resource);
}

/* A lock stands on what its scope names: a group, a subscription, or a resource, which it extends. So does a
 * diagnostic setting on its target. */
void aml_tf_place_lock(aml_tf_instance *instance, aml_resource *lock) {
  aml_tf_run *run = instance->frame->run;
  bool is_lock = aml_sv_eq(instance->block->type, AML_SV("azurerm_management_lock"));
  const aml_value *on = aml_tf_argument_of(instance->written, is_lock ? "scope" : "target_resource_id", NULL);
  aml_tf_instance *source = on == NULL ? NULL : aml_tf_source_of(run, on);
  const aml_tf_type *type = source == NULL ? NULL : aml_tf_type_of(source);
  aml_sv rest = {0};
  aml_scope_path scope = {0};
  lock->scope = (aml_scope_path){.has_resource_group = true, .is_uncertain = true};
  if (type != NULL && aml_sv_eq(source->block->type, AML_SV("azurerm_resource_group"))) {
    aml_tf_set_group(run, aml_tf_argument_of(source->written, "name", NULL), &lock->scope);
    aml_tf_set_subscription(source, &lock->scope);
  } else if (type != NULL) {
    lock->scope = aml_tf_place_of(source, type).scope;
    lock->extends = aml_tf_reference(run, on);
  } else if (aml_value_is(on, AML_STRING) && aml_tf_split_id(on->as.string, &scope, &rest)) {
    lock->scope = scope;
    lock->extends = rest.len > 0 ? on : NULL;
  } else {
    lock->extends = on;
  }
}

void aml_tf_report_unknown(const aml_tf_instance *instance, const char *what) {
  aml_tf_run *run = instance->frame->run;
  const aml_tf_block *block = instance->block;
  aml_sv key = aml_sv_format(run->arena, "AML004 %u %u", block->name_span.source, block->name_span.begin);
  if (aml_map_put(&run->said, key, run) == NULL) {
    aml_diag *diag = aml_diags_add(&run->unit->diags, "AML004", block->name_span,
        "The '%s' of '%.*s' is not known, so what it deploys was not checked.", what,
        AML_SV_ARG(instance->address));
    diag->help = AML_SV("Write it out, or give values with '--parameters FILE'.");
  }
}

/* Of azapi, the type is an argument like others. */
static bool has_unknown_type(const aml_tf_instance *instance) {
  const aml_value *type =
      aml_tf_has_body(instance) ? aml_tf_argument_of(instance->written, "type", NULL) : NULL;
  return type != NULL && type->kind == AML_UNKNOWN &&
         aml_sv_find_char(type->as.unknown->prefix, '@', 0) == AML_NPOS;
}

void aml_tf_make(aml_tf_instance *instance) {
  if (instance->block->body->kind != AML_OBJECT || instance->resource != NULL) {
    return;
  }
  (void)aml_tf_object(instance);
  const aml_tf_type *type = aml_tf_type_of(instance);
  if (aml_tf_is_deployment(instance)) {
    aml_tf_make_deployment(instance);
  } else if (type != NULL && type->arguments != NULL) {
    make(instance, type);
  } else if (type != NULL) {
    aml_tf_make_azapi(instance, type);
  } else if (has_unknown_type(instance)) {
    aml_tf_report_unknown(instance, "type");
  }
}
