#include "cli/help.h"

#include "base/strbuf.h"
#include "base/suggest.h"
#include "cli/formats.h"

aml_sv aml_take_word(aml_sv *words) {
  char separator = aml_sv_find_char(*words, '|', 0) == AML_NPOS ? ' ' : '|';
  return aml_sv_split(words, separator);
}

enum { HELP_COLUMN = 32, COMMAND_COLUMN = 14, LEAST_WIDTH = 60, USUAL_WIDTH = 100, MOST_WIDTH = 120 };

typedef struct help {
  aml_strbuf text;
  size_t width;
} help;

/* Words behind what stands on the line already, which is `used` wide; lines that follow begin at `column`. */
static void add_wrapped(help *self, aml_sv words, size_t used, size_t column) {
  if (used + 2 > column) {
    aml_strbuf_add_char(&self->text, '\n');
    used = 0;
  }
  aml_strbuf_addf(&self->text, "%*s", (int)(column - used), "");
  used = column;
  while (words.len > 0) {
    aml_sv word = aml_sv_split(&words, ' ');
    bool is_first = used == column;
    if (!is_first && used + 1 + word.len > self->width) {
      aml_strbuf_addf(&self->text, "\n%*s", (int)column, "");
      used = column;
      is_first = true;
    }
    aml_strbuf_addf(&self->text, "%s%.*s", is_first ? "" : " ", AML_SV_ARG(word));
    used += word.len + (is_first ? 0 : 1);
  }
  aml_strbuf_add_char(&self->text, '\n');
}

/* The words that the argument may be, as "a, b, c"; empty for other arguments, and for levels, which are in
 * the help already. */
static aml_sv list_words(aml_arena *arena, const aml_option *option, aml_command_id command) {
  aml_sv list = {NULL, 0};
  aml_sv words = aml_sv_of(option->words);
  if (aml_sv_eq(words, AML_SV("@formats"))) {
    aml_format_name format;
    for (size_t i = 0; aml_format_at(aml_command_at(command)->formats, i, &format); i++) {
      list =
          aml_sv_format(arena, "%.*s%s%.*s", AML_SV_ARG(list), i == 0 ? "" : ", ", AML_SV_ARG(format.name));
    }
    return list;
  }
  for (bool is_first = true; words.len > 0 && words.data[0] != '@'; is_first = false) {
    aml_sv word = aml_take_word(&words);
    list = aml_sv_format(arena, "%.*s%s%.*s", AML_SV_ARG(list), is_first ? "" : ", ", AML_SV_ARG(word));
  }
  return list;
}

static void add_option(help *self, const aml_option *option, aml_command_id command) {
  size_t begin = self->text.len;
  if (option->letter != 0) {
    aml_strbuf_addf(&self->text, "  -%c, --%s", option->letter, option->name);
  } else {
    aml_strbuf_addf(&self->text, "      --%s", option->name);
  }
  if (option->argument != NULL) {
    aml_strbuf_addf(&self->text, " %s", option->argument);
  }
  aml_arena *arena = self->text.arena;
  aml_sv words = list_words(arena, option, command);
  aml_sv said = aml_sv_format(arena, "%s%s%.*s", option->help, words.len > 0 ? ": " : "", AML_SV_ARG(words));
  add_wrapped(self, said, self->text.len - begin, HELP_COLUMN);
}

static void add_options(help *self, aml_command_id command) {
  for (aml_option_group group = 0; group < AML_OPTION_GROUP_COUNT; group++) {
    bool has_heading = false;
    for (size_t i = 0; i < AML_OPT_COUNT; i++) {
      const aml_option *option = aml_option_at(i);
      if (option->group != group || !aml_option_is_for(option, command)) {
        continue;
      }
      if (!has_heading) {
        aml_strbuf_addf(&self->text, "\n%s:\n", aml_option_group_heading(group));
        has_heading = true;
      }
      add_option(self, option, command);
    }
  }
}

static void add_usage(help *self, aml_command_id command) {
  const aml_command *it = aml_command_at(command);
  const char *name = command == AML_COMMAND_LINT ? "[lint]" : it->name;
  aml_strbuf_addf(&self->text, "%s.\n\nUsage: amlint %s [OPTION...]%s%s\n", it->summary, name,
      it->operands[0] == '\0' ? "" : " ", it->operands);
  if (command == AML_COMMAND_LINT) {
    aml_strbuf_add(&self->text, AML_SV("       amlint COMMAND [OPTION...] [ARGUMENT...]\n"));
  }
}

static void add_commands(help *self) {
  aml_strbuf_add(&self->text, AML_SV("\nCommands (see 'amlint COMMAND --help'):\n"));
  for (size_t i = 0; i < AML_COMMAND_COUNT; i++) {
    const aml_command *it = aml_command_at(i);
    size_t begin = self->text.len;
    aml_strbuf_addf(&self->text, "  %s", it->name);
    add_wrapped(self, aml_sv_of(it->summary), self->text.len - begin, COMMAND_COLUMN);
  }
}

static void add_examples(help *self, aml_command_id command) {
  const aml_command *it = aml_command_at(command);
  aml_sv lines = aml_sv_of(it->examples);
  aml_strbuf_add(&self->text, AML_SV("\nExamples:\n"));
  while (lines.len > 0) {
    aml_sv what = aml_sv_split(&lines, '\n');
    aml_sv arguments = aml_sv_split(&what, '\t');
    bool is_default = command == AML_COMMAND_LINT;
    aml_strbuf_addf(&self->text, "  amlint%s%s%s%.*s\n      %.*s\n", is_default ? "" : " ",
        is_default ? "" : it->name, arguments.len > 0 ? " " : "", AML_SV_ARG(arguments), AML_SV_ARG(what));
  }
}

aml_sv aml_help_text(aml_arena *arena, aml_command_id command, unsigned width) {
  help self = {.width = width == 0 ? USUAL_WIDTH : width < LEAST_WIDTH ? LEAST_WIDTH : width};
  self.width = self.width > MOST_WIDTH ? MOST_WIDTH : self.width;
  aml_strbuf_init(&self.text, arena, SIZE_MAX);
  add_usage(&self, command);
  if (command == AML_COMMAND_LINT) {
    add_commands(&self);
  }
  add_options(&self, command);
  add_examples(&self, command);
  if (command == AML_COMMAND_LINT) {
    aml_strbuf_add(&self.text, AML_SV("\nValues follow '=' or a space, lists split at commas, '--no-FLAG' "
                                      "turns a flag off, '--' ends the options.\n"
                                      "Exit status: 0 no finding at or above the threshold, 1 findings, 2 "
                                      "something could not be checked.\n"));
  }
  return aml_strbuf_view(&self.text);
}

static aml_sv command_name_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(aml_command_at(i)->name);
}

int aml_command_help(aml_app *app) {
  const aml_words *words = &app->arguments.operands;
  if (words->count > 1) {
    return aml_app_complain(app, "Name one command, or none for the general help.");
  }
  aml_sv wanted = words->count == 0 ? command_name_at(NULL, AML_COMMAND_LINT) : aml_sv_of(words->items[0]);
  for (size_t i = 0; i < AML_COMMAND_COUNT; i++) {
    if (aml_sv_eq(command_name_at(NULL, i), wanted)) {
      aml_app_print(app, aml_help_text(app->arena, (aml_command_id)i, app->width));
      return AML_EXIT_CLEAN;
    }
  }
  size_t near = aml_suggest(wanted, AML_COMMAND_COUNT, command_name_at, NULL);
  return near == AML_NPOS
             ? aml_app_complain(
                   app, "Unknown command '%.*s'; 'amlint --help' lists the commands.", AML_SV_ARG(wanted))
             : aml_app_complain(app, "Unknown command '%.*s'; did you mean '%s'?", AML_SV_ARG(wanted),
                   aml_command_at(near)->name);
}
