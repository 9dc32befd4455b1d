/* Ignore files, as gitignore(5) describes them and git's dir.c reads them. */
#include "source/discover.h"
#include "source/globs.h"

typedef struct rule {
  bool is_negated, is_folder_only;
} rule;

/* Patterns of one kind, and which rules they are of. */
typedef struct pattern_list {
  aml_globs globs;
  AML_VEC(size_t) rules;
} pattern_list;

struct aml_ignore {
  aml_arena *arena; /* pays for patterns that have to be tried */
  AML_VEC(rule) rules;
  pattern_list names, paths; /* without a slash: a name anywhere below; with one: the path from here on */
};

/* Without trailing blanks, unless the last of them is escaped. Tabs stay. */
static aml_sv trim_blanks(aml_sv line) {
  size_t end = 0; /* behind the last byte that has to stay */
  for (size_t i = 0; i < line.len; i++) {
    if (line.data[i] == '\\') {
      i++;
      end = i < line.len ? i + 1 : line.len;
    } else if (line.data[i] != ' ') {
      end = i + 1;
    }
  }
  return aml_sv_slice(line, 0, end);
}

static void add_rule(aml_ignore *ignore, aml_sv line) {
  rule r = {0};
  aml_sv text = trim_blanks(line);
  if (text.len > 0 && text.data[0] == '!') {
    r.is_negated = true;
    text = aml_sv_slice(text, 1, text.len);
  }
  if (text.len > 0 && text.data[text.len - 1] == '/') {
    r.is_folder_only = true;
    text.len--;
  }
  if (text.len == 0) {
    return;
  }
  bool is_path = aml_sv_find_char(text, '/', 0) != AML_NPOS;
  pattern_list *list = is_path ? &ignore->paths : &ignore->names;
  aml_globs_add(&list->globs, text.data[0] == '/' ? aml_sv_slice(text, 1, text.len) : text);
  AML_VEC_PUSH(ignore->arena, &list->rules, ignore->rules.count);
  AML_VEC_PUSH(ignore->arena, &ignore->rules, r);
}

aml_ignore *aml_ignore_parse(aml_arena *arena, aml_sv text) {
  aml_ignore *ignore = AML_NEW(arena, aml_ignore);
  ignore->arena = arena;
  aml_globs_init(&ignore->names.globs, arena);
  aml_globs_init(&ignore->paths.globs, arena);
  aml_sv rest = aml_sv_dup(arena, text);
  if (aml_sv_starts(rest, AML_SV("\xEF\xBB\xBF"))) {
    rest = aml_sv_slice(rest, 3, rest.len);
  }
  while (rest.len > 0) {
    aml_sv line = aml_sv_split(&rest, '\n');
    if (line.len > 0 && line.data[line.len - 1] == '\r') {
      line.len--;
    }
    if (line.len > 0 && line.data[0] != '#') {
      add_rule(ignore, line);
    }
  }
  return ignore;
}

typedef struct matching {
  const aml_ignore *ignore;
  const pattern_list *list;
  bool is_folder;
  size_t latest; /* index + 1 of the last rule that matches */
} matching;

static bool keep_latest(void *ctx, size_t index) {
  matching *self = ctx;
  size_t at = self->list->rules.items[index];
  bool concerns = self->is_folder || !self->ignore->rules.items[at].is_folder_only;
  self->latest = concerns && at + 1 > self->latest ? at + 1 : self->latest;
  return true;
}

int aml_ignore_match(const aml_ignore *ignore, aml_sv path, bool is_folder) {
  size_t slash = aml_sv_rfind_char(path, '/');
  aml_sv name = slash == AML_NPOS ? path : aml_sv_slice(path, slash + 1, path.len);
  matching self = {.ignore = ignore, .list = &ignore->names, .is_folder = is_folder};
  aml_globs_each(&self.list->globs, ignore->arena, name, keep_latest, &self);
  self.list = &ignore->paths;
  aml_globs_each(&self.list->globs, ignore->arena, path, keep_latest, &self);
  return self.latest == 0 ? -1 : ignore->rules.items[self.latest - 1].is_negated ? 0 : 1;
}
