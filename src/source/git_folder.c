#include "source/git_folder.h"

#include "source/source.h"

enum { MOST_BYTES = 32 << 20 };

aml_sv aml_git_folder_text(aml_arena *arena, aml_sv folder, aml_sv name) {
  aml_source source = {.file = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(folder), AML_SV_ARG(name))};
  uint32_t bad_at;
  aml_status status = aml_source_read(&source, arena, MOST_BYTES, &bad_at, NULL);
  return status == AML_OK ? aml_sv_trim(source.bytes) : (aml_sv){NULL, 0};
}

aml_sv aml_git_resolve(aml_arena *arena, aml_sv folder, aml_sv path) {
  bool is_absolute = aml_sv_starts(path, AML_SV("/"));
  return is_absolute ? path : aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(folder), AML_SV_ARG(path));
}

aml_sv aml_git_folder(aml_arena *arena, aml_sv top) {
  static const aml_sv mark = AML_SV_CONST("gitdir:");
  aml_sv pointer = aml_git_folder_text(arena, top, AML_SV(".git"));
  return aml_sv_starts(pointer, mark)
             ? aml_git_resolve(arena, top, aml_sv_trim(aml_sv_slice(pointer, mark.len, pointer.len)))
             : aml_sv_format(arena, "%.*s/.git", AML_SV_ARG(top));
}
