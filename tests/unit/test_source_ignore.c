#include "source/discover.h"

#include "test.h"

static void matches_globs(void **state) {
  (void)state;
  static const struct {
    const char *pattern, *path;
    bool is_match;
  } cases[] = {
      {"a", "a", true},
      {"a", "b", false},
      {"", "", true},
      {"*", "", true},
      {"*", "abc", true},
      {"*", "a/b", false},
      {"a*c", "abbc", true},
      {"a*c", "ab/c", false},
      {"*.y?l", "x.yml", true},
      {"?", "/", false},
      {"a/*/c", "a/b/c", true},
      {"a/*/c", "a/b/b/c", false},
      {"**", "a/b/c", true},
      {"**/c", "c", true},
      {"**/c", "a/b/c", true},
      {"**/c", "a/bc", false},
      {"a/**", "a/b/c", true},
      {"a/**", "a", false},
      {"a/**/c", "a/c", true},
      {"a/**/c", "a/b/b/c", true},
      {"a/**/c", "ac", false},
      {"a**c", "abc", true},
      {"a**c", "a/c", false},
      {"a/**b", "a/xb", true},
      {"a/**b", "a/x/b", false},
      {"***/c", "a/b/c", true},
      {"**/a/**/b", "x/a/y/a/z/b", true},
      {"**/a*/b/**/c", "a1/x/a2/b/y/c", true},
      {"*a*b*c", "xaxbxbxc", true},
      {"\\*", "*", true},
      {"\\*", "x", false},
      {"a\\", "a", false},
      {"[abc]", "b", true},
      {"[!abc]", "b", false},
      {"[^abc]", "d", true},
      {"[!a]", "/", false},
      {"[a-c]x", "bx", true},
      {"[a-c]x", "dx", false},
      {"[]a]", "]", true},
      {"[!]a]", "b", true},
      {"[a-]", "-", true},
      {"[\\]]", "]", true},
      {"[[:digit:]]", "7", true},
      {"[[:upper:][:digit:]]", "q", false},
      {"[[:nonsense:]]", "n", false},
      {"[[:x]", "x", true},
      {"[a", "a", false},
      {"[a", "[a", false},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    bool is_match = aml_glob_match(aml_sv_of(cases[i].pattern), aml_sv_of(cases[i].path));
    if (is_match != cases[i].is_match) {
      fail_msg("'%s' and '%s'", cases[i].pattern, cases[i].path);
    }
  }
}

static void is_quick_on_hostile_patterns(void **state) {
  aml_arena *arena = *state;
  enum { LENGTH = 4000 };
  char *path = AML_NEW_ARRAY(arena, char, LENGTH);
  memset(path, 'a', LENGTH);
  char *pattern = AML_NEW_ARRAY(arena, char, LENGTH + 1);
  for (size_t i = 0; i < LENGTH; i += 2) {
    memcpy(pattern + i, "*a", 2);
  }
  pattern[LENGTH] = 'b';
  assert_false(aml_glob_match((aml_sv){pattern, LENGTH + 1}, (aml_sv){path, LENGTH}));
  for (size_t i = 0; i < LENGTH; i += 5) {
    memcpy(pattern + i, "**/a/", 5);
  }
  for (size_t i = 1; i < LENGTH; i += 2) {
    path[i] = '/';
  }
  assert_false(aml_glob_match((aml_sv){pattern, LENGTH + 1}, (aml_sv){path, LENGTH}));
}

static void reads_ignore_files(void **state) {
  static const struct {
    const char *text, *path;
    bool is_folder;
    int answer;
  } cases[] = {
      {"", "a", false, -1},
      {"# a\n\\#b\n", "#b", false, 1},
      {"# a\n", "# a", false, -1},
      {"a.yml", "a.yml", false, 1},
      {"a.yml\r\n", "x/y/a.yml", false, 1},
      {"*.yml\n!keep.yml\n", "x/keep.yml", false, 0},
      {"!keep.yml\n*.yml\n", "keep.yml", false, 1},
      {"/a.yml", "a.yml", false, 1},
      {"/a.yml", "x/a.yml", false, -1},
      {"x/a.yml", "x/a.yml", false, 1},
      {"x/a.yml", "y/x/a.yml", false, -1},
      {"build/", "build", true, 1},
      {"build/", "build", false, -1},
      {"build/", "x/build", true, 1},
      {"x/build/", "x/build", true, 1},
      {"a  \n", "a", false, 1},
      {"a\\  \n", "a ", false, 1},
      {"a\\ b\n", "a b", false, 1},
      {"a\t\n", "a", false, -1},
      {"\\!a\n", "!a", false, 1},
      {"!\n/\n//\n", "a", true, -1},
      {"\xEF\xBB\xBF"
       "a\n",
          "a", false, 1},
      {"**/gen/*.json", "a/b/gen/x.json", false, 1},
      {"gen/**", "gen/a/b", false, 1},
      {"*.[jJ]son", "A.Json", false, 1},
      {"*.d\n!*.d\n", "x.d", true, 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_ignore *ignore = aml_ignore_parse(*state, aml_sv_of(cases[i].text));
    int answer = aml_ignore_match(ignore, aml_sv_of(cases[i].path), cases[i].is_folder);
    if (answer != cases[i].answer) {
      fail_msg("'%s' and '%s': %d", cases[i].text, cases[i].path, answer);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(matches_globs),
      TEST_CASE(is_quick_on_hostile_patterns),
      TEST_CASE(reads_ignore_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
