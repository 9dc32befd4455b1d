/* lifecycle { ignore_changes }: what Terraform leaves as it finds it. */
#include "base/strbuf.h"
#include "terraform/arguments.h"

/* The next argument of "[tags, scale_settings[0].max_node_count, tags[\"a\"]]", as a dotted key without the
 * numbers of blocks; empty at the end. */
static aml_sv next_key(aml_arena *arena, aml_sv *rest) {
  aml_strbuf key;
  aml_strbuf_init(&key, arena, SIZE_MAX);
  while (rest->len > 0 && rest->data[0] != ',') {
    char c = rest->data[0];
    *rest = aml_sv_slice(*rest, 1, rest->len);
    bool is_number = aml_strbuf_view(&key).len > 0 && (c == '[' || c == '.') && rest->len > 0 &&
                     aml_ascii_digit(rest->data[0]);
    if (is_number && c == '[') {
      (void)aml_sv_split(rest, ']');
    } else if (is_number) { /* scale_settings.0, the old way */
      while (rest->len > 0 && aml_ascii_digit(rest->data[0])) {
        *rest = aml_sv_slice(*rest, 1, rest->len);
      }
    } else if (c == '[' && aml_strbuf_view(&key).len > 0) {
      aml_strbuf_add(&key, AML_SV("."));
    } else if (c != '[' && c != ']' && c != '"' && c != '\'' && c != ' ' && c != '\n' && c != '\r' &&
               c != '\t') {
      aml_strbuf_add(&key, (aml_sv){&c, 1});
    }
  }
  *rest = rest->len > 0 ? aml_sv_slice(*rest, 1, rest->len) : *rest;
  return aml_strbuf_view(&key);
}

/* Whether a dotted path is, or lies below, what another one names. */
static bool is_at_or_below(aml_sv path, aml_sv outer) {
  return aml_sv_starts(path, outer) && (path.len == outer.len || path.data[outer.len] == '.');
}

static void add_key(aml_arena *arena, const aml_tf_type *type, aml_sv key, aml_texts *out) {
  if (aml_sv_eq(key, AML_SV("all"))) {
    AML_VEC_PUSH(arena, out, AML_SV("*"));
    return;
  }
  for (const aml_tf_argument *argument = type->arguments; argument->path != NULL; argument++) {
    aml_sv own = aml_sv_of(argument->key);
    aml_sv path = aml_sv_of(argument->path);
    if (is_at_or_below(own, key)) {
      AML_VEC_PUSH(arena, out, path);
    } else if (is_at_or_below(key, own)) { /* one tag of the tags */
      aml_sv below = aml_sv_slice(key, own.len, key.len);
      AML_VEC_PUSH(arena, out, aml_sv_format(arena, "%.*s%.*s", AML_SV_ARG(path), AML_SV_ARG(below)));
    }
  }
}

void aml_tf_note_ignored(const aml_tf_instance *instance, const aml_tf_type *type, aml_resource *resource) {
  aml_arena *arena = instance->frame->run->arena;
  const aml_value *lifecycle = aml_object_find_exact(instance->block->body, AML_SV("lifecycle"));
  const aml_value *ignored = aml_object_find_exact(lifecycle, AML_SV("ignore_changes"));
  aml_sv rest = aml_expr_text(arena, ignored);
  rest = rest.len > 0 ? rest : aml_value_text(ignored);
  while (rest.len > 0) {
    aml_sv key = next_key(arena, &rest);
    if (key.len > 0) {
      add_key(arena, type, key, &resource->ignored);
    }
  }
}
