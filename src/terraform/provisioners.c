/* Source: Terraform's documentation of the provisioner local-exec, and of "Expressions - Strings and
 * Templates" (read 2026-11). Terraform puts the values of interpolations into the text of a command before
 * a shell sees it, whatever quotes are around them. */
#include "terraform/provisioners.h"

#include "front/marks.h"
#include "script/mention.h"
#include "terraform/quoted_text.h"
#include "tree/guest_value.h"

typedef struct provisioners {
  aml_file *file;
  const aml_guest *text; /* of all of the file */
  bool is_native;
} provisioners;

/* What stands at a value, as it is written. */
static aml_sv written(const provisioners *p, const aml_value *value, aml_guest_range *range) {
  *range = (aml_guest_range){0, 0};
  bool is_found = aml_guest_find(p->text, value->span, range);
  return is_found ? aml_sv_slice(p->text->text, range->begin, range->end) : aml_value_text(value);
}

static bool has(aml_sv text, const char *what) {
  return aml_sv_find(text, aml_sv_of(what), 0) != AML_NPOS;
}

/* The text of a command as a shell gets it, but for its interpolations; NULL where it has directives, or is
 * an expression of another kind. `range`: where it is written. */
static const aml_guest *script_of(const provisioners *p, aml_sv text, aml_guest_range range) {
  aml_arena *arena = p->file->memory;
  bool is_quoted = aml_sv_starts(text, AML_SV("\""));
  if (has(text, "%{")) {
    return NULL;
  }
  if (is_quoted) {
    const aml_guest_place place = {.written = range, .style = &aml_tf_quoted};
    return p->is_native ? aml_guest_new(arena, p->text, &place) : aml_guest_of_json(arena, p->text, range);
  }
  size_t first = aml_sv_find_char(text, '\n', 0);
  size_t last = aml_sv_rfind_char(aml_sv_slice(text, 0, aml_sv_trim(text).len), '\n');
  if (!aml_sv_starts(text, AML_SV("<<")) || first == AML_NPOS || last == AML_NPOS || last <= first) {
    return NULL;
  }
  return aml_guest_slice(arena, p->text, (aml_guest_range){range.begin + first + 1, range.begin + last + 1});
}

/* The name that a file of the interpreter's language has. */
static const char *name_of_script(const provisioners *p, const aml_value *exec) {
  const aml_value *interpreter = aml_object_find_exact(exec, AML_SV("interpreter"));
  aml_guest_range unused;
  aml_sv name = interpreter == NULL ? (aml_sv){0} : written(p, interpreter, &unused);
  bool is_powershell = aml_sv_ifind(name, AML_SV("pwsh"), 0) != AML_NPOS ||
                       aml_sv_ifind(name, AML_SV("powershell"), 0) != AML_NPOS;
  return is_powershell                                         ? "local-exec.ps1"
         : aml_sv_ifind(name, AML_SV("python"), 0) != AML_NPOS ? "local-exec.py"
                                                               : "local-exec.sh";
}

static void say_unread(const provisioners *p, const aml_value *value) {
  aml_diags_add(p->file->diags, "AML014", value->span,
      "The command of this provisioner mentions Azure ML compute and was not checked.")
      ->help =
      AML_SV("Declare the compute as a resource, or put the command in a script, which amlint reads.");
}

static bool speaks(aml_sv text) {
  size_t begin, end;
  return aml_marks_find(text, true, &begin, &end) || aml_script_holds_others(text);
}

static void take_command(const provisioners *p, const aml_value *exec) {
  const aml_value *command = aml_object_find_exact(exec, AML_SV("command"));
  if (command == NULL) {
    return;
  }
  aml_guest_range range;
  aml_sv text = written(p, command, &range);
  const aml_guest *script = script_of(p, text, range);
  const char *name = name_of_script(p, exec);
  bool is_read = script != NULL && aml_file_add_guest(p->file, script, aml_sv_of(name)) != NULL;
  if (!is_read && (script == NULL ? speaks(text) : aml_script_holds_others(script->text))) {
    say_unread(p, command);
  }
}

/* A text that a command may be made of, or what runs on another machine ("remote-exec"). */
static void take_text(const provisioners *p, const aml_value *value) {
  aml_guest_range range;
  size_t begin, end;
  bool is_text = value->kind != AML_OBJECT && value->kind != AML_ARRAY;
  if (is_text && aml_marks_find(written(p, value, &range), true, &begin, &end)) {
    say_unread(p, value);
  }
}

typedef struct walk_state { /* what is around a body */
  bool is_resource;         /* commands run where a resource has them */
  bool holds_texts;         /* that commands may be made of */
} walk_state;

/* Any body below may hold provisioners. Depth is bounded by the reader. */
static void walk(const provisioners *p, const aml_value *body, walk_state around) {
  for (size_t i = 0; body->kind == AML_OBJECT && i < body->as.object.count; i++) {
    const aml_member *member = &body->as.object.members[i];
    bool is_texts = aml_sv_eq(member->name, AML_SV("locals")) || aml_sv_eq(member->name, AML_SV("default"));
    bool is_resource = around.is_resource || aml_sv_eq(member->name, AML_SV("resource"));
    if (aml_sv_eq(member->name, AML_SV("local-exec")) && member->value->kind == AML_OBJECT && is_resource) {
      take_command(p, member->value);
    } else if (around.holds_texts || is_texts || aml_sv_eq(member->name, AML_SV("inline"))) {
      take_text(p, member->value);
    }
    walk(p, member->value, (walk_state){is_resource, around.holds_texts || is_texts});
  }
  for (size_t i = 0; body->kind == AML_ARRAY && i < body->as.array.count; i++) {
    walk(p, body->as.array.items[i], around);
  }
}

void aml_tf_read_provisioners(aml_file *file, const aml_value *body, bool is_native) {
  aml_sv all = aml_file_text(file);
  size_t begin, end;
  bool has_command = has(all, "local-exec") && (aml_script_mentions(all) || aml_script_holds_others(all));
  if (!has_command && !aml_marks_find(all, true, &begin, &end)) {
    return;
  }
  const provisioners p = {.file = file,
      .text = file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source),
      .is_native = is_native};
  walk(&p, body, (walk_state){false, false});
}
