#include "python/program.h"

#include "base/suggest.h"
#include "python/hints.h"
#include "python/management_bodies.h"
#include "source/diag_cap.h"

/* ---- How messages speak of arguments ---- */

static aml_sv with_sign(aml_arena *arena, aml_sv argument) {
  return argument.len == 0 ? argument : aml_sv_format(arena, "%.*s=", AML_SV_ARG(argument));
}

static aml_sv shown(aml_arena *arena, aml_sv key) {
  return with_sign(
      arena, aml_py_argument_of_key(aml_py_class_named(AML_SV("AmlCompute"), AML_PY_SDK_2), key));
}

static aml_sv shown_before(aml_arena *arena, aml_sv key) {
  static const char *const classes[] = {"AmlCompute.provisioning_configuration", "Workspace.create"};
  aml_sv argument = {NULL, 0};
  for (size_t i = 0; i < sizeof classes / sizeof classes[0] && argument.len == 0; i++) {
    argument = aml_py_argument_of_key(aml_py_class_named(aml_sv_of(classes[i]), AML_PY_SDK_1), key);
  }
  return with_sign(arena, argument);
}

static const aml_azureml_parts parts[] = {{"network_settings", "NetworkSettings"},
    {"ssh_settings", "AmlComputeSshSettings"}, {"identity", "IdentityConfiguration"}, {NULL, NULL}};

static const aml_azureml_parts parts_of_instance[] = {{"network_settings", "NetworkSettings"},
    {"ssh_settings", "ComputeInstanceSshSettings"}, {"identity", "IdentityConfiguration"}, {NULL, NULL}};

#define WORDS(of_class)                                                                                      \
  {                                                                                                          \
    .noun = "Argument", .holder = "the call", .shown = shown, .tool = "the SDK",                             \
    .unknown = "does not exist in this class, and the SDK silently drops it", .drops_unknown = true,         \
    .parts = (of_class), .hints = aml_py_hints                                                               \
  }
static const aml_azureml_words words = WORDS(parts);
static const aml_azureml_words words_of_instance = WORDS(parts_of_instance);
static const aml_azureml_words words_before = {
    .noun = "Argument", .holder = "the call", .shown = shown_before, .tool = "the SDK"};

static aml_sv key_for(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  return shown(arena, aml_form_cli_yaml.key_for(arena, resource, path));
}

static aml_sv key_before(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  aml_sv key = aml_form_cli_yaml.key_for(arena, resource, path);
  aml_sv argument = shown_before(arena, key);
  return argument.len > 0 ? argument : key;
}

/* ---- What the SDKs send where a program says nothing ---- */

#define SIZE       "properties.properties.vmSize"
#define MOST_NODES "properties.properties.scaleSettings.maxNodeCount"
#define IDLE_TIME  "properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown"

static const aml_silence silences_of_2[] = {
    {"AmlCompute", "size", SIZE, "STANDARD_DS3_V2", 0, "the default size of SDK v2 (as of 2026-11)"},
    {"ComputeInstance", "size", SIZE, "STANDARD_DS3_V2", 0, "the default size of SDK v2 (as of 2026-11)"},
    {NULL, NULL, NULL, NULL, 0, NULL},
};

static const aml_silence silences_of_1[] = {
    {"AmlCompute", "size", SIZE, "Standard_NC6", 0, "the default size of SDK v1"},
    {"AmlCompute", "max_instances", MOST_NODES, NULL, 4, "the default of SDK v1, four nodes at most"},
    {"AmlCompute", "idle_time_before_scale_down", IDLE_TIME, "PT1800S", 0,
        "the default of SDK v1, 1800 seconds"},
    {NULL, NULL, NULL, NULL, 0, NULL},
};

const aml_resource_form aml_form_sdk_2 = {
    .name = "sdk-v2",
    .key_for = key_for,
    .silences = silences_of_2,
    .fix_words = AML_FIX_IN_CLI_KEYS,
    .is_checked = true,
    .has_ids_of_own_group = true,
    .where_to_name_scope = AML_SCOPE_OF_WORKSPACE,
    .is_command = true,
};

const aml_resource_form aml_form_sdk_1 = {
    .name = "sdk-v1",
    .key_for = key_before,
    .silences = silences_of_1,
    .fix_words = AML_FIX_IN_CLI_KEYS,
    .is_checked = true,
    .has_ids_of_own_group = true,
    .where_to_name_scope = AML_SCOPE_OF_WORKSPACE,
    .is_command = true,
};

/* ---- Resources ---- */

typedef struct program {
  const aml_py_run *run;
  const aml_azureml_context *around;
  aml_resources *resources;
  aml_diags *diags;
} program;

/* What stands in the program where a name is given that is not known. */
static aml_sv written_name(const program *p, const aml_value *name) {
  aml_guest_range range;
  if (!aml_value_is(name, AML_UNKNOWN) || !aml_guest_find(p->run->text, name->span, &range)) {
    return (aml_sv){NULL, 0};
  }
  enum { SHOWN = 60 };
  return aml_sv_shorten(p->resources->arena, aml_sv_slice(p->run->text->text, range.begin, range.end), SHOWN);
}

static aml_sv needed_at(const void *class, size_t i) {
  (void)i;
  return aml_sv_of(((const aml_py_class *)class)->needs);
}

static aml_sv argument_at(const void *class, size_t i) {
  return aml_sv_of(((const aml_py_class *)class)->arguments[i].name);
}

/* Version 1 refuses arguments that it does not know. */
static void check_arguments(const program *p, const aml_py_made *made) {
  const aml_py_class *class = made->class;
  aml_diag_cap cap = {0};
  for (size_t i = 0; class->has_positions && i < made->settings.count; i++) {
    const aml_py_setting *one = &made->settings.items[i];
    bool is_known = false;
    for (size_t k = 0; k < class->count; k++) {
      is_known = is_known || aml_sv_eq(one->name, argument_at(class, k));
    }
    if (is_known || !aml_diag_cap_take(&cap, one->name_span)) {
      continue;
    }
    aml_diag *diag = aml_diags_add(p->diags, "AML005", one->name_span,
        "Argument '%.*s=' does not exist in '%s', so the call fails.", AML_SV_ARG(one->name), class->name);
    size_t near = aml_suggest(one->name, class->count, argument_at, class);
    aml_sv meant = aml_py_argument_meant(class, aml_azureml_snake(p->diags->arena, one->name));
    meant = meant.len == 0 && near != AML_NPOS ? argument_at(class, near) : meant;
    if (meant.len > 0) {
      diag->help = aml_sv_format(p->diags->arena, "Did you mean '%.*s='?", AML_SV_ARG(meant));
    }
  }
  aml_diag_cap_end(&cap, p->diags, "AML005", "unknown arguments of this call");
}

/* An argument without which a call defines nothing is not given, nor misspelt. */
static bool lacks_what_it_needs(const aml_py_made *made) {
  const char *needs = made->class->needs;
  bool is_given = needs == NULL || made->open != NULL;
  for (size_t i = 0; !is_given && i < made->settings.count; i++) {
    is_given = aml_suggest(made->settings.items[i].name, 1, needed_at, made->class) != AML_NPOS;
  }
  return !is_given;
}

static void make(program *p, const aml_py_made *made, const aml_value *name) {
  bool is_before = made->class->sdk == AML_PY_SDK_1;
  aml_azureml_context context = *p->around;
  context.words = is_before                                        ? &words_before
                  : made->class->kind == AML_YAML_COMPUTE_INSTANCE ? &words_of_instance
                                                                   : &words;
  context.form = is_before ? &aml_form_sdk_1 : &aml_form_sdk_2;
  context.place = made->name_span;
  const aml_value *settings = aml_py_settings(p->resources->arena, made, name);
  aml_azureml_translate(settings, made->class->kind, &context, p->resources, p->diags);
  aml_resource *resource = p->resources->list.items[p->resources->list.count - 1];
  aml_sv shown_name = written_name(p, aml_object_find_exact(settings, AML_SV("name")));
  resource->shown_name = shown_name.len > 0 ? shown_name : resource->shown_name;
}

/* Once for a file, where it first defines something with version 1. */
static void tell_of_before(const aml_py_made *made, aml_diags *diags) {
  aml_diags_add(diags, "AML016", made->name_span,
      "This defines compute with version 1 of the SDK (azureml-core), which is deprecated.");
}

void aml_py_resources(
    const aml_py_run *run, const aml_azureml_context *around, aml_resources *resources, aml_diags *diags) {
  program p = {run, around, resources, diags};
  bool is_told = false;
  for (size_t i = 0; i < run->made.count; i++) {
    const aml_py_made *made = run->made.items[i];
    bool is_before = made->class->sdk == AML_PY_SDK_1;
    if (made->class->role != AML_PY_DEFINES || lacks_what_it_needs(made)) {
      continue;
    }
    if (is_before && !is_told) {
      tell_of_before(made, diags);
      is_told = true;
    }
    check_arguments(&p, made);
    for (size_t k = 0; k < made->names.count; k++) {
      make(&p, made, aml_py_data(resources->arena, made->names.items[k]));
    }
    if (made->names.count == 0) {
      make(&p, made,
          is_before && made->class->kind != AML_YAML_WORKSPACE
              ? aml_value_unknown(resources->arena,
                    AML_SV("no visible 'ComputeTarget.create' uses it; call it where it is configured"),
                    1U << AML_STRING, made->name_span)
              : NULL);
    }
  }
  aml_py_bodies(run, around, resources);
}
