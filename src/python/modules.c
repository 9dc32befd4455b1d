#include "python/modules.h"

#include "base/limits.h"
#include "python/classes.h"
#include "source/paths.h"

void aml_py_modules_init(
    aml_py_modules *modules, aml_arena *arena, const aml_front_host *host, const aml_file *file) {
  *modules = (aml_py_modules){.host = host, .file = file, .path = file->source->path};
  aml_map_init(&modules->known, arena, AML_MAP_EXACT);
}

/* Packages that are never a repository's own, and are imported by nearly every program. */
static bool is_foreign(aml_sv module) {
  static const char *const packages[] = {"azure", "azureml", "os", "sys", "json", "argparse", "logging",
      "pathlib", "typing", "time", "datetime", "numpy", "pandas", "sklearn", "matplotlib", "mlflow", "torch"};
  aml_sv first = aml_sv_slice(module, 0, aml_sv_find_char(module, '.', 0));
  for (size_t i = 0; i < sizeof packages / sizeof packages[0]; i++) {
    if (aml_sv_eq(first, aml_sv_of(packages[i]))) {
      return true;
    }
  }
  return first.len == 0 && module.len == 0;
}

/* "pkg.config" as a path: "pkg/config". */
static aml_sv path_of(aml_arena *arena, aml_sv module) {
  char *text = aml_arena_alloc(arena, module.len + 1, 1);
  for (size_t i = 0; i < module.len; i++) {
    text[i] = module.data[i];
    if (text[i] == '.') {
      text[i] = '/';
    }
  }
  return (aml_sv){text, module.len};
}

static aml_file *open_in(const aml_py_modules *modules, aml_arena *arena, aml_sv folder, aml_sv module) {
  static const char *const endings[] = {".py", "/__init__.py"};
  aml_file *file = NULL;
  for (size_t i = 0; file == NULL && i < sizeof endings / sizeof endings[0]; i++) {
    aml_sv name = aml_sv_format(arena, "%.*s%s", AML_SV_ARG(module), endings[i]);
    file = aml_host_open(modules->host, aml_path_join(arena, folder, name));
  }
  return file;
}

/* The file of a module; NULL where there is none. */
static aml_file *open_module(const aml_py_modules *modules, aml_arena *arena, aml_sv module) {
  aml_sv folder = aml_path_folder(modules->path);
  size_t dots = 0;
  while (dots < module.len && module.data[dots] == '.') {
    dots++;
  }
  for (size_t i = 1; i < dots; i++) {
    folder = aml_path_folder(folder);
  }
  aml_sv path = path_of(arena, aml_sv_slice(module, dots, module.len));
  aml_file *file = path.len == 0 ? NULL : open_in(modules, arena, folder, path);
  bool is_elsewhere = file == NULL && dots == 0 && path.len > 0 && folder.len > 0;
  return is_elsewhere ? open_in(modules, arena, (aml_sv){NULL, 0}, path) : file;
}

/* The text of a module, of which nothing is kept where it was only searched for marks. */
static aml_sv text_of(const aml_file *file, aml_arena *arena) {
  if (file->source->bytes.len > 0 || file->is_given) {
    return file->source->bytes.len > 0 ? file->source->bytes : file->given;
  }
  aml_source copy = *file->source;
  uint32_t bad_at;
  aml_error error;
  bool is_read =
      copy.file.len > 0 && aml_source_read(&copy, arena, AML_LIMIT_FILE_BYTES, &bad_at, &error) == AML_OK;
  return is_read ? copy.bytes : (aml_sv){NULL, 0};
}

static const aml_py_run *read_module(aml_py_modules *modules, aml_arena *arena, aml_sv module) {
  aml_py_run *run = aml_map_find(&modules->known, module);
  if (run != NULL) {
    return run;
  }
  run = AML_NEW(arena, aml_py_run);
  (void)aml_map_put(&modules->known, module, run);
  const aml_file *file = is_foreign(module) ? NULL : open_module(modules, arena, module);
  if (file == NULL) {
    return run;
  }
  aml_diags none;
  aml_diags_init(&none, arena); /* of the module as a file of its own */
  aml_source *source = AML_NEW(arena, aml_source);
  *source = (aml_source){.id = file->source->id, .bytes = text_of(file, arena)};
  const aml_guest *text = aml_guest_whole(arena, source);
  aml_py_tokens *tokens = AML_NEW(arena, aml_py_tokens);
  *tokens = aml_py_read_tokens(arena, text->text, 0, text->text.len);
  aml_py_follow(run, arena, text, tokens, &none);
  run->module = run->room.is_cut ? NULL : run->module; /* any name may have any value */
  return run;
}

const aml_py_value *aml_py_module_value(void *ctx, aml_arena *arena, aml_sv module, aml_sv name) {
  const aml_py_run *run = read_module(ctx, arena, module);
  const aml_py_binding *binding = run->module == NULL ? NULL : aml_map_find(&run->module->bindings, name);
  if (binding == NULL || binding->value == NULL) {
    return NULL;
  }
  if (binding->value->what == AML_PY_IMPORTED && binding->times == 1 &&
      aml_py_class_find(binding->value->path) != NULL) {
    return binding->value; /* of an SDK, handed on */
  }
  if (binding->value->what != AML_PY_DATA) {
    return NULL;
  }
  const aml_value *data = aml_py_settled(binding->value)->data;
  if (binding->times == 1) { /* where it stands cannot be shown: nobody asked for that file */
    return aml_py_value_of(arena, aml_value_moved(arena, data, AML_NO_SPAN, NULL, data->flags));
  }
  return aml_py_unknown(arena, AML_NO_SPAN,
      "'%.*s' is bound several times in the module '%.*s'; give it one value to have this checked",
      AML_SV_ARG(name), AML_SV_ARG(module));
}

/* Whether __all__ names it; without one, whatever does not begin with '_' is meant. */
static aml_truth is_exported(const aml_py_run *run, aml_sv name) {
  const aml_py_binding *all = aml_map_find(&run->module->bindings, AML_SV("__all__"));
  if (all == NULL) {
    return aml_sv_starts(name, AML_SV("_")) ? AML_FALSE : AML_TRUE;
  }
  const aml_value *list = all->value == NULL ? NULL : all->value->data;
  if (all->times != 1 || !aml_value_is(list, AML_ARRAY) || aml_value_has(list, AML_VALUE_OPEN)) {
    return AML_MAYBE;
  }
  bool is_unsure = false;
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *item = list->as.array.items[i];
    if (item->kind == AML_STRING && aml_sv_eq(item->as.string, name)) {
      return AML_TRUE;
    }
    is_unsure = is_unsure || item->kind != AML_STRING;
  }
  return is_unsure ? AML_MAYBE : AML_FALSE;
}

bool aml_py_module_star(void *ctx, aml_arena *arena, aml_sv module, aml_sv name, const aml_py_value **value) {
  const aml_py_run *run = read_module(ctx, arena, module);
  *value = NULL;
  if (run->module == NULL) {
    return true;
  }
  aml_truth is_meant = is_exported(run, name);
  const aml_py_binding *binding = aml_map_find(&run->module->bindings, name);
  if (is_meant == AML_FALSE || (binding == NULL && run->stars.count == 0)) {
    return false;
  }
  *value =
      is_meant == AML_TRUE && run->stars.count == 0 ? aml_py_module_value(ctx, arena, module, name) : NULL;
  return true;
}
