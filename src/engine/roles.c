/* Files that say how the others are judged: what a change of one of them does is everything. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file_output.h"
#include "engine/own_file.h"
#include "source/paths.h"

aml_sv aml_engine_find_link(
    const aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks, aml_sv absolute) {
  char root[PATH_MAX];
  char place[PATH_MAX];
  if (realpath(aml_sv_cstr(inputs->arena, inputs->discovery.root), root) == NULL ||
      realpath(aml_sv_cstr(inputs->arena, absolute), place) == NULL) {
    const aml_presence unseen = {.error_number = aml_error_is_absence(errno) ? 0 : errno};
    changes->is_all = changes->is_all || unseen.error_number != 0;
    (void)aml_engine_sees(remarks, aml_engine_shown_path(inputs, absolute), unseen);
    return (aml_sv){NULL, 0};
  }
  aml_sv path = aml_path_relative(inputs->arena, aml_sv_of(root), aml_sv_of(place));
  bool is_itself = aml_sv_eq(path, aml_path_relative(inputs->arena, inputs->discovery.root, absolute));
  return is_itself || aml_path_is_outside(path) ? (aml_sv){NULL, 0} : aml_sv_dup(inputs->arena, path);
}

aml_sv aml_engine_find_linked_source(const aml_inputs *inputs, aml_changes *changes, aml_remarks *remarks,
    const aml_source *source, aml_folder_memo *memo) {
  struct stat about;
  if (source->file.len == 0) {
    return (aml_sv){NULL, 0};
  }
  aml_sv folder = aml_path_folder(source->file);
  if (!aml_sv_eq(folder, memo->folder)) {
    *memo = (aml_folder_memo){folder, aml_engine_find_link(inputs, changes, remarks, folder).len > 0};
  }
  bool is_plain = lstat(aml_sv_cstr(inputs->arena, source->file), &about) == 0 && !S_ISLNK(about.st_mode) &&
                  !source->is_named && !memo->is_linked;
  return is_plain ? (aml_sv){NULL, 0} : aml_engine_find_link(inputs, changes, remarks, source->file);
}

void aml_engine_note_role(const aml_own_reader *reader, aml_sv absolute) {
  aml_changes *changes = reader->changes;
  if (!changes->is_asked || reader->request->options.config_from.len > 0) {
    return; /* what is agreed does not change */
  }
  (void)aml_map_put(&changes->roles, aml_engine_shown_path(reader->inputs, absolute), changes);
  aml_sv place = aml_engine_find_link(reader->inputs, changes, reader->remarks, absolute);
  if (place.len > 0) {
    (void)aml_map_put(&changes->roles, place, changes);
  }
}

/* Whether the path says how to judge, or lies in a folder that does; or which tracked files are read at all.
 * What .gitignore hides is not tracked, so it is no part of what was before. */
bool aml_engine_has_role(const aml_request *request, const aml_changes *changes, aml_sv path) {
  const aml_map *roles = &changes->roles;
  bool is_found = aml_discover_is_ignore_file(path) && !request->options.no_ignore_files &&
                  request->options.config_from.len == 0;
  for (aml_sv at = path; at.len > 0 && !is_found; at = aml_path_folder(at)) {
    is_found = aml_map_find(roles, at) != NULL;
  }
  return is_found || aml_map_find(roles, AML_SV("")) != NULL || aml_map_find(roles, AML_SV(".")) != NULL;
}
