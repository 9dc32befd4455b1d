/* Source: Terraform's documentation of the provisioner local-exec (read 2026-11). A command goes to the shell
 * as its template gives it; interpolations are left to the reader of scripts, for which they are expansions
 * that nobody knows. */
#include "terraform/provisioners.h"

#include "front/marks.h"
#include "script/mention.h"

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

/* The part of a text in quotes, or of a heredoc, that reads the same to a shell; false where it has escapes
 * or directives. */
static bool find_script(aml_sv text, aml_guest_range *range) {
  if (has(text, "%{") || has(text, "$${")) {
    return false;
  }
  size_t length = text.len;
  if (aml_sv_starts(text, AML_SV("\"")) && aml_sv_ends(text, AML_SV("\"")) && length > 1) {
    *range = (aml_guest_range){range->begin + 1, range->end - 1};
    return !has(text, "\\");
  }
  size_t first = aml_sv_find_char(text, '\n', 0);
  size_t last = aml_sv_rfind_char(aml_sv_slice(text, 0, aml_sv_trim(text).len), '\n');
  if (!aml_sv_starts(text, AML_SV("<<")) || first == AML_NPOS || last == AML_NPOS || last <= first) {
    return false;
  }
  *range = (aml_guest_range){range->begin + first + 1, range->begin + last + 1};
  return true;
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
  if (p->is_native && find_script(text, &range)) {
    const aml_guest *script = aml_guest_slice(p->file->memory, p->text, range);
    const char *name = name_of_script(p, exec);
    bool is_read = script != NULL && aml_file_add_guest(p->file, script, aml_sv_of(name)) != NULL;
    if (!is_read && (script == NULL || aml_script_holds_others(script->text))) {
      say_unread(p, command);
    }
  } else if (speaks(text)) {
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

/* Any body below may hold provisioners. Depth is bounded by the reader. */
static void walk(const provisioners *p, const aml_value *body, bool holds_texts) {
  for (size_t i = 0; body->kind == AML_OBJECT && i < body->as.object.count; i++) {
    const aml_member *member = &body->as.object.members[i];
    bool is_texts = aml_sv_eq(member->name, AML_SV("locals")) || aml_sv_eq(member->name, AML_SV("default"));
    if (aml_sv_eq(member->name, AML_SV("local-exec")) && member->value->kind == AML_OBJECT) {
      take_command(p, member->value);
    } else if (holds_texts || is_texts || aml_sv_eq(member->name, AML_SV("inline"))) {
      take_text(p, member->value);
    }
    walk(p, member->value, holds_texts || is_texts);
  }
  for (size_t i = 0; body->kind == AML_ARRAY && i < body->as.array.count; i++) {
    walk(p, body->as.array.items[i], holds_texts);
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
  walk(&p, body, false);
}
