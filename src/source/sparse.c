#include "source/sparse.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/file_output.h"
#include "source/git.h"
#include "source/git_folder.h"
#include "source/paths.h"

static bool is_there(aml_arena *arena, aml_sv folder, const char *name) {
  return aml_path_may_be_there(aml_sv_format(arena, "%.*s/%s", AML_SV_ARG(folder), name).data);
}

static bool is_below(aml_sv path, const aml_texts *folders) {
  bool is_found = false;
  for (size_t i = 0; i < folders->count && !is_found; i++) {
    aml_sv folder = folders->items[i];
    is_found = folder.len == 0 || aml_path_is_below(folder, path);
  }
  return is_found;
}

void aml_sparse_leave_out(aml_walk *walk, const aml_texts *folders) {
  aml_texts skipped = {0};
  aml_error error;
  aml_sv folder = aml_git_folder(walk->arena, walk->base);
  aml_sv mark = aml_sv_format(walk->arena, "%.*s/info/sparse-checkout", AML_SV_ARG(folder));
  struct stat about;
  int error_number = lstat(mark.data, &about) == 0 ? 0 : errno;
  if (error_number == EACCES || aml_error_is_absence(error_number)) {
    return;
  }
  if (error_number != 0) {
    aml_walk_add_trouble(walk->out, walk->arena, mark, "cannot be opened", error_number);
    return;
  }
  if (aml_git_skipped(walk->arena, walk->base, &skipped, &error) != AML_OK) {
    walk->out->sparse_trouble = aml_sv_dup(walk->arena, aml_sv_of(error.text));
  }
  walk->is_all_tracked = true;
  for (size_t i = 0; i < skipped.count; i++) {
    aml_sv path = skipped.items[i];
    bool is_read = aml_discover_take(&walk->options->taker, path) == AML_TAKE_READ;
    if (is_read && is_below(path, folders) &&
        !is_there(walk->arena, walk->base, aml_sv_cstr(walk->arena, path)) &&
        !aml_walk_passes_over(walk, path)) {
      aml_left_out item = {path, AML_SV(AML_BY_SPARSE)};
      AML_VEC_PUSH(walk->arena, &walk->out->left_out, item);
    }
  }
}
