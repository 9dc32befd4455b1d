/* Folders: which files make a module, which modules call which. */
#include "source/paths.h"
#include "terraform/front_terraform.h"
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

/* Folders whose calls are still to be followed. */
typedef struct following {
  const aml_front_host *host;
  AML_VEC(aml_tf_folder *) list;
} following;

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find_exact(object, aml_sv_of(name)) : NULL;
}

static const aml_tf_installed *find_installed(const aml_front_host *host, aml_sv root) {
  aml_file *file =
      aml_host_open(host, aml_path_join(host->arena, root, AML_SV(".terraform/modules/modules.json")));
  if (file == NULL || file->state == AML_FILE_FAILED) {
    return NULL;
  }
  (void)aml_file_tree(file);
  const aml_value *modules = member(aml_file_root(file), "Modules");
  if (!aml_value_is(modules, AML_ARRAY)) {
    return NULL;
  }
  aml_tf_installed *installed = AML_NEW(host->arena, aml_tf_installed);
  *installed = (aml_tf_installed){root, modules};
  return installed;
}

/* The folder with all of its files, which are in the run from then on; NULL where it holds none. Its calls
 * are followed later. */
static aml_tf_folder *open_folder(following *all, aml_sv path) {
  const aml_front_host *host = all->host;
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
  aml_file *lock = aml_host_open(host, aml_path_join(host->arena, path, AML_SV(".terraform.lock.hcl")));
  folder->lock = is_of(lock, &aml_front_terraform_lock) ? lock : NULL;
  for (size_t i = 0; i < folder->files.count; i++) {
    state_of(folder->files.items[i])->folder = folder;
    folder->files.items[i]->is_context = false;
  }
  AML_VEC_PUSH(host->arena, &all->list, folder);
  return folder;
}

/* Where 'terraform init' has put the module of a call; empty where it has not. */
static aml_sv installed_at(
    const aml_front_host *host, const aml_tf_folder *folder, aml_sv calls, aml_sv source) {
  const aml_value *modules = folder->installed == NULL ? NULL : folder->installed->modules;
  aml_sv wanted = source;
  size_t query = aml_sv_find_char(source, '?', 0);
  wanted = query == AML_NPOS ? wanted : aml_sv_slice(wanted, 0, query);
  for (size_t i = 0; modules != NULL && i < modules->as.array.count; i++) {
    const aml_value *one = modules->as.array.items[i];
    const aml_value *key = member(one, "Key");
    const aml_value *from = member(one, "Source");
    const aml_value *dir = member(one, "Dir");
    bool is_same = aml_value_is(key, AML_STRING) && aml_value_is(from, AML_STRING) &&
                   aml_value_is(dir, AML_STRING) && aml_sv_eq(key->as.string, calls) &&
                   aml_sv_find(from->as.string, wanted, 0) != AML_NPOS;
    if (is_same) {
      return aml_path_join(host->arena, folder->installed->root, dir->as.string);
    }
  }
  return (aml_sv){0};
}

/* Whether calls lead from the folder to the other one: what that calls it by goes in a circle. */
static bool leads_to(const aml_tf_folder *folder, const aml_tf_folder *other) {
  while (other != NULL && other != folder) {
    other = other->caller;
  }
  return other == folder;
}

static void add_link(following *all, aml_tf_folder *folder, aml_sv name, aml_sv source) {
  const aml_front_host *host = all->host;
  bool is_path = aml_sv_starts(source, AML_SV("./")) || aml_sv_starts(source, AML_SV("../"));
  aml_sv calls = folder->calls.len == 0
                     ? name
                     : aml_sv_format(host->arena, "%.*s.%.*s", AML_SV_ARG(folder->calls), AML_SV_ARG(name));
  aml_sv path =
      is_path ? aml_path_join(host->arena, folder->path, source) : installed_at(host, folder, calls, source);
  size_t before = all->list.count;
  aml_tf_folder *found = path.len == 0 || aml_path_is_outside(path) ? NULL : open_folder(all, path);
  if (found == NULL) {
    return;
  }
  if (found->installed == NULL && found != folder && folder->installed != NULL) {
    found->installed = folder->installed;
    found->calls = calls;
    if (all->list.count == before) { /* it was found alone before: its calls lead further now */
      AML_VEC_PUSH(host->arena, &all->list, found);
    }
  }
  bool is_new = true;
  for (size_t i = 0; i < folder->links.count; i++) {
    is_new = is_new && !aml_sv_eq(folder->links.items[i].name, name);
  }
  const aml_tf_link link = {name, source, found};
  if (is_new) {
    AML_VEC_PUSH(host->arena, &folder->links, link);
  }
  if (!leads_to(found, folder)) {
    found->is_called = true;
    found->caller = found->caller == NULL ? folder : found->caller;
  }
}

static void add_links_of(following *all, aml_tf_folder *folder, const aml_value *calls) {
  for (size_t i = 0; calls->kind == AML_OBJECT && i < calls->as.object.count; i++) {
    const aml_member *call = &calls->as.object.members[i];
    const aml_value *source = member(call->value, "source");
    if (aml_value_is(source, AML_STRING)) {
      add_link(all, folder, call->name, source->as.string);
    }
  }
  for (size_t i = 0; calls->kind == AML_ARRAY && i < calls->as.array.count; i++) { /* JSON may list them */
    if (calls->as.array.items[i]->kind == AML_OBJECT) {
      add_links_of(all, folder, calls->as.array.items[i]);
    }
  }
}

static void follow(following *all, aml_tf_folder *folder) {
  for (size_t i = 0; i < folder->files.count; i++) {
    const aml_tf_content *content = folder->files.items[i]->content;
    const aml_value *root = content->root;
    for (size_t k = 0; root->kind == AML_OBJECT && k < root->as.object.count; k++) {
      if (aml_sv_eq(root->as.object.members[k].name, AML_SV("module"))) {
        add_links_of(all, folder, root->as.object.members[k].value);
      }
    }
  }
}

/* The folder, and all that its calls lead to; NULL where it holds no configuration. */
static aml_tf_folder *find_folder(const aml_front_host *host, aml_sv path) {
  following all = {.host = host};
  aml_tf_folder *first = open_folder(&all, path);
  if (all.list.count > 0) {
    first->installed = find_installed(host, path);
  }
  for (size_t i = 0; i < all.list.count; i++) {
    follow(&all, all.list.items[i]);
  }
  return first;
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
