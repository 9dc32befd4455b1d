/* Commands in container files: the instruction RUN in its shell form, in the form of a list, and with
 * here-documents.
 *
 * Source: the reference of Dockerfiles (read 2026-11). */
#include "script/front_script.h"
#include "script/listed.h"
#include "script/mention.h"
#include "script/scripts.h"
#include "script/uses.h"
#include "source/heredoc.h"
#include "tree/guest_value.h"

typedef struct container {
  aml_file *file;
  aml_scripts *all;
  aml_diags diags;
  const aml_guest *host;
  const aml_hosted_scope *scope; /* of ENV and ARG so far */
} container;

static aml_sv line_at(aml_sv text, size_t at) {
  return aml_sv_slice(text, at, aml_sv_find_char(text, '\n', at));
}

static aml_sv without_return(aml_sv line) {
  return aml_sv_ends(line, AML_SV("\r")) ? aml_sv_slice(line, 0, line.len - 1) : line;
}

static bool is_comment(aml_sv line) {
  return aml_sv_starts(aml_sv_trim(line), AML_SV("#"));
}

/* The end of the instruction that begins at `at`: lines that end in a backslash go on, over comments and
 * empty lines in between. */
static size_t instruction_end(aml_sv text, size_t at) {
  for (;;) {
    aml_sv line = without_return(line_at(text, at));
    size_t end = at + line_at(text, at).len;
    bool is_skipped = is_comment(line) || aml_sv_trim(line).len == 0;
    if (end >= text.len || !(is_skipped || aml_sv_ends(line, AML_SV("\\")))) {
      return end;
    }
    at = end + 1;
  }
}

/* An instruction's text without the lines of comments in it, which the builder drops. */
static bool read_instruction(aml_guest_builder *builder) {
  aml_sv text = builder->written;
  for (size_t at = 0; at < text.len;) {
    size_t end = at + line_at(text, at).len;
    end += end < text.len ? 1 : 0;
    if (at == 0 || !is_comment(aml_sv_slice(text, at, end))) {
      aml_guest_copy(builder, at, end);
    }
    at = end;
  }
  return true;
}

static bool write_plainly(const aml_guest_change *change, aml_strbuf *out) {
  aml_strbuf_add(out, change->text);
  return aml_sv_find_char(change->text, '\n', 0) == AML_NPOS;
}

static const aml_guest_style instruction_style = {.read = read_instruction, .write = write_plainly};

static void add_text(container *c, const aml_guest *text) {
  if (text != NULL) {
    const aml_script_source from = {.text = text, .scope = c->scope, .diags = &c->diags};
    (void)aml_scripts_add(c->file, c->all, &from);
  }
}

/* ["az", "ml", ...] */
static bool add_list(container *c, aml_guest_range range) {
  const aml_guest *text = aml_guest_slice(c->file->memory, c->host, range);
  aml_diags unused;
  aml_diags_init(&unused, c->file->memory);
  if (text == NULL || !aml_sv_starts(text->text, AML_SV("["))) {
    return false;
  }
  const aml_tree *tree = aml_guest_read_tree(text, AML_SYNTAX_JSON, c->file->memory, &unused);
  const aml_value *list = tree->documents.count == 0 ? NULL : tree->documents.items[0].root;
  if (!aml_value_is(list, AML_ARRAY) || unused.list.count > 0) {
    return false;
  }
  const aml_shell *shell =
      aml_shell_of_list(c->file->memory, c->host, list->as.array.items, list->as.array.count);
  aml_scripts_add_shell(c->file, c->all, shell, c->scope, &c->diags);
  return true;
}

/* Behind "--mount=..." and other flags. */
static size_t skip_flags(aml_sv text, size_t at, size_t end) {
  for (;;) {
    while (at < end && (aml_ascii_space(text.data[at]) || text.data[at] == '\\')) {
      at++;
    }
    if (!aml_sv_starts(aml_sv_slice(text, at, end), AML_SV("--"))) {
      return at;
    }
    while (at < end && !aml_ascii_space(text.data[at])) {
      at++;
    }
  }
}

/* "RUN <<EOF": moves behind the text, which is the script. */
static bool add_heredoc(container *c, size_t at, size_t *end) {
  aml_heredoc heredoc;
  size_t line = *end + (*end < c->host->text.len ? 1 : 0);
  if (!aml_heredoc_open(c->file->memory, c->host->text, &at, &heredoc)) {
    return false;
  }
  add_text(c, aml_heredoc_guest(c->file->memory, c->host, &heredoc, &line));
  *end = line;
  return true;
}

static void add_run(container *c, size_t begin, size_t *end) {
  aml_guest_range range = {skip_flags(c->host->text, begin, *end), *end};
  if (add_heredoc(c, range.begin, end) || add_list(c, range)) {
    return;
  }
  const aml_guest_place place = {.written = range, .style = &instruction_style};
  add_text(c, aml_guest_new(c->file->memory, c->host, &place));
}

/* "NAME=value" of ENV, or "NAME value"; an argument is given when the file is built. */
static void set_variables(container *c, aml_guest_range range, bool is_argument) {
  aml_arena *arena = c->file->memory;
  aml_diags unused;
  aml_diags_init(&unused, arena);
  const aml_guest_place place = {.written = range, .style = &instruction_style};
  const aml_guest *text = aml_guest_new(arena, c->host, &place);
  const aml_shell *shell = text == NULL ? NULL : aml_shell_read(arena, text, 0, &unused);
  if (shell == NULL || shell->count == 0) {
    return;
  }
  aml_scripts_reading reading = {.arena = arena};
  const aml_script script = {.shell = shell, .scope = c->scope};
  aml_variables *variables = aml_scripts_next(&reading, &script);
  aml_object_builder values;
  aml_object_begin(&values, arena);
  for (uint32_t i = 0; i < shell->commands[0].assignment_count; i++) {
    const aml_assignment *one = &shell->commands[0].assignments[i];
    const aml_value *value = aml_variables_text(variables, 0, &one->value);
    if (is_argument) {
      value = aml_value_unknown(arena,
          aml_sv_format(arena,
              "argument '%.*s' is set when the image is built and has only a default here; set it with ENV "
              "to have this checked",
              AML_SV_ARG(one->name)),
          1U << AML_STRING, value->span);
    }
    aml_object_set(&values, one->name, value->span, value);
  }
  aml_hosted_scope *scope = AML_NEW(arena, aml_hosted_scope);
  *scope = (aml_hosted_scope){.outer = c->scope, .variables = aml_object_end(&values, AML_NO_SPAN, 0)};
  c->scope = scope;
}

static void take_instruction(container *c, size_t begin, size_t *end) {
  aml_sv text = c->host->text;
  while (begin < *end && aml_ascii_space(text.data[begin])) {
    begin++;
  }
  size_t word = begin;
  while (word < *end && aml_ascii_alpha(text.data[word])) {
    word++;
  }
  aml_sv name = aml_sv_slice(text, begin, word);
  aml_sv rest = aml_sv_slice(text, word, *end);
  if (aml_sv_ieq(name, AML_SV("RUN"))) {
    add_run(c, word, end);
  } else if (aml_sv_ieq(name, AML_SV("FROM"))) {
    c->scope = NULL; /* another image */
  } else if (aml_sv_ieq(name, AML_SV("ENV")) || aml_sv_ieq(name, AML_SV("ARG"))) {
    const aml_guest_range range = {word + (rest.len - aml_sv_trim(rest).len > 0 ? 1 : 0), *end};
    set_variables(c, range, aml_sv_ieq(name, AML_SV("ARG")));
  }
}

static bool read_container(aml_file *file) {
  aml_sv text = aml_file_text(file);
  if (!aml_listed_mention(text)) {
    return false;
  }
  container c = {.file = file, .all = AML_NEW(file->memory, aml_scripts)};
  aml_diags_init(&c.diags, file->memory);
  c.host = file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source);
  for (size_t at = 0; at < text.len;) {
    size_t end = is_comment(line_at(text, at)) ? at + line_at(text, at).len : instruction_end(text, at);
    if (!is_comment(line_at(text, at))) {
      take_instruction(&c, at, &end);
    }
    at = end + 1;
  }
  if (c.all->makers == 0) {
    return false;
  }
  aml_diags_take(file->diags, &c.diags);
  file->content = c.all;
  file->tree = aml_scripts_tree(file);
  aml_scripts_add_comments(file, c.all);
  aml_scripts_add_line_comments(file, c.host);
  return true;
}

const aml_front_end aml_front_container = {
    .name = "instructions",
    .noun = "container file",
    .endings = "dockerfile containerfile .dockerfile .containerfile",
    .read = read_container,
    .bring = aml_scripts_bring,
    .is_tolerant = true,
    .expand = aml_scripts_expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};
