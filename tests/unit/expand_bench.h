/* Files of a language that are expanded alone, and what their resources hold; for tests whose cases are data.
 */
#ifndef AMLINT_TESTS_EXPAND_BENCH_H
#define AMLINT_TESTS_EXPAND_BENCH_H

#include "base/limits.h"
#include "engine/unit.h"
#include "expr/value_text.h"
#include "source/lines.h"
#include "source/paths.h"
#include "tree/read.h"
#include "tree/reason.h"

#include "test.h"

typedef struct bench { /* one case */
  aml_arena *arena;
  aml_sources *sources;
  aml_diags diags;
  aml_file_list files; /* the first one is expanded */
  aml_resources resources;
} bench;

static inline const aml_value *bench_read(aml_arena *arena, const char *path) {
  aml_sources *sources = aml_sources_new(arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  uint32_t bad_at;
  assert_int_equal(aml_source_read(source, arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL), AML_OK);
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, arena, &diags);
  if (diags.list.count > 0 || tree->documents.count != 1) {
    fail_msg("%s at byte %u: %.*s", path, diags.list.items[0].span.begin,
        AML_SV_ARG(diags.list.items[0].message.text));
  }
  return tree->documents.items[0].root;
}

static inline void bench_add(bench *b, aml_sv path, aml_sv text) {
  aml_source *source = aml_sources_add(b->sources, path, (aml_sv){0});
  aml_file *file = aml_unit_read(b->arena, source, text, &b->diags);
  assert_non_null(file);
  AML_VEC_PUSH(b->arena, &b->files, file);
}

static inline aml_file *open_file(void *ctx, aml_sv path) {
  const bench *b = ctx;
  for (size_t i = 0; i < b->files.count; i++) {
    if (aml_sv_eq(b->files.items[i]->name, path)) {
      return b->files.items[i];
    }
  }
  return NULL;
}

static inline const aml_texts *list_folder(void *ctx, aml_sv folder) {
  const bench *b = ctx;
  aml_texts *names = AML_NEW(b->arena, aml_texts);
  for (size_t i = 0; i < b->files.count; i++) {
    if (aml_sv_eq(aml_path_folder(b->files.items[i]->name), folder)) {
      AML_VEC_PUSH(b->arena, names, aml_path_name(b->files.items[i]->name));
    }
  }
  return names;
}

static inline void release_arena(void *arena) {
  aml_arena_release(arena);
}

static inline void bench_expand(bench *b) {
  aml_error error;
  const aml_front_host host = {.ctx = b,
      .sources = b->sources,
      .facts = aml_facts_new(b->arena, (aml_sv){0}, &error),
      .arena = b->arena,
      .given = &b->files,
      .open = open_file,
      .list = list_folder};
  aml_file *file = b->files.items[0];
  aml_file_list none = {0};
  aml_front_host grouping = host;
  grouping.given = &none;
  for (size_t i = 0; i < b->files.count; i++) {
    const aml_front_end *front = b->files.items[i]->front;
    if (front != NULL && front->bring != NULL) {
      front->bring(&grouping, b->files.items[i]);
    }
  }
  aml_unit_group(&grouping, file);
  assert_int_equal(file->units.count, 1);
  aml_unit *unit = file->units.items[0];
  aml_arena_defer(b->arena, release_arena, &unit->arena);
  aml_arena_share_guard(&unit->arena, b->arena);
  const aml_surroundings around = {0};
  aml_unit_expand(&host, unit, &around);
  b->resources = unit->resources;
  for (size_t i = 0; i < unit->diags.list.count; i++) {
    AML_VEC_PUSH(b->arena, &b->diags.list, unit->diags.list.items[i]);
  }
}

static inline const aml_value *text_value(const bench *b, aml_sv text) {
  return aml_value_string(b->arena, text, AML_NO_SPAN);
}

static inline const aml_value *texts_value(const bench *b, const aml_texts *texts) {
  const aml_value **items = AML_NEW_ARRAY(b->arena, const aml_value *, texts->count);
  for (size_t i = 0; i < texts->count; i++) {
    items[i] = text_value(b, texts->items[i]);
  }
  return aml_value_array(b->arena, items, texts->count, AML_NO_SPAN);
}

/* "$name", "$group" and the like, which are no members of the body; else the member at the path. */
static inline const aml_value *bench_value(const bench *b, const aml_resource *resource, aml_sv path) {
  static const char *const conditions[] = {[AML_CONDITION_TRUE] = "true",
      [AML_CONDITION_UNKNOWN] = "unknown",
      [AML_CONDITION_OFF_BY_DEFAULT] = "off"};
  return aml_sv_eq(path, AML_SV("$name"))           ? resource->name
         : aml_sv_eq(path, AML_SV("$type"))         ? text_value(b, resource->type)
         : aml_sv_eq(path, AML_SV("$group"))        ? text_value(b, resource->scope.resource_group)
         : aml_sv_eq(path, AML_SV("$subscription")) ? text_value(b, resource->scope.subscription)
         : aml_sv_eq(path, AML_SV("$management"))   ? text_value(b, resource->scope.management_group)
         : aml_sv_eq(path, AML_SV("$ignored"))      ? texts_value(b, &resource->ignored)
         : aml_sv_eq(path, AML_SV("$extends"))      ? resource->extends
         : aml_sv_eq(path, AML_SV("$condition")) ? text_value(b, aml_sv_of(conditions[resource->condition]))
                                                 : aml_value_path(resource->body, path);
}

/* Whether the value is the one that is wanted; {"$unknown": "part of the reason"} wants one that is not
 * known. */
static inline bool bench_is_wanted(const aml_value *value, const aml_value *want) {
  const aml_value *reason = want->kind == AML_OBJECT ? aml_object_find(want, AML_SV("$unknown")) : NULL;
  if (value == NULL || reason == NULL) {
    return value == NULL ? want->kind == AML_NULL : aml_value_equal(value, want) == AML_TRUE;
  }
  return value->kind == AML_UNKNOWN &&
         aml_sv_find(aml_reason_what(value->as.unknown->reason), reason->as.string, 0) != AML_NPOS;
}

/* Each text is a part of "line N: RULE message" of another diagnostic, in order; and there are no others. */
static inline size_t bench_check_diags(const bench *b, aml_sv title, const aml_value *says) {
  size_t want = says == NULL ? 0 : says->as.array.count;
  size_t bad = 0;
  for (size_t i = 0; i < b->diags.list.count || i < want; i++) {
    const aml_diag *diag = i < b->diags.list.count ? &b->diags.list.items[i] : NULL;
    aml_sv text =
        diag == NULL
            ? AML_SV("nothing more")
            : aml_sv_format(b->arena, "line %u: %s %.*s",
                  aml_source_locate(aml_sources_get(b->sources, diag->span.source), diag->span.begin).line,
                  diag->rule, AML_SV_ARG(diag->message.text));
    bool is_wanted_text =
        diag != NULL && i < want && aml_sv_find(text, says->as.array.items[i]->as.string, 0) != AML_NPOS;
    if (!is_wanted_text) {
      print_error("%.*s: says %.*s\n", AML_SV_ARG(title), AML_SV_ARG(text));
      bad++;
    }
  }
  return bad;
}

#endif
