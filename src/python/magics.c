/* Sources: Databricks' documentation of source files of notebooks ("# MAGIC"), and jupytext's of the percent
 * format, which comments magics out (read 2026-11). */
#include "python/magics.h"

#include "base/vec.h"
#include "script/mention.h"

typedef struct magics {
  aml_file *file;
  const aml_guest *text;
  bool is_databricks;
  bool is_in_shell;                 /* the lines at hand are a shell's */
  aml_sv written;                   /* the file whose lines they are; empty for none */
  AML_VEC(const aml_guest *) lines; /* of the script at hand */
} magics;

static void end_script(magics *m) {
  if (m->lines.count > 0) {
    const aml_guest *script = aml_guest_join(m->file->memory, m->lines.items, m->lines.count, AML_SV("\n"));
    if (script != NULL && (m->written.len > 0 || aml_script_speaks(script->text))) {
      (void)aml_file_add_guest(m->file, script, m->written.len > 0 ? m->written : AML_SV("magic.sh"));
    }
  }
  m->lines.count = 0;
  m->is_in_shell = false;
  m->written = (aml_sv){NULL, 0};
}

static void add_line(magics *m, size_t begin, size_t end) {
  const aml_guest *line = aml_guest_slice(m->file->memory, m->text, (aml_guest_range){begin, end});
  if (line != NULL && line->text.len > 0) {
    AML_VEC_PUSH(m->file->memory, &m->lines, line);
  }
}

/* The length of the one of the words that a text begins with; 0 for none. */
static size_t begins_with(aml_sv text, const char *const *words) {
  for (; *words != NULL; words++) {
    if (aml_sv_starts(text, aml_sv_of(*words))) {
      return aml_sv_of(*words).len;
    }
  }
  return 0;
}

/* A line that is a comment, behind "# MAGIC" or "#" and a blank. */
static void take_comment(magics *m, size_t begin, size_t end) {
  static const char *const shells[] = {
      "%sh ", "%%sh", "%%bash", "%% language=\"bash\"", "%% language=\"sh\"", NULL};
  aml_sv text = aml_sv_slice(m->text->text, begin, end);
  size_t magic = begins_with(text, shells);
  bool is_bare = aml_sv_eq(aml_sv_trim(text), AML_SV("%sh"));
  if (aml_sv_starts(text, AML_SV("%%writefile "))) {
    end_script(m);
    aml_sv words = aml_sv_trim(text);
    m->written = aml_sv_slice(words, aml_sv_rfind_char(words, ' ') + 1, words.len);
  } else if (magic > 0 || is_bare) {
    end_script(m);
    m->is_in_shell = true;
    if (text.data[1] == 's' && !is_bare) { /* "%sh az ..." may go on; "%%bash" has options */
      add_line(m, begin + magic, end);
    }
  } else if (aml_sv_starts(text, AML_SV("%"))) {
    end_script(m);
  } else if (aml_sv_starts(text, AML_SV("!"))) {
    end_script(m);
    add_line(m, begin + 1, end);
    m->is_in_shell = aml_sv_ends(aml_sv_trim(text), AML_SV("\\"));
  } else if (m->is_in_shell || m->written.len > 0) {
    add_line(m, begin, end);
  }
}

static void take_line(magics *m, size_t begin, size_t end) {
  aml_sv prefix = m->is_databricks ? AML_SV("# MAGIC") : AML_SV("#");
  aml_sv line = aml_sv_slice(m->text->text, begin, end);
  if (!aml_sv_starts(line, prefix)) {
    end_script(m);
    return;
  }
  bool has_blank = line.len > prefix.len && line.data[prefix.len] == ' ';
  take_comment(m, begin + prefix.len + (has_blank ? 1 : 0), end);
}

void aml_py_add_magics(aml_file *file, const aml_guest *text) {
  magics m = {
      .file = file, .text = text, .is_databricks = aml_sv_find(text->text, AML_SV("# MAGIC"), 0) != AML_NPOS};
  bool is_notebook = m.is_databricks || aml_sv_find(text->text, AML_SV("# %%"), 0) != AML_NPOS ||
                     aml_sv_find(text->text, AML_SV("jupytext:"), 0) != AML_NPOS;
  if (!is_notebook || !aml_script_mentions(text->text)) {
    return;
  }
  for (size_t at = 0; at < text->text.len;) {
    size_t next = aml_sv_find_char(text->text, '\n', at);
    size_t end = next == AML_NPOS ? text->text.len : next;
    size_t cut = end > at && text->text.data[end - 1] == '\r' ? end - 1 : end;
    take_line(&m, at, cut);
    at = end + 1;
  }
  end_script(&m);
}
