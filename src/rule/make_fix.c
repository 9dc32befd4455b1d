#include "rule/make_fix.h"

#include "base/sort.h"
#include "base/strbuf.h"
#include "edit/editor.h"
#include "expr/value_text.h"

enum { SHOWN_MAX = 60 };

typedef struct fix_maker {
  aml_check *check;
  aml_arena *arena;
  AML_VEC(aml_edit) edits;
  aml_strbuf words;
  const aml_origin *shared; /* of the value edited in a parameter's default or the like; others may use it */
} fix_maker;

/* The editor of a place, and the text that it edits; NULL where nothing edits it. */
static const aml_editor *find_editor(const fix_maker *m, aml_span span, aml_edit_text *text) {
  const aml_sources *sources = m->check->context->sources;
  const aml_guest *guest;
  const aml_editor *editor = aml_editor_at(sources, span, &guest);
  *text = (aml_edit_text){.arena = m->arena, .sources = sources, .guest = guest};
  return editor;
}

static bool is_scalar(const aml_value *value) {
  return value->kind != AML_UNKNOWN && value->kind != AML_ARRAY && value->kind != AML_OBJECT;
}

/* Takes note of an edit outside of the resource, whose value comes this way. False where nothing says how, or
 * where it is the second one. */
static bool allow_place(fix_maker *m, aml_span span, const aml_origin *way) {
  const aml_span resource = m->check->root->span;
  if (span.source == resource.source && span.begin >= resource.begin && span.end <= resource.end) {
    return true;
  }
  bool is_first = m->shared == NULL;
  m->shared = way;
  return is_first && way != NULL;
}

static bool replace(
    const fix_maker *m, aml_span literal, const aml_value *old, const aml_value *value, aml_edit *edit) {
  aml_edit_text text;
  const aml_editor *editor = find_editor(m, literal, &text);
  return editor != NULL && editor->replace != NULL && editor->replace(&text, literal, old, value, edit);
}

static bool insert(const fix_maker *m, aml_span object, aml_sv path, const aml_value *value, aml_edit *edit) {
  aml_edit_text text;
  const aml_editor *editor = find_editor(m, object, &text);
  return editor != NULL && editor->insert != NULL && editor->insert(&text, object, path, value, edit);
}

/* Sets or removes a key of what was read, in the form's own words. */
static bool set_key(const fix_maker *m, aml_sv key, const aml_value *value, aml_edit *edit) {
  const aml_value *written = m->check->root->written;
  aml_edit_text text;
  const aml_editor *editor = written == NULL ? NULL : find_editor(m, written->span, &text);
  return editor != NULL && editor->set_key != NULL && editor->set_key(&text, written, key, value, edit);
}

/* What is absent: in the form's words where it has some, else below the object that lacks it. */
static bool add_absent(fix_maker *m, const aml_fix_step *step, const aml_value *object, const aml_origin *way,
    aml_sv rest, const aml_value *value, aml_edit *edit) {
  const aml_resource *root = m->check->root;
  bool is_open = object->kind != AML_OBJECT || aml_value_has(object, AML_VALUE_OPEN);
  if (root->form->key_for != NULL) {
    return !is_open && set_key(m, aml_form_key(m->arena, root, step->path), value, edit);
  }
  return !is_open && object->origin == NULL && allow_place(m, object->span, way) &&
         insert(m, object->span, rest, value, edit);
}

static bool set_property(fix_maker *m, const aml_fix_step *step, const aml_value *value, aml_edit *edit) {
  const aml_value *at = m->check->root->body;
  const aml_origin *way = at->origin;
  aml_sv rest = step->path;
  if (aml_resource_lacks_property(m->check->root, m->check->context->facts, m->arena, step->path)) {
    return false; /* it would have no effect */
  }
  while (rest.len > 0) {
    aml_sv before = rest;
    aml_sv name = aml_sv_split(&rest, '.');
    const aml_value *next = at->kind == AML_OBJECT ? aml_object_find(at, name) : NULL;
    if (next == NULL) {
      return add_absent(m, step, at, way, before, value, edit);
    }
    at = next;
    way = at->origin != NULL ? at->origin : way;
  }
  aml_span span;
  bool is_silent = at->origin != NULL && at->origin->step == AML_STEP_SERVICE_DEFAULT;
  if (is_silent && m->check->root->form->key_for != NULL) { /* the form's silence says it */
    return set_key(m, aml_form_key(m->arena, m->check->root, step->path), value, edit);
  }
  return is_scalar(at) && aml_value_written_at(at, &span) && allow_place(m, span, way) &&
         replace(m, span, at, value, edit);
}

static bool remove_property(const fix_maker *m, const aml_fix_step *step, aml_edit *edit) {
  const aml_value *at = m->check->root->body;
  const aml_member *member = NULL;
  aml_sv rest = step->path;
  while (rest.len > 0) {
    aml_sv name = aml_sv_split(&rest, '.');
    member = at->kind == AML_OBJECT && at->origin == NULL ? aml_object_member(at, name) : NULL;
    if (member == NULL) {
      return false;
    }
    at = member->value;
  }
  aml_edit_text text;
  const aml_editor *editor = member == NULL ? NULL : find_editor(m, member->value->span, &text);
  return editor != NULL && editor->remove != NULL && editor->remove(&text, member, edit);
}

static bool make_edit(fix_maker *m, const aml_fix_step *step, const aml_value *value, aml_edit *edit) {
  switch (step->kind) {
  case AML_FIX_SET:
    return set_property(m, step, value, edit);
  case AML_FIX_REMOVE:
    return remove_property(m, step, edit);
  case AML_FIX_YAML_SET:
  case AML_FIX_YAML_REMOVE:
    return set_key(m, step->path, value, edit);
  }
  return false;
}

/* What the edit is said to set: a key of the form where it has words of its own. */
static aml_sv shown_path(const fix_maker *m, const aml_fix_step *step) {
  const aml_resource *root = m->check->root;
  bool is_key = step->kind == AML_FIX_YAML_SET || step->kind == AML_FIX_YAML_REMOVE;
  return is_key || root->form->key_for == NULL ? step->path : aml_form_key(m->arena, root, step->path);
}

/* Adds one step's edit, unless it would change nothing. False where it cannot be made; then the whole fix is
 * not offered. */
static bool add_edit(fix_maker *m, const aml_fix_step *step, const aml_value *value) {
  aml_edit edit;
  if (!make_edit(m, step, value, &edit)) {
    return false;
  }
  if (aml_sv_eq(aml_span_text(m->check->context->sources, edit.span), edit.text)) {
    return true;
  }
  AML_VEC_PUSH(m->arena, &m->edits, edit);
  const char *gap = m->words.len > 0 ? " " : "";
  aml_sv path = shown_path(m, step);
  if (value == NULL) {
    aml_strbuf_addf(&m->words, "%sRemove '%.*s'.", gap, AML_SV_ARG(path));
  } else {
    aml_sv shown = aml_value_show(m->arena, value, SHOWN_MAX);
    aml_strbuf_addf(&m->words, "%sSet '%.*s' to '%.*s'.", gap, AML_SV_ARG(path), AML_SV_ARG(shown));
  }
  return true;
}

/* A value of null asks for no edit. */
static bool take_step(fix_maker *m, const aml_fix_step *step) {
  if (step->kind == AML_FIX_REMOVE || step->kind == AML_FIX_YAML_REMOVE) {
    return add_edit(m, step, NULL);
  }
  const aml_value *value = aml_check_operand(m->check, &step->value);
  return value->kind == AML_NULL || (value->kind != AML_UNKNOWN && add_edit(m, step, value));
}

static int order_edits(const void *a, const void *b) {
  const aml_edit *x = a;
  const aml_edit *y = b;
  return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

/* Insertions at one place become one edit; others must not meet. */
static bool join_edits(fix_maker *m) {
  aml_sort(m->arena, m->edits.items, m->edits.count, sizeof *m->edits.items, order_edits);
  size_t kept = 0;
  for (size_t i = 1; i < m->edits.count; i++) {
    aml_edit *last = &m->edits.items[kept];
    aml_edit *next = &m->edits.items[i];
    bool are_insertions = last->span.begin == last->span.end && next->span.begin == next->span.end;
    if (are_insertions && last->span.begin == next->span.begin) {
      last->text = aml_sv_join(m->arena, last->text, next->text);
    } else if (next->span.source != last->span.source || next->span.begin < last->span.end) {
      return false;
    } else {
      m->edits.items[++kept] = *next;
    }
  }
  m->edits.count = kept + 1;
  return true;
}

void aml_rule_make_fix(aml_check *check, const aml_telling *telling, aml_arena *arena, aml_finding *finding) {
  fix_maker m = {.check = check, .arena = arena};
  bool is_in_keys = check->root->form->fix_words == AML_FIX_IN_CLI_KEYS;
  aml_strbuf_init(&m.words, arena, SIZE_MAX);
  for (size_t i = 0; i < telling->fix_step_count; i++) {
    const aml_fix_step *step = &telling->fix_steps[i];
    if ((step->kind >= AML_FIX_YAML_SET) == is_in_keys && !take_step(&m, step)) {
      return;
    }
  }
  if (m.edits.count == 0 || !join_edits(&m)) {
    return;
  }
  aml_fix *fix = AML_NEW(arena, aml_fix);
  *fix = (aml_fix){.description = aml_strbuf_view(&m.words),
      .is_safe = telling->is_fix_safe && m.shared == NULL,
      .shared = m.shared,
      .edits = m.edits.items,
      .edit_count = m.edits.count};
  finding->fixes = fix;
  finding->fix_count = 1;
}
