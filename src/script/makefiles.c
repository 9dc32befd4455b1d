/* Commands in recipes of makefiles: lines behind a tab, each run by a shell of its own, with the variables of
 * make in them.
 *
 * Source: the manual of GNU make on recipes and on variables (read 2026-11). */
#include "script/front_script.h"
#include "script/mention.h"
#include "script/scripts.h"
#include "script/uses.h"

typedef struct makefile {
  aml_file *file;
  aml_scripts *all;
  aml_diags diags;
  const aml_guest *host;
  aml_object_builder variables;
  aml_map names; /* of those */
  unsigned rule; /* number of the one whose recipe is read */
} makefile;

static aml_sv line_at(aml_sv text, size_t at) {
  return aml_sv_slice(text, at, aml_sv_find_char(text, '\n', at));
}

/* The end of the line that begins at `at`, with those that a backslash joins to it. */
static size_t logical_end(aml_sv text, size_t at) {
  size_t end = at + line_at(text, at).len;
  while (end > at && end < text.len) {
    size_t last = text.data[end - 1] == '\r' && end > at + 1 ? end - 2 : end - 1;
    if (text.data[last] != '\\') {
      break;
    }
    end += 1 + line_at(text, end + 1).len;
  }
  return end;
}

static aml_span span_of(const makefile *m, size_t begin, size_t end) {
  return aml_guest_span(m->host, begin, end);
}

/* What one assignment says; unknown where more than that decides. */
static const aml_value *value_of(
    const makefile *m, aml_sv name, aml_sv operation, aml_sv text, aml_span span) {
  aml_arena *arena = m->file->memory;
  const char *why = NULL;
  if (aml_sv_eq(operation, AML_SV("?="))) {
    why = "has only a default here; set it with '=' to have this checked";
  } else if (aml_sv_eq(operation, AML_SV("+=")) || aml_sv_find_char(text, '$', 0) != AML_NPOS ||
             aml_sv_find_char(text, '\\', 0) != AML_NPOS || aml_sv_eq(operation, AML_SV("!="))) {
    why = "is computed when make runs; write the value itself to have it checked";
  } else if (aml_map_find(&m->names, name) != NULL) {
    why = "is set more than once; set it in one place to have this checked";
  }
  return why == NULL ? aml_value_string(arena, text, span)
                     : aml_value_unknown(arena,
                           aml_sv_format(arena, "variable '%.*s' of the makefile %s", AML_SV_ARG(name), why),
                           1U << AML_STRING, span);
}

/* "NAME = value", "NAME := value", "export NAME ?= value". */
static void read_variable(makefile *m, size_t begin, size_t end) {
  aml_sv line = aml_sv_slice(m->host->text, begin, end);
  size_t equals = aml_sv_find_char(line, '=', 0);
  if (equals == AML_NPOS) {
    return;
  }
  size_t name_end = equals;
  while (name_end > 0 && aml_sv_find_char(AML_SV(":?+!"), line.data[name_end - 1], 0) != AML_NPOS) {
    name_end--;
  }
  aml_sv operation = aml_sv_slice(line, name_end, equals + 1);
  aml_sv name = aml_sv_trim(aml_sv_slice(line, 0, name_end));
  size_t blank = aml_sv_rfind_char(name, ' ');
  name = blank == AML_NPOS ? name : aml_sv_slice(name, blank + 1, name.len); /* "export", "override" */
  size_t comment = aml_sv_find_char(line, '#', equals);
  aml_sv text = aml_sv_trim(aml_sv_slice(line, equals + 1, comment));
  if (name.len > 0 && aml_shell_name_length(name) == name.len) {
    size_t at = text.len == 0 ? end : (size_t)(text.data - m->host->text.data);
    aml_span span = span_of(m, at, at + text.len);
    aml_object_set(&m->variables, name, span, value_of(m, name, operation, text, span));
    (void)aml_map_put(&m->names, name, m);
  }
}

static void read_recipe(makefile *m, const aml_hosted_scope *scope, size_t begin, size_t end) {
  aml_sv text = m->host->text;
  while (begin < end && aml_sv_find_char(AML_SV("\t @-+"), text.data[begin], 0) != AML_NPOS) {
    begin++;
  }
  const aml_guest *line = aml_guest_slice(m->file->memory, m->host, (aml_guest_range){begin, end});
  if (line != NULL && aml_script_speaks(line->text)) {
    const aml_script_source from = {
        .text = line, .flags = AML_SHELL_MAKE, .scope = scope, .run = m->rule, .diags = &m->diags};
    (void)aml_scripts_add(m->file, m->all, &from);
  }
}

/* Calls for each line: all variables first, since recipes see what is set behind them too. */
static void walk(makefile *m, const aml_hosted_scope *scope) {
  aml_sv text = m->host->text;
  for (size_t at = 0; at < text.len;) {
    size_t end = logical_end(text, at);
    bool is_recipe = text.data[at] == '\t';
    if (is_recipe && scope != NULL) {
      read_recipe(m, scope, at, end);
    } else if (!is_recipe && scope == NULL) {
      read_variable(m, at, end);
    } else if (!is_recipe) {
      m->rule++;
    }
    at = end + 1;
  }
}

static bool read_makefile(aml_file *file) {
  if (!aml_script_mentions(aml_file_text(file))) {
    return false;
  }
  makefile m = {.file = file, .all = AML_NEW(file->memory, aml_scripts)};
  aml_diags_init(&m.diags, file->memory);
  m.host = file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source);
  aml_object_begin(&m.variables, file->memory);
  aml_map_init(&m.names, file->memory, AML_MAP_EXACT);
  walk(&m, NULL);
  aml_hosted_scope *scope = AML_NEW(file->memory, aml_hosted_scope);
  *scope = (aml_hosted_scope){.variables = aml_object_end(&m.variables, AML_NO_SPAN, 0)};
  walk(&m, scope);
  if (m.all->makers == 0) {
    return false;
  }
  aml_diags_take(file->diags, &m.diags);
  file->content = m.all;
  file->tree = aml_scripts_tree(file);
  aml_scripts_add_comments(file, m.all);
  aml_scripts_add_line_comments(file, m.host);
  return true;
}

const aml_front_end aml_front_makefile = {
    .name = "recipes",
    .noun = "makefile",
    .endings = "makefile gnumakefile .mk",
    .read = read_makefile,
    .bring = aml_scripts_bring,
    .is_tolerant = true,
    .expand = aml_scripts_expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};
