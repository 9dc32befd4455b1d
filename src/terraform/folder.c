/* Folders: which files make a module, which modules call which. */
#include "source/paths.h"
#include "terraform/front.h"
#include "terraform/record.h"

static aml_tf_state *state_of(const aml_file *file) {
  const aml_tf_content *content = file->content;
  return content->state;
}

static bool is_override(aml_sv name) {
  return aml_sv_eq(name, AML_SV("override.tf")) || aml_sv_eq(name, AML_SV("override.tf.json")) ||
         aml_sv_ends(name, AML_SV("_override.tf")) || aml_sv_ends(name, AML_SV("_override.tf.json"));
}

static bool always_counts(aml_sv name) {
  return aml_sv_eq(name, AML_SV("terraform.tfvars")) || aml_sv_eq(name, AML_SV("terraform.tfvars.json")) ||
         aml_sv_ends(name, AML_SV(".auto.tfvars")) || aml_sv_ends(name, AML_SV(".auto.tfvars.json"));
}

static bool is_of(const aml_file *file, const aml_front_end *row) {
  return file != NULL && file->front == row;
}

/* The files of the folder whose names the predicate wants. */
static void add_files(const aml_front_host *host, aml_tf_folder *folder, const aml_front_end *row,
    bool (*wanted)(aml_sv name), bool is_wanted, aml_file_list *out) {
  const aml_texts *names = aml_host_list(host, folder->path);
  for (size_t i = 0; i < names->count; i++) {
    bool is_one = aml_front_end_takes(row, names->items[i]) && wanted(names->items[i]) == is_wanted;
    aml_file *file =
        is_one ? aml_host_open(host, aml_path_join(host->arena, folder->path, names->items[i])) : NULL;
    if (is_of(file, row)) {
      AML_VEC_PUSH(host->arena, out, file);
    }
  }
}

/* terraform.tfvars before the others, which are in the order of their names. */
static void sort_values(const aml_front_host *host, aml_tf_folder *folder) {
  aml_file_list all = folder->values;
  folder->values = (aml_file_list){0};
  for (int is_other = 0; is_other < 2; is_other++) {
    for (size_t i = 0; i < all.count; i++) {
      bool is_first = aml_sv_istarts(aml_path_name(all.items[i]->source->path), AML_SV("terraform.tfvars"));
      if (is_first == (is_other == 0)) {
        AML_VEC_PUSH(host->arena, &folder->values, all.items[i]);
      }
    }
  }
}

static aml_tf_folder *find_folder(const aml_front_host *host, aml_sv path);

static const aml_value *literal_source(const aml_value *call) {
  const aml_value *source = call->kind == AML_OBJECT ? aml_object_find_exact(call, AML_SV("source")) : NULL;
  bool is_path = aml_value_is(source, AML_STRING) && (aml_sv_starts(source->as.string, AML_SV("./")) ||
                                                         aml_sv_starts(source->as.string, AML_SV("../")));
  return is_path ? source : NULL;
}

static void add_link(const aml_front_host *host, aml_tf_folder *folder, aml_sv source) {
  for (size_t i = 0; i < folder->links.count; i++) {
    if (aml_sv_eq(folder->links.items[i].source, source)) {
      return;
    }
  }
  aml_sv path = aml_path_join(host->arena, folder->path, source);
  aml_tf_folder *found = aml_path_is_outside(path) ? NULL : find_folder(host, path);
  if (found != NULL) {
    const aml_tf_link link = {source, found};
    AML_VEC_PUSH(host->arena, &folder->links, link);
    found->is_called = found->is_called || found != folder;
  }
}

static void add_links_of(const aml_front_host *host, aml_tf_folder *folder, const aml_file *file) {
  const aml_tf_content *content = file->content;
  const aml_value *root = content->root;
  for (size_t i = 0; root->kind == AML_OBJECT && i < root->as.object.count; i++) {
    const aml_member *member = &root->as.object.members[i];
    bool is_call = aml_sv_eq(member->name, AML_SV("module")) && member->value->kind == AML_OBJECT;
    for (size_t k = 0; is_call && k < member->value->as.object.count; k++) {
      const aml_value *source = literal_source(member->value->as.object.members[k].value);
      if (source != NULL) {
        add_link(host, folder, source->as.string);
      }
    }
  }
}

/* The folder with all of its files, which are in the run from then on; NULL where it holds none. */
static aml_tf_folder *find_folder(const aml_front_host *host, aml_sv path) {
  aml_tf_folder *folder = AML_NEW(host->arena, aml_tf_folder);
  folder->path = path;
  add_files(host, folder, &aml_front_terraform, is_override, false, &folder->files);
  add_files(host, folder, &aml_front_terraform, is_override, true, &folder->files);
  if (folder->files.count == 0) {
    return NULL;
  }
  aml_tf_folder *known = state_of(folder->files.items[0])->folder;
  if (known != NULL) {
    return known;
  }
  add_files(host, folder, &aml_front_tfvars, always_counts, true, &folder->values);
  add_files(host, folder, &aml_front_tfvars, always_counts, false, &folder->choices);
  sort_values(host, folder);
  for (size_t i = 0; i < folder->files.count; i++) {
    state_of(folder->files.items[i])->folder = folder;
    folder->files.items[i]->is_context = false;
  }
  for (size_t i = 0; i < folder->files.count; i++) {
    add_links_of(host, folder, folder->files.items[i]);
  }
  return folder;
}

void aml_tf_bring(const aml_front_host *host, aml_file *file) {
  if (state_of(file)->folder == NULL) {
    (void)find_folder(host, aml_path_folder(file->source->path));
  }
}

void aml_tf_bring_values(const aml_front_host *host, aml_file *file) {
  (void)find_folder(host, aml_path_folder(file->source->path));
}

static void add_choice(const aml_front_host *host, aml_tf_folder *folder, aml_file *file) {
  for (size_t i = 0; i < folder->choices.count; i++) {
    if (folder->choices.items[i] == file) {
      return;
    }
  }
  AML_VEC_PUSH(host->arena, &folder->choices, file);
}

aml_tf_folder *aml_tf_bring_plan(const aml_front_host *host, aml_file *plan) {
  aml_tf_folder *folder = find_folder(host, aml_path_folder(plan->source->path));
  if (folder != NULL) {
    add_choice(host, folder, plan);
  }
  return folder;
}

aml_tf_folder *aml_tf_folder_in_run(const aml_front_host *host, aml_sv path) {
  aml_tf_folder here = {.path = path};
  add_files(host, &here, &aml_front_terraform, is_override, false, &here.files);
  return here.files.count == 0 ? NULL : state_of(here.files.items[0])->folder;
}

/* Given files that lie elsewhere belong to every root: who names them says so. */
static void add_given(const aml_front_host *host, aml_tf_folder *folder) {
  for (size_t i = 0; host->given != NULL && i < host->given->count; i++) {
    aml_file *given = host->given->items[i];
    aml_tf_record *record = is_of(given, &aml_front_terraform_record) ? aml_tf_record_of(given) : NULL;
    bool is_plan = record != NULL && !record->is_state;
    if (is_plan) {
      record->folder = folder; /* it is not judged alone */
    }
    if (is_plan || is_of(given, &aml_front_tfvars)) {
      add_choice(host, folder, given);
    }
  }
}

void aml_tf_group(const aml_front_host *host, aml_file *file) {
  aml_tf_folder *folder = state_of(file)->folder;
  if (folder == NULL || folder->is_called || folder->files.items[0] != file) {
    return; /* judged with the folder's first file, or where it is called */
  }
  add_given(host, folder);
  for (size_t i = 0; i < folder->choices.count; i++) {
    folder->choices.items[i]->is_context = false;
    (void)aml_host_add_unit(host, file, folder->choices.items[i]);
  }
  if (folder->choices.count == 0) {
    (void)aml_host_add_unit(host, file, NULL);
  }
}
