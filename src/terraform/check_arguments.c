/* Arguments that the provider does not have, and words that it does not take. */
#include "base/date.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "expr/value_text.h"
#include "terraform/arguments.h"
#include "tree/reason.h"
#include "tree/respell.h"

enum { SHOWN_MAX = 60 };

/* Resource types of which all arguments are known: those of the table, and these. "block." begins those of a
 * block. Source: as of the table, all versions. */
static const struct {
  const char *type;
  const char *const arguments[32];
} others[] = {
    {"azurerm_machine_learning_compute_cluster",
        {"id", "name", "machine_learning_workspace_id", "scale_settings", "ssh", "identity", NULL}},
    {"azurerm_machine_learning_compute_instance",
        {"id", "name", "machine_learning_workspace_id", "assign_to_user", "ssh", "identity", NULL}},
};

static const char *const priorities[] = {"Dedicated", "LowPriority", NULL};
static const char *const identities[] = {
    "SystemAssigned", "UserAssigned", "SystemAssigned, UserAssigned", "SystemAssigned,UserAssigned", NULL};
static const char *const isolation[] = {
    "Disabled", "AllowInternetOutbound", "AllowOnlyApprovedOutbound", NULL};
static const char *const levels[] = {"CanNotDelete", "ReadOnly", NULL};
static const char *const kinds[] = {"Default", "FeatureStore", NULL};
static const char *const authorizations[] = {"personal", NULL};

static const struct {
  const char *type; /* of the resource; NULL: any of Machine Learning */
  const char *key;
  const char *const *words; /* minding case; NULL: durations */
} closed[] = {{"azurerm_machine_learning_compute_cluster", "vm_priority", priorities},
    {"azurerm_machine_learning_compute_cluster", "scale_settings.scale_down_nodes_after_idle_duration", NULL},
    {"azurerm_machine_learning_compute_instance", "authorization_type", authorizations},
    {"azurerm_machine_learning_workspace", "managed_network.isolation_mode", isolation},
    {"azurerm_machine_learning_workspace", "kind", kinds}, {"azurerm_management_lock", "lock_level", levels},
    {NULL, "identity.type", identities}};

typedef struct checking {
  const aml_tf_instance *instance;
  const aml_tf_type *type;
  const aml_resource *resource;
  aml_diags *diags;
} checking;

/* A diagnostic that was not made for another copy; NULL where it was. */
static aml_diag *add(const checking *c, const char *rule, aml_span span, aml_sv text) {
  aml_tf_run *run = c->instance->frame->run;
  aml_sv key = aml_sv_format(run->arena, "%s %u %u %.*s", rule, span.source, span.begin, AML_SV_ARG(text));
  if (aml_map_put(&run->said, key, run) != NULL) {
    return NULL;
  }
  aml_diag *diag = aml_diags_add(c->diags, rule, span, "%.*s", AML_SV_ARG(text));
  bool is_off = c->resource->condition == AML_CONDITION_OFF_BY_DEFAULT;
  diag->unless = is_off ? aml_resource_when(run->arena, c->resource) : (aml_sv){0};
  return diag;
}

/* ---- names ---- */

typedef struct names {
  AML_VEC(aml_sv) list;
} names;

static aml_sv name_at(const void *ctx, size_t i) {
  const names *all = ctx;
  return all->list.items[i];
}

static void add_name(aml_arena *arena, names *all, aml_sv name) {
  for (size_t i = 0; i < all->list.count; i++) {
    if (aml_sv_eq(all->list.items[i], name)) {
      return;
    }
  }
  AML_VEC_PUSH(arena, &all->list, name);
}

/* The arguments of the block, whose name with a dot is `prefix`; empty where not all of them are known. */
static names names_below(const checking *c, aml_sv prefix) {
  aml_arena *arena = c->instance->frame->run->arena;
  names all = {0};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (!aml_sv_eq(c->instance->block->type, aml_sv_of(others[i].type))) {
      continue;
    }
    for (size_t k = 0; prefix.len == 0 && others[i].arguments[k] != NULL; k++) {
      add_name(arena, &all, aml_sv_of(others[i].arguments[k]));
    }
    for (const aml_tf_argument *one = c->type->arguments; one->path != NULL; one++) {
      aml_sv key = aml_sv_of(one->key);
      if (aml_sv_starts(key, prefix)) {
        aml_sv rest = aml_sv_slice(key, prefix.len, key.len);
        add_name(arena, &all, aml_sv_split(&rest, '.'));
      }
    }
  }
  return all;
}

static void refuse_name(
    const checking *c, const names *all, const aml_value *holder, const aml_member *member) {
  aml_arena *arena = c->instance->frame->run->arena;
  size_t near = aml_suggest(member->name, all->list.count, name_at, all);
  size_t sure = aml_respell(member->name, all->list.count, name_at, all);
  aml_diag *diag = add(c, "AML005", member->name_span,
      aml_sv_format(arena, "'%.*s' is not an argument of '%.*s'; Terraform rejects it.",
          AML_SV_ARG(member->name), AML_SV_ARG(c->instance->block->type)));
  if (diag != NULL && near != AML_NPOS) {
    diag->help = aml_sv_format(arena, "Did you mean '%.*s'?", AML_SV_ARG(all->list.items[near]));
  }
  if (diag != NULL && sure != AML_NPOS) {
    aml_respell_key(c->diags, diag, holder, member, all->list.items[sure]);
  }
}

static bool is_listed(const names *all, aml_sv name) {
  for (size_t i = 0; i < all->list.count; i++) {
    if (aml_sv_eq(all->list.items[i], name)) {
      return true;
    }
  }
  return all->list.count == 0;
}

/* Of a body, or of a block in it, or of each of several. */
static void check_names(const checking *c, const aml_value *body, aml_sv prefix) {
  aml_arena *arena = c->instance->frame->run->arena;
  const names all = names_below(c, prefix);
  for (size_t i = 0; body->kind == AML_OBJECT && i < body->as.object.count; i++) {
    const aml_member *member = &body->as.object.members[i];
    if (!is_listed(&all, member->name)) {
      refuse_name(c, &all, body, member);
    } else if (prefix.len == 0 && member->value->kind == AML_OBJECT) {
      check_names(c, member->value, aml_sv_format(arena, "%.*s.", AML_SV_ARG(member->name)));
    }
  }
}

/* ---- words ---- */

static aml_sv word_at(const void *ctx, size_t i) {
  const char *const *words = ctx;
  return aml_sv_of(words[i]);
}

static void check_word(const checking *c, aml_sv name, const aml_value *value, const char *const *words) {
  aml_arena *arena = c->instance->frame->run->arena;
  aml_strbuf list;
  size_t count = 0;
  aml_strbuf_init(&list, arena, SIZE_MAX);
  for (; words[count] != NULL; count++) {
    if (aml_sv_eq(value->as.string, aml_sv_of(words[count]))) {
      return;
    }
    aml_strbuf_addf(&list, "%s'%s'", count == 0 ? "" : ", ", words[count]);
  }
  aml_sv shown = aml_value_show(arena, value, SHOWN_MAX);
  aml_sv known = aml_strbuf_view(&list);
  aml_diag *diag = add(c, "AML008", value->span,
      aml_sv_format(arena, "'%.*s' is '%.*s'; the provider accepts only %.*s.", AML_SV_ARG(name),
          AML_SV_ARG(shown), AML_SV_ARG(known)));
  size_t near = aml_suggest(value->as.string, count, word_at, words);
  size_t sure = aml_respell(value->as.string, count, word_at, words);
  if (diag != NULL && near != AML_NPOS) {
    diag->help = aml_sv_format(arena, "Did you mean '%s'?", words[near]);
  }
  if (diag != NULL && sure != AML_NPOS) {
    aml_respell_value(c->diags, diag, value, value->as.string, aml_sv_of(words[sure]));
  }
}

static void check_duration(const checking *c, aml_sv name, const aml_value *value) {
  aml_arena *arena = c->instance->frame->run->arena;
  aml_duration duration;
  aml_sv shown = aml_value_show(arena, value, SHOWN_MAX);
  if (!aml_duration_parse(value->as.string, &duration)) {
    (void)add(c, "AML009", value->span,
        aml_sv_format(arena, "'%.*s' is '%.*s'; expected an ISO 8601 duration such as 'PT120S'.",
            AML_SV_ARG(name), AML_SV_ARG(shown)));
  }
}

void aml_tf_check_arguments(
    const aml_tf_instance *instance, const aml_tf_type *type, const aml_resource *resource) {
  const checking c = {instance, type, resource, &instance->frame->run->unit->diags};
  check_names(&c, instance->written, (aml_sv){0});
  for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++) {
    bool is_meant = closed[i].type == NULL
                        ? aml_sv_starts(instance->block->type, AML_SV("azurerm_machine_learning_"))
                        : aml_sv_eq(instance->block->type, aml_sv_of(closed[i].type));
    const aml_value *value = is_meant ? aml_tf_argument_of(instance->written, closed[i].key, NULL) : NULL;
    if (!aml_value_is(value, AML_STRING)) {
      continue;
    }
    aml_sv key = aml_sv_of(closed[i].key);
    size_t dot = aml_sv_rfind_char(key, '.');
    aml_sv name = dot == AML_NPOS ? key : aml_sv_slice(key, dot + 1, key.len);
    if (closed[i].words != NULL) {
      check_word(&c, name, value, closed[i].words);
    } else {
      check_duration(&c, name, value);
    }
  }
}
