/* What a file takes from another one by loading: texts, values and the names of files (language reference of
 * Bicep: file functions). */
#include "arm/template_expansion.h"
#include "base/number.h"
#include "base/utf8.h"
#include "source/paths.h"
#include "tree/read.h"

const aml_value *aml_arm_fail_missing(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv path) {
  if (aml_arm_is_kept_elsewhere(path)) {
    if (eval->silence == 0) {
      aml_arm_report_module(names->run, call->args[0]->span, path);
    }
    return aml_eval_unknown(eval, AML_KINDS_ANY, "the module '%.*s' is not available", AML_SV_ARG(path));
  }
  return aml_eval_fail(eval, call,
      "The file '%.*s' does not exist, is of another kind, or is outside the root; what is imported from it "
      "is not known.",
      AML_SV_ARG(path));
}

/* How much Bicep loads of a file (Bicep's reference of file functions): characters of a text and of a tree,
 * bytes of what becomes base64. */
enum { LOADED_TEXT = 131072, LOADED_TREE = 1048576, LOADED_BASE64 = 98304, BYTES_FOR_STEP = 256 };

/* The file that the first argument names, if it is no longer than `most`. NULL where it is at hand; else what
 * the call gives. */
static const aml_value *open_loaded(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, size_t most, aml_arm_loaded *out) {
  const aml_arm_files *files = names->run->input->files;
  const aml_value *path = call->arg_count > 0 ? aml_eval_arg(eval, call, 0) : NULL;
  if (path == NULL || (path->kind != AML_STRING && path->kind != AML_UNKNOWN)) {
    return aml_eval_fail(eval, call, "Expected the path of a file.");
  }
  if (path->kind == AML_UNKNOWN) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, "%.*s", AML_SV_ARG(path->as.unknown->reason));
  }
  aml_sv target = aml_arm_resolve_path(names->run, names->path, path->as.string);
  bool is_there =
      target.len > 0 && files != NULL && files->load != NULL && files->load(files->ctx, target, out);
  if (!is_there) {
    return aml_arm_fail_missing(names, eval, call, path->as.string);
  }
  if (out->text.data == NULL) {
    return aml_eval_unknown(
        eval, AML_KINDS_ANY, "the file '%.*s' contains no readable text", AML_SV_ARG(path->as.string));
  }
  aml_arena_spend(eval->arena, out->text.len / BYTES_FOR_STEP);
  bool is_bytes = most == LOADED_BASE64;
  bool is_long = out->text.len > most && (is_bytes || aml_utf8_length(out->text) > most);
  return is_long ? aml_eval_fail(eval, call, "The file '%.*s' is longer than the %zu %s that Bicep loads.",
                       AML_SV_ARG(path->as.string), most, is_bytes ? "bytes" : "characters")
                 : NULL;
}

/* Whether reading the file in the encoding that an argument names gives the text that is at hand: all agree
 * on ASCII but those of two bytes, which Bicep's reader takes a file without a mark of its order for. */
static bool has_plain_encoding(
    aml_eval *eval, const aml_expr *call, size_t argument, const aml_arm_loaded *loaded) {
  if (call->arg_count <= argument) {
    return true;
  }
  aml_sv name = aml_value_text(aml_eval_arg(eval, call, argument));
  if (aml_sv_istarts(name, AML_SV("utf-16"))) {
    return !loaded->is_verbatim;
  }
  return aml_sv_ieq(name, AML_SV("utf-8")) ||
         (name.len > 0 && aml_utf8_length(loaded->text) == loaded->text.len);
}

static const aml_value *fail_encoding(aml_eval *eval) {
  return aml_eval_unknown(
      eval, AML_KINDS_ANY, "a file in this encoding is not read; write it in UTF-8 to have it checked");
}

static const aml_value *call_load_base64(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_loaded loaded = {.root = NULL};
  const aml_value *failure = open_loaded(names, eval, call, LOADED_BASE64, &loaded);
  return failure != NULL      ? failure
         : loaded.is_verbatim ? aml_value_string(eval->arena, loaded.text, call->span)
                              : fail_encoding(eval);
}

static const aml_value *call_load_text(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_loaded loaded = {.root = NULL};
  const aml_value *failure = open_loaded(names, eval, call, LOADED_TEXT, &loaded);
  if (failure != NULL) {
    return failure;
  }
  return has_plain_encoding(eval, call, 1, &loaded) ? aml_value_string(eval->arena, loaded.text, call->span)
                                                    : fail_encoding(eval);
}

/* The next name or number of a path such as "$.a['b'][0]"; empty at its end. False where it is none. */
static bool next_step(aml_sv path, size_t *at, aml_sv *step, bool *is_index) {
  bool is_bracket = path.data[*at] == '[';
  *at += path.data[*at] == '.' || is_bracket;
  size_t begin = *at;
  if (is_bracket) {
    size_t close = aml_sv_find_char(path, ']', begin);
    if (close == AML_NPOS || close == begin) {
      return false;
    }
    *at = close + 1;
    *step = aml_sv_slice(path, begin, close);
    int64_t index;
    *is_index = aml_int_parse(*step, &index) && index >= 0;
    bool is_quoted = step->len >= 2 && (*step->data == '\'' || *step->data == '"');
    *step = is_quoted ? aml_sv_slice(*step, 1, step->len - 1) : *step;
    return is_quoted || *is_index;
  }
  while (*at < path.len && path.data[*at] != '.' && path.data[*at] != '[') {
    ++*at;
  }
  *step = aml_sv_slice(path, begin, *at);
  *is_index = false;
  return step->len > 0 && aml_sv_find_char(*step, '*', 0) == AML_NPOS;
}

static const aml_value *item_of(const aml_value *array, aml_sv number) {
  int64_t index;
  bool is_item = aml_value_is(array, AML_ARRAY) && aml_int_parse(number, &index) &&
                 (uint64_t)index < array->as.array.count;
  return is_item ? array->as.array.items[index] : NULL;
}

/* What a path of plain names and numbers leads to. */
static const aml_value *select_part(
    aml_eval *eval, const aml_expr *call, const aml_value *root, aml_sv path) {
  size_t at = aml_sv_starts(path, AML_SV("$"));
  while (at < path.len) {
    aml_sv step = {NULL, 0};
    bool is_index = false;
    if (!next_step(path, &at, &step, &is_index)) {
      return aml_eval_unknown(eval, AML_KINDS_ANY,
          "in paths into a loaded file, only names and numbers are followed; refer to the part by its name");
    }
    root = is_index ? item_of(root, step) : aml_object_find(root, step);
    if (root == NULL) {
      return aml_eval_fail(eval, call, "The path '%.*s' does not exist in the file.", AML_SV_ARG(path));
    }
  }
  return root;
}

/* A value that stands in the file that was loaded, with its place there: none does where the file was read as
 * a text, or where there is no such part. */
static const aml_value *with_place(aml_eval *eval, const aml_value *value, const aml_value *root) {
  if (root == NULL || value->span.source != root->span.source) {
    return value;
  }
  const aml_origin *origin =
      aml_origin_new(eval->arena, AML_STEP_LOADED, (aml_sv){NULL, 0}, value->span, value->origin);
  return aml_value_moved(eval->arena, value, value->span, origin, value->flags);
}

/* The part of a loaded tree that the call asks for. */
static const aml_value *give_part(
    aml_eval *eval, const aml_expr *call, const aml_arm_loaded *loaded, const aml_value *root) {
  enum { PATH = 1, ENCODING = 2 };
  if (!has_plain_encoding(eval, call, ENCODING, loaded)) {
    return fail_encoding(eval);
  }
  const aml_value *path = call->arg_count > PATH ? aml_eval_arg(eval, call, PATH) : NULL;
  if (path != NULL && path->kind == AML_UNKNOWN) {
    return path;
  }
  const aml_value *part =
      aml_value_is(path, AML_STRING) ? select_part(eval, call, root, path->as.string) : root;
  return with_place(eval, part, loaded->root);
}

static const aml_value *fail_syntax(aml_eval *eval, const aml_expr *call, const char *syntax) {
  return aml_eval_fail(eval, call, "The file '%.*s' is not valid %s.",
      AML_SV_ARG(aml_value_text(aml_eval_arg(eval, call, 0))), syntax);
}

static const aml_value *call_load_json(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_loaded loaded = {.root = NULL};
  const aml_value *failure = open_loaded(names, eval, call, LOADED_TREE, &loaded);
  if (failure != NULL) {
    return failure;
  }
  const aml_value *root = loaded.is_json && aml_sv_trim(loaded.text).len > 0
                              ? loaded.root
                              : aml_json_text_read(eval->arena, loaded.text, call->span, NULL);
  return root == NULL ? fail_syntax(eval, call, "JSON") : give_part(eval, call, &loaded, root);
}

static const aml_value *call_load_yaml(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_loaded loaded = {.root = NULL};
  const aml_value *failure = open_loaded(names, eval, call, LOADED_TREE, &loaded);
  if (failure != NULL) {
    return failure;
  }
  const aml_value *root =
      loaded.root != NULL ? loaded.root : aml_json_text_read(eval->arena, loaded.text, call->span, NULL);
  if (root != NULL) {
    return give_part(eval, call, &loaded, root);
  }
  return loaded.is_broken ? fail_syntax(eval, call, "YAML")
                          : aml_eval_unknown(eval, AML_KINDS_ANY,
                                "a file of this name is not read as YAML; name it '.yml' to have it checked");
}

/* ---- folders ---- */

/* The folder that a path means, as shown, which is empty for the root. False where it is outside. */
static bool resolve_folder(const aml_arm_frame *names, aml_sv path, aml_sv *out) {
  aml_sv base = aml_path_folder(names->path);
  *out = aml_path_join(names->run->arena, base, path);
  return aml_arm_is_own_path(path) && (out->len == 0 || !aml_path_is_outside(*out));
}

/* {relativePath, baseName, extension} */
static const aml_value *describe_file(
    const aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv folder, aml_sv name) {
  aml_arena *arena = eval->arena;
  size_t dot = aml_sv_rfind_char(name, '.');
  bool has_extension = dot != AML_NPOS && dot + 1 < name.len;
  aml_sv path = aml_path_relative(arena, aml_path_folder(names->path),
      aml_path_join(arena, folder, aml_sv_join(arena, AML_SV("./"), name)));
  aml_sv extension = has_extension ? aml_sv_slice(name, dot, name.len) : AML_SV("");
  aml_object_builder out;
  aml_object_begin(&out, arena);
  aml_object_add(&out, AML_SV("relativePath"), call->span, aml_value_string(arena, path, call->span));
  aml_object_add(&out, AML_SV("baseName"), call->span, aml_value_string(arena, name, call->span));
  aml_object_add(&out, AML_SV("extension"), call->span, aml_value_string(arena, extension, call->span));
  return aml_object_end(&out, call->span, 0);
}

static const aml_value *list_matching(const aml_arm_frame *names, aml_eval *eval, const aml_expr *call,
    aml_sv folder, const aml_texts *all, aml_sv pattern) {
  const aml_value **items = AML_NEW_ARRAY(eval->arena, const aml_value *, all->count);
  size_t count = 0;
  for (size_t i = 0; i < all->count; i++) {
    aml_sv name = all->items[i];
    bool is_match = aml_name_matches(pattern, name, false);
    aml_arena_spend(eval->arena, 1);
    if (aml_utf8_find_invalid(name) != AML_NPOS) {
      return aml_eval_unknown(eval, 1U << AML_ARRAY, "the name of a file in the folder is not UTF-8");
    }
    if (!is_match && aml_name_matches(pattern, name, true)) {
      return aml_eval_unknown(eval, 1U << AML_ARRAY,
          "whether '%.*s' is one of the files of the folder depends on the system that Bicep runs on",
          AML_SV_ARG(name));
    }
    if (is_match) {
      items[count++] = describe_file(names, eval, call, folder, name);
    }
  }
  return aml_value_array(eval->arena, items, count, call->span);
}

static const aml_value *list_folder(
    const aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv path, aml_sv pattern) {
  const aml_arm_files *files = names->run->input->files;
  aml_sv folder;
  bool is_inside = resolve_folder(names, path, &folder);
  const aml_folder_names *all =
      is_inside && files != NULL && files->list != NULL ? files->list(files->ctx, folder) : NULL;
  if (all == NULL) {
    return aml_eval_fail(
        eval, call, "The folder '%.*s' does not exist or is outside the root.", AML_SV_ARG(path));
  }
  if (all->is_partial) {
    return aml_eval_unknown(eval, 1U << AML_ARRAY, "the folder has links that lead out of the root");
  }
  if (all->names.count > AML_LIMIT_FOLDER_FILES) {
    aml_arm_report_limit(
        names->run, call->span, aml_sv_format(eval->arena, "%d files in one folder", AML_LIMIT_FOLDER_FILES));
    return aml_eval_unknown(eval, 1U << AML_ARRAY, "the folder has too many files");
  }
  return list_matching(names, eval, call, folder, &all->names, pattern);
}

static const aml_value *call_load_folder(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  const aml_value *path = call->arg_count > 0 ? aml_eval_arg(eval, call, 0) : NULL;
  const aml_value *pattern = call->arg_count > 1 ? aml_eval_arg(eval, call, 1) : NULL;
  const aml_value *unknown = path != NULL && path->kind == AML_UNKNOWN         ? path
                             : pattern != NULL && pattern->kind == AML_UNKNOWN ? pattern
                                                                               : NULL;
  if (unknown != NULL) {
    return aml_eval_unknown(eval, 1U << AML_ARRAY, "%.*s", AML_SV_ARG(unknown->as.unknown->reason));
  }
  aml_sv wanted = pattern == NULL ? AML_SV("*") : aml_value_text(pattern);
  if (!aml_value_is(path, AML_STRING) || (pattern != NULL && pattern->kind != AML_STRING)) {
    return aml_eval_fail(eval, call, "Expected the path of a folder, and a pattern of names or nothing.");
  }
  return aml_name_pattern_is_plain(wanted)
             ? list_folder(names, eval, call, path->as.string, wanted)
             : aml_eval_unknown(eval, 1U << AML_ARRAY,
                   "only patterns of names with '*' and '?' are followed; write one to have it checked");
}

const aml_value *aml_arm_call_load(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  static const aml_arm_named_call functions[] = {
      {AML_SV_CONST("$loadText"), call_load_text},
      {AML_SV_CONST("$loadBytes"), call_load_base64},
      {AML_SV_CONST("$loadJson"), call_load_json},
      {AML_SV_CONST("$loadYaml"), call_load_yaml},
      {AML_SV_CONST("$loadFolder"), call_load_folder},
  };
  return aml_arm_call_named(functions, sizeof functions / sizeof functions[0], names, eval, call);
}
