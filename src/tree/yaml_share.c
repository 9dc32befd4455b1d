/* Anchors, aliases and merge keys, with a bound on what they may stand for. */
#include "base/limits.h"
#include "tree/yaml_reader.h"

aml_yaml_anchor *aml_yaml_declare(aml_yaml_reader *reader, aml_sv name) {
  if (!reader->has_anchors) {
    aml_map_init(&reader->anchors, reader->arena, AML_MAP_EXACT);
    reader->has_anchors = true;
  }
  aml_yaml_anchor *anchor = AML_NEW(reader->arena, aml_yaml_anchor);
  (void)aml_map_put(&reader->anchors, aml_sv_dup(reader->arena, name), anchor);
  return anchor;
}

static aml_yaml_anchor make_unknown(aml_yaml_reader *reader, const aml_yaml_node *node, aml_sv reason) {
  aml_span span = aml_yaml_span(reader, node->begin, node->end);
  reader->tree->is_broken = true;
  return (aml_yaml_anchor){
      .value = aml_value_unknown(reader->arena, reason, AML_KINDS_ANY, span), .nodes = 1};
}

static aml_yaml_anchor refuse(
    aml_yaml_reader *reader, const aml_yaml_node *node, const char *what, int limit) {
  if (!reader->is_alias_bound_reported) {
    aml_diag *diag = aml_diags_add(reader->diags, "AML003", aml_yaml_span(reader, node->begin, node->end),
        "With the alias '*%.*s', the aliases of this file %s than the limit of %d.", AML_SV_ARG(node->text),
        what, limit);
    diag->help = AML_SV("Values behind this alias were not checked.");
    diag->is_incomplete = true;
    reader->is_alias_bound_reported = true;
  }
  return make_unknown(reader, node, AML_SV("the aliases expand to too many values; see what AML003 reports"));
}

aml_yaml_anchor aml_yaml_resolve(aml_yaml_reader *reader, const aml_yaml_node *node) {
  const aml_yaml_anchor *anchor = reader->has_anchors ? aml_map_find(&reader->anchors, node->text) : NULL;
  aml_span span = aml_yaml_span(reader, node->begin, node->end);
  if (anchor == NULL || anchor->value == NULL) {
    aml_diag *diag = aml_diags_add(reader->diags, "AML001", span,
        anchor == NULL ? "The alias '*%.*s' refers to nothing: no anchor '&%.*s' precedes it."
                       : "The alias '*%.*s' is inside the value of its own anchor '&%.*s'.",
        AML_SV_ARG(node->text), AML_SV_ARG(node->text));
    diag->is_incomplete = true;
    return make_unknown(reader, node, AML_SV("the alias refers to nothing; correct it"));
  }
  if (anchor->nodes > (size_t)AML_LIMIT_ALIAS_NODES - reader->alias_nodes) {
    return refuse(reader, node, "expand to more values", AML_LIMIT_ALIAS_NODES);
  }
  if (reader->frames.count + (size_t)anchor->height > AML_LIMIT_DEPTH) {
    return refuse(reader, node, "nest deeper", AML_LIMIT_DEPTH);
  }
  reader->alias_nodes += anchor->nodes;
  const aml_value *target = anchor->value;
  const aml_origin *origin = aml_origin_new(
      reader->arena, AML_STEP_ALIAS, aml_sv_dup(reader->arena, node->text), target->span, target->origin);
  return (aml_yaml_anchor){.value = aml_value_moved(reader->arena, target, span, origin, target->flags),
      .text = anchor->text,
      .nodes = anchor->nodes,
      .height = anchor->height};
}

/* Adds the members of one mapping that are not there yet. They stand at `alias`, through which they came;
 * NULL where the mapping is written in place, as are then its members. */
static void merge_object(
    aml_yaml_reader *reader, aml_map *names, const aml_value *from, const aml_value *alias) {
  for (size_t i = 0; i < from->as.object.count; i++) {
    aml_member member = from->as.object.members[i];
    bool counts = aml_object_member_exact(from, member.name) == &from->as.object.members[i];
    if (!counts || aml_map_find(names, member.name) != NULL) {
      continue;
    }
    (void)aml_map_put(names, member.name, reader);
    if (alias != NULL) {
      const aml_origin *origin = aml_origin_new(
          reader->arena, AML_STEP_MERGE, alias->origin->name, member.value->span, member.value->origin);
      member.value = aml_value_moved(reader->arena, member.value, alias->span, origin, member.value->flags);
      member.name_span = alias->span;
    }
    AML_VEC_PUSH(reader->scratch, &reader->members, member);
  }
}

static void report_odd_merge(aml_yaml_reader *reader, const aml_yaml_merge *merge, const aml_value *value) {
  aml_diag *diag = aml_diags_add(reader->diags, "AML001", value->span,
      "Expected a mapping or a list of mappings after the merge key '<<', found a value of kind '%s'.",
      aml_kind_name(value->kind));
  diag->related = merge->key;
  diag->related_text = AML_SV("The merge key is here.");
  diag->is_incomplete = true;
  reader->tree->is_broken = true;
}

void aml_yaml_merge_members(aml_yaml_reader *reader, const aml_yaml_frame *frame) {
  aml_map names;
  aml_map_init(&names, reader->arena, AML_MAP_EXACT);
  for (size_t i = frame->first; i < reader->members.count; i++) {
    (void)aml_map_put(&names, reader->members.items[i].name, reader);
  }
  for (size_t i = frame->first_merge; i < reader->merges.count; i++) {
    aml_yaml_merge merge = reader->merges.items[i];
    bool is_list = merge.value->kind == AML_ARRAY;
    size_t count = is_list ? merge.value->as.array.count : 1;
    for (size_t k = 0; k < count; k++) {
      const aml_value *from = is_list ? merge.value->as.array.items[k] : merge.value;
      if (from->kind == AML_OBJECT) {
        const aml_value *alias = from->origin != NULL ? from : merge.value;
        merge_object(reader, &names, from, alias->origin != NULL ? alias : NULL);
      } else if (from->kind != AML_UNKNOWN) {
        report_odd_merge(reader, &merge, from);
      }
    }
  }
}
