/* The set of rules of a run: loading, look-up, and the index by resource type. */
#include <string.h>

#include "base/limits.h"
#include "condition/targets.h"
#include "condition/workspace.h"
#include "rule/builtin.h"
#include "rule/by_type.h"
#include "rule/rule_codec.h"
#include "rule/ruleset.h"
#include "tree/read.h"

enum { FEW_RESOURCES = 64 };

aml_rule_bodies *aml_rule_bodies_new(aml_arena *arena) {
  aml_rule_bodies *bodies = AML_NEW(arena, aml_rule_bodies);
  bodies->store = aml_codec_store_new(arena);
  bodies->items = AML_NEW_ARRAY(arena, aml_rule_body *, aml_builtin_rule_count);
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    const aml_builtin_rule *from = &aml_builtin_rules[i];
    if (from->has_condition) {
      aml_rule_body *body = bodies->items[i] = AML_NEW(arena, aml_rule_body);
      body->types = from->types;
      body->type_count = from->type_count;
      body->built_in = from->compiled.data;
    }
  }
  return bodies;
}

aml_ruleset *aml_ruleset_new(aml_arena *arena) {
  return aml_ruleset_new_sharing(arena, aml_rule_bodies_new(arena));
}

/* The table is sorted by id, as the list has to be. */
aml_ruleset *aml_ruleset_new_sharing(aml_arena *arena, const aml_rule_bodies *bodies) {
  aml_ruleset *rules = AML_NEW(arena, aml_ruleset);
  rules->arena = arena;
  rules->store = bodies->store;
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    aml_rule *rule = AML_NEW(arena, aml_rule);
    *rule = aml_builtin_rules[i].rule;
    rule->effective = rule->severity;
    rule->origin = AML_RULE_BUILT_IN;
    rule->number = rules->put++;
    rule->body = bodies->items[i];
    AML_VEC_PUSH(arena, &rules->list, rule);
  }
  return rules;
}

/* The table of ids and names; made when first needed, since sets are also made by hand. */
static aml_map *names_of(aml_ruleset *rules) {
  if (rules->by_name == NULL) {
    rules->by_name = AML_NEW(rules->arena, aml_map);
    aml_map_init(rules->by_name, rules->arena, AML_MAP_IGNORE_CASE);
    for (size_t i = 0; i < rules->list.count; i++) {
      aml_map_put(rules->by_name, rules->list.items[i]->id, rules->list.items[i]);
    }
  }
  return rules->by_name;
}

aml_rule *aml_ruleset_find(const aml_ruleset *rules, aml_sv id_or_name) {
  for (size_t i = 0; i < rules->list.count; i++) {
    aml_rule *rule = rules->list.items[i];
    if (aml_sv_ieq(rule->id, id_or_name) || aml_sv_ieq(rule->name, id_or_name)) {
      return rule;
    }
  }
  return NULL;
}

/* Where a rule of that id stands or belongs. */
static size_t find_place(const aml_ruleset *rules, aml_sv id) {
  size_t begin = 0;
  size_t end = rules->list.count;
  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;
    if (aml_sv_cmp(rules->list.items[middle]->id, id) < 0) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

void aml_ruleset_put(aml_ruleset *rules, aml_rule *rule) {
  rule->number = rules->put++;
  aml_rule *earlier = aml_map_put(names_of(rules), rule->id, rule);
  if (earlier != NULL) {
    aml_arena_spend(rules->arena, rules->list.count / AML_POINTERS_FOR_A_STEP);
    for (size_t i = 0; i < rules->list.count; i++) {
      if (rules->list.items[i] == earlier) {
        rules->list.items[i] = rule;
      }
    }
    return;
  }
  size_t place = find_place(rules, rule->id);
  AML_VEC_PUSH(rules->arena, &rules->list, rule);
  aml_arena_spend(rules->arena, 1 + (rules->list.count - place) / AML_POINTERS_FOR_A_STEP);
  memmove(rules->list.items + place + 1, rules->list.items + place,
      (rules->list.count - 1 - place) * sizeof *rules->list.items);
  rules->list.items[place] = rule;
}

void aml_ruleset_add(aml_ruleset *rules, const aml_value *root, aml_rule_origin origin, aml_diags *diags) {
  aml_rule *rule = AML_NEW(rules->arena, aml_rule);
  rule->origin = origin;
  rules->schema = rules->schema != NULL ? rules->schema : aml_rule_schema(rules->arena);
  if (!aml_rule_read(rules->arena, rule, rules->schema, root, diags)) {
    return;
  }
  const aml_rule *earlier = aml_ruleset_find(rules, rule->id);
  if (earlier != NULL && earlier->origin == AML_RULE_USER) {
    aml_diag *diag =
        aml_diags_add(diags, "AML011", root->span, "The rule '%.*s' is defined twice.", AML_SV_ARG(rule->id));
    diag->related = earlier->span;
    diag->related_text = AML_SV("The other one is here.");
    diag->is_incomplete = true;
    return;
  }
  aml_rule_compile(rules->arena, rule, rules->sources, diags);
  if (!rule->body->is_broken) {
    aml_ruleset_put(rules, rule);
  }
}

const aml_builtin_rule *aml_builtin_find(aml_sv id) {
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    if (aml_sv_eq(aml_builtin_rules[i].rule.id, id)) {
      return &aml_builtin_rules[i];
    }
  }
  return NULL;
}

const aml_value *aml_rule_tree(aml_arena *arena, const aml_rule *rule) {
  size_t error_at = 0;
  const aml_builtin_rule *ours =
      rule->origin == AML_RULE_BUILT_IN && rule->body != NULL ? aml_builtin_find(rule->id) : NULL;
  return ours != NULL ? aml_json_text_read(arena, ours->whole, AML_NO_SPAN, &error_at) : rule->source;
}

aml_rule_edits aml_rule_edits_of(const aml_value *tree) {
  static const aml_sv keys[] = {
      AML_SV_CONST("set"), AML_SV_CONST("remove"), AML_SV_CONST("yaml"), AML_SV_CONST("yamlRemove")};
  const aml_value *fix = aml_value_is(tree, AML_OBJECT) ? aml_object_find(tree, AML_SV("fix")) : NULL;
  if (!aml_value_is(fix, AML_OBJECT)) {
    return AML_EDITS_NONE;
  }
  const aml_value *safe = aml_object_find(fix, AML_SV("safe"));
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (aml_object_find(fix, keys[i]) != NULL) {
      return aml_value_is(safe, AML_BOOL) && safe->as.boolean ? AML_EDITS_SAFE : AML_EDITS_UNSAFE;
    }
  }
  return AML_EDITS_NONE;
}

typedef AML_VEC(aml_rule_body *) body_list;

/* Half a condition is none. All at once, as beginning to read costs as much as some conditions do. */
static void load(void *ctx, aml_codec *codec) {
  const body_list *bodies = ctx;
  for (size_t i = 0; i < bodies->count; i++) {
    aml_rule_body whole = *bodies->items[i];
    codec->at = (const unsigned char *)whole.built_in;
    aml_codec_rule_body(codec, &whole);
    whole.is_compiled = true;
    *bodies->items[i] = whole;
  }
}

static void load_all(aml_ruleset *rules, body_list *bodies) {
  if (bodies->count > 0) {
    const unsigned char *first = (const unsigned char *)bodies->items[0]->built_in;
    aml_codec_store_read(rules->store, rules->arena, first, load, bodies);
  }
}

bool aml_rule_is_for(const aml_rule *rule, aml_sv type) {
  for (size_t i = 0; i < rule->body->type_count; i++) {
    if (aml_sv_ieq(rule->body->types[i], type)) {
      return true;
    }
  }
  return rule->body->type_count == 0;
}

bool aml_rule_is_selected(const aml_rule *rule, aml_sv selector) {
  return selector.len > 0 && (aml_sv_istarts(rule->id, selector) || aml_sv_ieq(selector, rule->name) ||
                                 aml_sv_ieq(selector, rule->category) || aml_sv_ieq(selector, AML_SV("all")));
}

bool aml_rule_is_selected_by_any(const aml_rule *rule, const aml_texts *selectors) {
  for (size_t i = 0; i < selectors->count; i++) {
    if (aml_rule_is_selected(rule, selectors->items[i])) {
      return true;
    }
  }
  return false;
}

const aml_value *aml_rule_settings(const aml_value *settings, const aml_rule *rule) {
  const aml_value *found = settings == NULL ? NULL : aml_object_find(settings, rule->id);
  return found != NULL || settings == NULL ? found : aml_object_find(settings, rule->name);
}

/* Whether the mistake was told before: several files may share a configuration. */
static bool is_told(const aml_diags *diags, size_t count, const aml_diag *diag) {
  for (size_t i = 0; i < count; i++) {
    const aml_diag *one = &diags->list.items[i];
    if (one->span.source == diag->span.source && one->span.begin == diag->span.begin &&
        aml_sv_eq(one->message.text, diag->message.text)) {
      return true;
    }
  }
  return false;
}

void aml_rules_check_settings(aml_ruleset *rules, const aml_value *settings, aml_diags *diags) {
  for (size_t i = 0; settings != NULL && i < rules->list.count; i++) {
    const aml_rule *rule = rules->list.items[i];
    const aml_value *given = aml_rule_settings(settings, rule);
    if (given == NULL || rule->body == NULL || !rule->body->is_compiled || rule->body->judge != NULL) {
      continue;
    }
    aml_diags said;
    aml_diags_init(&said, rules->arena);
    aml_compiler compiler = {.arena = rules->arena, .diags = &said, .dialect = AML_DIALECT_RULE};
    (void)aml_parameters_bind(&compiler, &rule->body->parameters, given);
    size_t before = diags->list.count;
    for (size_t k = 0; k < said.list.count; k++) {
      if (!is_told(diags, before, &said.list.items[k])) {
        AML_VEC_PUSH(diags->arena, &diags->list, said.list.items[k]);
      }
    }
  }
}

/* The rules of one type, in the order of the list. */
static aml_rule_group *make_group(aml_ruleset *rules, aml_sv type) {
  aml_rule_group *group = AML_NEW(rules->arena, aml_rule_group);
  AML_VEC(const aml_rule *) list = {0};
  body_list unread = {0};
  for (size_t i = 0; i < rules->list.count; i++) {
    aml_rule *rule = rules->list.items[i];
    if (rule->body == NULL || rule->effective == AML_SEVERITY_NONE || !aml_rule_is_for(rule, type)) {
      continue;
    }
    if (!rule->body->is_compiled && !rule->body->is_broken) {
      AML_VEC_PUSH(rules->arena, &unread, rule->body);
    }
    if (!rule->body->is_broken) {
      AML_VEC_PUSH(rules->arena, &list, rule);
    }
  }
  load_all(rules, &unread);
  group->rules = list.items;
  group->count = list.count;
  return group;
}

static void find_targets(aml_ruleset *rules, const aml_rule_group *group, const aml_graph *graph) {
  for (size_t i = 0; i < group->count; i++) {
    aml_names types = group->rules[i]->body->targeting;
    for (size_t k = 0; k < types.count; k++) {
      if (aml_map_find(rules->targets, types.items[k]) == NULL) {
        aml_map_put(rules->targets, types.items[k], aml_targets_new(rules->arena, graph, types.items[k]));
      }
    }
  }
}

void aml_rules_prepare(aml_ruleset *rules, const aml_check_context *context, aml_diags *diags) {
  rules->by_type = AML_NEW(rules->arena, aml_map);
  aml_map_init(rules->by_type, rules->arena, AML_MAP_IGNORE_CASE);
  rules->targets = AML_NEW(rules->arena, aml_map);
  aml_map_init(rules->targets, rules->arena, AML_MAP_IGNORE_CASE);
  aml_resource_range types = aml_graph_types(context->graph);
  if (rules->store != NULL) {
    rules->store->is_brief = aml_graph_count(context->graph) < FEW_RESOURCES;
  }
  for (size_t i = 0; i < types.count; i++) {
    aml_sv type = types.items[i]->type;
    aml_rule_group *group = make_group(rules, type);
    aml_map_put(rules->by_type, type, group);
    find_targets(rules, group, context->graph);
  }
  aml_rules_check_settings(rules, context->settings, diags);
}

const aml_rule_group *aml_rules_of_type(const aml_ruleset *rules, aml_sv type) {
  return rules->by_type == NULL ? NULL : aml_map_find(rules->by_type, type);
}

/* ---- what a change does not reach ---- */

static bool is_below(aml_sv own, aml_sv type) {
  return own.len > type.len && own.data[type.len] == '/' && aml_sv_istarts(own, type);
}

/* Whether resources of a type may lie above those of type `own`. What a lock or another extension lies in may
 * be anything. */
static bool may_lie_above(aml_sv own, aml_sv type) {
  return aml_sv_ieq(type, aml_workspace_type) || !is_below(own, aml_workspace_type) || is_below(own, type);
}

/* The same of those that the rule looks above from: the one that it judges, and any that its queries lead to.
 */
static bool may_lie_above_any(const aml_rule *rule, aml_sv own, aml_sv type) {
  const aml_looks *looks = &rule->body->looks;
  bool has_queries = looks->types.count > 0 || looks->among_own || looks->at_namesakes;
  bool is_above = has_queries && rule->body->type_count == 0;
  for (size_t i = 0; has_queries && i < rule->body->type_count && !is_above; i++) {
    is_above = may_lie_above(rule->body->types[i], type);
  }
  return is_above || may_lie_above(own, type);
}

/* Whether the rule, on resources of type `own`, looks at those of a type. */
static bool looks_at(const aml_rule *rule, aml_sv own, aml_sv type) {
  const aml_looks *looks = &rule->body->looks;
  bool is_looked_at = looks->anywhere || (looks->among_own && aml_rule_is_for(rule, type)) ||
                      (looks->above && may_lie_above_any(rule, own, type));
  for (size_t i = 0; i < looks->types.count && !is_looked_at; i++) {
    is_looked_at = aml_sv_ieq(looks->types.items[i], type);
  }
  return is_looked_at;
}

static aml_width width_of(const aml_rule *rule, aml_sv own, const aml_narrowing *to) {
  bool is_wide = rule->origin != AML_RULE_BUILT_IN || rule->body->judge != NULL ||
                 (to->needs_names && !rule->body->looks.tells_name);
  bool has_namesakes = false;
  for (size_t i = 0; i < to->types.count && !is_wide; i++) {
    aml_sv type = to->types.items[i];
    is_wide = looks_at(rule, own, type);
    has_namesakes = has_namesakes || (rule->body->looks.at_namesakes && aml_rule_is_for(rule, type));
  }
  bool is_hidden = rule->finds_secret && to->is_reported;
  return is_wide || (has_namesakes && rule->finds_secret) ? AML_WIDTH_ALL
         : has_namesakes                                  ? AML_WIDTH_NAMESAKES
         : is_hidden                                      ? AML_WIDTH_SAME
                                                          : AML_WIDTH_NONE;
}

void aml_rules_narrow(aml_ruleset *rules, const aml_narrowing *to) {
  for (size_t i = 0; i < rules->by_type->count; i++) {
    aml_rule_group *group = rules->by_type->entries[i].value;
    aml_width *widths = AML_NEW_ARRAY(rules->arena, aml_width, group->count + 1);
    for (size_t k = 0; k < group->count; k++) {
      widths[k] = width_of(group->rules[k], rules->by_type->entries[i].key, to);
    }
    group->widths = widths;
  }
}
