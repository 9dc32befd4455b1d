/* Reads both forms of a scenario into steps. */
#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "scenarios/scenario.h"

typedef struct test_reader {
  aml_arena *arena;
  test_scenario *scenario;
  size_t at; /* index of the next line */
} test_reader;

aml_sv file_read(aml_arena *arena, const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(2);
  }
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  char block[1 << 16];
  for (size_t got = sizeof block; got == sizeof block;) {
    got = fread(block, 1, sizeof block, file);
    aml_strbuf_add(&text, (aml_sv){block, got});
  }
  (void)fclose(file);
  return aml_strbuf_view(&text);
}

line_list lines_of(aml_arena *arena, aml_sv text) {
  line_list lines = {0};
  while (text.len > 0) {
    AML_VEC_PUSH(arena, &lines, aml_sv_split(&text, '\n'));
  }
  return lines;
}

static bool complain(const test_reader *reader, const char *what) {
  fprintf(stderr, "%s:%zu: %s\n", reader->scenario->path, reader->at + 1, what);
  return false;
}

static bool more(const test_reader *reader) {
  return reader->at < reader->scenario->source.count;
}

static aml_sv this_line(const test_reader *reader) {
  return reader->scenario->source.items[reader->at];
}

static test_step *add_step(test_reader *reader, step_kind kind) {
  test_step fresh = {.kind = kind, .line = reader->at + 1};
  step_list *steps = &reader->scenario->steps;
  AML_VEC_PUSH(reader->arena, steps, fresh);
  return &steps->items[steps->count - 1];
}

static int hex_value(char c) {
  if (aml_ascii_digit(c)) {
    return c - '0';
  }
  c = aml_ascii_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* \r \n \t \\ \xHH, and a backslash at the end of a line joins it to the next. */
static bool add_escaped(aml_strbuf *content, aml_sv line) {
  for (size_t i = 0; i < line.len; i++) {
    if (line.data[i] != '\\') {
      aml_strbuf_add_char(content, line.data[i]);
      continue;
    }
    if (++i == line.len) {
      return true;
    }
    switch (line.data[i]) {
    case 'r':
      aml_strbuf_add_char(content, '\r');
      break;
    case 'n':
      aml_strbuf_add_char(content, '\n');
      break;
    case 't':
      aml_strbuf_add_char(content, '\t');
      break;
    case '\\':
      aml_strbuf_add_char(content, '\\');
      break;
    case 'x':
      if (i + 2 >= line.len || hex_value(line.data[i + 1]) < 0 || hex_value(line.data[i + 2]) < 0) {
        return false;
      }
      aml_strbuf_add_char(content, (char)(hex_value(line.data[i + 1]) * 16 + hex_value(line.data[i + 2])));
      i += 2;
      break;
    default:
      return false;
    }
  }
  aml_strbuf_add_char(content, '\n');
  return true;
}

/* The lines up to one that starts with `end`, which is left unread. */
static bool read_content(test_reader *reader, test_step *step, aml_sv end, bool is_escaped) {
  aml_strbuf content;
  aml_strbuf_init(&content, reader->arena, SIZE_MAX);
  for (; more(reader) && !aml_sv_starts(this_line(reader), end); reader->at++) {
    if (!is_escaped) {
      aml_strbuf_add(&content, this_line(reader));
      aml_strbuf_add_char(&content, '\n');
    } else if (!add_escaped(&content, this_line(reader))) {
      return complain(reader, "not an escape: known are \\r \\n \\t \\\\ \\xHH and \\ at the end of a line");
    }
  }
  step->content = aml_strbuf_view(&content);
  return true;
}

/* "> out", "! err" or "? status" after a command. */
static bool read_expectation(test_reader *reader, test_step *step) {
  aml_sv line = this_line(reader);
  aml_sv text = aml_sv_slice(line, 2, line.len);
  if (line.len > 1 && line.data[1] != ' ') {
    return complain(reader, "a blank must follow the first character");
  }
  if (line.data[0] == '>') {
    AML_VEC_PUSH(reader->arena, &step->out, text);
  } else if (line.data[0] == '!') {
    AML_VEC_PUSH(reader->arena, &step->err, text);
  } else if (line.data[0] == '?') {
    step->status = (int)strtol(aml_sv_cstr(reader->arena, text), NULL, 10);
  } else {
    return complain(reader, "in a run, a line starts with $ > ! ? or #");
  }
  return true;
}

static bool is_expectation(aml_sv line) {
  return line.len > 0 && !aml_sv_starts(line, AML_SV("$ ")) && !aml_sv_starts(line, AML_SV("-- ")) &&
         line.data[0] != '#';
}

/* Commands up to the next section. */
static bool read_run(test_reader *reader) {
  while (more(reader) && !aml_sv_starts(this_line(reader), AML_SV("-- "))) {
    aml_sv line = this_line(reader);
    if (line.len == 0 || line.data[0] == '#') {
      reader->at++;
      continue;
    }
    if (!aml_sv_starts(line, AML_SV("$ "))) {
      return complain(reader, "what is expected must follow a command");
    }
    test_step *step = add_step(reader, STEP_COMMAND);
    step->command = aml_sv_slice(line, 2, line.len);
    reader->at++;
    step->begin = reader->at;
    for (; more(reader) && is_expectation(this_line(reader)); reader->at++) {
      if (!read_expectation(reader, step)) {
        return false;
      }
    }
    step->end = reader->at;
  }
  return true;
}

/* The value of "-- key: value"; empty when the line has another key. */
static aml_sv section_value(aml_sv line, aml_sv key) {
  return aml_sv_starts(line, key) ? aml_sv_trim(aml_sv_slice(line, key.len, line.len)) : (aml_sv){0};
}

static bool read_text(test_reader *reader) {
  while (more(reader)) {
    aml_sv line = this_line(reader);
    aml_sv plain = section_value(line, AML_SV("-- file:"));
    aml_sv escaped = section_value(line, AML_SV("-- escaped:"));
    reader->at++;
    if (plain.len + escaped.len > 0) {
      test_step *step = add_step(reader, STEP_FILE);
      step->name = plain.len > 0 ? plain : escaped;
      if (!read_content(reader, step, AML_SV("-- "), escaped.len > 0)) {
        return false;
      }
    } else if (aml_sv_starts(line, AML_SV("-- run"))) {
      if (!read_run(reader)) {
        return false;
      }
    } else if (line.len > 0 && line.data[0] != '#') {
      reader->at--;
      return complain(reader, "outside a section, only comments (#) may stand");
    }
  }
  return true;
}

/* A ```console block: commands after "$ ", each followed by what a terminal shows. */
static void read_console(test_reader *reader) {
  while (more(reader) && !aml_sv_starts(this_line(reader), AML_SV("```"))) {
    aml_sv line = this_line(reader);
    if (!aml_sv_starts(line, AML_SV("$ "))) {
      reader->at++;
      continue;
    }
    test_step *step = add_step(reader, STEP_COMMAND);
    step->command = aml_sv_slice(line, 2, line.len);
    reader->at++;
    step->begin = reader->at;
    while (more(reader) && !aml_sv_starts(this_line(reader), AML_SV("```")) &&
           !aml_sv_starts(this_line(reader), AML_SV("$ "))) {
      AML_VEC_PUSH(reader->arena, &step->out, this_line(reader));
      reader->at++;
    }
    step->end = reader->at;
  }
}

static bool read_markdown(test_reader *reader) {
  while (more(reader)) {
    aml_sv line = this_line(reader);
    reader->at++;
    if (!aml_sv_starts(line, AML_SV("```"))) {
      continue;
    }
    size_t file = aml_sv_find(line, AML_SV(" file="), 0);
    if (file != AML_NPOS) {
      test_step *step = add_step(reader, STEP_FILE);
      step->name = aml_sv_trim(aml_sv_slice(line, file + 6, line.len));
      if (!read_content(reader, step, AML_SV("```"), false)) {
        return false;
      }
    } else if (aml_sv_eq(aml_sv_trim(line), AML_SV("```console"))) {
      read_console(reader);
    } else {
      while (more(reader) && !aml_sv_starts(this_line(reader), AML_SV("```"))) {
        reader->at++;
      }
    }
    reader->at += more(reader);
  }
  return true;
}

bool scenario_read(aml_arena *arena, const char *path, test_scenario *out) {
  aml_sv name = aml_sv_of(path);
  *out = (test_scenario){
      .path = path, .format = aml_sv_ends(name, AML_SV(".md")) ? SCENARIO_MARKDOWN : SCENARIO_TEXT};
  out->source = lines_of(arena, file_read(arena, path));
  test_reader reader = {.arena = arena, .scenario = out};
  return out->format == SCENARIO_MARKDOWN ? read_markdown(&reader) : read_text(&reader);
}
