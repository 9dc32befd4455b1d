#include "graph/reference.h"

#include "base/strbuf.h"

static bool is_symbol(aml_sv text, aml_sv inner) {
  return text.len >= inner.len + 2 && text.data[0] == AML_SYMBOL_BEGIN &&
         aml_sv_starts(aml_sv_slice(text, 1, text.len), inner);
}

/* "microsoft.x", "a", "n", "b", "m" to the type "microsoft.x/a/b" and the name n, m. */
static aml_reference read_interleaved(aml_arena *arena, aml_name parts, size_t from, aml_scope_path scope) {
  aml_reference reference = {.reach = AML_REACH_UNKNOWN, .scope = scope};
  size_t left = parts.count - from;
  if (left < 3 || left % 2 == 0) {
    return reference;
  }
  size_t depth = (left - 1) / 2;
  aml_sv *names = AML_NEW_ARRAY(arena, aml_sv, depth);
  aml_strbuf type;
  aml_strbuf_init(&type, arena, SIZE_MAX);
  aml_strbuf_add(&type, parts.segments[from]);
  for (size_t i = 0; i < depth; i++) {
    aml_strbuf_add_char(&type, '/');
    aml_strbuf_add(&type, parts.segments[from + 1 + 2 * i]);
    names[i] = parts.segments[from + 2 + 2 * i];
  }
  reference.reach = AML_REACH_RESOURCE;
  reference.type = aml_strbuf_view(&type);
  reference.name = (aml_name){.segments = names, .count = depth};
  return reference;
}

static bool is_part(aml_name parts, size_t i, const char *text) {
  return i < parts.count && aml_sv_ieq(parts.segments[i], aml_sv_of(text));
}

static bool has_part(aml_name parts, size_t i) {
  return i < parts.count && parts.segments[i].len > 0;
}

/* A scope's part: unknown ones stay empty and make the path uncertain. */
static aml_sv take_part(aml_name parts, size_t i, aml_scope_path *scope) {
  if (!aml_symbolic_is_known(parts.segments[i])) {
    scope->is_uncertain = true;
    return (aml_sv){0};
  }
  return parts.segments[i];
}

/* Reads "/subscriptions/s[/resourceGroups/g]" or "/providers/Microsoft.Management/managementGroups/m", or one
 * of the symbols that stand for them. Returns how many parts that took, or AML_NPOS, also where a name is
 * missing. */
static size_t read_scope(aml_name parts, const aml_scope_path *from, aml_reference *out) {
  aml_sv first = parts.segments[0];
  if (is_symbol(first, AML_SV("group")) || is_symbol(first, AML_SV("resourcegroup().id"))) {
    out->scope = *from;
    out->reach = AML_REACH_GROUP;
    return 1;
  }
  if (is_symbol(first, AML_SV("subscription"))) {
    out->scope = *from;
    out->scope.resource_group = (aml_sv){0};
    out->scope.has_resource_group = false;
    out->reach = AML_REACH_SUBSCRIPTION;
    return 1;
  }
  if (first.len > 0) {
    return AML_NPOS;
  }
  out->scope = (aml_scope_path){.deployment = from->deployment};
  /* An empty one before more is that of the deployment: see add_scope_arguments in symbol.c. */
  if (is_part(parts, 1, "subscriptions") && (has_part(parts, 2) || parts.count > 3)) {
    bool is_own = !has_part(parts, 2) && from->is_default_subscription;
    out->scope.subscription = is_own ? from->subscription : take_part(parts, 2, &out->scope);
    out->scope.is_default_subscription = is_own;
    out->reach = AML_REACH_SUBSCRIPTION;
    if (!is_part(parts, 3, "resourcegroups")) {
      return 3;
    }
    if (!has_part(parts, 4)) {
      return AML_NPOS;
    }
    out->scope.resource_group = take_part(parts, 4, &out->scope);
    out->scope.has_resource_group = true;
    out->reach = AML_REACH_GROUP;
    return 5;
  }
  if (is_part(parts, 2, "microsoft.management") && is_part(parts, 3, "managementgroups") &&
      has_part(parts, 4)) {
    out->scope.management_group = take_part(parts, 4, &out->scope);
    out->reach = AML_REACH_MANAGEMENT_GROUP;
    return 5;
  }
  return is_part(parts, 1, "providers") ? 1 : AML_NPOS; /* at the tenant */
}

aml_reference aml_reference_read(aml_arena *arena, aml_sv symbolic, const aml_scope_path *from) {
  aml_reference reference = {.reach = AML_REACH_UNKNOWN, .scope = *from};
  if (symbolic.len == 0) {
    return reference;
  }
  aml_name parts = aml_name_split(arena, symbolic);
  if (parts.segments[0].len > 0 && parts.segments[0].data[0] != AML_SYMBOL_BEGIN) {
    return read_interleaved(arena, parts, 0, *from); /* "Type/name" */
  }
  size_t taken = read_scope(parts, from, &reference);
  bool is_vague = taken == AML_NPOS;
  size_t providers = AML_NPOS;
  for (size_t i = is_vague ? 0 : taken; i < parts.count; i++) {
    providers = is_part(parts, i, "providers") ? i : providers;
  }
  if (providers == AML_NPOS) {
    return is_vague || taken < parts.count ? (aml_reference){.reach = AML_REACH_UNKNOWN, .scope = *from}
                                           : reference;
  }
  aml_scope_path scope = reference.scope;
  if (is_vague) {
    scope = (aml_scope_path){.is_uncertain = true, .has_resource_group = true};
  }
  return read_interleaved(arena, parts, providers + 1, scope);
}
