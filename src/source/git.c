#include "source/git.h"

#include "base/limits.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "source/git_run.h"

enum { MOST_LIST_BYTES = 256 << 20, MOST_WORD_BYTES = 4096 };

/* One line of git's answer, without what blanks stand around it. */
static aml_status ask(const aml_git_command *command, aml_sv *out, aml_error *error) {
  aml_status status = aml_git_run(command, out, error);
  *out = status == AML_OK ? aml_sv_trim(*out) : (aml_sv){NULL, 0};
  return status;
}

static aml_status refuse_option(aml_sv revision, aml_error *error) {
  if (revision.len == 0 || revision.data[0] == '-') {
    return aml_fail(error, AML_ERR_INPUT, "'%.*s' is not a revision.", AML_SV_ARG(revision));
  }
  return AML_OK;
}

/* The names of all settings of filters; none is no failure. */
static aml_status find_filters(aml_git *git, aml_error *error) {
  aml_git_command command = {.git = git,
      .words = {"config", "--null", "--name-only", "--get-regexp", "^filter[.]"},
      .max = MOST_LIST_BYTES};
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_run(&command, &text, error);
  while (status == AML_OK && text.len > 0) {
    AML_VEC_PUSH(git->arena, &git->filters, aml_sv_split(&text, '\0'));
  }
  return status == AML_ERR_INPUT ? AML_OK : status;
}

aml_status aml_git_open(aml_git *git, aml_arena *arena, aml_sv top, aml_error *error) {
  *git = (aml_git){.arena = arena, .top = top};
  aml_sv up = {NULL, 0};
  aml_git_command command = {.git = git, .words = {"rev-parse", "--show-cdup"}, .max = MOST_WORD_BYTES};
  aml_status status = ask(&command, &up, error);
  if (status == AML_OK && up.len > 0) {
    return aml_fail(error, AML_ERR_INPUT, "git reports another folder as the top of the working tree.");
  }
  return status == AML_OK ? find_filters(git, error) : status;
}

/* Refuses a name that a tag and a branch bear, or a branch here and a remote one: git takes the tag, and
 * whoever opens a pull request may have made it. */
static aml_status refuse_ambiguous(const aml_git *git, aml_sv revision, aml_error *error) {
  size_t end = 0;
  while (end < revision.len && aml_sv_find_char(AML_SV("~^@:"), revision.data[end], 0) == AML_NPOS) {
    end++;
  }
  aml_sv name = aml_sv_slice(revision, 0, end);
  static const char *const places[] = {"refs/tags/", "refs/heads/", "refs/remotes/"};
  aml_git_command command = {
      .git = git, .words = {"for-each-ref", "--format=%(refname)"}, .max = MOST_LIST_BYTES};
  for (size_t i = 0; i < 3; i++) {
    command.words[2 + i] = aml_sv_format(git->arena, "%s%.*s", places[i], AML_SV_ARG(name)).data;
  }
  aml_sv text = {NULL, 0};
  aml_status status = name.len == 0 ? AML_OK : aml_git_run(&command, &text, error);
  aml_sv found[2] = {{NULL, 0}, {NULL, 0}};
  size_t count = 0;
  while (status == AML_OK && text.len > 0 && count < 2) {
    aml_sv line = aml_sv_split(&text, '\n');
    bool is_whole =
        line.len > name.len && aml_sv_ends(line, name) && /* patterns match folders of names too */
        (aml_sv_eq(line, aml_sv_of(command.words[2])) || aml_sv_eq(line, aml_sv_of(command.words[3])) ||
            aml_sv_eq(line, aml_sv_of(command.words[4])));
    if (is_whole) {
      found[count++] = line;
    }
  }
  return status == AML_OK && count > 1
             ? aml_fail(error, AML_ERR_INPUT, "'%.*s' may be '%.*s' or '%.*s': write the one that is meant.",
                   AML_SV_ARG(name), AML_SV_ARG(found[1]), AML_SV_ARG(found[0]))
             : status;
}

aml_status aml_git_merge_base(const aml_git *git, aml_sv revision, aml_sv *out, aml_error *error) {
  aml_status status = refuse_option(revision, error);
  status = status == AML_OK ? refuse_ambiguous(git, revision, error) : status;
  if (status != AML_OK) {
    return status;
  }
  aml_git_command command = {
      .git = git, .words = {"merge-base", aml_sv_cstr(git->arena, revision), "HEAD"}, .max = MOST_WORD_BYTES};
  status = ask(&command, out, error);
  if (status == AML_ERR_INPUT) { /* without a word: both are commits, and nothing is common */
    return aml_fail(error, status,
        "'%.*s' and HEAD have no common commit in this clone; fetch more of the history.",
        AML_SV_ARG(revision));
  }
  return status;
}

aml_status aml_git_commit_by(const aml_git *git, aml_day day, aml_sv *out, aml_error *error) {
  char text[AML_DAY_TEXT_SIZE];
  aml_day_text(day, text);
  aml_sv before = aml_sv_format(git->arena, "--before=%sT23:59:59Z", text);
  aml_git_command command = {.git = git,
      .words = {"rev-list", "-1", aml_sv_cstr(git->arena, before), "HEAD", "--"},
      .max = MOST_WORD_BYTES};
  aml_status status = ask(&command, out, error);
  if (status != AML_OK || out->len > 0) {
    return status;
  }
  aml_sv is_shallow;
  aml_git_command asked = {
      .git = git, .words = {"rev-parse", "--is-shallow-repository"}, .max = MOST_WORD_BYTES};
  status = ask(&asked, &is_shallow, error);
  return status == AML_OK && aml_sv_eq(is_shallow, AML_SV("true"))
             ? aml_fail(error, AML_ERR_INPUT, "The history of this clone does not reach back to %s.", text)
             : status;
}

static bool is_null_object(aml_sv object) {
  for (size_t i = 0; i < object.len; i++) {
    if (object.data[i] != '0') {
      return false;
    }
  }
  return true;
}

static aml_git_entry make_entry(aml_sv mode, aml_sv object, aml_sv path) {
  bool is_folder = aml_sv_eq(mode, AML_SV("160000"));
  bool has_text = !is_folder && !is_null_object(object);
  return (aml_git_entry){.path = path,
      .object = has_text ? object : (aml_sv){NULL, 0},
      .is_folder = is_folder,
      .is_link = aml_sv_eq(mode, AML_SV("120000"))};
}

static aml_status refuse_answer(aml_error *error) {
  return aml_fail(error, AML_ERR_INPUT, "The output of git is not understood.");
}

/* ":MODE MODE OBJECT OBJECT STATUS" NUL PATH NUL, again and again. */
static aml_status list_changes(aml_git_command *command, aml_git_changes *out, aml_error *error) {
  command->max = MOST_LIST_BYTES;
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_run(command, &text, error);
  while (status == AML_OK && text.len > 0) {
    aml_sv line = aml_sv_split(&text, '\0');
    aml_sv path = aml_sv_split(&text, '\0');
    aml_sv mode_before = aml_sv_split(&line, ' ');
    aml_sv mode_after = aml_sv_split(&line, ' ');
    aml_sv before = aml_sv_split(&line, ' ');
    aml_sv after = aml_sv_split(&line, ' ');
    if (path.len == 0 || line.len == 0 || mode_before.len == 0 || mode_before.data[0] != ':') {
      return refuse_answer(error);
    }
    aml_git_change change = {.path = path,
        .before = make_entry(aml_sv_slice(mode_before, 1, mode_before.len), before, path),
        .after = make_entry(mode_after, after, path),
        .is_deleted = line.data[0] == 'D'};
    AML_VEC_PUSH(command->git->arena, out, change);
  }
  return status;
}

/* Files that are not tracked; "NAME/" is a repository inside this one. */
static aml_status list_untracked(const aml_git *git, aml_git_changes *out, aml_error *error) {
  aml_git_command command = {
      .git = git, .words = {"ls-files", "-z", "--others", "--exclude-standard"}, .max = MOST_LIST_BYTES};
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_run(&command, &text, error);
  while (status == AML_OK && text.len > 0) {
    aml_git_change change = {.path = aml_sv_split(&text, '\0')};
    change.after.is_folder = aml_sv_ends(change.path, AML_SV("/"));
    change.path.len -= change.after.is_folder ? 1 : 0;
    if (change.path.len == 0) {
      return refuse_answer(error);
    }
    change.before.path = change.after.path = change.path;
    AML_VEC_PUSH(git->arena, out, change);
  }
  return status;
}

aml_status aml_git_changed(const aml_git *git, aml_sv commit, aml_git_changes *out, aml_error *error) {
  aml_git_command command = {.git = git,
      .words = {"diff-index", "--raw", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=dirty",
          aml_sv_cstr(git->arena, commit), "--"}};
  aml_status status = list_changes(&command, out, error);
  return status == AML_OK ? list_untracked(git, out, error) : status;
}

aml_status aml_git_unstaged(const aml_git *git, aml_git_changes *out, aml_error *error) {
  aml_git_command command = {
      .git = git, .words = {"diff-files", "--raw", "-z", "--no-abbrev", "--ignore-submodules=dirty", "--"}};
  return list_changes(&command, out, error);
}

/* "MODE OBJECT STAGE" TAB PATH NUL of the index, "MODE KIND OBJECT" TAB PATH NUL of a tree. */
static aml_status list_entries(
    aml_git_command *command, bool is_tree, aml_git_entries *out, aml_error *error) {
  command->max = MOST_LIST_BYTES;
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_run(command, &text, error);
  while (status == AML_OK && text.len > 0) {
    aml_sv path = aml_sv_split(&text, '\0');
    aml_sv line = aml_sv_split(&path, '\t');
    aml_sv mode = aml_sv_split(&line, ' ');
    aml_sv second = aml_sv_split(&line, ' ');
    if (path.len == 0 || mode.len == 0 || line.len == 0) {
      return refuse_answer(error);
    }
    aml_git_entry entry = make_entry(mode, is_tree ? line : second, path);
    if (!is_tree && !aml_sv_eq(line, AML_SV("0"))) { /* once for each of two or three stages */
      bool is_known = out->count > 0 && aml_sv_eq(out->items[out->count - 1].path, path);
      entry = (aml_git_entry){.path = path, .is_torn = true};
      out->count -= is_known ? 1 : 0;
    }
    AML_VEC_PUSH(command->git->arena, out, entry);
  }
  return status;
}

aml_status aml_git_tree(const aml_git *git, aml_sv revision, aml_git_entries *out, aml_error *error) {
  aml_status status = refuse_option(revision, error);
  status = status == AML_OK ? refuse_ambiguous(git, revision, error) : status;
  if (status != AML_OK) {
    return status;
  }
  aml_git_command command = {
      .git = git, .words = {"ls-tree", "-r", "-z", aml_sv_cstr(git->arena, revision), "--"}};
  return list_entries(&command, true, out, error);
}

aml_status aml_git_index(const aml_git *git, aml_git_entries *out, aml_error *error) {
  aml_git_command command = {.git = git, .words = {"ls-files", "-s", "-z"}};
  return list_entries(&command, false, out, error);
}

aml_status aml_git_unwatched(const aml_git *git, aml_git_entries *out, aml_error *error) {
  aml_git_command command = {.git = git, .words = {"ls-files", "-s", "-v", "-z"}, .max = MOST_LIST_BYTES};
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_run(&command, &text, error);
  while (status == AML_OK && text.len > 0) { /* "TAG MODE OBJECT STAGE" TAB PATH NUL */
    aml_sv path = aml_sv_split(&text, '\0');
    aml_sv line = aml_sv_split(&path, '\t');
    aml_sv tag = aml_sv_split(&line, ' ');
    aml_sv mode = aml_sv_split(&line, ' ');
    aml_sv object = aml_sv_split(&line, ' ');
    if (path.len == 0 || tag.len != 1 || mode.len == 0 || line.len == 0) {
      return refuse_answer(error);
    }
    aml_git_entry entry = make_entry(mode, object, path);
    if (entry.is_folder || tag.data[0] == 'S' || (tag.data[0] >= 'a' && tag.data[0] <= 'z')) {
      AML_VEC_PUSH(git->arena, out, entry);
    }
  }
  return status;
}

/* Everything in the index is new. */
static aml_status list_first(const aml_git *git, aml_git_changes *out, aml_error *error) {
  aml_git_entries entries = {0};
  aml_status status = aml_git_index(git, &entries, error);
  for (size_t i = 0; i < entries.count; i++) {
    aml_sv path = entries.items[i].path;
    aml_git_change change = {.path = path, .before.path = path, .after = entries.items[i]};
    AML_VEC_PUSH(git->arena, out, change);
  }
  return status;
}

aml_status aml_git_staged(const aml_git *git, aml_git_changes *out, aml_error *error) {
  aml_sv head = {NULL, 0};
  aml_git_command verify = {
      .git = git, .words = {"rev-parse", "--verify", "--quiet", "HEAD^{commit}"}, .max = MOST_WORD_BYTES};
  aml_status status = ask(&verify, &head, error);
  if (status == AML_ERR_INPUT) {
    return list_first(git, out, error);
  }
  aml_git_command command = {.git = git,
      .words = {"diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames",
          "--ignore-submodules=dirty", aml_sv_cstr(git->arena, head), "--"}};
  return status == AML_OK ? list_changes(&command, out, error) : status;
}

/* "OBJECT blob SIZE" LF, the text, LF; in the place of a text that is not there "OBJECT missing" LF. */
static bool take_text(aml_sv *answer, aml_sv *out) {
  aml_sv line = aml_sv_split(answer, '\n');
  aml_sv object = aml_sv_split(&line, ' ');
  aml_sv kind = aml_sv_split(&line, ' ');
  int64_t size = 0;
  if (object.len == 0 || kind.len == 0 || !aml_int_parse(line, &size) || size < 0 ||
      (uint64_t)size >= answer->len) {
    return false;
  }
  *out = aml_sv_slice(*answer, 0, (size_t)size);
  *answer = aml_sv_slice(*answer, (size_t)size + 1, answer->len);
  return true;
}

aml_status aml_git_texts(
    const aml_git *git, const aml_sv *objects, size_t count, aml_sv *out, aml_error *error) {
  aml_strbuf names;
  aml_strbuf_init(&names, git->arena, SIZE_MAX);
  for (size_t i = 0; i < count; i++) {
    if (objects[i].len > 0) {
      aml_strbuf_add(&names, objects[i]);
      aml_strbuf_add_char(&names, '\n');
    }
  }
  aml_sv answer = {NULL, 0};
  aml_git_command command = {.git = git,
      .words = {"cat-file", "--batch"},
      .input = aml_strbuf_view(&names),
      .max = AML_LIMIT_GIT_BYTES};
  aml_status status = command.input.len == 0 ? AML_OK : aml_git_run(&command, &answer, error);
  for (size_t i = 0; status == AML_OK && i < count; i++) {
    out[i] = (aml_sv){NULL, 0};
    if (objects[i].len > 0 && !take_text(&answer, &out[i])) {
      status =
          aml_fail(error, AML_ERR_IO, "The object %.*s is not in this repository.", AML_SV_ARG(objects[i]));
    }
  }
  return status;
}

aml_status aml_git_tracked(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error) {
  const aml_git git = {.arena = arena, .top = top};
  aml_git_command command = {
      .git = &git, .words = {"-c", "safe.directory=*", "ls-files", "-z"}, .max = MOST_LIST_BYTES};
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_run(&command, &text, error);
  while (status == AML_OK && text.len > 0) {
    AML_VEC_PUSH(arena, out, aml_sv_split(&text, '\0'));
  }
  return status;
}

aml_status aml_git_skipped(aml_arena *arena, aml_sv top, aml_texts *out, aml_error *error) {
  const aml_git git = {.arena = arena, .top = top};
  aml_git_command command = {
      .git = &git, .words = {"-c", "safe.directory=*", "ls-files", "-t", "-z"}, .max = MOST_LIST_BYTES};
  aml_sv text = {NULL, 0};
  aml_status status = aml_git_run(&command, &text, error);
  while (status == AML_OK && text.len > 0) { /* "TAG PATH" NUL */
    aml_sv path = aml_sv_split(&text, '\0');
    aml_sv tag = aml_sv_split(&path, ' ');
    if (path.len == 0 || tag.len != 1) {
      return refuse_answer(error);
    }
    if (tag.data[0] == 'S') {
      AML_VEC_PUSH(arena, out, path);
    }
  }
  return status;
}
