#include "azureml/translation.h"
#include "base/placeholder.h"
#include "tree/placeholder_values.h"

aml_sv aml_translation_shown(const aml_translation *t, aml_sv key) {
  const aml_azureml_words *words = t->context->words;
  aml_sv shown = words == NULL ? (aml_sv){0} : words->shown(t->arena, key);
  return shown.len > 0 ? shown : key;
}

const char *aml_translation_noun(const aml_translation *t) {
  return t->context->words == NULL ? "Key" : t->context->words->noun;
}

const char *aml_translation_tool(const aml_translation *t) {
  const aml_azureml_words *words = t->context->words;
  return words == NULL || words->tool == NULL ? "the CLI" : words->tool;
}

static const aml_value *find_name(const aml_value *root) {
  const aml_value *name = aml_object_find_exact(root, AML_SV("name"));
  return aml_value_is(name, AML_STRING) ? name : NULL;
}

/* Where things without a place of their own are said to be: the name, else the type, else the file. */
static aml_span span_of_name(const aml_value *root) {
  const aml_value *name = find_name(root);
  if (name == NULL) {
    name = aml_object_find_exact(root, AML_SV("type"));
  }
  return name == NULL ? root->span : name->span;
}

/* A name that is known; empty for any other. */
static aml_sv known_name(const aml_value *value) {
  bool is_known = aml_value_is(value, AML_STRING) && !aml_is_placeholder(value->as.string);
  return is_known ? value->as.string : (aml_sv){0};
}

/* One segment of a name. */
typedef struct segment {
  aml_sv text;         /* empty: not known, for this reason */
  aml_sv reason;       /* a literal, or in the arena */
  aml_sv begins, ends; /* what is known of an unknown one */
} segment;

/* Around the placeholders of a text. */
static void cut_placeholders(aml_sv text, segment *out) {
  size_t last = 0;
  for (size_t at = 0; at < text.len;) {
    size_t end = aml_placeholder_end(text, at);
    if (end > at && last == 0) {
      out->begins = aml_sv_slice(text, 0, at);
    }
    last = end > at ? end : last;
    at = end > at ? end : at + 1;
  }
  out->ends = aml_sv_slice(text, last, text.len);
}

static segment read_segment(aml_translation *t, const aml_value *value, aml_sv reason_of_absence) {
  segment out = {.reason = reason_of_absence};
  if (aml_value_is(value, AML_UNKNOWN)) {
    out.reason = value->as.unknown->reason;
    out.begins = value->as.unknown->prefix;
    out.ends = value->as.unknown->suffix;
  } else if (aml_value_is(value, AML_STRING) && aml_is_placeholder(value->as.string)) {
    out.reason = aml_placeholder_value(t->arena, value->as.string, value->span)->as.unknown->reason;
    cut_placeholders(value->as.string, &out);
  } else if (value != NULL && value->kind != AML_NULL) {
    out.text = known_name(value);
    out.reason = AML_SV("the name is empty or not a string; correct it");
  }
  return out;
}

enum { SEGMENTS_MAX = 3 };

/* "w/e/d" from its segments, of which any may be unknown. */
static const aml_value *join_name(aml_translation *t, const segment *segments, size_t count, aml_span span) {
  aml_sv head = {0};
  size_t known = 0;
  while (known < count && segments[known].text.len > 0) {
    head = aml_sv_format(t->arena, "%.*s%.*s%s", AML_SV_ARG(head), AML_SV_ARG(segments[known].text),
        known + 1 < count ? "/" : "");
    known++;
  }
  if (known == count) {
    const aml_value *name = aml_value_string(t->arena, head, span);
    return count == 1 ? name : aml_value_moved(t->arena, name, span, NULL, AML_VALUE_BLOCK);
  }
  head = aml_sv_format(t->arena, "%.*s%.*s", AML_SV_ARG(head), AML_SV_ARG(segments[known].begins));
  aml_sv tail = {0};
  size_t last = count - 1; /* unknown */
  for (; last > known && segments[last].text.len > 0; last--) {
    tail = aml_sv_format(t->arena, "/%.*s%.*s", AML_SV_ARG(segments[last].text), AML_SV_ARG(tail));
  }
  tail = aml_sv_format(t->arena, "%.*s%.*s", AML_SV_ARG(segments[last].ends), AML_SV_ARG(tail));
  /* Whose name the file could give comes before the workspace's. */
  aml_sv reason = segments[segments[count - 1].text.len == 0 ? count - 1 : known].reason;
  return aml_value_unknown_text(t->arena, reason, head, tail, span);
}

static const aml_value *make_name(aml_translation *t, aml_yaml_kind kind) {
  segment segments[SEGMENTS_MAX];
  size_t count = 0;
  if (kind != AML_YAML_WORKSPACE) {
    segments[count++] = read_segment(t, t->context->name,
        AML_SV("the workspace's name is not known; add it under 'workspaces:' in amlint.yml"));
  }
  if (kind == AML_YAML_ONLINE_DEPLOYMENT || kind == AML_YAML_BATCH_DEPLOYMENT) {
    segments[count++] = read_segment(t, aml_object_find_exact(t->root, AML_SV("endpoint_name")),
        AML_SV("the file has no 'endpoint_name'; add it to have this checked"));
  }
  segments[count++] = read_segment(t, aml_object_find_exact(t->root, AML_SV("name")),
      AML_SV("the file has no 'name'; add it to have this checked"));
  return join_name(t, segments, count, t->name_span);
}

/* What people call it. A job without a name gets one when it is sent. */
static aml_sv make_shown_name(aml_translation *t) {
  static const char *const keys[] = {"name", "display_name", "experiment_name"};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    const aml_value *value = aml_object_find_exact(t->root, aml_sv_of(keys[i]));
    if (aml_value_is(value, AML_STRING) && value->as.string.len > 0) {
      return value->as.string;
    }
  }
  /* A name from outside: "az ml ... create --name N -f FILE". */
  return t->context->file.len > 0 ? t->context->file
                                  : aml_sv_format(t->arena, "(%s without a name)", t->schema->name);
}

/* Only what is sent when the file is silent, by the form, and what the workspace stands for. */
static void put_defaults(aml_translation *t, const aml_resource_form *form) {
  const aml_value *location = t->context->location;
  bool is_compute = t->schema->fixed->arm != NULL &&
                    aml_sv_eq(aml_sv_of(t->schema->fixed->arm), AML_SV("properties.computeType"));
  if (!is_compute) {
    return;
  }
  aml_form_put_silences(form, t->arena, t->draft, aml_sv_of(t->schema->fixed->value), t->root, t->name_span);
  bool is_said = aml_object_find_exact(t->root, AML_SV("location")) != NULL;
  if (!is_said && aml_value_is(location, AML_STRING)) {
    const aml_origin *origin = aml_origin_new(t->arena, AML_STEP_SERVICE_DEFAULT,
        AML_SV("the workspace's location"), AML_NO_SPAN, location->origin);
    aml_draft_put(t->draft, AML_SV("location"), NULL, t->name_span,
        aml_value_moved(t->arena, location, t->name_span, origin, AML_VALUE_BLOCK));
  }
}

/* A virtual network alone does not place the nodes. */
static void check_network(aml_translation *t) {
  const aml_value *network = aml_object_find_exact(t->root, AML_SV("network_settings"));
  const aml_member *vnet = aml_object_member_exact(network, AML_SV("vnet_name"));
  const aml_value *subnet = aml_object_find_exact(network, AML_SV("subnet"));
  bool is_whole = network != NULL && !aml_value_has(network, AML_VALUE_OPEN);
  if (is_whole && vnet != NULL && vnet->value->kind != AML_NULL && subnet == NULL) {
    (void)aml_diags_add(t->diags, "AML007", vnet->name_span,
        "%s '%.*s' is missing: %s requires it together with '%.*s'.", aml_translation_noun(t),
        AML_SV_ARG(aml_translation_shown(t, AML_SV("network_settings.subnet"))), aml_translation_tool(t),
        AML_SV_ARG(aml_translation_shown(t, AML_SV("network_settings.vnet_name"))));
  }
  bool is_name = aml_value_is(subnet, AML_STRING) && aml_sv_trim(subnet->as.string).len > 0 &&
                 aml_sv_find_char(subnet->as.string, '/', 0) == AML_NPOS &&
                 !aml_is_placeholder(subnet->as.string);
  bool is_empty =
      vnet != NULL && (vnet->value->kind == AML_NULL ||
                          (vnet->value->kind == AML_STRING && aml_sv_trim(vnet->value->as.string).len == 0));
  if (is_whole && is_name && (vnet == NULL || is_empty)) {
    aml_diags_add(t->diags, "AML007", is_empty ? vnet->name_span : subnet->span,
        "%s '%.*s' is %s: the subnet '%.*s' is only a name, and %s does not know in which network it is.",
        aml_translation_noun(t), AML_SV_ARG(aml_translation_shown(t, AML_SV("network_settings.vnet_name"))),
        is_empty ? "empty" : "missing", AML_SV_ARG(subnet->as.string), aml_translation_tool(t))
        ->help = AML_SV("Name the virtual network, or give the subnet by its full id.");
  }
}

static void put_fixed(aml_translation *t) {
  const aml_value *type = aml_object_find_exact(t->root, AML_SV("type"));
  aml_span span = type == NULL ? t->name_span : type->span;
  for (const aml_fixed *fixed = t->schema->fixed; fixed->arm != NULL; fixed++) {
    const aml_value *value = aml_value_string(t->arena, aml_sv_of(fixed->value), span);
    aml_draft_put(t->draft, aml_sv_of(fixed->arm), NULL, span,
        aml_value_moved(t->arena, value, span, NULL, AML_VALUE_BLOCK));
  }
}

/* What `az ml compute show` prints says in its id where the compute is. */
static void read_id(const aml_value *root, aml_arena *arena, aml_azureml_context *context) {
  static const char *const words[] = {"", "subscriptions", NULL, "resourceGroups", NULL, "providers",
      "Microsoft.MachineLearningServices", "workspaces"};
  enum { WORDS = sizeof words / sizeof words[0] };
  const aml_value *id = aml_object_find_exact(root, AML_SV("id"));
  aml_sv rest = known_name(id);
  aml_sv parts[WORDS + 1];
  for (size_t i = 0; i < WORDS; i++) {
    parts[i] = aml_sv_split(&rest, '/');
    if (words[i] == NULL ? parts[i].len == 0 : !aml_sv_ieq(parts[i], aml_sv_of(words[i]))) {
      return;
    }
  }
  aml_sv workspace = aml_sv_split(&rest, '/');
  if (workspace.len > 0) {
    context->name = aml_value_string(arena, workspace, id->span);
    context->scope.subscription = parts[2];
    context->scope.resource_group = parts[4];
    context->scope.is_uncertain = false;
  }
}

static void place_workspace(aml_translation *t, aml_resource *resource) {
  aml_sv group = known_name(aml_object_find_exact(t->root, AML_SV("resource_group")));
  if (group.len > 0) {
    resource->scope.resource_group = group;
  }
}

/* Whether the file says anything of what ARM has in the inner properties, which then are there anyway. */
static bool says_inner(const aml_translation *t) {
  for (size_t i = 0; i < t->schema->key_count; i++) {
    const aml_key *key = &t->schema->keys[i];
    aml_sv path = aml_sv_of(key->path);
    bool is_inner = key->arm != NULL && aml_sv_starts(aml_sv_of(key->arm), AML_SV("properties.properties."));
    if (is_inner &&
        aml_object_find_exact(t->root, aml_sv_slice(path, 0, aml_sv_find_char(path, '.', 0))) != NULL) {
      return true;
    }
  }
  return false;
}

static void translate_one(const aml_value *root, aml_yaml_kind kind, bool is_listed,
    const aml_azureml_context *context, aml_resources *resources, aml_diags *diags) {
  aml_translation t = {.arena = resources->arena, .diags = diags, .schema = aml_schema_of(kind, root)};
  t.strictness =
      is_listed ? AML_KEYS_KNOWN : t.schema->strictness; /* lists are read by scripts, not the CLI */
  aml_azureml_context own = *context;
  read_id(root, t.arena, &own);
  t.context = &own;
  t.root = root;
  t.name_span = aml_span_is_none(own.place) ? span_of_name(root) : own.place;
  t.draft = aml_draft_new(t.arena);
  aml_resource *resource = aml_resource_new(resources);
  resource->form = context->form != NULL ? context->form : &aml_form_cli_yaml;
  resource->type = aml_sv_of(t.schema->arm_type);
  resource->name = make_name(&t, kind);
  resource->shown_name = make_shown_name(&t);
  resource->written = root;
  resource->span = root->span;
  resource->name_span = t.name_span;
  resource->scope = own.scope;
  resource->workspace_key = context->workspace_key;
  if (kind == AML_YAML_WORKSPACE) {
    place_workspace(&t, resource);
  }
  aml_draft_put(
      t.draft, AML_SV("type"), NULL, t.name_span, aml_value_string(t.arena, resource->type, t.name_span));
  aml_draft_put(t.draft, AML_SV("name"), NULL, t.name_span, resource->name);
  put_fixed(&t);
  bool is_compute = t.schema->fixed->arm != NULL &&
                    aml_sv_eq(aml_sv_of(t.schema->fixed->arm), AML_SV("properties.computeType"));
  if (!aml_value_has(root, AML_VALUE_OPEN)) {
    put_defaults(&t, resource->form);
  } else if (is_compute &&
             !says_inner(&t)) { /* what is absent may stand in the part that could not be read */
    aml_draft_open(t.draft, AML_SV("properties.properties"), NULL, t.name_span, root);
  }
  aml_translation_walk(&t);
  check_network(&t);
  if (kind == AML_YAML_ENVIRONMENT) {
    aml_translation_check_environment(&t, root, (aml_sv){0}, t.name_span);
  }
  resource->body = aml_draft_finish(t.draft, root);
  aml_resources_add(resources, resource);
}

/* The item's own type decides; the list was recognised by it. */
static aml_yaml_kind kind_of_item(const aml_value *item) {
  aml_yaml_kind kind = aml_azureml_recognise(item);
  return kind == AML_YAML_LIST ? AML_YAML_NONE : kind;
}

void aml_azureml_translate(const aml_value *root, aml_yaml_kind kind, const aml_azureml_context *context,
    aml_resources *resources, aml_diags *diags) {
  if (kind != AML_YAML_LIST) {
    translate_one(root, kind, false, context, resources, diags);
    return;
  }
  const aml_value *list = aml_azureml_computes(root);
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    aml_yaml_kind item = kind_of_item(list->as.array.items[i]);
    if (item != AML_YAML_NONE) {
      translate_one(list->as.array.items[i], item, true, context, resources, diags);
    }
  }
}
