/* What an instance is: its full type and name, what it extends, whether it is deployed. */
#include "arm/template_expansion.h"

static const aml_sv old_extension_mark = AML_SV_CONST("/providers/");

bool aml_arm_instance_is_deployment(const aml_arm_instance *instance) {
  return aml_sv_ieq(instance->type, AML_SV("Microsoft.Resources/deployments"));
}

static bool is_off_for_good(const aml_arm_instance *instance) {
  return instance->is_off && !instance->is_off_by_default;
}

static const aml_value *read_name(aml_arm_instance *instance) {
  aml_arm_run *run = instance->site.frame->run;
  const aml_value *declared = aml_object_find(instance->declared, AML_SV("name"));
  if (declared == NULL) {
    aml_arm_report(run, "AML007", aml_arm_opening(instance->declared), "This resource has no 'name'.");
    return aml_arm_unknown_text(
        run->arena, AML_SV("the resource has no 'name'; add it"), AML_SV(""), AML_SV(""));
  }
  /* A resource that is switched off needs a name only for the children that may be on. */
  if (is_off_for_good(instance) && aml_object_find(instance->declared, AML_SV("resources")) == NULL) {
    return aml_arm_unknown_text(run->arena,
        AML_SV("the resource is never deployed; correct its condition to have it checked"), AML_SV(""),
        AML_SV(""));
  }
  const aml_value *name = aml_arm_evaluate_at(instance->site, declared);
  if (name->kind == AML_STRING || name->kind == AML_UNKNOWN) {
    return name;
  }
  if (name->kind == AML_NULL) {
    aml_arm_report(run, "AML007", declared->span, "The 'name' of this resource is null.");
  } else {
    aml_arm_report(run, "AML006", declared->span,
        "The 'name' of this resource is of type %s; expected a string.", aml_kind_name(name->kind));
  }
  return aml_arm_unknown_text(
      run->arena, AML_SV("the name is not a string; correct it"), AML_SV(""), AML_SV(""));
}

static aml_sv read_type(aml_arm_instance *instance) {
  aml_arm_run *run = instance->site.frame->run;
  const aml_value *declared = aml_object_find(instance->declared, AML_SV("type"));
  if (declared == NULL) {
    aml_arm_report(run, "AML007", aml_arm_opening(instance->declared), "This resource has no 'type'.");
    return AML_SV("");
  }
  return aml_value_text(aml_arm_evaluate_at(instance->site, declared));
}

static const aml_value *join_names(const aml_arm_instance *instance, const aml_value *parent) {
  aml_arm_text text;
  aml_arm_text_init(&text, instance->site.frame->run->arena);
  aml_arm_text_add_value(&text, parent);
  aml_arm_text_add(&text, AML_SV("/"));
  aml_arm_text_add_value(&text, instance->own_name);
  return aml_arm_text_end(&text, instance->own_name->span, instance->own_name->origin);
}

static const aml_value *path_of(aml_arena *arena, aml_sv type, const aml_value *name) {
  aml_arm_text text;
  aml_arm_text_init(&text, arena);
  aml_arm_text_add_path(&text, type, name);
  return aml_arm_text_end(&text, name->span, NULL);
}

/* A type below its parent: "computes" below a workspace; or, as many write, the full type again; or another
 * provider's type, which extends the parent. */
static void identify_child(aml_arm_instance *instance, aml_sv type) {
  aml_arena *arena = instance->site.frame->run->arena;
  const aml_arm_instance *parent = instance->parent;
  aml_sv own = aml_sv_format(arena, "%.*s/", AML_SV_ARG(parent->type));
  instance->name = instance->own_name;
  if (aml_sv_istarts(type, own)) {
    instance->type = type;
    bool is_full =
        instance->own_name->kind == AML_STRING &&
        aml_arm_count_char(instance->own_name->as.string, '/') + 1 == aml_arm_count_char(type, '/');
    if (!is_full) {
      instance->name = join_names(instance, parent->name);
    }
    return;
  }
  aml_sv rest = type;
  aml_sv first = aml_sv_split(&rest, '/');
  if (aml_sv_find_char(first, '.', 0) != AML_NPOS) {
    instance->type = type;
    instance->extends = path_of(arena, parent->type, parent->name);
    return;
  }
  instance->type = aml_sv_join(arena, own, type);
  instance->name = join_names(instance, parent->name);
}

/* Offset of the n-th '/' (from 1) in the text, or AML_NPOS. */
static size_t find_slash(aml_sv text, size_t n) {
  size_t at = AML_NPOS;
  for (size_t from = 0; n > 0; n--) {
    at = aml_sv_find_char(text, '/', from);
    if (at == AML_NPOS) {
      return AML_NPOS;
    }
    from = at + 1;
  }
  return at;
}

/* The old form of extension resources: type "Ns/type/providers/locks", name "resource/Microsoft.X/lock".
 * Turned into the new: the provider's own type, its own name, and what it extends. */
static void split_known_extension(aml_arm_instance *instance, size_t mark) {
  aml_arena *arena = instance->site.frame->run->arena;
  aml_sv base = aml_sv_slice(instance->type, 0, mark);
  aml_sv tail = aml_sv_slice(instance->type, mark + old_extension_mark.len, instance->type.len);
  aml_sv name = instance->name->as.string;
  size_t before = find_slash(name, aml_arm_count_char(base, '/'));
  size_t after = before == AML_NPOS ? AML_NPOS : aml_sv_find_char(name, '/', before + 1);
  if (after == AML_NPOS) {
    return;
  }
  const aml_value *base_name = aml_value_string(arena, aml_sv_slice(name, 0, before), instance->name->span);
  aml_sv space = aml_sv_slice(name, before + 1, after);
  instance->extends = path_of(arena, base, base_name);
  instance->type = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(space), AML_SV_ARG(tail));
  const aml_value *own =
      aml_value_string(arena, aml_sv_slice(name, after + 1, name.len), instance->name->span);
  instance->name = aml_value_moved(arena, own, own->span, instance->name->origin, instance->name->flags);
}

/* The same where the name is not known but its end is: "<unknown>/Microsoft.Authorization/lock". */
static void split_unknown_extension(aml_arm_instance *instance, size_t mark) {
  aml_arena *arena = instance->site.frame->run->arena;
  aml_sv suffix = instance->name->as.unknown->suffix;
  aml_sv tail = aml_sv_slice(instance->type, mark + old_extension_mark.len, instance->type.len);
  size_t last = aml_sv_rfind_char(suffix, '/');
  size_t first = last == AML_NPOS ? AML_NPOS : aml_sv_rfind_char(aml_sv_slice(suffix, 0, last), '/');
  aml_sv space =
      first == AML_NPOS ? AML_SV("Microsoft.Authorization") : aml_sv_slice(suffix, first + 1, last);
  const aml_unknown *name = instance->name->as.unknown;
  const aml_value *base_name = aml_arm_unknown_text(arena, name->reason, name->prefix, AML_SV(""));
  instance->extends = path_of(arena, aml_sv_slice(instance->type, 0, mark), base_name);
  instance->type = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(space), AML_SV_ARG(tail));
  aml_sv own = last == AML_NPOS ? AML_SV("") : aml_sv_slice(suffix, last + 1, suffix.len);
  const aml_value *made = own.len > 0 ? aml_value_string(arena, own, instance->name->span)
                                      : aml_arm_unknown_text(arena, name->reason, AML_SV(""), AML_SV(""));
  instance->name =
      aml_value_moved(arena, made, instance->name->span, instance->name->origin, instance->name->flags);
}

static bool is_flagged(const aml_value *declared, aml_sv name) {
  const aml_value *flag = aml_object_find(declared, name);
  return aml_value_is(flag, AML_BOOL) && flag->as.boolean;
}

static aml_span name_span(const aml_arm_instance *instance) {
  return aml_object_find(instance->declared, AML_SV("name"))->span;
}

/* "workspace/", "/compute" or "a//b"; a name that is empty as a whole is another mistake. */
static bool has_empty_segment(aml_sv name) {
  return name.len > 0 && (aml_sv_starts(name, AML_SV("/")) || aml_sv_ends(name, AML_SV("/")) ||
                             aml_sv_find(name, AML_SV("//"), 0) != AML_NPOS);
}

/* As many segments as the type has behind its namespace; one for a child that stands inside of its parent. A
 * name that is known in part has at least those that are seen. */
static void check_segments(const aml_arm_instance *instance, aml_sv type) {
  const aml_value *name = instance->own_name;
  size_t wanted = aml_arm_count_char(type, '/');
  bool is_inside = instance->parent != NULL && aml_sv_find_char(type, '.', 0) == AML_NPOS;
  wanted = is_inside ? wanted + 1 : wanted;
  size_t seen = 1;
  if (name->kind == AML_STRING) {
    seen += aml_arm_count_char(name->as.string, '/');
  } else {
    seen +=
        aml_arm_count_char(name->as.unknown->prefix, '/') + aml_arm_count_char(name->as.unknown->suffix, '/');
  }
  if (name->kind == AML_STRING && has_empty_segment(name->as.string) && !is_off_for_good(instance)) {
    aml_arm_report(instance->site.frame->run, "AML013", name_span(instance),
        "The name '%.*s' has an empty segment; Azure rejects the template.", AML_SV_ARG(name->as.string))
        ->help = AML_SV("Put a name on each side of every '/'.");
    return;
  }
  if (aml_value_is(name, AML_STRING) && aml_sv_trim(name->as.string).len == 0 && !is_off_for_good(instance)) {
    aml_arm_report(
        instance->site.frame->run, "AML007", name_span(instance), "The 'name' of this resource is empty.");
    return;
  }
  bool is_own = seen == 1 && instance->parent != NULL; /* also of a type that is written in full there */
  bool is_right = seen == wanted || is_own || (name->kind == AML_UNKNOWN && seen < wanted);
  if (is_right || wanted == 0 || is_off_for_good(instance)) {
    return;
  }
  aml_diag *diag = aml_arm_report(instance->site.frame->run, "AML013", name_span(instance),
      "The name has %zu segment%s, but the type '%.*s' requires %zu; Azure rejects the template.", seen,
      seen == 1 ? "" : "s", AML_SV_ARG(type), wanted);
  diag->help = seen < wanted
                   ? AML_SV("Put the names of the parent resources before it, as in 'workspace/compute'.")
                   : AML_SV("Remove the names that are not the resource's own.");
}

bool aml_arm_instance_is_lazy(const aml_arm_instance *instance) {
  return instance->is_existing && instance->site.frame->is_lowered;
}

static void read_identity(aml_arm_instance *instance, aml_sv type) {
  instance->own_name = read_name(instance);
  check_segments(instance, type);
  if (instance->parent != NULL) {
    identify_child(instance, type);
  } else {
    instance->type = type;
    instance->name = instance->own_name;
  }
  size_t mark = aml_sv_ifind(instance->type, old_extension_mark, 0);
  if (mark != AML_NPOS && instance->name->kind == AML_STRING) {
    split_known_extension(instance, mark);
  } else if (mark != AML_NPOS) {
    split_unknown_extension(instance, mark);
  }
  const aml_value *scope =
      is_off_for_good(instance) ? NULL : aml_arm_member_at(instance->site, instance->declared, "scope");
  if (scope != NULL && !aml_arm_instance_is_deployment(instance)) {
    instance->extends = scope;
  }
}

void aml_arm_instance_identify(aml_arm_instance *instance) {
  aml_arm_run *run = instance->site.frame->run;
  aml_sv type = read_type(instance);
  if (type.len == 0) {
    return;
  }
  instance->is_existing = is_flagged(instance->declared, AML_SV("existing"));
  bool is_silent = aml_arm_instance_is_lazy(instance);
  run->silence += is_silent;
  run->eval->silence += is_silent;
  read_identity(instance, type);
  run->eval->silence -= is_silent;
  run->silence -= is_silent;
}

static aml_sv join_conditions(aml_arena *arena, aml_sv former, aml_sv further) {
  return former.len == 0 ? further
                         : aml_sv_format(arena, "%.*s and %.*s", AML_SV_ARG(former), AML_SV_ARG(further));
}

/* `text` is the condition as written, `when` what it says. */
static void add_condition(aml_arm_instance *instance, aml_condition condition, aml_sv text, aml_sv when) {
  aml_arena *arena = instance->site.frame->run->arena;
  if (instance->condition == AML_CONDITION_OFF_BY_DEFAULT && condition != instance->condition) {
    return;
  }
  if (condition != instance->condition) {
    instance->condition_text = (aml_sv){0};
    instance->condition_when = (aml_sv){0};
  }
  instance->condition = condition;
  instance->condition_text = join_conditions(arena, instance->condition_text, text);
  instance->condition_when = join_conditions(arena, instance->condition_when, when);
}

/* `declared` is an expression, or the text of a placeholder. */
static void add_unknown_condition(aml_arm_instance *instance, const aml_value *declared) {
  aml_arena *arena = instance->site.frame->run->arena;
  bool is_expression = declared->kind == AML_EXPRESSION;
  aml_sv text = is_expression ? aml_expr_text(arena, declared) : aml_value_text(declared);
  aml_sv when = is_expression
                    ? aml_sv_format(arena, "'%.*s' is true", AML_SV_ARG(aml_expr_inner_text(arena, declared)))
                    : text;
  add_condition(instance, AML_CONDITION_UNKNOWN, text, when);
}

static void switch_off(aml_arm_instance *instance, const aml_value *declared, bool is_count) {
  instance->is_off = true;
  instance->is_off_by_default = aml_arm_hangs_on_default(instance->site, declared);
  if (instance->is_off_by_default) {
    aml_sv text = aml_arm_turning_on(instance->site, declared, is_count);
    add_condition(instance, AML_CONDITION_OFF_BY_DEFAULT, text, text);
  }
}

static void apply_condition(aml_arm_instance *instance) {
  const aml_value *declared =
      aml_arm_declared(instance->site.frame, aml_object_find(instance->declared, AML_SV("condition")));
  const aml_value *value = aml_arm_member_at(instance->site, instance->declared, "condition");
  if (value == NULL) {
    return;
  }
  bool is_text = value->kind == AML_STRING;
  if ((value->kind == AML_BOOL && !value->as.boolean) ||
      (is_text && aml_sv_ieq(value->as.string, AML_SV("false")))) {
    switch_off(instance, declared, false);
  } else if (value->kind == AML_UNKNOWN) {
    add_unknown_condition(instance, declared);
  } else if (value->kind != AML_BOOL && !(is_text && aml_sv_ieq(value->as.string, AML_SV("true")))) {
    aml_arm_report(instance->site.frame->run, "AML006", declared->span,
        "The condition of a resource must be true or false, but this is of type '%s'.",
        aml_kind_name(value->kind));
    aml_sv text = AML_SV("a malformed condition");
    add_condition(instance, AML_CONDITION_UNKNOWN, text, text);
  }
}

void aml_arm_instance_decide(aml_arm_instance *instance, const aml_arm_count *count) {
  instance->condition = instance->site.frame->condition;
  instance->condition_text = instance->site.frame->condition_text;
  instance->condition_when = instance->site.frame->condition_when;
  apply_condition(instance);
  if (count != NULL && count->none != NULL && !is_off_for_good(instance)) {
    switch_off(instance, count->none, true);
  } else if (count != NULL && !count->is_known) {
    add_unknown_condition(instance, count->unknown);
  }
}
