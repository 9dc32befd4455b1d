#include "source/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_output.h"
#include "base/strbuf.h"
#include "source/agreed.h"
#include "source/paths.h"

enum { MAX_IGNORE_FILE = 1 << 20, FIRST_BYTES = 16 };

void aml_walk_add_trouble(aml_discovery *out, aml_arena *arena, aml_sv path, const char *what, int code) {
  char reason[128];
  aml_trouble trouble = {.path = path};
  trouble.text = code == 0 ? aml_sv_of(what)
                           : aml_sv_format(arena, "%s: %s", what, strerror_r(code, reason, sizeof reason));
  AML_VEC_PUSH(arena, &out->troubles, trouble);
}

/* folder "/" name, or name alone. */
static aml_sv join(aml_arena *arena, aml_sv folder, aml_sv name) {
  bool needs_slash = folder.len > 0 && folder.data[folder.len - 1] != '/';
  size_t begin = folder.len + (needs_slash ? 1 : 0);
  char *out = AML_NEW_ARRAY(arena, char, begin + name.len + 1);
  if (folder.len > 0) {
    memcpy(out, folder.data, folder.len);
    out[begin - 1] = '/';
  }
  memcpy(out + begin, name.data, name.len);
  return (aml_sv){out, begin + name.len};
}

static aml_sv absolute(aml_walk *walk, aml_sv path) {
  return path.len == 0 ? walk->base : join(walk->arena, walk->base, path);
}

/* As shown: relative to the root, where the base is the root. */
static aml_sv shown(aml_walk *walk, aml_sv path) {
  return aml_sv_eq(walk->base, walk->out->root) ? (path.len == 0 ? AML_SV(".") : path) : absolute(walk, path);
}

static void tell_ignore_file(aml_walk *walk, aml_sv path, const aml_error *error) {
  aml_sv reason = aml_sv_of(error->text);
  aml_trouble trouble = {path, aml_sv_format(walk->arena, "ignores nothing: %.*s",
                                   AML_SV_ARG(aml_sv_slice(reason, 0, reason.len - 1)))};
  AML_VEC_PUSH(walk->arena, &walk->out->troubles, trouble);
}

/* The patterns in a regular file that is no link; NULL where there is none. An ignore file that cannot be
 * read ignores nothing, as in git, and is told. */
static const aml_ignore *read_ignore(aml_walk *walk, aml_sv file) {
  struct stat about;
  aml_sv path = aml_path_relative(walk->arena, walk->out->root, file);
  aml_source source = {.path = aml_path_is_outside(path) ? file : path, .file = file};
  bool is_seen = lstat(aml_sv_cstr(walk->arena, file), &about) == 0;
  if (walk->options->agreed == NULL && !is_seen && !aml_error_is_absence(errno)) {
    aml_walk_add_trouble(walk->out, walk->arena, source.path, "ignores nothing: it cannot be opened", errno);
    return NULL;
  }
  bool is_here = is_seen && S_ISREG(about.st_mode);
  if (walk->options->agreed == NULL ? !is_here
                                    : !aml_agreed_exists(walk->options->agreed, walk->arena, file)) {
    return NULL;
  }
  aml_error error;
  aml_status status =
      aml_agreed_read(walk->options->agreed, &source, walk->arena, MAX_IGNORE_FILE, NULL, &error);
  if (status == AML_OK || status == AML_ERR_INPUT) { /* bytes that are no UTF-8 do no harm here */
    return aml_ignore_parse(walk->arena, source.bytes);
  }
  tell_ignore_file(walk, source.path, &error);
  return NULL;
}

/* Without it every link would lead out of it. */
static aml_sv find_boundary(aml_walk *walk, aml_sv base) {
  char resolved[PATH_MAX];
  if (realpath(aml_sv_cstr(walk->arena, base), resolved) != NULL) {
    return aml_sv_dup(walk->arena, aml_sv_of(resolved));
  }
  if (!aml_error_is_absence(errno)) {
    aml_walk_add_trouble(walk->out, walk->arena, shown(walk, (aml_sv){NULL, 0}), "cannot be opened", errno);
  }
  return (aml_sv){NULL, 0};
}

static void close_walk(void *object) {
  aml_walk *walk = object;
  if (walk->open != NULL) {
    (void)closedir(walk->open);
    walk->open = NULL;
  }
}

static const aml_ignore *parse_exclude(aml_arena *arena, const aml_discover_options *options) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  for (size_t i = 0; i < options->exclude_count; i++) {
    aml_strbuf_add(&text, options->exclude[i]);
    aml_strbuf_add_char(&text, '\n');
  }
  return options->exclude_count == 0 ? NULL : aml_ignore_parse(arena, aml_strbuf_view(&text));
}

void aml_walk_init(
    aml_walk *walk, aml_arena *arena, aml_discovery *out, const aml_discover_options *options, aml_sv base) {
  *walk = (aml_walk){.arena = arena, .out = out, .options = options, .base = base};
  walk->boundary = find_boundary(walk, base);
  walk->always = parse_exclude(arena, options);
  if (!options->no_ignore_files) {
    walk->info = read_ignore(walk, join(arena, base, AML_SV(".git/info/exclude")));
  }
  aml_map_init(&walk->levels, arena, AML_MAP_EXACT);
  aml_arena_defer(arena, close_walk, walk);
}

/* The folder's part of a path; empty for a name alone. */
static aml_sv parent_of(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  return slash == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(path, 0, slash);
}

/* The level of a folder whose parent's level is known. */
static const aml_walk_level *add_level(aml_walk *walk, aml_sv folder, const aml_walk_level *parent) {
  aml_walk_level *level = AML_NEW(walk->arena, aml_walk_level);
  level->parent = parent;
  level->skip = folder.len == 0 ? 0 : folder.len + 1;
  if (!walk->options->no_ignore_files) {
    aml_sv place = absolute(walk, folder);
    level->git = read_ignore(walk, join(walk->arena, place, AML_SV(".gitignore")));
    level->own = read_ignore(walk, join(walk->arena, place, AML_SV(".amlintignore")));
  }
  (void)aml_map_put(&walk->levels, aml_sv_dup(walk->arena, folder), level);
  return level;
}

/* The level of a folder; those of the folders above it are made too, from the base down. */
static const aml_walk_level *level_of(aml_walk *walk, aml_sv folder) {
  const aml_walk_level *level = aml_map_find(&walk->levels, AML_SV(""));
  level = level != NULL ? level : add_level(walk, AML_SV(""), NULL);
  for (size_t end = 0; end < folder.len;) {
    end = aml_sv_find_char(folder, '/', end == 0 ? 0 : end + 1);
    end = end == AML_NPOS ? folder.len : end;
    aml_sv part = aml_sv_slice(folder, 0, end);
    const aml_walk_level *known = aml_map_find(&walk->levels, part);
    level = known != NULL ? known : add_level(walk, part, level);
  }
  return level;
}

static int answer_of(const aml_walk_level *level, aml_sv path, bool is_folder, bool is_own) {
  int answer = -1;
  for (const aml_walk_level *at = level; at != NULL && answer < 0; at = at->parent) {
    const aml_ignore *ignore = is_own ? at->own : at->git;
    aml_sv seen = aml_sv_slice(path, at->skip, path.len);
    answer = ignore == NULL ? -1 : aml_ignore_match(ignore, seen, is_folder);
  }
  return answer;
}

static bool is_named_by_git_rules(
    const aml_walk *walk, const aml_walk_level *level, aml_sv path, bool is_folder) {
  int answer = answer_of(level, path, is_folder, false);
  if (answer < 0 && walk->info != NULL) {
    answer = aml_ignore_match(walk->info, path, is_folder);
  }
  return answer == 1;
}

/* What becomes of a path by the rules that name it itself. `only_tracked`: a folder that holds it is ignored
 * by git, so it is too, unless it is tracked. */
static aml_walk_fate judge(
    aml_walk *walk, const aml_walk_level *level, aml_sv path, bool is_folder, bool only_tracked) {
  int own = answer_of(level, path, is_folder, true);
  bool is_hidden = only_tracked || (own != 0 && is_named_by_git_rules(walk, level, path, is_folder));
  bool is_tracked =
      is_hidden && (walk->is_all_tracked || aml_tracked_holds(&walk->tracked, walk->arena, walk->base, path));
  if (walk->tracked.is_unknown) {
    walk->out->git_trouble = walk->tracked.why;
  }
  if (is_hidden && !is_tracked) {
    return AML_WALK_IGNORED;
  }
  if (walk->always != NULL && aml_ignore_match(walk->always, path, is_folder) == 1) {
    return AML_WALK_EXCLUDED;
  }
  if (own == 1) {
    return AML_WALK_LEFT_OUT;
  }
  return is_hidden ? AML_WALK_TRACKED : AML_WALK_TAKEN;
}

static aml_sv name_fate(aml_walk_fate fate) {
  return fate == AML_WALK_EXCLUDED ? AML_SV("--exclude") : AML_SV(".amlintignore");
}

static void leave_out(aml_walk *walk, aml_sv path, aml_sv by) {
  aml_left_out item = {.path = shown(walk, path), .by = by};
  AML_VEC_PUSH(walk->arena, &walk->out->left_out, item);
}

bool aml_walk_passes_over(aml_walk *walk, aml_sv path) {
  aml_walk_fate fate = AML_WALK_TAKEN;
  for (size_t end = 0; end < path.len;) {
    end = aml_sv_find_char(path, '/', end == 0 ? 0 : end + 1);
    bool is_folder = end != AML_NPOS;
    aml_sv part = aml_sv_slice(path, 0, end);
    fate = judge(walk, level_of(walk, parent_of(part)), part, is_folder, fate == AML_WALK_TRACKED);
    if (fate == AML_WALK_IGNORED) {
      walk->out->ignored++;
      return true;
    }
    if (fate == AML_WALK_LEFT_OUT || fate == AML_WALK_EXCLUDED) {
      leave_out(walk, path, name_fate(fate));
      return true;
    }
    end = is_folder ? end : path.len;
  }
  return false;
}

bool aml_discover_is_tree(aml_sv name) {
  return aml_sv_iends(name, AML_SV(".json")) || aml_sv_iends(name, AML_SV(".jsonc")) ||
         aml_sv_iends(name, AML_SV(".yml")) || aml_sv_iends(name, AML_SV(".yaml"));
}

aml_take aml_discover_take(const aml_taker *taker, aml_sv path) {
  if (taker->take != NULL) {
    return taker->take(taker->table, path);
  }
  return aml_discover_is_tree(path) ? AML_TAKE_READ : AML_TAKE_NONE;
}

bool aml_discover_is_ignore_file(aml_sv path) {
  return aml_sv_eq(aml_path_name(path), AML_SV(".amlintignore"));
}

/* What becomes of a file by its first bytes. */
static aml_take take_by_bytes(aml_walk *walk, aml_sv path) {
  char bytes[FIRST_BYTES];
  int fd = open(aml_sv_cstr(walk->arena, absolute(walk, path)), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  ssize_t count = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
  if (fd >= 0) {
    (void)close(fd);
  }
  const aml_taker *taker = &walk->options->taker;
  return count > 0 ? taker->take_bytes(taker->table, path, (aml_sv){bytes, (size_t)count}) : AML_TAKE_NONE;
}

/* What becomes of an entry of a folder with the fate `above`. Of what is left out only git's rules still
 * count: files that they hide are not worth counting. */
static aml_walk_fate fate_of(
    aml_walk *walk, const aml_walk_level *level, aml_sv path, bool is_folder, aml_walk_fate above) {
  aml_walk_fate fate = judge(walk, level, path, is_folder, above == AML_WALK_TRACKED);
  bool is_above_left_out = above == AML_WALK_LEFT_OUT || above == AML_WALK_EXCLUDED;
  return is_above_left_out && fate != AML_WALK_IGNORED ? above : fate;
}

/* A file that is searched: whether it concerns anybody hangs on its text, also where it is left out. */
static void take_to_search(aml_walk *walk, aml_sv path, aml_walk_fate fate) {
  bool is_left_out = fate == AML_WALK_LEFT_OUT || fate == AML_WALK_EXCLUDED;
  aml_found found = {.path = shown(walk, path), .file = absolute(walk, path)};
  found.left_out_by = is_left_out ? name_fate(fate) : (aml_sv){NULL, 0};
  AML_VEC_PUSH(walk->arena, &walk->out->files, found);
}

static void take_to_read(aml_walk *walk, aml_sv path, bool is_linked_out, aml_walk_fate fate) {
  bool is_left_out = fate == AML_WALK_LEFT_OUT || fate == AML_WALK_EXCLUDED;
  if (fate == AML_WALK_IGNORED) {
    walk->out->ignored += is_linked_out ? 0 : 1;
  } else if (is_left_out || is_linked_out) {
    leave_out(walk, path, is_linked_out ? AML_SV(AML_BY_LINK) : name_fate(fate));
  } else {
    aml_found found = {.path = shown(walk, path), .file = absolute(walk, path)};
    AML_VEC_PUSH(walk->arena, &walk->out->files, found);
  }
}

static void take_file(aml_walk *walk, aml_sv path, aml_take take, mode_t type, aml_walk_fate fate) {
  aml_presence place = {.is_there = true};
  if (type == S_IFLNK) {
    place = aml_path_find_inside(walk->boundary, absolute(walk, path));
  }
  if (place.error_number != 0 && place.error_number != EACCES) { /* what must not be entered is outside */
    aml_walk_add_trouble(walk->out, walk->arena, shown(walk, path), "cannot be opened", place.error_number);
    return;
  }
  bool is_hidden = !place.is_there || fate == AML_WALK_IGNORED;
  if (take == AML_TAKE_BY_BYTES) {
    take = is_hidden ? AML_TAKE_NONE : take_by_bytes(walk, path);
  }
  if (take == AML_TAKE_READ) {
    take_to_read(walk, path, !place.is_there, fate);
  } else if (take == AML_TAKE_SEARCH && !is_hidden) {
    take_to_search(walk, path, fate);
  }
}

static void take_entry(aml_walk *walk, const aml_walk_level *level, const aml_walk_todo *folder, aml_sv name,
    mode_t type, aml_walk_todos *todo) {
  aml_sv path = join(walk->arena, folder->path, name);
  if (type == S_IFDIR) {
    aml_walk_todo from = *folder;
    if (aml_sv_eq(name, AML_SV("node_modules")) && folder->fate == AML_WALK_TAKEN) {
      from.fate =
          AML_WALK_TRACKED; /* as if git's rules named it: what its index holds is read all the same */
    }
    bool is_passed = aml_sv_eq(name, AML_SV(".git"));
    aml_walk_fate fate = is_passed ? AML_WALK_IGNORED : fate_of(walk, level, path, true, from.fate);
    if (fate != AML_WALK_IGNORED) {
      aml_walk_todo next = {path, fate};
      AML_VEC_PUSH(walk->arena, todo, next);
    }
    return;
  }
  aml_take take = aml_discover_take(&walk->options->taker, name);
  if ((type == S_IFREG || type == S_IFLNK) && take != AML_TAKE_NONE) {
    take_file(walk, path, take, type, fate_of(walk, level, path, false, folder->fate));
  }
}

/* The type of an entry; 0 where it is gone or cannot be seen. */
static mode_t type_of(const aml_walk *walk, const struct dirent *entry) {
  struct stat about;
  switch (entry->d_type) {
  case DT_DIR:
    return S_IFDIR;
  case DT_REG:
    return S_IFREG;
  case DT_LNK:
    return S_IFLNK;
  case DT_UNKNOWN:
    return fstatat(dirfd(walk->open), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0
               ? about.st_mode & S_IFMT
               : 0;
  default:
    return 0;
  }
}

/* A submodule that is not checked out is an empty folder. */
static void take_empty(aml_walk *walk, const aml_walk_todo *folder) {
  if (folder->path.len > 0 && aml_tracked_lists(&walk->tracked, walk->arena, walk->base, folder->path)) {
    leave_out(walk, folder->path, AML_SV("a submodule that is not checked out"));
  }
}

static void read_folder(aml_walk *walk, const aml_walk_todo *folder, aml_walk_todos *todo) {
  const aml_walk_level *level = level_of(walk, folder->path);
  bool is_empty = true;
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(walk->open);
    if (entry == NULL) {
      break;
    }
    aml_sv name = aml_sv_of(entry->d_name);
    if (!aml_sv_eq(name, AML_SV(".")) && !aml_sv_eq(name, AML_SV(".."))) {
      take_entry(walk, level, folder, name, type_of(walk, entry), todo);
      is_empty = false;
    }
  }
  if (errno != 0) {
    aml_walk_add_trouble(walk->out, walk->arena, shown(walk, folder->path), "cannot be read", errno);
  } else if (is_empty) {
    take_empty(walk, folder);
  }
}

/* What cannot be opened is trouble, unless nobody wants to read it. */
static bool open_folder(aml_walk *walk, const aml_walk_todo *folder, bool is_named) {
  int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (is_named ? 0 : O_NOFOLLOW);
  int fd = open(aml_sv_cstr(walk->arena, absolute(walk, folder->path)), flags);
  walk->open = fd < 0 ? NULL : fdopendir(fd);
  if (walk->open != NULL) {
    return true;
  }
  if (folder->fate == AML_WALK_TAKEN || folder->fate == AML_WALK_TRACKED) {
    aml_walk_add_trouble(walk->out, walk->arena, shown(walk, folder->path), "cannot be opened", errno);
  }
  if (fd >= 0) {
    (void)close(fd);
  }
  return false;
}

void aml_walk_folder(aml_walk *walk, aml_sv folder) {
  aml_walk_todos todo = {0};
  aml_walk_todo first = {folder, AML_WALK_TAKEN};
  AML_VEC_PUSH(walk->arena, &todo, first);
  for (bool is_named = true; todo.count > 0; is_named = false) {
    const aml_walk_todo next = todo.items[--todo.count];
    if (open_folder(walk, &next, is_named)) {
      read_folder(walk, &next, &todo);
      close_walk(walk);
    }
  }
}
