#include "python/management_bodies.h"

#include "front/marks.h"

#define PROVIDER "Microsoft.MachineLearningServices"

const aml_resource_form aml_form_body = {
    .name = "body",
    .has_ids_of_own_group = true,
    .where_to_name_scope = AML_SCOPE_OF_WORKSPACE,
    .is_command = true,
};

void aml_py_complete_model(aml_py_run *run, aml_py_made *made) {
  if (aml_marks_is_compute_type(made->called)) {
    const aml_value *type = aml_value_string(run->arena, made->called, made->name_span);
    const aml_py_setting setting = {AML_SV("compute_type"), made->name_span,
        aml_py_value_of(
            run->arena, aml_value_moved(run->arena, type, made->name_span, NULL, AML_VALUE_BLOCK))};
    aml_py_setting_put(run->arena, made, &setting);
  }
}

/* ---- What is a body ---- */

/* A member under its name in ARM, or under that of the models. */
static const aml_value *member(const aml_value *object, const char *arm, const char *snake) {
  const aml_value *value = aml_object_find_exact(object, aml_sv_of(arm));
  return value != NULL ? value : aml_object_find_exact(object, aml_sv_of(snake));
}

static bool is_compute(const aml_value *body) {
  const aml_value *properties = aml_object_find_exact(body, AML_SV("properties"));
  return member(properties, "computeType", "compute_type") != NULL;
}

static bool is_model_of(const aml_py_value *value, const char *name) {
  return value->what == AML_PY_MADE && value->made->class->role == AML_PY_MODEL &&
         aml_sv_eq(value->made->called, aml_sv_of(name));
}

/* The type of what a value makes, below the provider; empty where it is no body. */
static aml_sv type_of(aml_arena *arena, const aml_py_value *value) {
  if (is_model_of(value, "ComputeResource")) {
    return AML_SV("workspaces/computes");
  }
  if (is_model_of(value, "Workspace")) {
    return AML_SV("workspaces");
  }
  bool is_body = value->what == AML_PY_DATA && is_compute(aml_py_data(arena, value));
  return is_body ? AML_SV("workspaces/computes") : (aml_sv){NULL, 0};
}

/* ---- Calls ---- */

static aml_sv name_of_callee(const aml_py_expr *of) {
  bool is_named = of->form == AML_PY_ATTRIBUTE || of->form == AML_PY_WORD;
  return is_named ? of->name : (aml_sv){NULL, 0};
}

static const char *const operations[] = {
    "begin_create_or_update", "create_or_update", "begin_create", "begin_update", "create", "update", NULL};
static const char *const requests[] = {"put", "patch", "request", "Request", NULL};

/* Whether an argument says PUT or PATCH; calls of requests that only take it by their name say so. */
static bool writes(const aml_py_expr *call, const aml_py_value *const *values) {
  bool is_any = false;
  aml_sv name = name_of_callee(call->left);
  for (uint32_t i = 0; i < call->count; i++) {
    aml_sv text = aml_value_text(values[i]->data);
    is_any = is_any || aml_sv_ieq(text, AML_SV("PUT")) || aml_sv_ieq(text, AML_SV("PATCH"));
  }
  return is_any || aml_sv_eq(name, AML_SV("put")) || aml_sv_eq(name, AML_SV("patch"));
}

static const aml_value *argument(
    const aml_py_expr *call, const aml_py_value *const *values, const char *name) {
  for (uint32_t i = 0; i < call->count; i++) {
    if (aml_sv_eq(call->items[i].name, aml_sv_of(name))) {
      return values[i]->data;
    }
  }
  return NULL;
}

/* The one without a name that stands `back` before the body; NULL where that has a name itself. */
static const aml_value *before_body(
    const aml_py_expr *call, const aml_py_value *const *values, uint32_t at, uint32_t back) {
  bool is_there = at >= back && call->items[at].name.len == 0 && call->items[at - back].name.len == 0 &&
                  call->items[at - back].stars == 0;
  return is_there ? values[at - back]->data : NULL;
}

/* Operations take the group, the workspace, the compute and the body, in this order or by their names. */
static void place_operation(
    const aml_py_expr *call, const aml_py_value *const *values, uint32_t at, aml_py_sent *sent) {
  bool is_workspace = aml_sv_eq(sent->type, AML_SV("workspaces"));
  const aml_value *named[] = {argument(call, values, "compute_name"),
      argument(call, values, "workspace_name"), argument(call, values, "resource_group_name")};
  const aml_value *found[3];
  for (uint32_t i = is_workspace ? 1 : 0, back = 1; i < 3; i++, back++) {
    found[i] = named[i] != NULL ? named[i] : before_body(call, values, at, back);
  }
  sent->name = is_workspace ? found[1] : found[0];
  sent->workspace = is_workspace ? NULL : found[1];
  sent->group = found[2];
}

/* ---- Addresses ---- */

typedef struct address { /* of a resource: what is known of its text */
  const aml_value *value;
  aml_sv head, tail; /* of a known one, the head is all */
} address;

/* The segment behind a mark, in the head or in the tail; NULL where it is not known whole. */
static const aml_value *segment_of(aml_arena *arena, const address *of, const char *mark) {
  const aml_sv parts[] = {of->tail, of->head};
  for (size_t i = 0; i < 2; i++) {
    size_t at = aml_sv_ifind(parts[i], aml_sv_of(mark), 0);
    size_t begin = at == AML_NPOS ? AML_NPOS : at + aml_sv_of(mark).len;
    size_t end = begin;
    while (end < parts[i].len && aml_sv_find_char(AML_SV("/?"), parts[i].data[end], 0) == AML_NPOS) {
      end++;
    }
    bool is_cut = i == 1 && end == parts[i].len && of->value->kind != AML_STRING;
    if (begin != AML_NPOS && begin < end && !is_cut) {
      const aml_value *segment = aml_value_string(arena, aml_sv_slice(parts[i], begin, end), of->value->span);
      return aml_value_moved(arena, segment, of->value->span, of->value->origin, AML_VALUE_BLOCK);
    }
  }
  return NULL;
}

static bool holds(const address *of, const char *mark) {
  return aml_sv_ifind(of->head, aml_sv_of(mark), 0) != AML_NPOS ||
         aml_sv_ifind(of->tail, aml_sv_of(mark), 0) != AML_NPOS;
}

/* The argument that is the address of a compute; false for none. */
static bool find_address(const aml_py_expr *call, const aml_py_value *const *values, address *out) {
  for (uint32_t i = 0; i < call->count; i++) {
    const aml_value *value = values[i]->data;
    *out = (address){.value = value};
    if (value->kind == AML_STRING) {
      out->head = value->as.string;
    } else if (value->kind == AML_UNKNOWN) {
      out->head = value->as.unknown->prefix;
      out->tail = value->as.unknown->suffix;
    }
    if (holds(out, "/computes/") && holds(out, PROVIDER)) {
      return true;
    }
  }
  return false;
}

static void place_request(aml_arena *arena, const address *at, aml_py_sent *sent) {
  sent->name = segment_of(arena, at, "/computes/");
  sent->workspace = segment_of(arena, at, PROVIDER "/workspaces/");
  sent->group = segment_of(arena, at, "/resourceGroups/");
  const aml_value *version = segment_of(arena, at, "api-version=");
  sent->version = version == NULL ? (aml_sv){NULL, 0} : version->as.string;
}

static void note(aml_py_run *run, const aml_py_sent *sent) {
  for (const aml_py_value *value = sent->body; value != NULL; value = value->instead) {
    if (value->what == AML_PY_MADE) {
      value->made->is_sent = true;
    }
    aml_py_sent one = *sent;
    one.body = value;
    AML_VEC_PUSH(run->arena, &run->sent, one);
  }
}

void aml_py_send(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  aml_sv name = name_of_callee(call->left);
  bool is_request = aml_sv_is_one_of(name, requests);
  if (!is_request && !aml_sv_is_one_of(name, operations)) {
    return;
  }
  bool is_change = aml_sv_eq(name, AML_SV("patch")) || aml_sv_eq(name, AML_SV("begin_update")) ||
                   aml_sv_eq(name, AML_SV("update"));
  aml_py_sent sent = {.span = aml_py_span_of(run, call->left), .is_change = is_change};
  address at;
  bool is_addressed = is_request && find_address(call, values, &at);
  for (uint32_t i = 0; i < call->count; i++) {
    sent.body = values[i]->encoded != NULL ? values[i]->encoded : values[i];
    sent.type = type_of(run->arena, sent.body);
    if (sent.type.len == 0) {
      continue;
    }
    if (is_addressed) {
      place_request(run->arena, &at, &sent);
    } else if (!is_request) {
      place_operation(call, values, i, &sent);
    }
    note(run, &sent);
    return;
  }
  if (is_addressed && writes(call, values)) {
    aml_diags_add(run->diags, "AML014", sent.span,
        "What this request does to Azure ML compute is not known, so it was not checked.")
        ->help = AML_SV("Pass a dictionary whose items are written out.");
  }
}

/* ---- Resources ---- */

/* In ARM's words, where the models' have '_'. As deep as values are. */
static const aml_value *in_arm_words(aml_arena *arena, const aml_value *value) {
  if (value->kind != AML_OBJECT) {
    return value;
  }
  aml_object_builder object;
  aml_object_begin_sized(&object, arena, value->as.object.count);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *one = &value->as.object.members[i];
    aml_sv name = aml_sv_find_char(one->name, '/', 0) == AML_NPOS ? aml_camel(arena, one->name) : one->name;
    bool is_free = aml_sv_eq(name, AML_SV("tags")) || aml_sv_eq(name, AML_SV("userAssignedIdentities"));
    aml_object_add(&object, name, one->name_span, is_free ? one->value : in_arm_words(arena, one->value));
  }
  return aml_value_moved(
      arena, aml_object_end(&object, value->span, value->flags), value->span, value->origin, value->flags);
}

typedef struct body_maker {
  const aml_azureml_context *around;
  aml_resources *resources;
  aml_arena *arena;
} body_maker;

/* What a model of a workspace has in itself, ARM has below `properties`. */
static bool is_outer(aml_sv name) {
  static const char *const names[] = {"location", "tags", "identity", "sku", "kind", "properties", NULL};
  return aml_sv_is_one_of(name, names);
}

static void add_members(
    aml_object_builder *body, const aml_value *from, bool is_flat, const aml_py_sent *sent) {
  static const char *const own[] = {"type", "name", "apiVersion", NULL};
  aml_object_builder inner;
  aml_object_begin(&inner, body->arena);
  for (size_t i = 0; from->kind == AML_OBJECT && i < from->as.object.count; i++) {
    const aml_member *one = &from->as.object.members[i];
    if (!aml_sv_is_one_of(one->name, own)) {
      aml_object_set(is_flat && !is_outer(one->name) ? &inner : body, one->name, one->name_span, one->value);
    }
  }
  if (is_flat) {
    aml_object_set(body, AML_SV("properties"), sent->span,
        aml_object_end(&inner, from->span, from->flags & (unsigned)AML_VALUE_OPEN));
  }
}

static const aml_value *known_or_why(
    aml_arena *arena, const aml_value *value, const char *why, aml_span span) {
  bool is_text = aml_value_is(value, AML_STRING) || aml_value_is(value, AML_UNKNOWN);
  return is_text ? value : aml_value_unknown(arena, aml_sv_of(why), 1U << AML_STRING, span);
}

/* "workspace/compute", of which either may be unknown. */
static const aml_value *join_names(aml_arena *arena, const aml_value *outer, const aml_value *inner) {
  bool is_known = outer->kind == AML_STRING && inner->kind == AML_STRING;
  if (is_known) {
    const aml_value *name = aml_value_string(arena,
        aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(outer->as.string), AML_SV_ARG(inner->as.string)),
        inner->span);
    return aml_value_moved(arena, name, inner->span, inner->origin, AML_VALUE_BLOCK);
  }
  const aml_value *unknown = inner->kind == AML_UNKNOWN ? inner : outer;
  aml_sv head = outer->kind != AML_STRING ? (aml_sv){NULL, 0}
                                          : aml_sv_format(arena, "%.*s/", AML_SV_ARG(outer->as.string));
  aml_sv tail = inner->kind != AML_STRING ? (aml_sv){NULL, 0}
                                          : aml_sv_format(arena, "/%.*s", AML_SV_ARG(inner->as.string));
  return aml_value_unknown_text(arena, unknown->as.unknown->reason, head, tail, inner->span);
}

static void put_names(const body_maker *m, aml_resource *resource, const aml_py_sent *sent) {
  const aml_value *name = known_or_why(
      m->arena, sent->name, "no visible call gives it a name; name it where it is sent", sent->span);
  const aml_value *workspace = sent->workspace != NULL ? sent->workspace : m->around->name;
  bool is_inner = aml_sv_find_char(sent->type, '/', 0) != AML_NPOS;
  resource->type = aml_sv_format(m->arena, PROVIDER "/%.*s", AML_SV_ARG(sent->type));
  resource->name =
      is_inner ? join_names(m->arena,
                     known_or_why(m->arena, workspace,
                         "the workspace is not known; name it under 'workspaces:' in amlint.yml", sent->span),
                     name)
               : name;
  resource->shown_name = name->kind == AML_STRING
                             ? name->as.string
                             : aml_sv_format(m->arena, "(%.*s)", AML_SV_ARG(m->around->file));
  resource->api_version = sent->version;
  resource->name_span = aml_span_is_none(name->span) ? sent->span : name->span;
  resource->scope = m->around->scope;
  resource->workspace_key = m->around->workspace_key;
  if (aml_value_is(sent->group, AML_STRING)) {
    resource->scope.resource_group = sent->group->as.string;
    resource->scope.is_uncertain = false;
  }
}

static void make(const body_maker *m, const aml_py_sent *sent) {
  const aml_value *data = in_arm_words(m->arena, aml_py_data(m->arena, sent->body));
  aml_resource *resource = aml_resource_new(m->resources);
  resource->form = &aml_form_body;
  resource->span = data->span;
  put_names(m, resource, sent);
  aml_object_builder body;
  aml_object_begin(&body, m->arena);
  aml_object_add(&body, AML_SV("type"), sent->span, aml_value_string(m->arena, resource->type, sent->span));
  aml_object_add(&body, AML_SV("name"), resource->name_span, resource->name);
  if (sent->version.len > 0) {
    aml_object_add(
        &body, AML_SV("apiVersion"), sent->span, aml_value_string(m->arena, sent->version, sent->span));
  }
  add_members(&body, data, is_model_of(sent->body, "Workspace"), sent);
  unsigned flags = data->flags & (unsigned)AML_VALUE_OPEN;
  resource->body = aml_object_end(&body, data->span, sent->is_change ? (unsigned)AML_VALUE_OPEN : flags);
  aml_resources_add(m->resources, resource);
}

void aml_py_bodies(const aml_py_run *run, const aml_azureml_context *around, aml_resources *resources) {
  const body_maker m = {around, resources, resources->arena};
  for (size_t i = 0; i < run->sent.count; i++) {
    make(&m, &run->sent.items[i]);
  }
  for (size_t i = 0; i < run->made.count; i++) {
    aml_py_value value = {.what = AML_PY_MADE, .made = run->made.items[i]};
    aml_sv type = value.made->is_sent ? (aml_sv){NULL, 0} : type_of(m.arena, &value);
    if (type.len > 0) {
      make(&m, &(aml_py_sent){.body = &value, .type = type, .span = value.made->name_span});
    }
  }
}
