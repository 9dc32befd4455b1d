#include "waiver/codeowners.h"

#include "base/limits.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "source/discover.h"

typedef struct entry {
  const aml_ignore *pattern;
  size_t line, section;
  bool is_direct; /* "docs/x*": no folder, so nothing below one */
  bool is_owned;
} entry;

struct aml_codeowners {
  aml_arena *arena;
  AML_VEC(entry) entries;
};

typedef struct section { /* the one that the line at hand belongs to; 0 is the part before the first */
  size_t number;
  bool is_owned, is_optional;
} section;

static aml_sv take_word(aml_sv *rest) {
  *rest = aml_sv_trim(*rest);
  size_t end = 0;
  while (end < rest->len && rest->data[end] != ' ' && rest->data[end] != '\t') {
    end += rest->data[end] == '\\' && end + 1 < rest->len ? 2 : 1; /* "a\ b" is one word */
  }
  aml_sv word = aml_sv_slice(*rest, 0, end);
  *rest = aml_sv_slice(*rest, end, rest->len);
  return word;
}

/* "@name", "@organisation/team", "person@example.com", up to a comment. */
static bool names_owner(aml_sv rest) {
  for (aml_sv word = take_word(&rest); word.len > 0 && word.data[0] != '#'; word = take_word(&rest)) {
    size_t at = aml_sv_find_char(word, '@', 0);
    if (at != AML_NPOS && at + 1 < word.len) {
      return true;
    }
  }
  return false;
}

/* "[Name] @owner", "^[Name][2]": whether the line is such a head. */
static bool take_section(aml_sv line, section *now) {
  bool is_optional = aml_sv_starts(line, AML_SV("^["));
  size_t end = aml_sv_find_char(line, ']', 0);
  if ((!is_optional && line.data[0] != '[') || end == AML_NPOS) {
    return false;
  }
  aml_sv rest = aml_sv_slice(line, end + 1, line.len);
  if (aml_sv_starts(rest, AML_SV("["))) { /* how many must approve; 0 makes it optional */
    is_optional = is_optional || aml_sv_starts(rest, AML_SV("[0]"));
    rest = aml_sv_slice(rest, aml_sv_find_char(rest, ']', 0), rest.len);
    rest = aml_sv_slice(rest, 1, rest.len);
  }
  *now = (section){now->number + 1, names_owner(rest), is_optional};
  return true;
}

static void take_entry(aml_codeowners *owners, aml_arena *arena, aml_sv line, size_t number, section now) {
  aml_sv rest = line;
  aml_sv pattern = take_word(&rest);
  bool is_excluded = pattern.data[0] == '!'; /* of its section */
  pattern = aml_sv_slice(pattern, is_excluded ? 1 : 0, pattern.len);
  if (now.is_optional || pattern.len == 0) {
    return;
  }
  aml_sv last = aml_sv_slice(pattern, aml_sv_rfind_char(pattern, '/') + 1, pattern.len);
  bool has_folder = last.len < pattern.len;
  entry item = {.pattern = aml_ignore_parse(arena, pattern),
      .line = number,
      .section = now.number,
      .is_direct = has_folder && aml_sv_find_char(last, '*', 0) != AML_NPOS && !aml_sv_eq(last, AML_SV("**")),
      .is_owned = !is_excluded && (names_owner(rest) || now.is_owned)};
  AML_VEC_PUSH(arena, &owners->entries, item);
}

aml_codeowners *aml_codeowners_parse(aml_arena *arena, aml_sv text) {
  aml_codeowners *owners = AML_NEW(arena, aml_codeowners);
  owners->arena = arena;
  section now = {0};
  for (size_t number = 1; text.len > 0; number++) {
    aml_sv line = aml_sv_trim(aml_sv_split(&text, '\n'));
    if (line.len > 0 && line.data[0] != '#' && !take_section(line, &now)) {
      take_entry(owners, arena, line, number, now);
    }
  }
  return owners;
}

static bool matches(const entry *item, aml_arena *payer, aml_sv path) {
  aml_arena_spend(payer, 1 + path.len / AML_GLOB_BYTES_FOR_A_STEP);
  if (aml_ignore_match(item->pattern, path, false) == 1) {
    return true;
  }
  for (size_t end = aml_sv_rfind_char(path, '/'); !item->is_direct && end != AML_NPOS;
       end = aml_sv_rfind_char(aml_sv_slice(path, 0, end), '/')) {
    if (aml_ignore_match(item->pattern, aml_sv_slice(path, 0, end), true) == 1) {
      return true;
    }
  }
  return false;
}

bool aml_codeowners_has_owner(const aml_codeowners *owners, aml_sv path, size_t *line) {
  size_t decided = AML_NPOS; /* the section that the last match was in: of each only that counts */
  *line = 0;
  for (size_t i = owners->entries.count; i > 0; i--) {
    const entry *item = &owners->entries.items[i - 1];
    if (item->section == decided || !matches(item, owners->arena, path)) {
      continue;
    }
    if (item->is_owned) {
      return true;
    }
    decided = item->section;
    *line = *line == 0 ? item->line : *line;
  }
  return false;
}
