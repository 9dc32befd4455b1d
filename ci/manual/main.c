/* amlint_manual commands|options: a part of amlint(1), made of the tables, in mdoc. */
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "cli/formats.h"
#include "cli/help.h"

/* Words of the tables as mdoc text: what could pass for a function's name or an escape is kept from it. */
static void add_text(aml_strbuf *out, aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_call = c == '(' && i > 0 && text.data[i - 1] != ' ';
    bool is_control = i == 0 && (c == '.' || c == '\'');
    if (c == '\\') {
      aml_strbuf_add(out, AML_SV("\\e"));
    } else {
      aml_strbuf_addf(out, "%s%c", is_call || is_control ? "\\&" : "", c);
    }
  }
}

static void add_sentence(aml_strbuf *out, const char *text) {
  add_text(out, aml_sv_of(text));
  aml_strbuf_add(out, AML_SV(".\n"));
}

/* " Ar NAME ...", " Op Ar PATH ..." or " Cm add | renew". */
static void add_operand(aml_strbuf *out, aml_sv word) {
  bool is_optional = word.data[0] == '[';
  if (is_optional) {
    word = aml_sv_slice(word, 1, word.len - 1);
    aml_strbuf_add(out, AML_SV(" Op"));
  }
  bool is_repeated = aml_sv_ends(word, AML_SV("..."));
  if (is_repeated) {
    word = aml_sv_slice(word, 0, word.len - 3);
  }
  bool is_choice = aml_sv_find_char(word, '|', 0) != AML_NPOS;
  for (const char *before = is_choice ? " Cm" : " Ar"; word.len > 0; before = " |") {
    aml_sv choice = aml_sv_split(&word, '|');
    aml_strbuf_addf(out, "%s %.*s", before, AML_SV_ARG(choice));
  }
  if (is_repeated) {
    aml_strbuf_add(out, AML_SV(" ..."));
  }
}

static aml_sv list_commands(aml_arena *arena) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add(&out, AML_SV(".Bl -tag -width Ds\n"));
  for (size_t i = 0; i < AML_COMMAND_COUNT; i++) {
    const aml_command *command = aml_command_at(i);
    aml_strbuf_addf(&out, ".It Cm %s", command->name);
    aml_sv operands = aml_sv_of(command->operands);
    while (operands.len > 0) {
      add_operand(&out, aml_sv_split(&operands, ' '));
    }
    aml_strbuf_add_char(&out, '\n');
    add_sentence(&out, command->summary);
  }
  aml_strbuf_add(&out, AML_SV(".El\n"));
  return aml_strbuf_view(&out);
}

static void add_formats(aml_strbuf *out, aml_command_id command) {
  aml_format_name format;
  aml_strbuf_addf(out, "Formats of\n.Cm %s :\n", aml_command_at(command)->name);
  for (size_t i = 0; aml_format_at(aml_command_at(command)->formats, i, &format); i++) {
    if (i > 0) {
      aml_strbuf_add(out, AML_SV(",\n"));
    }
    aml_strbuf_addf(out, "%.*s", AML_SV_ARG(format.name));
    if (format.summary.len > 0) {
      aml_strbuf_add(out, AML_SV(" ("));
      add_text(out, format.summary);
      aml_strbuf_add_char(out, ')');
    }
  }
  aml_strbuf_add(out, AML_SV(".\n"));
}

/* "One of a, b, c.", or the formats of each command. */
static void add_choices(aml_strbuf *out, const aml_option *option) {
  aml_sv words = aml_sv_of(option->words);
  if (aml_sv_eq(words, AML_SV("@formats"))) {
    for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
      if (aml_option_is_for(option, (aml_command_id)c)) {
        add_formats(out, (aml_command_id)c);
      }
    }
  } else if (words.len > 0 && words.data[0] != '@') {
    for (const char *before = "One of "; words.len > 0; before = ", ") {
      aml_sv word = aml_sv_split(&words, ' ');
      aml_strbuf_addf(out, "%s%.*s", before, AML_SV_ARG(word));
    }
    aml_strbuf_add(out, AML_SV(".\n"));
  }
}

/* "With lint, fix.", unless every command takes it. */
static void add_takers(aml_strbuf *out, const aml_option *option) {
  size_t takers = 0;
  for (size_t c = 0; c < AML_COMMAND_COUNT; c++) {
    takers += aml_option_is_for(option, (aml_command_id)c) ? 1 : 0;
  }
  const char *before = "With ";
  for (size_t c = 0; takers < AML_COMMAND_COUNT && c < AML_COMMAND_COUNT; c++) {
    if (aml_option_is_for(option, (aml_command_id)c)) {
      aml_strbuf_addf(out, "%s%s", before, aml_command_at(c)->name);
      before = ", ";
    }
  }
  if (takers < AML_COMMAND_COUNT) {
    aml_strbuf_add(out, AML_SV(".\n"));
  }
}

static void add_option(aml_strbuf *out, const aml_option *option) {
  aml_strbuf_add(out, AML_SV(".It"));
  if (option->letter != 0) {
    aml_strbuf_addf(out, " Fl %c ,", option->letter);
  }
  aml_strbuf_addf(out, " Fl -%s", option->name);
  if (option->argument != NULL) {
    aml_strbuf_addf(out, " Ar %s", option->argument);
  }
  aml_strbuf_add_char(out, '\n');
  add_sentence(out, option->help);
  add_choices(out, option);
  add_takers(out, option);
}

static aml_sv list_options(aml_arena *arena) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (aml_option_group group = 0; group < AML_OPTION_GROUP_COUNT; group++) {
    aml_strbuf_addf(&out, ".Ss %s\n.Bl -tag -width Ds\n", aml_option_group_heading(group));
    for (size_t i = 0; i < AML_OPT_COUNT; i++) {
      if (aml_option_at(i)->group == group) {
        add_option(&out, aml_option_at(i));
      }
    }
    aml_strbuf_add(&out, AML_SV(".El\n"));
  }
  return aml_strbuf_view(&out);
}

int main(int argc, char **argv) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv text = argc != 2                          ? (aml_sv){NULL, 0}
                : strcmp(argv[1], "commands") == 0 ? list_commands(&arena)
                : strcmp(argv[1], "options") == 0  ? list_options(&arena)
                                                   : (aml_sv){NULL, 0};
  bool is_written = text.len > 0 && fwrite(text.data, 1, text.len, stdout) == text.len && fclose(stdout) == 0;
  aml_arena_release(&arena);
  return is_written ? 0 : 2;
}
