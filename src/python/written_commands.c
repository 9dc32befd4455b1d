#include "python/written_commands.h"

#include "base/sort.h"
#include "base/strbuf.h"
#include "python/composed_commands.h"
#include "python/escapes.h"

/* ---- Command lines ---- */

static bool holds_any(aml_sv text, const char *const *words) {
  bool is_any = false;
  for (size_t i = 0; words[i] != NULL && !is_any; i++) {
    is_any = aml_sv_ifind(text, aml_sv_of(words[i]), 0) != AML_NPOS;
  }
  return is_any;
}

/* Behind "az": what only looks, and what makes nothing that rules are about, is not among it. */
static bool makes_something(aml_sv text) {
  static const char *const makers[] = {" compute create", " compute update", " compute attach",
      " computetarget create", " computetarget update", " workspace create", " workspace update",
      "-deployment create", "-deployment update", "-endpoint create", "-endpoint update", " resource create",
      " resource update", " deployment create", " deployment group create", " deployment sub create",
      "-resource", NULL};
  static const char *const requests[] = {" rest ", NULL};
  static const char *const methods[] = {" put", " patch", NULL};
  return holds_any(text, makers) || (holds_any(text, requests) && holds_any(text, methods));
}

/* Whether a text begins as nothing but a command line does: with a word of the shell's own, or with another
 * shell. */
static bool begins_as_line(aml_sv text) {
  static const char *const words[] = {"sudo", "bash", "sh", "zsh", "pwsh", "powershell", "cmd", "cmd.exe",
      "/bin/bash", "/bin/sh", "env", "cd", "set", "export", "source", "exec", "nohup", NULL};
  aml_sv first = aml_sv_slice(text, 0, aml_sv_find_char(text, ' ', 0));
  size_t sign = aml_sv_find_char(first, '=', 0);
  bool is_variable = sign != AML_NPOS && sign > 0;
  for (size_t i = 0; is_variable && i < sign; i++) {
    is_variable = aml_ascii_alnum(first.data[i]) || first.data[i] == '_';
  }
  return is_variable || aml_sv_is_one_of(first, words);
}

/* Whether a shell looks for a command at the offset. */
static bool begins_command(aml_sv text, size_t at) {
  while (at > 0 && (text.data[at - 1] == ' ' || text.data[at - 1] == '\t')) {
    at--;
  }
  char before = at == 0 ? '\n' : text.data[at - 1];
  bool is_substitution = before == '(' && at > 1 && text.data[at - 2] == '$';
  return is_substitution || aml_sv_find_char(AML_SV("\r\n;&|"), before, 0) != AML_NPOS;
}

bool aml_py_is_command_line(aml_sv text) {
  text = aml_sv_trim(text);
  bool is_line = begins_as_line(text);
  for (size_t at = aml_sv_find(text, AML_SV("az "), 0); at != AML_NPOS;
       at = aml_sv_find(text, AML_SV("az "), at + 1)) {
    bool is_word = at == 0 || !aml_ascii_alnum(text.data[at - 1]);
    if (is_word && (is_line || begins_command(text, at))) {
      return makes_something(aml_sv_slice(text, at, text.len));
    }
  }
  /* What is handed to the program "az" itself, as get_default_cli().invoke is. */
  return aml_sv_starts(text, AML_SV("ml compute")) && makes_something(text);
}

/* ---- Expressions ---- */

static void add_text(aml_strbuf *out, const aml_py_expr *of) {
  for (uint32_t i = 0; i < of->count; i++) {
    aml_strbuf_add(out, of->items[i].value == NULL ? of->items[i].name : AML_SV("${}"));
  }
}

static void add_item(aml_strbuf *out, const aml_py_expr *item) {
  if (item->form == AML_PY_TEXT) {
    add_text(out, item);
  } else {
    aml_strbuf_add(out, AML_SV("${}"));
  }
}

/* Whether it can be more than the names of its parts. */
static bool holds_text(const aml_py_expr *of) {
  bool is_any = of->form == AML_PY_TEXT;
  for (uint32_t i = 0; !is_any && i < of->count && (of->form == AML_PY_SUM || of->form == AML_PY_LIST); i++) {
    is_any = of->items[i].value->form == AML_PY_TEXT;
  }
  return is_any;
}

/* "az", "az.cmd", "/usr/bin/az", and what may be that: the first of several words, before "ml". */
static bool may_be_az(const aml_py_expr *list) {
  if (list->form != AML_PY_LIST || list->count < 2) {
    return false;
  }
  const aml_py_expr *first = list->items[0].value;
  const aml_py_expr *second = list->items[1].value;
  aml_sv text =
      first->form == AML_PY_TEXT && first->count > 0 ? first->items[first->count - 1].name : AML_SV("az");
  aml_sv name = aml_sv_slice(text, 1 + aml_sv_rfind_char(text, '/'), text.len);
  name = aml_sv_slice(name, 0, aml_sv_find_char(name, '.', 0));
  bool is_ml =
      second->form == AML_PY_TEXT && second->count == 1 && aml_sv_eq(second->items[0].name, AML_SV("ml"));
  return is_ml && aml_sv_eq(name, AML_SV("az"));
}

/* What a text, a sum of texts or a list of words says as far as it is written out, with "${}" for the rest;
 * empty for other expressions. */
static aml_sv words_of(aml_py_run *run, const aml_py_expr *of) {
  if (!holds_text(of)) {
    return (aml_sv){NULL, 0};
  }
  if (of->form == AML_PY_TEXT && of->count == 1 && of->items[0].value == NULL) {
    return of->items[0].name;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, run->syntax, SIZE_MAX);
  if (of->form == AML_PY_TEXT) {
    add_text(&out, of);
  }
  for (uint32_t i = 0; i < of->count && of->form != AML_PY_TEXT; i++) {
    aml_strbuf_add(&out, of->form == AML_PY_LIST && i > 0 ? AML_SV(" ") : AML_SV(""));
    if (i == 0 && may_be_az(of)) {
      aml_strbuf_add(&out, AML_SV("az"));
    } else {
      add_item(&out, of->items[i].value);
    }
  }
  return aml_strbuf_view(&out);
}

static aml_sv known_of(const aml_py_value *value) {
  const aml_value *data = value->data;
  return value->command != NULL      ? value->command->guest->text
         : data->kind == AML_UNKNOWN ? data->as.unknown->prefix
                                     : aml_value_text(data);
}

/* What a value says is looked at up to here only: a short line may say a long one, again and again. What is
 * written out in the expression is looked at as a whole. */
enum { KNOWN_MAX = 512 };

bool aml_py_says_command_line(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value) {
  bool may_know = value != NULL && of->form != AML_PY_LIST;
  return aml_py_is_command_line(words_of(run, of)) ||
         (may_know && aml_py_is_command_line(aml_sv_slice(known_of(value), 0, KNOWN_MAX)));
}

/* ---- What is told ---- */

void aml_py_note_written(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value) {
  if (run->is_read && !run->is_showing && aml_py_says_command_line(run, of, value)) {
    AML_VEC_PUSH(run->arena, &run->written, ((aml_guest_range){of->begin, of->end}));
  }
}

void aml_py_note_covered(aml_py_run *run, aml_guest_range range) {
  if (run->is_read) {
    AML_VEC_PUSH(run->arena, &run->covered, range);
  }
}

static int compare_ranges(const void *a, const void *b) {
  const aml_guest_range *x = a;
  const aml_guest_range *y = b;
  return x->begin != y->begin ? (x->begin > y->begin) - (x->begin < y->begin)
                              : (x->end < y->end) - (x->end > y->end);
}

/* Whether something in the range is; of what is covered each has the largest end so far. */
static bool is_covered(const aml_py_run *run, aml_guest_range range) {
  size_t low = 0, high = run->covered.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    bool is_before = run->covered.items[middle].begin < range.end;
    low = is_before ? middle + 1 : low;
    high = is_before ? high : middle;
  }
  return low > 0 && run->covered.items[low - 1].end > range.begin;
}

void aml_py_tell_written(aml_py_run *run) {
  aml_sort(run->arena, run->written.items, run->written.count, sizeof run->written.items[0], compare_ranges);
  aml_sort(run->arena, run->covered.items, run->covered.count, sizeof run->covered.items[0], compare_ranges);
  for (size_t i = 1; i < run->covered.count; i++) { /* each with the largest end so far */
    size_t end = run->covered.items[i - 1].end;
    run->covered.items[i].end = run->covered.items[i].end < end ? end : run->covered.items[i].end;
  }
  size_t told_end = 0; /* a list is told in place of its words */
  for (size_t i = 0; i < run->written.count; i++) {
    const aml_guest_range one = run->written.items[i];
    if (one.end > told_end && !is_covered(run, one)) {
      told_end = one.end;
      aml_py_tell_unread(run, aml_py_span(run, one.begin, one.end),
          aml_sv_slice(run->tokens.text, one.begin, one.end), "what runs this command is not seen",
          "Give the command to the call that runs it, or write it in a script.");
    }
  }
}
