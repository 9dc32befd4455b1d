#include "config/path_patterns.h"

#include "base/limits.h"
#include "base/suggest.h"
#include "config/check_keys.h"
#include "config/keys.h"
#include "config/locked.h"
#include "source/discover.h"

aml_config *aml_config_new(aml_arena *arena) {
  aml_config *config = AML_NEW(arena, aml_config);
  config->profile = AML_SV("default");
  config->unread = AML_SEVERITY_ERROR;
  config->max_age_days = AML_CONFIG_MAX_AGE_DAYS;
  return config;
}

/* The two texts side by side, as a path; an absolute one stays as it is. */
static aml_sv join_path(aml_arena *arena, aml_sv folder, aml_sv path) {
  if (folder.len == 0 || aml_sv_starts(path, AML_SV("/"))) {
    return path;
  }
  return aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(folder), AML_SV_ARG(path));
}

typedef struct reading {
  aml_arena *arena;
  const aml_value *root; /* checked */
  aml_sv inherited; /* folder of an extended file, which its paths are joined to; empty for the file itself */
  aml_config *config;
  aml_map *workspaces; /* key to the entry, over all files of the chain */
} reading;

typedef enum text_meaning { PLAIN_TEXTS, FILE_NAMES } text_meaning;

static void read_texts(const reading *r, const char *key, aml_texts *out, text_meaning meaning) {
  const aml_value *list = aml_object_find_exact(r->root, aml_sv_of(key));
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    aml_sv text = list->as.array.items[i]->as.string;
    AML_VEC_PUSH(r->arena, out, meaning == FILE_NAMES ? join_path(r->arena, r->inherited, text) : text);
  }
}

static void read_severities(aml_arena *arena, const aml_value *holder, aml_config_severities *out) {
  const aml_value *map = aml_object_find_exact(holder, AML_SV("severity"));
  for (size_t i = 0; map != NULL && i < map->as.object.count; i++) {
    const aml_member *member = &map->as.object.members[i];
    aml_config_severity line = {member->name, aml_severity_of(member->value->as.string), member->name_span};
    AML_VEC_PUSH(arena, out, line);
  }
}

static void read_text(const reading *r, const char *key, aml_sv *out, text_meaning meaning) {
  const aml_value *value = aml_object_find_exact(r->root, aml_sv_of(key));
  if (value != NULL) {
    *out = meaning == FILE_NAMES ? join_path(r->arena, r->inherited, value->as.string) : value->as.string;
  }
}

/* So many levels of names: what `over` says replaces or is added. */
static const aml_value *merge(aml_arena *arena, const aml_value *under, const aml_value *over, int levels) {
  if (under == NULL || over == NULL || levels == 0 || under->kind != AML_OBJECT || over->kind != AML_OBJECT) {
    return over != NULL ? over : under;
  }
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  aml_object_set_all(&builder, under);
  for (size_t i = 0; i < over->as.object.count; i++) {
    const aml_member *member = &over->as.object.members[i];
    const aml_value *former = aml_object_find(under, member->name);
    aml_object_set(
        &builder, member->name, member->name_span, merge(arena, former, member->value, levels - 1));
  }
  return aml_object_end(&builder, over->span, 0);
}

/* How many levels of a key's map are merged; what lies below is replaced. */
static int merged_levels(aml_sv name) {
  const aml_config_key *key = aml_config_key_find(name);
  return key == NULL ? 0 : key->merged_levels;
}

static void merge_object(const reading *r, aml_sv key, const aml_value **out) {
  *out = merge(r->arena, *out, aml_object_find_exact(r->root, key), merged_levels(key));
}

/* The items of both. */
static const aml_value *join_lists(aml_arena *arena, const aml_value *under, const aml_value *over) {
  size_t former = under->as.array.count;
  size_t count = former + over->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = i < former ? under->as.array.items[i] : over->as.array.items[i - former];
  }
  return aml_value_array(arena, items, count, over->span);
}

static const aml_value *merge_key(aml_arena *arena, const aml_value *under, const aml_member *over) {
  if (aml_value_is(under, AML_ARRAY) && over->value->kind == AML_ARRAY) {
    return join_lists(arena, under, over->value);
  }
  return merge(arena, under, over->value, merged_levels(over->name));
}

/* Puts the file's keys over those of the file that it extends. */
static void merge_settings(const reading *r) {
  const aml_value *under = r->config->settings;
  aml_object_builder builder;
  aml_object_begin(&builder, r->arena);
  aml_object_set_all(&builder, under);
  for (size_t i = 0; i < r->root->as.object.count; i++) {
    const aml_member *member = &r->root->as.object.members[i];
    const aml_value *former = under == NULL ? NULL : aml_object_find_exact(under, member->name);
    if (!aml_sv_eq(member->name, AML_SV("extends"))) { /* which is followed already */
      aml_object_set(&builder, member->name, member->name_span, merge_key(r->arena, former, member));
    }
  }
  r->config->settings = aml_object_end(&builder, r->root->span, 0);
}

static const aml_value *text_member(const aml_value *object, const char *key) {
  return aml_object_find_exact(object, aml_sv_of(key));
}

static void add_workspace(reading *r, const aml_value *entry, aml_diags *diags) {
  aml_config_workspace workspace = {
      .name = text_member(entry, "name"),
      .resource_group = text_member(entry, "resourceGroup"),
      .subscription = text_member(entry, "subscription"),
      .location = text_member(entry, "location"),
      .network_resource_group = text_member(entry, "networkResourceGroup"),
      .paths = text_member(entry, "paths"),
      .value = entry,
      .span = entry->span,
  };
  const aml_value *key = text_member(entry, "key");
  key = key == NULL ? workspace.name : key;
  if (key == NULL) {
    return; /* without a name it says nothing; that is reported already */
  }
  workspace.key = key->as.string;
  workspace.place =
      aml_sv_format(r->arena, "%.*s#%.*s", AML_SV_ARG(r->config->path), AML_SV_ARG(workspace.key));
  const aml_value *other = aml_map_find(r->workspaces, workspace.key);
  if (other == NULL) {
    aml_map_put(r->workspaces, workspace.key, (void *)(uintptr_t)entry);
  } else {
    aml_diag *diag = aml_diags_add(
        diags, "AML012", key->span, "Two workspaces have the key '%.*s'.", AML_SV_ARG(workspace.key));
    diag->help = AML_SV("Give one of them another 'key'.");
    diag->related = other->span;
    diag->related_text = AML_SV("the other one");
    diag->is_incomplete = true;
  }
  AML_VEC_PUSH(r->arena, &r->config->workspaces, workspace);
}

static void add_workspaces(reading *r, aml_diags *diags) {
  const aml_value *list = aml_object_find_exact(r->root, AML_SV("workspaces"));
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    add_workspace(r, list->as.array.items[i], diags);
  }
}

static void add_overrides(reading *r) {
  const aml_value *list = aml_object_find_exact(r->root, AML_SV("overrides"));
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    const aml_value *entry = list->as.array.items[i];
    aml_config_override item = {.paths = aml_object_find_exact(entry, AML_SV("paths")), .span = entry->span};
    item.parameters = aml_object_find_exact(entry, AML_SV("parameters"));
    const aml_value *profile = aml_object_find_exact(entry, AML_SV("profile"));
    item.profile = profile == NULL ? (aml_sv){NULL, 0} : aml_value_text(profile);
    read_severities(r->arena, entry, &item.severities);
    if (item.paths != NULL) {
      AML_VEC_PUSH(r->arena, &r->config->overrides, item);
    }
  }
}

static void add_evidence(reading *r, aml_diags *diags) {
  const aml_value *list = aml_object_find_exact(r->root, AML_SV("evidence"));
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    const aml_value *path = text_member(list->as.array.items[i], "path");
    const aml_value *day = text_member(list->as.array.items[i], "exported");
    const aml_value *by = text_member(list->as.array.items[i], "by");
    const aml_value *complete = aml_object_find_exact(list->as.array.items[i], AML_SV("complete"));
    bool is_said = aml_value_is(complete, AML_BOOL);
    aml_config_evidence item = {.exported = AML_DAY_NONE,
        .by = aml_value_text(by),
        .is_complete = !is_said               ? AML_MAYBE
                       : complete->as.boolean ? AML_TRUE
                                              : AML_FALSE};
    if (day != NULL && !aml_day_parse(day->as.string, &item.exported)) {
      aml_diags_add(
          diags, "AML012", day->span, "Invalid date '%.*s': expected YYYY-MM-DD.", AML_SV_ARG(day->as.string))
          ->is_incomplete = true;
    }
    if (path != NULL) {
      item.path = join_path(r->arena, r->inherited, path->as.string);
      AML_VEC_PUSH(r->arena, &r->config->evidence, item);
    }
  }
}

static void read_placeholders(reading *r) {
  aml_texts patterns = {0};
  read_texts(r, "placeholders", &patterns, PLAIN_TEXTS);
  for (size_t i = 0; i < patterns.count; i++) {
    aml_regex *style = aml_regex_new(r->arena, patterns.items[i], AML_REGEX_DEFAULT, NULL);
    AML_VEC_PUSH(r->arena, &r->config->placeholders.list, style); /* checked before */
  }
}

static void fill(reading *r, aml_diags *diags) {
  aml_config *config = r->config;
  merge_settings(r);
  read_text(r, "profile", &config->profile, PLAIN_TEXTS);
  read_text(r, "baseline", &config->baseline, FILE_NAMES);
  read_text(r, "facts", &config->facts, FILE_NAMES);
  read_texts(r, "select", &config->select, PLAIN_TEXTS);
  read_texts(r, "ignore", &config->ignore, PLAIN_TEXTS);
  read_texts(r, "exclude", &config->exclude, PLAIN_TEXTS);
  read_texts(r, "driftIgnore", &config->drift_ignore, PLAIN_TEXTS);
  read_texts(r, "ignoreTags", &config->ignore_tags, PLAIN_TEXTS);
  const aml_value *age = aml_object_find_exact(r->root, AML_SV("maxAgeDays"));
  if (aml_value_is(age, AML_INT) && age->as.integer <= INT32_MAX) {
    config->max_age_days = (int32_t)age->as.integer;
  }
  read_texts(r, "secretNames", &config->secret_names, PLAIN_TEXTS);
  read_placeholders(r);
  read_texts(r, "rules", &config->rules, FILE_NAMES);
  read_texts(r, "policies", &config->policies, FILE_NAMES);
  read_texts(r, "exceptions", &config->exceptions, FILE_NAMES);
  read_texts(r, "parameterFiles", &config->parameter_files, FILE_NAMES);
  read_severities(r->arena, r->root, &config->severities);
  merge_object(r, AML_SV("parameters"), &config->parameters);
  merge_object(r, AML_SV("context"), &config->context);
  merge_object(r, AML_SV("governance"), &config->governance);
  merge_object(r, AML_SV("templateLinks"), &config->template_links);
  merge_object(r, AML_SV("bicep"), &config->bicep);
  add_workspaces(r, diags);
  add_overrides(r);
  add_evidence(r, diags);
  const aml_value *fail_on = aml_object_find_exact(r->root, AML_SV("failOn"));
  if (fail_on != NULL) {
    config->has_fail_on = true;
    config->fail_on = aml_severity_of(fail_on->as.string);
  }
  const aml_value *documents = aml_object_find_exact(r->root, AML_SV("documents"));
  if (documents != NULL) {
    config->documents = aml_sv_eq(documents->as.string, AML_SV("check"));
  }
  const aml_value *unread = aml_object_find_exact(r->root, AML_SV("unread"));
  if (unread != NULL) {
    config->unread = aml_severity_of(unread->as.string);
  }
}

static const aml_config *copy_config(aml_arena *arena, const aml_config *config) {
  aml_config *copy = AML_NEW(arena, aml_config);
  *copy = *config;
  aml_config_index(arena, copy);
  return copy;
}

static void refuse_extends(const aml_value *extends, const char *why, aml_diags *diags) {
  aml_diag *diag = aml_diags_add(
      diags, "AML012", extends->span, "'extends' is '%.*s', %s.", AML_SV_ARG(extends->as.string), why);
  diag->is_incomplete = true;
}

/* The chain of files from the one given to the last extended one; its length. */
static size_t follow_extends(aml_arena *arena, const aml_config_file *file, const aml_config_files *files,
    aml_config_file chain[AML_LIMIT_CONFIG_FILES], aml_diags *diags) {
  size_t count = 0;
  chain[count++] = *file;
  chain[0].root = aml_config_check(arena, file->root, file->folder, files, diags);
  for (;;) {
    const aml_config_file *last = &chain[count - 1];
    const aml_value *extends = aml_object_find_exact(last->root, AML_SV("extends"));
    aml_config_file next;
    if (extends == NULL) {
      return count;
    }
    if (count == AML_LIMIT_CONFIG_FILES) {
      refuse_extends(extends, "but the chain of files is too long or circular", diags);
      return count;
    }
    if (files == NULL || !files->open(files->ctx, last->path, extends->as.string, &next)) {
      refuse_extends(extends, "which is not a readable file below the root", diags);
      return count;
    }
    next.root = aml_config_check(arena, next.root, next.folder, files, diags);
    chain[count++] = next;
  }
}

aml_config *aml_config_read_with(
    aml_arena *arena, const aml_config_file *file, const aml_config_files *files, aml_diags *diags) {
  aml_config_file chain[AML_LIMIT_CONFIG_FILES];
  size_t count = follow_extends(arena, file, files, chain, diags);
  aml_config *config = aml_config_new(arena);
  config->path = file->path;
  config->folder = file->folder;
  config->source = file->root->span.source;
  config->root = file->root;
  aml_map workspaces;
  aml_map_init(&workspaces, arena, AML_MAP_IGNORE_CASE);
  for (size_t i = count; i > 0; i--) {
    reading r = {.arena = arena, .root = chain[i - 1].root, .config = config, .workspaces = &workspaces};
    r.inherited = i > 1 ? chain[i - 1].folder : (aml_sv){0};
    r.root = aml_config_hold(arena, config->settings, r.root, diags);
    fill(&r, diags);
    if (i > 1 && aml_config_locks(r.root, "severity")) {
      config->floor = copy_config(arena, config);
    }
  }
  aml_config_index(arena, config);
  return config;
}

aml_config *aml_config_read(
    aml_arena *arena, const aml_value *root, aml_sv path, aml_sv folder, aml_diags *diags) {
  const aml_config_file file = {root, path, folder};
  return aml_config_read_with(arena, &file, NULL, diags);
}

/* Whether a name is, but for case and separators, a key that may stand at the top. */
static bool is_top_key(aml_sv name) {
  const aml_config_key *key;
  for (size_t i = 0; (key = aml_config_key_at(i)) != NULL; i++) {
    if (aml_same_word(name, aml_sv_of(key->path))) {
      return true;
    }
  }
  return false;
}

bool aml_config_recognise(const aml_value *root) {
  if (root->kind != AML_OBJECT) {
    return root->kind == AML_NULL;
  }
  size_t known = 0;
  for (size_t i = 0; i < root->as.object.count; i++) {
    known += is_top_key(root->as.object.members[i].name);
  }
  return 2 * known > root->as.object.count || root->as.object.count == 0;
}

aml_scope_path aml_config_workspace_scope(const aml_config_workspace *workspace) {
  return (aml_scope_path){
      .has_resource_group = true,
      .subscription = workspace->subscription == NULL ? (aml_sv){0} : workspace->subscription->as.string,
      .resource_group =
          workspace->resource_group == NULL ? (aml_sv){0} : workspace->resource_group->as.string,
      .deployment = workspace->place,
  };
}
