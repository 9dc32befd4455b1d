#include "source/discover.h"

#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "test.h"

typedef struct place { /* a folder of its own for each case */
  aml_arena arena;
  char root[64];
} place;

static int set_up(void **state) {
  place *p = calloc(1, sizeof *p);
  aml_arena_init(&p->arena, SIZE_MAX);
  (void)snprintf(p->root, sizeof p->root, "/tmp/amlint-discover-XXXXXX");
  *state = p;
  return mkdtemp(p->root) == NULL ? -1 : 0;
}

/* fts changes into the folders, so that it does not mind how long whole paths are. */
static int remove_all(char *root) {
  char *roots[] = {root, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL, NULL);
  int failures = walk == NULL ? 1 : 0;
  for (const FTSENT *entry = walk == NULL ? NULL : fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    if (entry->fts_info != FTS_D) {
      failures += remove(entry->fts_accpath) == 0 ? 0 : 1;
    }
  }
  return walk != NULL && fts_close(walk) == 0 ? failures : 1;
}

static int tear_down(void **state) {
  place *p = *state;
  int result = remove_all(p->root);
  aml_arena_release(&p->arena);
  free(p);
  return result;
}

static const char *path_of(place *p, const char *name) {
  return aml_sv_format(&p->arena, "%s/%s", p->root, name).data;
}

/* Writes a file and makes the folders above it. */
static void put(place *p, const char *name, const char *text) {
  char *path = strdup(path_of(p, name));
  for (char *slash = strchr(path + strlen(p->root) + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    (void)mkdir(path, 0700);
    *slash = '/';
  }
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  free(path);
}

static aml_sv join_paths(place *p, const aml_discovery *found) {
  aml_strbuf out;
  aml_strbuf_init(&out, &p->arena, SIZE_MAX);
  for (size_t i = 0; i < found->files.count; i++) {
    aml_strbuf_addf(&out, "%s%s%.*s", i == 0 ? "" : " ", found->files.items[i].is_named ? "!" : "",
        AML_SV_ARG(found->files.items[i].path));
  }
  return aml_strbuf_view(&out);
}

static aml_discovery discover(
    place *p, aml_discover_options options, const char *const *names, size_t count) {
  aml_sv paths[8];
  assert_true(count <= COUNT(paths));
  for (size_t i = 0; i < count; i++) {
    paths[i] = aml_sv_of(names[i]);
  }
  aml_discovery found;
  options.working_folder = options.working_folder.len > 0 ? options.working_folder : aml_sv_of(p->root);
  aml_discover(&found, &p->arena, paths, count, &options);
  return found;
}

static aml_discovery discover_all(place *p) {
  static const char *const here[] = {"."};
  return discover(p, (aml_discover_options){.no_ignore_files = false}, here, 1);
}

static void sorts_and_filters(void **state) {
  place *p = *state;
  static const char *const names[] = {"b.yml", "a.json", "a/z.YAML", "a/c.jsonc", "a-b.yml", "x.txt", "Z.yml",
      ".git/config.yml", "n/node_modules/x.json", ".github/w.yml"};
  for (size_t i = 0; i < COUNT(names); i++) {
    put(p, names[i], "");
  }
  aml_discovery found = discover_all(p);
  assert_sv_equal(
      join_paths(p, &found), AML_SV(".github/w.yml Z.yml a-b.yml a.json a/c.jsonc a/z.YAML b.yml"));
  assert_sv_equal(found.root, aml_sv_of(p->root));
  assert_sv_equal(found.files.items[3].file, aml_sv_of(path_of(p, "a.json")));
}

static void takes_what_is_named(void **state) {
  place *p = *state;
  put(p, ".git/config", "");
  put(p, ".gitignore", "*.yml\n");
  put(p, "sub/a.yml", "");
  put(p, "sub/b.txt", "");
  put(p, "sub/c.json", "");
  static const char *const names[] = {"a.yml", "./b.txt", ".", "../sub/b.txt", "none.json"};
  aml_discover_options options = {.working_folder = aml_sv_of(path_of(p, "sub"))};
  aml_discovery found = discover(p, options, names, COUNT(names));
  assert_sv_equal(join_paths(p, &found), AML_SV("!sub/a.yml !sub/b.txt sub/c.json"));
  assert_sv_equal(found.root, aml_sv_of(p->root));
  assert_int_equal(found.troubles.count, 1);
  assert_sv_equal(found.troubles.items[0].path, AML_SV("none.json"));
  assert_sv_equal(found.troubles.items[0].text, AML_SV("cannot be opened: No such file or directory"));
  options.exclude_named = true;
  found = discover(p, options, names, COUNT(names));
  assert_sv_equal(join_paths(p, &found), AML_SV("!sub/b.txt sub/c.json"));
  options.no_ignore_files = true;
  found = discover(p, options, names, 1);
  assert_sv_equal(join_paths(p, &found), AML_SV("!sub/a.yml"));
}

static void honours_ignore_files(void **state) {
  place *p = *state;
  static const char *const names[] = {"a.yml", "keep/a.yml", "keep/b.yml", "gone/x.yml", "info.yml",
      "own.json", "back.json", "deep/er/a.json", "deep/er/b.json"};
  for (size_t i = 0; i < COUNT(names); i++) {
    put(p, names[i], "");
  }
  put(p, ".git/info/exclude", "info.yml\nback.json\n");
  put(p, ".gitignore", "a.yml\ngone/\n!gone/x.yml\n");
  put(p, "keep/.gitignore", "!a.yml\n");
  put(p, ".amlintignore", "own.json\n!back.json\n");
  put(p, "deep/.amlintignore", "/er/*\n!/er/b.json\n");
  aml_discovery found = discover_all(p);
  assert_sv_equal(join_paths(p, &found), AML_SV("back.json deep/er/b.json keep/a.yml keep/b.yml"));
  assert_int_equal(found.ignored, 2); /* by git */
  assert_int_equal(found.left_out.count, 2);
  assert_sv_equal(found.left_out.items[0].path, AML_SV("deep/er/a.json"));
  assert_sv_equal(found.left_out.items[1].path, AML_SV("own.json"));
  assert_sv_equal(found.left_out.items[1].by, AML_SV(".amlintignore"));
  static const char *const here[] = {"."};
  aml_sv exclude = AML_SV("/keep");
  found = discover(p, (aml_discover_options){.exclude = &exclude, .exclude_count = 1}, here, 1);
  assert_sv_equal(join_paths(p, &found), AML_SV("back.json deep/er/b.json"));
  found = discover(p, (aml_discover_options){.no_ignore_files = true}, here, 1);
  assert_int_equal(found.files.count, COUNT(names));
  /* A folder below sees the rules of those above it. */
  static const char *const below[] = {"deep/er", "keep"};
  found = discover(p, (aml_discover_options){.exclude_count = 0}, below, 2);
  assert_sv_equal(join_paths(p, &found), AML_SV("deep/er/b.json keep/a.yml keep/b.yml"));
}

static void minds_links_and_odd_files(void **state) {
  place *p = *state;
  put(p, "real/a.yml", "");
  assert_int_equal(symlink(p->root, path_of(p, "real/loop")), 0);
  assert_int_equal(symlink("a.yml", path_of(p, "real/inside.yml")), 0);
  assert_int_equal(symlink("/etc/hostname", path_of(p, "real/outside.yml")), 0);
  assert_int_equal(symlink("nowhere", path_of(p, "real/broken.yml")), 0);
  assert_int_equal(symlink("real", path_of(p, "link")), 0);
  assert_int_equal(mkfifo(path_of(p, "pipe.yml"), 0600), 0);
  aml_discovery found = discover_all(p);
  assert_sv_equal(join_paths(p, &found), AML_SV("real/a.yml real/inside.yml"));
  static const char *const names[] = {"pipe.yml", "/dev/null", "link"};
  found = discover(p, (aml_discover_options){.exclude_count = 0}, names, COUNT(names));
  assert_sv_equal(join_paths(p, &found), AML_SV("link/a.yml link/inside.yml"));
  assert_int_equal(found.troubles.count, 2);
  assert_sv_equal(found.troubles.items[0].text, AML_SV("is a device, not a file"));
  assert_sv_equal(found.troubles.items[1].text, AML_SV("is a pipe, not a file"));
}

enum { NOBODY = 65534 };

static void says_which_folder_is_closed(void **state) {
  place *p = *state;
  put(p, "a.yml", "");
  put(p, "closed/b.yml", "");
  assert_int_equal(chmod(p->root, 0755), 0);
  assert_int_equal(chmod(path_of(p, "closed"), 0), 0);
  bool is_root = geteuid() == 0; /* to whom nothing is closed */
  assert_int_equal(is_root ? seteuid(NOBODY) : 0, 0);
  aml_discovery found = discover_all(p);
  assert_int_equal(is_root ? seteuid(0) : 0, 0);
  assert_int_equal(chmod(path_of(p, "closed"), 0700), 0);
  assert_sv_equal(join_paths(p, &found), AML_SV("a.yml"));
  assert_int_equal(found.troubles.count, 1);
  assert_sv_equal(found.troubles.items[0].path, AML_SV("closed"));
  assert_sv_equal(found.troubles.items[0].text, AML_SV("cannot be opened: Permission denied"));
}

/* Deeper than any path may be long: what can be reached is found, the rest is said. */
static void survives_deep_folders(void **state) {
  place *p = *state;
  enum { LEVELS = 60, NAME = 100 };
  char name[NAME + 1];
  memset(name, 'd', NAME);
  name[NAME] = '\0';
  int folder = open(p->root, O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < LEVELS; i++) {
    assert_int_equal(mkdirat(folder, name, 0700), 0);
    int inner = openat(folder, name, O_RDONLY | O_DIRECTORY);
    assert_true(inner >= 0);
    assert_int_equal(close(folder), 0);
    folder = inner;
    int file = openat(folder, "x.yml", O_CREAT | O_WRONLY, 0600);
    assert_int_equal(close(file), 0);
  }
  assert_int_equal(close(folder), 0);
  aml_discovery found = discover_all(p);
  assert_true(found.files.count > 30 && found.files.count < LEVELS);
  assert_int_equal(found.troubles.count, 1);
  assert_sv_equal(found.troubles.items[0].text, AML_SV("cannot be opened: File name too long"));
}

static uint32_t next_random(uint32_t *seed) {
  *seed = *seed * 1664525U + 1013904223U;
  return *seed >> 8;
}

#define PICK(seed, list) (list)[next_random(seed) % COUNT(list)]

static const char *make_patterns(place *p, uint32_t *seed) {
  static const char *const parts[] = {"a", "b", "ab", "*", "**", "?", "[ab]", "[!a]", "a*", "*b", "*.yml",
      "c.yml", "d.json", "\\a", "**b", "[a-b]?"};
  static const char *const separators[] = {"/", "/", "\n", "\n", "\n!", "/\n", "\n/", " \n", "\r\n"};
  aml_strbuf out;
  aml_strbuf_init(&out, &p->arena, SIZE_MAX);
  for (uint32_t n = 1 + next_random(seed) % 8; n > 0; n--) {
    aml_strbuf_addf(&out, "%s%s", PICK(seed, parts), PICK(seed, separators));
  }
  return aml_strbuf_view(&out).data;
}

static const char *make_name(place *p, uint32_t *seed) {
  static const char *const folders[] = {"a", "b", "ab", "ba", "x"};
  static const char *const files[] = {"c.yml", "d.json", "a.yml", "b.json", "ab.yaml"};
  aml_strbuf out;
  aml_strbuf_init(&out, &p->arena, SIZE_MAX);
  for (uint32_t n = next_random(seed) % 4; n > 0; n--) {
    aml_strbuf_addf(&out, "%s/", PICK(seed, folders));
  }
  aml_strbuf_addf(&out, "%s", PICK(seed, files));
  return aml_strbuf_view(&out).data;
}

/* What git lists as tracked, or as untracked and not ignored, sorted as git sorts. */
static aml_sv ask_git(place *p) {
  aml_sv command = aml_sv_format(&p->arena,
      "cd %s && LC_ALL=C git -c core.excludesFile=/dev/null ls-files --cached --others --exclude-standard -- "
      "'*.yml' '*.json' '*.yaml' | LC_ALL=C sort | tr '\\n' ' '",
      p->root);
  FILE *git = popen(command.data, "r"); /* NOLINT(cert-env33-c): a test */
  assert_non_null(git);
  aml_strbuf out;
  aml_strbuf_init(&out, &p->arena, SIZE_MAX);
  for (int c = fgetc(git); c != EOF; c = fgetc(git)) {
    aml_strbuf_add_char(&out, (char)c);
  }
  assert_int_equal(pclose(git), 0);
  return aml_sv_trim(aml_strbuf_view(&out));
}

static void agrees_with_git(void **state) {
  place *p = *state;
  if (system("git --version >/dev/null 2>&1") != 0) { /* NOLINT(cert-env33-c): a test */
    skip();
  }
  uint32_t seed = 42;
  for (int round = 0; round < 40; round++) {
    char root[sizeof p->root];
    memcpy(root, p->root, sizeof root);
    (void)snprintf(p->root, sizeof p->root, "%.40s/%d", root, round);
    assert_int_equal(mkdir(p->root, 0700), 0);
    put(p, "first.yml", "");
    aml_sv init = aml_sv_format(&p->arena, "git init -q %s", p->root);
    assert_int_equal(system(init.data), 0); /* NOLINT(cert-env33-c): a test */
    for (int i = 0; i < 40; i++) {
      if (i == 6) { /* some are tracked before there is a rule, so that none hides them */
        aml_sv add = aml_sv_format(&p->arena, "git -C %s add .", p->root);
        assert_int_equal(system(add.data), 0); /* NOLINT(cert-env33-c): a test */
      }
      put(p, make_name(p, &seed), "");
    }
    put(p, ".gitignore", make_patterns(p, &seed));
    put(p, "a/.gitignore", make_patterns(p, &seed));
    put(p, "b/a/.gitignore", make_patterns(p, &seed));
    put(p, ".git/info/exclude", make_patterns(p, &seed));
    aml_discovery found = discover_all(p);
    assert_sv_equal(join_paths(p, &found), ask_git(p));
    memcpy(p->root, root, sizeof root);
  }
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(sorts_and_filters),
      CASE(takes_what_is_named),
      CASE(honours_ignore_files),
      CASE(minds_links_and_odd_files),
      CASE(says_which_folder_is_closed),
      CASE(survives_deep_folders),
      CASE(agrees_with_git),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
