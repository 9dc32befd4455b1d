/* --staged: what the index holds stands in the place of the working tree's texts. */
#include "base/limits.h"
#include "engine/change_search.h"
#include "source/paths.h"

/* What is read, and what is searched since it is of a form that is not read. */
static bool may_be_wanted(const aml_inputs *inputs, aml_sv path) {
  return aml_engine_take(inputs, path) != AML_TAKE_NONE || aml_map_find(&inputs->files_by_path, path) != NULL;
}

/* Files that differ, also those that are there no more. */
static aml_status view_files(
    const aml_change_search *search, const aml_git_changes *unstaged, aml_error *error) {
  aml_sv *objects = AML_NEW_ARRAY(search->inputs->arena, aml_sv, unstaged->count);
  aml_sv *texts = AML_NEW_ARRAY(search->inputs->arena, aml_sv, unstaged->count);
  for (size_t i = 0; i < unstaged->count; i++) {
    const aml_git_change *one = &unstaged->items[i];
    bool is_input = may_be_wanted(search->inputs, one->path) && !one->before.is_link;
    objects[i] = is_input ? one->before.object : (aml_sv){NULL, 0};
  }
  aml_status status = aml_git_texts(search->git, objects, unstaged->count, texts, error);
  for (size_t i = 0; status == AML_OK && i < unstaged->count; i++) {
    if (objects[i].len > 0) {
      aml_engine_set_view(&search->inputs->view, unstaged->items[i].path, false, texts[i]);
    }
  }
  return status;
}

/* What a link of the index leads to in the index; where that is nothing, or outside, it is left out. */
static void view_link(aml_inputs *inputs, aml_sv path, aml_sv absolute) {
  uint32_t bad_at;
  aml_error error;
  aml_source source = {.path = path, .file = absolute};
  aml_status status =
      aml_agreed_read(inputs->view.index, &source, inputs->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error);
  bool is_there = status == AML_OK || status == AML_ERR_INPUT;
  aml_engine_set_view(&inputs->view, path, !is_there, is_there ? source.bytes : (aml_sv){NULL, 0});
  if (!is_there && aml_engine_reads(inputs, path)) {
    const aml_left_out item = {path, AML_SV(AML_BY_LINK)};
    AML_VEC_PUSH(inputs->arena, &inputs->discovery.left_out, item);
    aml_left_out_sort(inputs->arena, &inputs->discovery.left_out);
  }
}

/* Links whose way on disk meets nothing that differs are as they are staged. */
static void view_links(const aml_change_search *search, const aml_git_changes *unstaged) {
  const aml_texts links = aml_agreed_links(search->inputs->view.index);
  aml_map changed;
  aml_map_init(&changed, search->inputs->arena, AML_MAP_EXACT);
  bool is_any_link = false;
  for (size_t i = 0; i < unstaged->count; i++) {
    const aml_git_change *one = &unstaged->items[i];
    is_any_link = is_any_link || one->before.is_link || one->after.is_link;
    (void)aml_map_put(&changed, one->path, &changed);
  }
  for (size_t i = 0; changed.count > 0 && i < links.count; i++) {
    aml_sv absolute = aml_path_join(search->inputs->arena, search->inputs->discovery.root, links.items[i]);
    aml_sv place = aml_engine_find_link(search->inputs, search->changes, search->remarks, absolute);
    bool is_as_staged = !is_any_link && place.len > 0 && aml_map_find(&changed, place) == NULL;
    if (!is_as_staged && may_be_wanted(search->inputs, links.items[i])) {
      view_link(search->inputs, links.items[i], absolute);
    }
  }
}

/* A link that leads nowhere on disk, and somewhere in the index, is read. */
static void take_back_left_out(aml_inputs *inputs) {
  aml_left_out_list *list = &inputs->discovery.left_out;
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++) {
    const aml_view_text *view = aml_engine_view(&inputs->view, list->items[i].path);
    bool is_read = aml_sv_eq(list->items[i].by, AML_SV(AML_BY_LINK)) && view != NULL && !view->is_absent;
    if (!is_read) {
      list->items[kept++] = list->items[i];
    }
  }
  list->count = kept;
}

/* A file that is reached by a way through a link to a folder: what is staged of it is staged where it is. */
static void view_linked_folders(const aml_change_search *search) {
  aml_folder_memo memo = {0};
  for (size_t i = 0; search->inputs->view.texts.count > 0 && i < search->inputs->files.count; i++) {
    const aml_source *source = search->inputs->files.items[i]->source;
    aml_sv place =
        aml_engine_find_linked_source(search->inputs, search->changes, search->remarks, source, &memo);
    const aml_view_text *view = place.len == 0 ? NULL : aml_engine_view(&search->inputs->view, place);
    if (view != NULL && aml_engine_view(&search->inputs->view, source->path) == NULL) {
      aml_engine_set_view(&search->inputs->view, source->path, view->is_absent, view->text);
    }
  }
}

/* What is not tracked is not there, but for what was named. */
static void hide_untracked(const aml_change_search *search) {
  aml_inputs *inputs = search->inputs;
  aml_folder_memo memo = {0};
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_source *source = inputs->files.items[i]->source;
    bool is_ours = !source->is_named && source->file.len > 0 && source->path.data[0] != '/';
    if (!is_ours || aml_agreed_lists(inputs->view.index, source->path)) {
      continue;
    }
    aml_sv place = aml_engine_find_linked_source(inputs, search->changes, search->remarks, source, &memo);
    if (place.len == 0 || !aml_agreed_lists(inputs->view.index, place)) {
      aml_engine_set_view(&inputs->view, source->path, true, (aml_sv){NULL, 0});
    }
  }
}

static bool is_deleted_at(const aml_git_changes *staged, aml_sv path) {
  bool is_found = false;
  for (size_t i = 0; i < staged->count && !is_found; i++) {
    aml_sv one = staged->items[i].path;
    is_found = staged->items[i].is_deleted && aml_sv_starts(one, path) &&
               (one.len == path.len || one.data[path.len] == '/');
  }
  return is_found;
}

/* What the command line names need not be tracked; what the change deletes is gone all the same. */
static void except_named(
    const aml_request *request, const aml_inputs *inputs, const aml_git_changes *staged) {
  const aml_engine_options *options = &request->options;
  aml_texts names = {0};
  const aml_sv single[] = {options->config, options->baseline, options->facts, options->context};
  const aml_texts *lists[] = {&options->rules, &options->policies, &options->aliases, &options->exceptions};
  for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
    AML_VEC_PUSH(inputs->arena, &names, single[i]);
  }
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    for (size_t k = 0; k < lists[i]->count; k++) {
      AML_VEC_PUSH(inputs->arena, &names, lists[i]->items[k]);
    }
  }
  for (size_t i = 0; i < names.count; i++) {
    aml_sv absolute = aml_path_join(inputs->arena, options->folder, names.items[i]);
    aml_sv path = aml_path_relative(inputs->arena, inputs->discovery.root, absolute);
    if (names.items[i].len > 0 && !is_deleted_at(staged, path)) {
      aml_agreed_except(inputs->view.index, absolute);
    }
  }
}

aml_status aml_engine_view_staged(
    const aml_change_search *search, const aml_git_changes *staged, aml_error *error) {
  if (search->inputs->view.index == NULL) {
    return aml_fail(error, AML_ERR_IO, "%.*s", AML_SV_ARG(search->inputs->view.index_trouble));
  }
  aml_git_changes unstaged = {0};
  aml_status status = aml_git_unstaged(search->git, &unstaged, error);
  status = status == AML_OK ? aml_engine_add_unwatched_staged(search, &unstaged, error) : status;
  status = status == AML_OK ? view_files(search, &unstaged, error) : status;
  if (status == AML_OK) {
    except_named(search->request, search->inputs, staged);
    view_links(search, &unstaged);
    take_back_left_out(search->inputs);
    view_linked_folders(search);
    hide_untracked(search);
  }
  return status;
}
