/* Types, as far as they say something of values: their kind, whether they may be null or are secret, what is
 * allowed, and the same of their parts. */
#include "bicep/lower.h"

static void put_type(aml_bicep_lowering *l, const aml_bicep_node *type, aml_object_builder *out);

static void put_text(
    const aml_bicep_lowering *l, aml_object_builder *out, const char *name, aml_sv text, aml_span span) {
  aml_object_set(out, aml_sv_of(name), span, aml_value_string(l->arena, text, span));
}

static void put_true(const aml_bicep_lowering *l, aml_object_builder *out, const char *name, aml_span span) {
  aml_object_set(out, aml_sv_of(name), span, aml_value_bool(l->arena, true, span));
}

static const aml_value *schema_of(aml_bicep_lowering *l, const aml_bicep_node *type) {
  aml_object_builder out;
  aml_object_begin(&out, l->arena);
  put_type(l, type, &out);
  return aml_object_end(&out, aml_bicep_span(l, type), 0);
}

/* ---- literals and unions of them ---- */

static bool is_literal(const aml_bicep_node *type) {
  const aml_bicep_node *bare = aml_bicep_bare(type);
  uint8_t kind = bare->kind == AML_BICEP_UNARY ? aml_bicep_bare(bare->parts[0])->kind : bare->kind;
  return kind == AML_BICEP_TEXT || kind == AML_BICEP_NUMBER || kind == AML_BICEP_TRUE ||
         kind == AML_BICEP_FALSE;
}

static const char *literal_type(const aml_bicep_node *type) {
  const aml_bicep_node *bare = aml_bicep_bare(type);
  uint8_t kind = bare->kind == AML_BICEP_UNARY ? aml_bicep_bare(bare->parts[0])->kind : bare->kind;
  return kind == AML_BICEP_TEXT ? "string" : kind == AML_BICEP_NUMBER ? "int" : "bool";
}

static void put_literals(
    aml_bicep_lowering *l, const aml_bicep_node *const *types, size_t count, aml_object_builder *out) {
  static const aml_bicep_place top = {0};
  const aml_value **allowed = AML_NEW_ARRAY(l->arena, const aml_value *, count);
  const char *name = NULL;
  size_t kept = 0;
  bool is_one_kind = true;
  for (size_t i = 0; i < count; i++) {
    if (aml_bicep_bare(types[i])->kind == AML_BICEP_NULL) {
      put_true(l, out, "nullable", aml_bicep_span(l, types[i]));
      continue;
    }
    if (!is_literal(types[i])) { /* what a name adds is not looked up */
      return;
    }
    const char *own = literal_type(types[i]);
    is_one_kind = is_one_kind && (name == NULL || aml_sv_eq(aml_sv_of(name), aml_sv_of(own)));
    name = own;
    allowed[kept++] = aml_bicep_value(l, &top, types[i]);
  }
  if (kept > 0 && is_one_kind) {
    aml_span span = aml_span_cover(allowed[0]->span, allowed[kept - 1]->span);
    put_text(l, out, "type", aml_sv_of(name), span);
    aml_object_set(out, AML_SV("allowedValues"), span, aml_value_array(l->arena, allowed, kept, span));
  }
}

/* ---- objects and arrays ---- */

static bool is_object_type(aml_bicep_lowering *l, const aml_bicep_node *type) {
  const aml_bicep_node *bare = aml_bicep_bare(type);
  if (bare->kind != AML_BICEP_NAME) {
    return bare->kind == AML_BICEP_OBJECT_TYPE;
  }
  const aml_bicep_symbol *symbol = aml_map_find(&l->symbols, bare->name);
  const aml_bicep_node *named = symbol != NULL && symbol->declared->kind == AML_BICEP_TYPE
                                    ? aml_bicep_part(symbol->declared, AML_BICEP_WITH_TYPE)
                                    : NULL;
  return named != NULL && named->kind == AML_BICEP_OBJECT_TYPE;
}

static const aml_value *member_schema(aml_bicep_lowering *l, const aml_bicep_node *member) {
  return aml_bicep_declaration_value(l, member, NULL);
}

static void put_members(aml_bicep_lowering *l, const aml_bicep_node *type, aml_object_builder *out) {
  aml_span span = aml_bicep_span(l, type);
  aml_object_builder properties;
  aml_object_begin(&properties, l->arena);
  for (size_t i = 0; i < type->count; i++) {
    const aml_bicep_node *member = type->parts[i];
    if (member->kind == AML_BICEP_TYPED && member->name.len > 0) {
      aml_object_set(&properties, member->name, aml_bicep_name_span(l, member), member_schema(l, member));
    } else if (member->kind == AML_BICEP_TYPED) {
      aml_object_set(out, AML_SV("additionalProperties"), span, member_schema(l, member));
    }
  }
  put_text(l, out, "type", AML_SV("object"), span);
  aml_object_set(out, AML_SV("properties"), span, aml_object_end(&properties, span, 0));
}

static void put_tuple(aml_bicep_lowering *l, const aml_bicep_node *type, aml_object_builder *out) {
  aml_span span = aml_bicep_span(l, type);
  const aml_value **items = AML_NEW_ARRAY(l->arena, const aml_value *, type->count);
  size_t count = 0;
  for (size_t i = 0; i < type->count; i++) {
    if (type->parts[i]->kind == AML_BICEP_TYPED) {
      items[count++] = member_schema(l, type->parts[i]);
    }
  }
  put_text(l, out, "type", AML_SV("array"), span);
  aml_object_set(out, AML_SV("prefixItems"), span, aml_value_array(l->arena, items, count, span));
}

/* ---- names ---- */

static void put_name(aml_bicep_lowering *l, const aml_bicep_node *type, aml_object_builder *out) {
  static const char *const plain[] = {"string", "int", "bool", "object", "array"};
  aml_span span = aml_bicep_span(l, type);
  const aml_bicep_symbol *symbol = aml_map_find(&l->symbols, type->name);
  if (symbol != NULL && symbol->declared->kind == AML_BICEP_TYPE) {
    put_text(l, out, "$ref", aml_sv_join(l->arena, AML_SV("#/definitions/"), type->name), span);
    return;
  }
  if (symbol != NULL && symbol->declared->kind == AML_BICEP_IMPORTED) {
    put_text(l, out, "$ref",
        aml_sv_format(
            l->arena, "%.*s#/definitions/%.*s", AML_SV_ARG(symbol->path), AML_SV_ARG(symbol->there)),
        span);
    return;
  }
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    if (aml_sv_eq(type->name, aml_sv_of(plain[i]))) {
      put_text(l, out, "type", type->name, span);
    }
  }
}

/* `imported.name`; what a path leads to inside of a type is not looked up. */
static void put_member(aml_bicep_lowering *l, const aml_bicep_node *type, aml_object_builder *out) {
  const aml_bicep_node *base = aml_bicep_bare(type->parts[0]);
  const aml_bicep_symbol *symbol =
      base->kind == AML_BICEP_NAME ? aml_map_find(&l->symbols, base->name) : NULL;
  bool is_sys = base->kind == AML_BICEP_NAME && symbol == NULL && aml_sv_eq(base->name, AML_SV("sys"));
  if (symbol != NULL && symbol->declared->kind == AML_BICEP_IMPORT) {
    put_text(l, out, "$ref",
        aml_sv_format(l->arena, "%.*s#/definitions/%.*s", AML_SV_ARG(symbol->path), AML_SV_ARG(type->name)),
        aml_bicep_span(l, type));
  } else if (is_sys) {
    put_name(l, type, out);
  }
}

static void put_type(aml_bicep_lowering *l, const aml_bicep_node *type, aml_object_builder *out) {
  type = aml_bicep_bare(type);
  aml_arena_spend(l->arena, 1);
  aml_span span = aml_bicep_span(l, type);
  switch (type->kind) {
  case AML_BICEP_NAME:
    put_name(l, type, out);
    return;
  case AML_BICEP_MEMBER:
    put_member(l, type, out);
    return;
  case AML_BICEP_NULLABLE:
    put_type(l, type->parts[0], out);
    put_true(l, out, "nullable", span);
    return;
  case AML_BICEP_ARRAY_OF:
    put_text(l, out, "type", AML_SV("array"), span);
    aml_object_set(out, AML_SV("items"), span, schema_of(l, type->parts[0]));
    return;
  case AML_BICEP_TUPLE:
    put_tuple(l, type, out);
    return;
  case AML_BICEP_OBJECT_TYPE:
    put_members(l, type, out);
    return;
  case AML_BICEP_RESOURCE_TYPE:
    put_text(l, out, "type", AML_SV("string"), span);
    return;
  case AML_BICEP_UNION:
    if (is_object_type(l, type->parts[0])) {
      put_text(l, out, "type", AML_SV("object"), span);
    } else {
      put_literals(l, type->parts, type->count, out);
    }
    return;
  default:
    if (is_literal(type)) {
      put_literals(l, &type, 1, out);
    }
    return;
  }
}

/* ---- declarations ---- */

/* A decorator's argument. */
static void put_argument(aml_bicep_lowering *l, const aml_bicep_node *declared, const char *decorator,
    const char *member, aml_object_builder *out) {
  static const aml_bicep_place top = {0};
  const aml_bicep_node *call = aml_bicep_decorator(declared, decorator);
  if (call != NULL && call->count > 1) {
    aml_object_set(
        out, aml_sv_of(member), aml_bicep_name_span(l, call), aml_bicep_value(l, &top, call->parts[1]));
  }
}

static bool is_any_of(const aml_value *type, const char *name) {
  return type != NULL && type->kind == AML_STRING && aml_sv_eq(type->as.string, aml_sv_of(name));
}

static void put_secrecy(aml_bicep_lowering *l, const aml_bicep_node *declared, aml_object_builder *out) {
  const aml_bicep_node *call = aml_bicep_decorator(declared, "secure");
  if (call == NULL) {
    return;
  }
  const aml_value *type = NULL;
  for (size_t i = 0; i < out->members.count; i++) {
    const aml_member *member = &out->members.items[i];
    type = aml_sv_eq(member->name, AML_SV("type")) ? member->value : type;
  }
  put_text(l, out, "type", is_any_of(type, "object") ? AML_SV("secureObject") : AML_SV("securestring"),
      aml_bicep_span(l, call));
}

const aml_value *aml_bicep_declaration_value(
    aml_bicep_lowering *l, const aml_bicep_node *declared, const aml_value *fallback) {
  const aml_bicep_node *type = aml_bicep_part(declared, AML_BICEP_WITH_TYPE);
  aml_object_builder out;
  aml_object_begin(&out, l->arena);
  if (type != NULL) {
    put_type(l, type, &out);
  }
  put_argument(l, declared, "allowed", "allowedValues", &out);
  put_argument(l, declared, "minValue", "minValue", &out);
  put_argument(l, declared, "maxValue", "maxValue", &out);
  put_argument(l, declared, "minLength", "minLength", &out);
  put_argument(l, declared, "maxLength", "maxLength", &out);
  put_secrecy(l, declared, &out);
  if (fallback != NULL) {
    aml_object_add(&out, AML_SV("defaultValue"), fallback->span, fallback);
  }
  return aml_object_end(&out, aml_bicep_span(l, declared), 0);
}
