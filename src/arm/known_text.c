#include "arm/template_expansion.h"

void aml_arm_text_init(aml_arm_text *text, aml_arena *arena) {
  *text = (aml_arm_text){.arena = arena};
  aml_strbuf_init(&text->head, arena, AML_LIMIT_STRING);
  aml_strbuf_init(&text->tail, arena, AML_LIMIT_STRING);
}

void aml_arm_text_add(aml_arm_text *text, aml_sv known) {
  aml_strbuf_add(text->is_unknown ? &text->tail : &text->head, known);
}

void aml_arm_text_add_value(aml_arm_text *text, const aml_value *value) {
  text->flags |= value->flags & AML_VALUE_SECURE;
  if (value->kind == AML_STRING) {
    aml_arm_text_add(text, value->as.string);
    return;
  }
  bool is_unknown = value->kind == AML_UNKNOWN;
  if (!text->is_unknown) {
    text->is_unknown = true;
    text->reason =
        is_unknown ? value->as.unknown->reason : AML_SV("a part of it is not a string; correct it");
    aml_strbuf_add(&text->head, is_unknown ? value->as.unknown->prefix : AML_SV(""));
  }
  aml_strbuf_init(&text->tail, text->arena, AML_LIMIT_STRING);
  aml_strbuf_add(&text->tail, is_unknown ? value->as.unknown->suffix : AML_SV(""));
}

const aml_value *aml_arm_text_end(aml_arm_text *text, aml_span span, const aml_origin *origin) {
  aml_sv head = aml_strbuf_view(&text->head);
  bool is_known = !text->is_unknown && !text->head.overflowed;
  aml_sv reason = text->is_unknown ? text->reason : AML_SV("it is too long to be checked; shorten it");
  const aml_value *value =
      is_known ? aml_value_string(text->arena, head, span)
               : aml_value_unknown_text(text->arena, reason, head, aml_strbuf_view(&text->tail), span);
  return aml_value_moved(text->arena, value, span, origin, text->flags);
}

const aml_value *aml_arm_unknown_text(aml_arena *arena, aml_sv reason, aml_sv prefix, aml_sv suffix) {
  return aml_value_unknown_text(arena, reason, prefix, suffix, AML_NO_SPAN);
}

size_t aml_arm_count_char(aml_sv text, char c) {
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++) {
    count += text.data[i] == c;
  }
  return count;
}

/* Types and names alternate: "Ns/a/b" and "x/y" give "Ns/a/x/b/y". */
static void add_known_path(aml_arm_text *text, aml_sv type, aml_sv name) {
  aml_arm_text_add(text, aml_sv_split(&type, '/'));
  while (type.len > 0) {
    aml_arm_text_add(text, AML_SV("/"));
    aml_arm_text_add(text, aml_sv_split(&type, '/'));
    aml_arm_text_add(text, AML_SV("/"));
    aml_arm_text_add(text, type.len > 0 ? aml_sv_split(&name, '/') : name);
  }
}

void aml_arm_text_add_path(aml_arm_text *text, aml_sv type, const aml_value *name) {
  if (name->kind == AML_STRING) {
    add_known_path(text, type, name->as.string);
    return;
  }
  size_t slash = aml_sv_find_char(type, '/', 0);
  size_t next = slash == AML_NPOS ? AML_NPOS : aml_sv_find_char(type, '/', slash + 1);
  aml_arm_text_add(text, aml_sv_slice(type, 0, next));
  aml_arm_text_add(text, AML_SV("/"));
  if (next == AML_NPOS) {
    aml_arm_text_add_value(text, name);
    return;
  }
  /* Which part of the name goes where cannot be told but for the last segment. */
  aml_sv reason = name->kind == AML_UNKNOWN ? name->as.unknown->reason
                                            : AML_SV("a part of it is not a string; correct it");
  aml_arm_text_add_value(text, aml_arm_unknown_text(text->arena, reason, AML_SV(""), AML_SV("")));
  aml_sv suffix = name->kind == AML_UNKNOWN ? name->as.unknown->suffix : AML_SV("");
  size_t last = aml_sv_rfind_char(suffix, '/');
  if (last != AML_NPOS) {
    aml_arm_text_add(text, aml_sv_slice(type, aml_sv_rfind_char(type, '/'), type.len));
    aml_arm_text_add(text, aml_sv_slice(suffix, last, suffix.len));
  }
}
