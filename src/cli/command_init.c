/* amlint init: a configuration to start from, with what the tree shows. */
#include "base/strbuf.h"
#include "cli/app.h"
#include "engine/embedded.h"
#include "engine/front_ends.h"
#include "source/discover.h"
#include "source/paths.h"

/* Folders of what is shown or tried and never deployed, by their usual names. */
static const char *const names[] = {
    "demo", "demos", "example", "examples", "sample", "samples", "test", "tests", "tutorial", "tutorials"};
enum { NAMES = sizeof names / sizeof names[0] };

typedef struct classes { /* which of the folders are there: at the top, or further below */
  bool is_top[NAMES], is_below[NAMES];
  const aml_trouble *trouble; /* the first place that could not be looked at; NULL for none */
} classes;

static void take_path(classes *found, aml_sv path) {
  bool is_top = true;
  for (aml_sv rest = path; rest.len > 0; is_top = false) {
    aml_sv part = aml_sv_split(&rest, '/');
    for (size_t i = 0; i < NAMES && rest.len > 0; i++) {
      if (aml_sv_eq(part, aml_sv_of(names[i]))) {
        found->is_top[i] = found->is_top[i] || is_top;
        found->is_below[i] = found->is_below[i] || !is_top;
      }
    }
  }
}

/* Of the files that would be read, what lies below the folder. */
static classes look_at(aml_app *app, aml_sv folder) {
  const aml_discover_options how = {
      .working_folder = aml_app_folder(app), .taker = aml_front_ends_taker(&aml_all_front_ends)};
  aml_discovery found;
  aml_discover(&found, app->arena, &folder, 1, &how);
  aml_sv absolute = aml_path_join(app->arena, how.working_folder, folder);
  aml_sv below = aml_path_relative(app->arena, found.root, absolute);
  classes out = {.trouble = found.troubles.count > 0 ? &found.troubles.items[0] : NULL};
  for (size_t i = 0; i < found.files.count; i++) {
    aml_sv path = found.files.items[i].path;
    bool is_root = below.len == 0 || aml_sv_eq(below, AML_SV("."));
    take_path(&out, is_root ? path : aml_path_relative(app->arena, below, path));
  }
  return out;
}

/* As YAML has them in a list: those further below begin with stars and are quoted. */
static aml_sv list_patterns(aml_arena *arena, const classes *found) {
  aml_strbuf list;
  aml_strbuf_init(&list, arena, SIZE_MAX);
  for (size_t i = 0; i < NAMES; i++) {
    if (!found->is_top[i] && !found->is_below[i]) {
      continue;
    }
    aml_strbuf_add(&list, aml_strbuf_view(&list).len > 0 ? AML_SV(", ") : AML_SV(""));
    if (found->is_below[i]) {
      aml_strbuf_addf(&list, "\"**/%s/**\"", names[i]);
    } else {
      aml_strbuf_addf(&list, "%s/**", names[i]);
    }
  }
  return aml_strbuf_view(&list);
}

/* The example with settings for those patterns in place of those that it shows in a comment. */
static aml_sv fill_in(aml_arena *arena, aml_sv patterns) {
  aml_sv example = aml_embedded_example();
  size_t begin = patterns.len == 0 ? AML_NPOS : aml_sv_find(example, AML_SV("# overrides:\n"), 0);
  size_t end = begin == AML_NPOS ? AML_NPOS : aml_sv_find(example, AML_SV("\n\n"), begin);
  if (end == AML_NPOS) {
    return example;
  }
  return aml_sv_format(arena,
      "%.*s# Samples and tests: report only what breaks, exposes or is retired.\noverrides:\n  - paths: "
      "[%.*s]\n    profile: minimal%.*s",
      (int)begin, example.data, AML_SV_ARG(patterns), AML_SV_ARG(aml_sv_slice(example, end, example.len)));
}

int aml_command_init(aml_app *app) {
  const aml_words *given = &app->arguments.operands;
  if (given->count > 1) {
    return aml_app_complain(app, "Name one folder, or none for the working folder.");
  }
  aml_sv folder = given->count == 0 ? AML_SV(".") : aml_sv_of(given->items[0]);
  aml_sv path = aml_path_join(app->arena, folder, AML_SV("amlint.yml"));
  const classes found = look_at(app, folder);
  aml_sv patterns = list_patterns(app->arena, &found);
  aml_error error;
  if (aml_file_create(app->arena, path, fill_in(app->arena, patterns), &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_app_printf(
      app, "Wrote '%.*s'; name in it the workspaces that your files belong to.\n", AML_SV_ARG(path));
  if (patterns.len > 0) {
    aml_app_printf(app,
        "It sets the profile 'minimal' for the folders of samples and tests: %.*s. Remove that if they are "
        "deployed.\n",
        AML_SV_ARG(patterns));
  }
  if (found.trouble != NULL) {
    return aml_app_complain(app, "'%.*s' %.*s, so it was not searched for samples and tests.",
        AML_SV_ARG(found.trouble->path), AML_SV_ARG(found.trouble->text));
  }
  return AML_EXIT_CLEAN;
}
