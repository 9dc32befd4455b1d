#include "script/named.h"

#include "source/paths.h"
#include "tree/reason.h"

const aml_value *aml_az_file_named(const aml_az_call *call) {
  const aml_value *name = aml_az_value(call, "--file");
  return name != NULL ? name : aml_az_value(call, "--template-file");
}

/* A file that is written in the same host: by a here-document, or a cell of a notebook. */
static aml_file *find_guest(const aml_file *file, aml_arena *arena, aml_sv name) {
  for (size_t i = 0; i < file->guests.count; i++) {
    aml_file *guest = file->guests.items[i];
    aml_file *inner = aml_sv_eq(aml_path_join(arena, (aml_sv){0}, guest->name), name)
                          ? guest
                          : find_guest(guest, arena, name); /* as deep as guests are */
    if (inner != NULL) {
      return inner;
    }
  }
  return NULL;
}

typedef struct use_search {
  const aml_front_host *host;
  aml_arena *arena;
  const aml_file *file; /* that names it */
  bool is_any_kind;
  aml_file *found;
  bool is_several;
} use_search;

/* A path seen from the folder of the file, and from those above it. */
static void find_below(use_search *search, aml_sv path) {
  aml_sv folder = search->file->source->path;
  do {
    folder = aml_path_folder(folder);
    aml_file *one = aml_host_open(search->host, aml_path_join(search->arena, folder, path));
    bool is_it = one != NULL && one != search->file && (search->is_any_kind || one->front != NULL);
    search->is_several = search->is_several || (is_it && search->found != NULL && search->found != one);
    search->found = is_it ? one : search->found;
  } while (folder.len > 0);
}

static aml_file *find_used(const aml_front_host *host, aml_arena *arena, const aml_file *file,
    const aml_value *name, bool is_any_kind) {
  aml_sv written = aml_value_text(name);
  bool is_path = written.len > 0 && written.data[0] != '/' && written.data[0] != '~' &&
                 aml_sv_find(written, AML_SV("://"), 0) == AML_NPOS;
  if (!is_path) {
    return NULL;
  }
  aml_file *found = find_guest(aml_file_holder(file), arena, aml_path_join(arena, (aml_sv){0}, written));
  if (found != NULL) {
    return found;
  }
  use_search search = {host, arena, file, is_any_kind, NULL, false};
  find_below(&search, written);
  const aml_file *holder = aml_file_holder(file);
  for (size_t i = 0; search.found == NULL && i < holder->folders.count; i++) {
    find_below(&search, aml_path_join(arena, holder->folders.items[i], written));
  }
  return search.is_several ? NULL : search.found;
}

aml_file *aml_use_find(
    const aml_front_host *host, aml_arena *arena, const aml_file *file, const aml_value *name) {
  return find_used(host, arena, file, name, false);
}

aml_file *aml_use_open(
    const aml_front_host *host, aml_arena *arena, const aml_file *file, const aml_value *name) {
  return find_used(host, arena, file, name, true);
}

/* Whether what the call makes may be compute, or decides about it. */
static bool is_of_concern(const aml_az_call *call, bool speaks) {
  aml_az_verb verb = call->command->verb;
  return verb == AML_AZ_COMPUTE_CREATE || verb == AML_AZ_COMPUTE_UPDATE || verb == AML_AZ_WORKSPACE_CREATE ||
         verb == AML_AZ_WORKSPACE_UPDATE || (verb == AML_AZ_DEPLOYMENT_CREATE && speaks);
}

void aml_use_say_missing(const aml_front_host *host, const aml_file *file, const aml_az_call *call,
    bool speaks, aml_diags *diags) {
  const aml_value *name = aml_az_file_named(call);
  const aml_value *uri = aml_az_value(call, "--template-uri");
  if (!is_of_concern(call, speaks) || (name == NULL && uri == NULL)) {
    return;
  }
  if (name == NULL) {
    aml_diags_add(diags, "AML004", uri->span,
        "The template of this command is remote and was not fetched; what it deploys was not checked.");
  } else if (name->kind == AML_UNKNOWN) {
    aml_diags_add(diags, "AML004", name->span,
        "Which file this command uses is not known, since %.*s; the effect of the command was not checked.",
        AML_SV_ARG(aml_reason_what(name->as.unknown->reason)));
  } else if (aml_use_open(host, diags->arena, file, name) == NULL) {
    aml_diags_add(diags, "AML004", name->span,
        "The file '%.*s', which this command uses, does not exist, exists more than once, or is outside the "
        "root; it was not checked.",
        AML_SV_ARG(name->as.string));
  }
}

const aml_value *aml_request_file(const aml_az_call *call, aml_variables *variables) {
  const char *option = call->command->verb == AML_AZ_REST ? "--body" : "--properties";
  const aml_az_given *given = aml_az_option_given(call, option);
  const aml_shell_argument *argument = given == NULL || given->count == 0 ? NULL : &given->values[0];
  aml_sv text = argument == NULL ? (aml_sv){0} : aml_value_text(argument->value);
  bool is_file = aml_sv_starts(text, AML_SV("@")) && !aml_sv_eq(text, AML_SV("@-"));
  return is_file ? aml_shell_argument_after(variables, call->index, argument, 1).value : NULL;
}
