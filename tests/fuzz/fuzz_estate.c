/* Several files at once, each behind a line "-- file: NAME", as in scenarios: configuration, rules, policies,
 * exceptions, baseline, facts, aliases, context, an earlier audit, a template with parameters and a linked
 * one, YAML. They are written to a folder, for that is where amlint looks for most of them, linted, fixed and
 * audited. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/audit_record.h"
#include "engine/core.h"
#include "engine/fix.h"

#include "fuzz_documents.h"

/* What is always named is there, if only empty. */
static const struct {
  const char *name, *empty;
} files[] = {{"amlint.yml", NULL}, {"rule.yml", NULL}, {"policy.json", NULL}, {"exceptions.yml", NULL},
    {"baseline.json", NULL}, {"facts/vm-sizes.csv", NULL}, {"aliases.json", "[]"}, {"context.json", "{}"},
    {"main.json", NULL}, {"main.parameters.json", NULL}, {"linked.json", NULL}, {"cluster.yml", NULL},
    {"earlier.json", NULL}};
enum { FILES = sizeof files / sizeof files[0] };

static char folder[] = "/tmp/amlint-fuzz-XXXXXX";
static int folder_fd = -1;

static void leave_folder(void) {
  for (size_t i = 0; i < FILES; i++) {
    (void)unlinkat(folder_fd, files[i].name, 0);
  }
  (void)unlinkat(folder_fd, "facts", AT_REMOVEDIR);
  (void)rmdir(folder);
}

static amlint_engine *make_engine(void) {
  static const char *const aliases[] = {"aliases.json"};
  fuzz_check(mkdtemp(folder) != NULL);
  folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  fuzz_check(folder_fd >= 0 && mkdirat(folder_fd, "facts", S_IRWXU) == 0 && atexit(leave_folder) == 0);
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.folder = folder;
  options.as_of = "2026-11-01";
  options.context = "context.json";
  options.aliases = (amlint_list){aliases, 1};
  options.jobs = 1;
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  fuzz_check(engine != NULL);
  return engine;
}

static void write_file(const char *name, aml_sv text) {
  int fd = openat(folder_fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  fuzz_check(fd >= 0 && write(fd, text.data, text.len) == (ssize_t)text.len && close(fd) == 0);
}

/* The text of that file in the input; its data is NULL where it has none. */
static aml_sv find_text(aml_sv input, const char *name) {
  static const aml_sv mark = AML_SV_CONST("-- file: ");
  while (input.len > 0) {
    aml_sv line = aml_sv_split(&input, '\n');
    size_t end = aml_sv_starts(input, mark) ? 0 : aml_sv_find(input, AML_SV("\n-- file: "), 0);
    aml_sv text = aml_sv_slice(input, 0, end == AML_NPOS || end == 0 ? end : end + 1);
    if (aml_sv_starts(line, mark) && aml_sv_eq(aml_sv_slice(line, mark.len, line.len), aml_sv_of(name))) {
      return text.data == NULL ? AML_SV("") : text;
    }
    input = aml_sv_slice(input, text.len, input.len);
  }
  return (aml_sv){NULL, 0};
}

static void stage(aml_sv input) {
  for (size_t i = 0; i < FILES; i++) {
    aml_sv text = find_text(input, files[i].name);
    if (text.data != NULL) {
      write_file(files[i].name, text);
    } else if (files[i].empty != NULL) {
      write_file(files[i].name, aml_sv_of(files[i].empty));
    } else {
      (void)unlinkat(folder_fd, files[i].name, 0);
    }
  }
}

typedef struct session {
  aml_engine *core;
  aml_sv earlier;
  unsigned char choice;
} session;

static bool drop(void *ctx, const char *bytes, size_t n) {
  (void)bytes;
  *(size_t *)ctx += n;
  return true;
}

static bool is_well_formed(aml_arena *arena, const aml_source *like, aml_sv text) {
  aml_source source = {.id = like->id, .path = like->path};
  aml_diags diags;
  uint32_t bad_at;
  aml_diags_init(&diags, arena);
  return aml_source_fill(&source, arena, text, SIZE_MAX, &bad_at, NULL) == AML_OK &&
         !aml_tree_read(&source, arena, &diags)->is_broken;
}

static void fix(const session *self) {
  aml_arena *arena = &self->core->arena;
  aml_fixed fixed;
  aml_fix_collect(
      &self->core->result.run, self->choice % 2 == 0 ? AML_FIX_SAFE_ONLY : AML_FIX_UNSAFE_TOO, &fixed);
  for (size_t i = 0; i < fixed.files.count; i++) {
    const aml_fixed_file *file = fixed.files.items[i];
    fuzz_check(!is_well_formed(arena, file->source, file->before) ||
               is_well_formed(arena, file->source, file->after));
    (void)aml_fix_diff(arena, file);
  }
}

static void audit(const session *self) {
  aml_arena *arena = &self->core->arena;
  aml_audit record;
  aml_error error = {.text = ""};
  aml_diags diags;
  aml_source source = {.id = 1, .path = AML_SV("earlier.json")};
  uint32_t bad_at;
  aml_diags_init(&diags, arena);
  const aml_value *earlier = NULL;
  if (self->earlier.len > 0 &&
      aml_source_fill(&source, arena, self->earlier, SIZE_MAX, &bad_at, NULL) == AML_OK) {
    earlier = fuzz_root(aml_tree_read(&source, arena, &diags));
  }
  if (aml_engine_audit(self->core, earlier, &record, &error) == AML_OK) {
    size_t written = 0;
    fuzz_check(aml_audit_format_at(self->choice % 4)->write(&record, drop, &written));
  } else {
    fuzz_check(error.text[0] != '\0');
  }
}

static void use_run(void *ctx) {
  const session *self = ctx;
  fuzz_check(self->core->result.exit_status == 2 || !self->core->remarks.is_incomplete);
  fix(self);
  audit(self);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static amlint_engine *engine;
  if (engine == NULL) {
    engine = make_engine();
  }
  if (size == 0) {
    return 0;
  }
  aml_sv input = {(const char *)data, size};
  stage(input);
  session self = {aml_engine_core(engine), find_text(input, "earlier.json"), data[size - 1]};
  fuzz_check(amlint_add_path(engine, ".", NULL) == AMLINT_OK && amlint_run(engine, NULL) == AMLINT_OK);
  size_t written = 0;
  const char *format = self.choice % 2 == 0 ? "text" : "jsonl";
  fuzz_check(amlint_report(engine, format, NULL, drop, &written, NULL) == AMLINT_OK);
  fuzz_check(aml_guard_run(&self.core->arena, use_run, &self) == AML_OK);
  fuzz_check(amlint_engine_reset(engine, NULL) == AMLINT_OK);
  return 0;
}
