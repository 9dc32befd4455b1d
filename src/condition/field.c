/* What a field stands for: the resource's own members, and the items that count has at hand. */
#include <stdarg.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "condition/check.h"

const aml_value *aml_check_unknown(aml_check *check, const char *format, ...) {
  char text[AML_ERROR_TEXT_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return aml_value_unknown(
      check->arena, aml_sv_dup(check->arena, aml_sv_of(text)), AML_KINDS_ANY, AML_NO_SPAN);
}

void aml_check_note(aml_check *check, const aml_value *value) {
  if (check->reason.len == 0 && aml_value_is(value, AML_UNKNOWN)) {
    aml_sv reason = value->as.unknown->reason;
    bool is_vague = check->doubt.len > 0 && aml_sv_eq(reason, AML_SV(AML_REASON_PART));
    check->reason = is_vague ? check->doubt : reason;
  }
}

static const aml_value *last_segment(aml_check *check, const aml_value *name) {
  if (aml_value_is(name, AML_UNKNOWN)) {
    /* "?/train": which workspace is not known, but what the last segment is. */
    aml_sv suffix = name->as.unknown->suffix;
    size_t slash = aml_sv_rfind_char(suffix, '/');
    return slash == AML_NPOS
               ? aml_value_unknown(check->arena, name->as.unknown->reason, 1U << AML_STRING, name->span)
               : aml_value_string(check->arena, aml_sv_slice(suffix, slash + 1, suffix.len), name->span);
  }
  if (!aml_value_is(name, AML_STRING)) {
    return name;
  }
  size_t slash = aml_sv_rfind_char(name->as.string, '/');
  if (slash == AML_NPOS) {
    return name;
  }
  aml_sv last = aml_sv_slice(name->as.string, slash + 1, name->as.string.len);
  return aml_value_moved(check->arena, aml_value_string(check->arena, last, name->span), name->span,
      aml_origin_of_ending(check->arena, name->origin), name->flags);
}

/* A resource of an `eval` may have none. */
static const aml_value *name_of(const aml_resource *subject) {
  return subject->form->is_bare ? aml_object_find(subject->body, AML_SV("name")) : subject->name;
}

static const aml_value *find_special(aml_check *check, aml_field_kind kind) {
  const aml_resource *subject = check->subject;
  const aml_value *member = NULL;
  switch (kind) {
  case AML_FIELD_NAME:
    return last_segment(check, name_of(subject));
  case AML_FIELD_FULL_NAME:
    member = aml_object_find(subject->body, AML_SV("fullName"));
    return member != NULL ? member : name_of(subject);
  case AML_FIELD_TYPE:
    member = aml_object_find(subject->body, AML_SV("type"));
    return member != NULL || subject->type.len == 0
               ? member
               : aml_value_string(check->arena, subject->type, AML_NO_SPAN);
  case AML_FIELD_ID:
    member = aml_object_find(subject->body, AML_SV("id"));
    return member != NULL || check->context->graph == NULL
               ? member
               : aml_graph_id(check->context->graph, check->arena, subject);
  case AML_FIELD_API_VERSION:
    member = aml_object_find(subject->body, AML_SV("apiVersion"));
    return subject->api_version.len == 0 ? member
                                         : aml_value_string(check->arena, subject->api_version,
                                               member == NULL ? AML_NO_SPAN : member->span);
  case AML_FIELD_PATH:
  case AML_FIELD_ALIAS:
  case AML_FIELD_SHORT:
  case AML_FIELD_DYNAMIC:
  case AML_FIELD_UNRESOLVED:
    break;
  }
  return NULL;
}

/* The segment behind the n-th [*] of a path. */
static size_t after_wildcard(const aml_path *path, size_t n) {
  size_t i = 0;
  for (size_t seen = 0; seen < n; i++) {
    seen += path->segments[i].kind == AML_SEGMENT_ALL;
  }
  return i;
}

/* The innermost item whose array the path goes through; NULL when none is at hand. */
static const aml_frame *find_frame(const aml_check *check, const aml_path *path, size_t *wildcards) {
  const aml_frame *best = NULL;
  *wildcards = 0;
  for (const aml_frame *frame = check->frame; frame != NULL && !frame->changes_subject;
       frame = frame->outer) {
    size_t shared = 0;
    if (frame->path != NULL) {
      (void)aml_path_common(frame->path, path, &shared);
    }
    if (shared > *wildcards) {
      best = frame;
      *wildcards = shared;
    }
  }
  return best;
}

size_t aml_check_chosen(const aml_check *check, const aml_path *path) {
  size_t wildcards;
  (void)find_frame(check, path, &wildcards);
  return wildcards;
}

/* Down from the resource's root through so many objects called "properties", without leaving the path's own
 * indexes. What may be there all the same is an object that may hold anything; NULL for what is not. */
static const aml_value *descend(aml_arena *arena, const aml_value *from, size_t levels) {
  for (; from != NULL && levels > 0 && from->kind != AML_UNKNOWN; levels--) {
    const aml_value *next = aml_object_find(from, AML_SV("properties"));
    if (next == NULL && aml_value_has(from, AML_VALUE_OPEN)) {
      next = aml_value_object(arena, NULL, 0, from->span, NULL, NULL);
      return aml_value_moved(arena, next, from->span, from->origin, AML_VALUE_OPEN);
    }
    from = next;
  }
  return from;
}

static void add_single(aml_check *check, const aml_value *value, aml_hits *hits) {
  aml_hit hit = {.value = value, .nearest = value};
  AML_VEC_PUSH(check->arena, hits, hit);
}

/* Resources that somebody hands to `eval` may be flattened or not: their tags may lie below properties. */
static const aml_value *find_root(const aml_resource *subject, const aml_path *path) {
  if (!subject->form->is_bare || path->count == 0 || !aml_sv_ieq(path->segments[0].name, AML_SV("tags")) ||
      aml_object_find(subject->body, AML_SV("tags")) != NULL) {
    return subject->body;
  }
  const aml_value *properties = aml_object_find(subject->body, AML_SV("properties"));
  return aml_value_is(properties, AML_OBJECT) ? properties : subject->body;
}

/* Members that nobody writes: the service fills them in. That a file lacks them says nothing. */
static bool is_filled_in(const aml_check *check, const aml_path *path, aml_sv *name) {
  static const aml_sv names[] = {AML_SV_CONST("provisioningState"),
      AML_SV_CONST("privateEndpointConnections"), AML_SV_CONST("osImageMetadata"),
      AML_SV_CONST("instanceView")};
  const aml_resource *subject = check->subject;
  if (check->dialect != AML_DIALECT_AZURE || subject->form->is_bare || path->count < 2 ||
      !aml_sv_ieq(path->segments[0].name, AML_SV("properties"))) {
    return false;
  }
  bool is_inner = path->count > 2 && aml_sv_ieq(path->segments[1].name, AML_SV("properties"));
  *name = path->segments[is_inner ? 2 : 1].name;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_ieq(*name, names[i])) {
      return aml_value_path(subject->body,
                 aml_sv_join(check->arena,
                     is_inner ? AML_SV("properties.properties.") : AML_SV("properties."), names[i])) == NULL;
    }
  }
  return false;
}

aml_sv aml_check_key(aml_check *check, const aml_path *path, aml_sv prefix, const aml_hit *hit) {
  return aml_form_key(check->arena, check->subject, aml_path_text(check->arena, path, prefix, hit));
}

/* Of a list or an object that may hold more than is known. */
static void doubt_open(aml_check *check, const aml_path *path, aml_sv prefix, const aml_hit *hit) {
  if (hit->value != NULL && hit->value->kind != AML_UNKNOWN && aml_value_has(hit->value, AML_VALUE_OPEN)) {
    check->doubt = aml_sv_format(check->arena, "not all of '%.*s' is known; state it explicitly",
        AML_SV_ARG(aml_check_key(check, path, prefix, hit)));
  }
}

/* What is said of a hit that may be there or not: which key it is, or which list may hold more. */
static const aml_value *name_one(aml_check *check, const aml_path *path, aml_sv prefix, const aml_hit *hit) {
  bool is_cut = check->subject->form->is_open_where_unread || aml_value_has(hit->nearest, AML_VALUE_CUT);
  const char *advice = is_cut ? ", as " AML_REASON_UNREAD : "; state it explicitly";
  if (path->segments[hit->depth].kind == AML_SEGMENT_ALL) {
    aml_path list = *path;
    list.count = hit->depth;
    return aml_check_unknown(
        check, "not all of '%.*s' is known%s", AML_SV_ARG(aml_check_key(check, &list, prefix, hit)), advice);
  }
  return aml_check_unknown(check, "whether '%.*s' is set is not known%s",
      AML_SV_ARG(aml_check_key(check, path, prefix, hit)), advice);
}

static void name_hidden(
    aml_check *check, const aml_path *path, aml_sv prefix, size_t first, const aml_hits *hits) {
  for (size_t i = first; i < hits->count; i++) {
    aml_hit *hit = &hits->items[i];
    doubt_open(check, path, prefix, hit);
    if (hit->is_hidden) {
      hit->value =
          aml_value_moved(check->arena, name_one(check, path, prefix, hit), hit->value->span, NULL, 0);
    }
  }
}

static void walk_path(aml_check *check, const aml_path *path, aml_sv prefix, aml_walk_absent absent,
    aml_hits *hits, bool *is_open) {
  size_t chosen = 0;
  size_t first = hits->count;
  const aml_frame *frame = path->wildcards == 0 ? NULL : find_frame(check, path, &chosen);
  if (frame != NULL) {
    aml_path_walk(check->arena, path, after_wildcard(path, chosen), frame->hit.elements[chosen - 1],
        &frame->hit, chosen, absent, hits, is_open);
    name_hidden(check, path, prefix, first, hits);
    return;
  }
  aml_sv filled_in;
  if (is_filled_in(check, path, &filled_in)) {
    *is_open = true;
    if (absent == AML_WALK_REPORT_ABSENT || path->wildcards == 0) {
      add_single(check,
          aml_check_unknown(check,
              "the service sets '%.*s' after the deployment; check the deployed resource",
              AML_SV_ARG(filled_in)),
          hits);
    }
    return;
  }
  const aml_value *from =
      descend(check->arena, find_root(check->subject, path), aml_alias_prefix_levels(prefix));
  if (from == NULL) {
    add_single(check, NULL, hits); /* who skips what is absent takes it for none */
    hits->items[hits->count - 1].nearest = check->subject->body;
    return;
  }
  aml_path_walk(check->arena, path, 0, from, NULL, 0, absent, hits, is_open);
  name_hidden(check, path, prefix, first, hits);
}

static aml_field resolve_dynamic(aml_check *check, const aml_field *field, const aml_value **unknown) {
  const aml_value *name = aml_check_operand(check, &field->name);
  if (name->kind == AML_STRING) {
    return aml_field_of(check->arena, check->dialect, check->aliases, name->as.string);
  }
  *unknown = name->kind == AML_UNKNOWN
                 ? name
                 : aml_check_unknown(check, "the field '%.*s' is not a string; correct the policy",
                       AML_SV_ARG(field->text));
  return *field;
}

/* "Microsoft.Compute" and "Microsoft.Compute/virtualMachines": an alias that names no type, as old ones do,
 * may mean any type of its namespace. */
static bool is_of_namespace(aml_sv alias_type, aml_sv type) {
  return aml_sv_find_char(alias_type, '/', 0) == AML_NPOS && type.len > alias_type.len &&
         aml_sv_istarts(type, alias_type) && type.data[alias_type.len] == '/';
}

/* Resources handed to `eval` may hold an alias's name as it stands: {"Microsoft": {"Sql/servers": ...}}. */
static bool read_verbatim(aml_check *check, const aml_field *field, aml_path *path) {
  aml_sv rest = field->text;
  const char *error;
  return check->subject->form->is_bare &&
         aml_object_find(check->subject->body, aml_sv_split(&rest, '.')) != NULL &&
         aml_path_parse(check->arena, field->text, path, &error);
}

static const aml_value *unknown_alias(aml_check *check, const aml_field *field) {
  return aml_check_unknown(check,
      "the alias '%.*s' is not known; add a catalogue that has it with '--aliases FILE'",
      AML_SV_ARG(field->text));
}

static void find_field(aml_check *check, const aml_field *field, aml_walk_absent absent, aml_hits *hits,
    bool *is_open, const aml_path **path, aml_sv *prefix) {
  const aml_value *unknown = NULL;
  aml_field *copy = NULL;
  if (field->kind == AML_FIELD_DYNAMIC) {
    aml_verdicts_saw_other(check->verdicts);
    copy = AML_NEW(check->arena, aml_field);
    *copy = resolve_dynamic(check, field, &unknown);
    field = copy;
  }
  *path = NULL;
  *prefix = (aml_sv){0};
  if (unknown == NULL && field->kind == AML_FIELD_UNRESOLVED) {
    unknown = unknown_alias(check, field);
  }
  if (unknown != NULL) {
    add_single(check, unknown, hits);
    return;
  }
  if (field->kind <= AML_FIELD_API_VERSION) {
    add_single(check, find_special(check, field->kind), hits);
    return;
  }
  aml_path verbatim;
  const aml_alias *alias = aml_alias_for(field->alias, check->subject->type);
  if (field->kind == AML_FIELD_ALIAS && field->alias == NULL && read_verbatim(check, field, &verbatim)) {
    aml_path *kept = AML_NEW(check->arena, aml_path);
    *kept = verbatim;
    *path = kept;
    walk_path(check, kept, *prefix, absent, hits, is_open);
    return;
  }
  if (field->kind == AML_FIELD_ALIAS && alias == NULL && !aml_sv_ieq(field->type, check->subject->type)) {
    if (is_of_namespace(field->type, check->subject->type)) {
      add_single(check, unknown_alias(check, field), hits);
      return;
    }
    add_single(check, NULL, hits);
    return;
  }
  *path = alias != NULL ? aml_alias_path(alias, check->subject->api_version) : &field->path;
  if (field->kind == AML_FIELD_SHORT) {
    *prefix = aml_alias_prefix_below(check->subject->type, field->is_outer);
  }
  walk_path(check, *path, *prefix, absent, hits, is_open);
  if (prefix->len > 0) {
    *prefix = aml_sv_slice(*prefix, 0, prefix->len - 1);
  }
}

/* As evidence; false for a field that is not kept. */
static bool find_kept(aml_check *check, const aml_field *field, aml_evidence *out) {
  aml_field_values *kept = check->field_values;
  if (field->hash == 0 || kept == NULL || kept->of != check->subject) {
    return false;
  }
  out->path = &field->path;
  out->resource = check->subject;
  if (check->verdicts != NULL) {
    aml_verdicts_saw_field(check->verdicts, field);
  }
  if (!aml_field_values_find(kept, field, &out->hit, &out->prefix)) {
    aml_hits hits = {&out->hit, 0, 1};
    bool is_open = false;
    find_field(check, field, AML_WALK_SKIP_ABSENT, &hits, &is_open, &out->path, &out->prefix);
    aml_field_values_put(kept, field, &out->hit, out->prefix);
  }
  return true;
}

/* Of a field that is not kept. What other resources have is seen with how they are found. */
static void watch_other(const aml_check *check, const aml_field *field) {
  if (check->verdicts != NULL && check->subject == check->root) {
    aml_verdicts_saw_field(check->verdicts, field);
  }
}

bool aml_check_kept_value(aml_check *check, const aml_field *field, const aml_value **value) {
  aml_evidence spare = {0};
  bool has_room = check->evidence_count < AML_EVIDENCE_MAX;
  aml_evidence *evidence = has_room ? &check->evidence[check->evidence_count] : &spare;
  if (!find_kept(check, field, evidence)) {
    return false;
  }
  check->evidence_count += has_room;
  *value = evidence->hit.value;
  return true;
}

void aml_check_field(aml_check *check, const aml_field *field, aml_walk_absent absent, aml_hits *hits,
    bool *is_open, const aml_path **path, aml_sv *prefix) {
  aml_evidence one;
  if (!find_kept(check, field, &one)) {
    watch_other(check, field);
    find_field(check, field, absent, hits, is_open, path, prefix);
    return;
  }
  AML_VEC_PUSH(check->arena, hits, one.hit);
  *path = one.path;
  *prefix = one.prefix;
}

const aml_value *aml_check_field_value(aml_check *check, const aml_field *field) {
  aml_hit local;
  aml_hits hits = {&local, 0, 1};
  bool is_open = false;
  const aml_path *path;
  aml_sv prefix;
  aml_check_field(check, field, AML_WALK_SKIP_ABSENT, &hits, &is_open, &path, &prefix);
  return hits.count > 0 ? hits.items[0].value : NULL;
}
