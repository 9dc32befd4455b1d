/* Arguments of a block into a body in ARM's words. */
#include "terraform/arguments.h"

#include "tree/reason.h"

const aml_value *aml_tf_argument_of(const aml_value *written, const char *key, aml_span *name_span) {
  aml_sv rest = aml_sv_of(key);
  const aml_value *at = written;
  while (rest.len > 0 && at != NULL) {
    aml_sv name = aml_sv_split(&rest, '.');
    at = at->kind == AML_ARRAY && at->as.array.count > 0 ? at->as.array.items[0] : at;
    if (at->kind == AML_UNKNOWN) {
      return at;
    }
    const aml_member *member = at->kind == AML_OBJECT ? aml_object_member_exact(at, name) : NULL;
    at = member == NULL ? NULL : member->value;
    if (member != NULL && name_span != NULL) {
      *name_span = member->name_span;
    }
  }
  return at != NULL && at->kind == AML_NULL ? NULL : at;
}

typedef struct putting {
  aml_tf_instance *instance;
  const aml_tf_argument *argument;
  aml_eval *eval;
  aml_arena *arena;
} putting;

/* The same place, way and secrecy with another content. */
static const aml_value *in_place(const putting *p, const aml_value *old, const aml_value *value) {
  return aml_value_moved(
      p->arena, value, old->span, old->origin, value->flags | (old->flags & (unsigned)AML_VALUE_SECURE));
}

static const aml_value *word(const putting *p, const aml_value *old, bool is_on) {
  return in_place(
      p, old, aml_value_string(p->arena, is_on ? AML_SV("Enabled") : AML_SV("Disabled"), old->span));
}

static const aml_value *unknown_of(const putting *p, const aml_value *unknown, aml_kinds kinds) {
  const aml_value *made = aml_value_unknown(p->arena, unknown->as.unknown->reason, kinds, unknown->span);
  return in_place(p, unknown, made);
}

static const aml_value *convert_flag(const putting *p, const aml_value *value) {
  const aml_value *flag = aml_hcl_to_bool(p->eval, value);
  bool is_word = p->argument->conversion == AML_TF_ENABLED;
  if (flag == NULL) {
    return value; /* of a wrong type: rules say what they make of it */
  }
  if (flag->kind == AML_UNKNOWN) {
    return unknown_of(p, flag, 1U << (is_word ? AML_STRING : AML_BOOL));
  }
  bool is_on = flag->as.boolean;
  return is_word ? word(p, value, is_on)
                 : in_place(p, value,
                       aml_value_bool(
                           p->arena, p->argument->conversion == AML_TF_NOT ? !is_on : is_on, value->span));
}

static const aml_value *without_blanks(const putting *p, const aml_value *value) {
  if (value->kind != AML_STRING || aml_sv_find_char(value->as.string, ' ', 0) == AML_NPOS) {
    return value;
  }
  aml_strbuf text;
  aml_strbuf_init(&text, p->arena, SIZE_MAX);
  for (size_t i = 0; i < value->as.string.len; i++) {
    if (value->as.string.data[i] != ' ') {
      aml_strbuf_add_char(&text, value->as.string.data[i]);
    }
  }
  return in_place(p, value, aml_value_string(p->arena, aml_strbuf_view(&text), value->span));
}

static const aml_value *as_names(const putting *p, const aml_value *list) {
  if (list->kind != AML_ARRAY) {
    return list->kind == AML_UNKNOWN ? unknown_of(p, list, 1U << AML_OBJECT) : list;
  }
  aml_object_builder builder;
  unsigned flags = 0;
  aml_object_begin_sized(&builder, p->arena, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *id = aml_tf_property_id(p->instance->frame->run, list->as.array.items[i]);
    if (id->kind == AML_STRING) {
      aml_object_add(
          &builder, id->as.string, id->span, aml_value_object(p->arena, NULL, 0, id->span, NULL, NULL));
    } else {
      flags |= (unsigned)AML_VALUE_OPEN;
    }
  }
  return in_place(p, list, aml_object_end(&builder, list->span, flags));
}

/* The value that is sent; NULL for none. */
static const aml_value *convert(const putting *p, const aml_value *value) {
  const aml_value *made = value;
  switch (p->argument->conversion) {
  case AML_TF_TEXT:
    made = aml_hcl_to_string(p->eval, value);
    break;
  case AML_TF_NUMBER:
    made = aml_hcl_to_number(p->eval, value);
    break;
  case AML_TF_BOOL:
  case AML_TF_NOT:
  case AML_TF_ENABLED:
    made = convert_flag(p, value);
    break;
  case AML_TF_ID:
    made = value->kind == AML_STRING && value->as.string.len == 0
               ? NULL
               : aml_tf_property_id(p->instance->frame->run, value);
    return made;
  case AML_TF_IDENTITY_TYPE:
    made = without_blanks(p, value);
    break;
  case AML_TF_IDENTITY_IDS:
    made = as_names(p, value);
    break;
  case AML_TF_PRESENT:
    made = value->kind == AML_UNKNOWN ? unknown_of(p, value, 1U << AML_STRING) : word(p, value, true);
    break;
  case AML_TF_STATUS:
  case AML_TF_AS_IS:
    break;
  }
  return made != NULL ? made : value;
}

static const aml_value *sent_silently(const putting *p, aml_span span) {
  aml_sv text = aml_sv_of(p->argument->silent);
  bool is_flag = p->argument->conversion == AML_TF_BOOL || p->argument->conversion == AML_TF_NOT ||
                 p->argument->conversion == AML_TF_ENABLED;
  const aml_value *said = is_flag ? aml_value_bool(p->arena, aml_sv_eq(text, AML_SV("true")), span)
                                  : aml_value_string(p->arena, text, span);
  const aml_origin *origin =
      aml_origin_new(p->arena, AML_STEP_SERVICE_DEFAULT, aml_sv_of(p->argument->whose), AML_NO_SPAN, NULL);
  return aml_value_moved(p->arena, convert(p, said), span, origin, AML_VALUE_BLOCK);
}

static void put(const putting *p, const aml_value *written, aml_draft *draft, bool before_ssh) {
  static const aml_star first[AML_STARS_MAX] = {{{0}, 0}, {{0}, 0}, {{0}, 0}, {{0}, 0}};
  aml_span name_span = p->instance->block->name_span;
  const aml_value *value = aml_tf_argument_of(written, p->argument->key, &name_span);
  const aml_value *made = value == NULL ? NULL : convert(p, value);
  bool is_ssh = aml_sv_eq(aml_sv_of(p->argument->key), AML_SV("ssh_public_access_enabled"));
  bool is_silent = value == NULL && p->argument->silent != NULL && !aml_value_has(written, AML_VALUE_OPEN);
  if (is_silent && !(is_ssh && before_ssh)) {
    made = sent_silently(p, p->instance->block->name_span);
  }
  if (made != NULL) {
    aml_draft_put(draft, aml_sv_of(p->argument->path), first, name_span, made);
  }
}

/* Objects of the body stand where the blocks do, so that findings do. */
static void open_blocks(const putting *p, const aml_value *written, aml_draft *draft) {
  aml_sv key = aml_sv_of(p->argument->key);
  aml_sv path = aml_sv_of(p->argument->path);
  size_t dot = aml_sv_find_char(key, '.', 0);
  size_t last = aml_sv_rfind_char(path, '.');
  if (dot == AML_NPOS || last == AML_NPOS || aml_sv_find_char(path, '[', 0) != AML_NPOS) {
    return;
  }
  const aml_member *member = aml_object_member_exact(written, aml_sv_slice(key, 0, dot));
  if (member != NULL && member->value->kind == AML_OBJECT) {
    aml_draft_open(draft, aml_sv_slice(path, 0, last), NULL, member->name_span, member->value);
  }
}

void aml_tf_put_arguments(
    aml_tf_instance *instance, const aml_tf_type *type, aml_draft *draft, bool before_ssh) {
  const aml_value *written = aml_tf_written(instance);
  putting p = {
      .instance = instance, .eval = &instance->frame->run->eval, .arena = instance->frame->run->arena};
  for (const aml_tf_argument *argument = type->arguments; argument->path != NULL; argument++) {
    p.argument = argument;
    open_blocks(&p, written, draft);
  }
  for (const aml_tf_argument *argument = type->arguments; argument->path != NULL; argument++) {
    p.argument = argument;
    put(&p, written, draft, before_ssh);
  }
}
