/* Ignore files, as gitignore(5) describes them and git's dir.c reads them. */
#include <string.h>

#include "source/discover.h"

typedef enum rule_kind {
  RULE_NAME,   /* no slash, no wildcard: a name anywhere below */
  RULE_SUFFIX, /* "*" and a text without wildcards: the end of a name */
  RULE_GLOB,   /* no slash: a name with wildcards */
  RULE_PATH    /* a slash: the path from the ignore file on */
} rule_kind;

typedef struct rule {
  rule_kind kind;
  bool is_negated, is_folder_only;
  aml_sv text;
  size_t literal; /* bytes before the first wildcard */
} rule;

struct aml_ignore {
  AML_VEC(rule) rules;
};

static size_t count_literal(aml_sv text) {
  size_t n = 0;
  while (n < text.len && strchr("*?[\\", text.data[n]) == NULL) {
    n++;
  }
  return n;
}

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

static void add_rule(aml_ignore *ignore, aml_arena *arena, aml_sv line) {
  rule r = {.text = trim_blanks(line)};
  if (r.text.len > 0 && r.text.data[0] == '!') {
    r.is_negated = true;
    r.text = aml_sv_slice(r.text, 1, r.text.len);
  }
  if (r.text.len > 0 && r.text.data[r.text.len - 1] == '/') {
    r.is_folder_only = true;
    r.text.len--;
  }
  if (r.text.len == 0) {
    return;
  }
  if (aml_sv_find_char(r.text, '/', 0) != AML_NPOS) {
    r.kind = RULE_PATH;
    r.text = r.text.data[0] == '/' ? aml_sv_slice(r.text, 1, r.text.len) : r.text;
  } else if (count_literal(r.text) == r.text.len) {
    r.kind = RULE_NAME;
  } else if (r.text.data[0] == '*' && count_literal(aml_sv_slice(r.text, 1, r.text.len)) == r.text.len - 1) {
    r.kind = RULE_SUFFIX;
    r.text = aml_sv_slice(r.text, 1, r.text.len);
  } else {
    r.kind = RULE_GLOB;
  }
  r.literal = count_literal(r.text);
  AML_VEC_PUSH(arena, &ignore->rules, r);
}

aml_ignore *aml_ignore_parse(aml_arena *arena, aml_sv text) {
  aml_ignore *ignore = AML_NEW(arena, aml_ignore);
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
      add_rule(ignore, arena, line);
    }
  }
  return ignore;
}

static bool is_rule_match(const rule *r, aml_sv path, aml_sv name) {
  switch (r->kind) {
  case RULE_NAME:
    return aml_sv_eq(name, r->text);
  case RULE_SUFFIX:
    return aml_sv_ends(name, r->text);
  case RULE_GLOB:
    return aml_glob_match(r->text, name);
  case RULE_PATH:
    break;
  }
  if (!aml_sv_starts(path, aml_sv_slice(r->text, 0, r->literal))) {
    return false;
  }
  return r->literal == r->text.len ? path.len == r->text.len : aml_glob_match(r->text, path);
}

int aml_ignore_match(const aml_ignore *ignore, aml_sv path, bool is_folder) {
  size_t slash = aml_sv_rfind_char(path, '/');
  aml_sv name = slash == AML_NPOS ? path : aml_sv_slice(path, slash + 1, path.len);
  for (size_t i = ignore->rules.count; i > 0; i--) {
    const rule *r = &ignore->rules.items[i - 1];
    if ((is_folder || !r->is_folder_only) && is_rule_match(r, path, name)) {
      return r->is_negated ? 0 : 1;
    }
  }
  return -1;
}
