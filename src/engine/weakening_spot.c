#include "engine/weakening_spot.h"

#include "base/limits.h"
#include "engine/weakening.h"
#include "source/lines.h"
#include "source/paths.h"

typedef struct touched_file {
  const aml_change *change;
  aml_source *source; /* of the run, as the file is now; NULL: it is not there */
  aml_source before;  /* its text as it was; for lines only */
  aml_hunks hunks;
  aml_line_places places;
} touched_file;

/* The text as it is now. Of what is no file of ours, nobody knows what it is. */
static bool read_now(const aml_weakening *w, aml_sv path, aml_source *out) {
  const aml_source *known = aml_sources_find(w->after.inputs->sources, path);
  if (known != NULL && known->bytes.len > 0) {
    *out = *known;
    return true;
  }
  uint32_t bad_at;
  aml_error error;
  *out = (aml_source){.path = path,
      .file = aml_path_join(w->inputs->arena, w->inputs->discovery.root, path),
      .is_withheld = true};
  return aml_path_find_inside(w->inputs->discovery.root, out->file).is_there &&
         aml_source_read(out, w->inputs->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error) == AML_OK;
}

/* The source of the run that holds the text: its own, where the run reads the working tree. */
static aml_source *lend_source(const aml_weakening *w, const aml_source *now) {
  aml_source *source =
      w->inputs->view.agreed == NULL ? aml_sources_find(w->inputs->sources, now->path) : NULL;
  if (source == NULL || (source->bytes.len > 0 && !aml_sv_eq(source->bytes, now->bytes))) {
    source = aml_sources_add(w->inputs->sources, now->path, now->file);
    source->is_withheld = now->is_withheld;
  }
  source->bytes = now->bytes;
  source->encoding = now->encoding;
  return source;
}

static void compare_texts(const aml_weakening *w, touched_file *file) {
  aml_arena *arena = w->inputs->arena;
  uint32_t bad_at;
  aml_error error;
  file->before.path = file->change->path;
  if (aml_source_fill(&file->before, arena, file->change->before, AML_LIMIT_FILE_BYTES, &bad_at, &error) !=
      AML_OK) {
    file->before.bytes = (aml_sv){NULL, 0};
  }
  aml_source_index_lines(&file->before, arena);
  aml_sv now = file->source == NULL ? (aml_sv){NULL, 0} : file->source->bytes;
  aml_hunks_find(arena, file->before.bytes, now, &file->hunks);
  aml_hunks_find_places(arena, file->before.bytes, now, &file->places);
}

/* Never NULL; a file that did not change has no hunks. */
static const touched_file *find_file(const aml_weakening *w, aml_sv path) {
  touched_file *file = aml_map_find(&w->files->by_path, path);
  if (file == NULL) {
    aml_source now;
    file = AML_NEW(w->inputs->arena, touched_file);
    file->change = aml_map_find(&w->changes->by_path, path);
    file->source = read_now(w, path, &now) ? lend_source(w, &now) : NULL;
    if (file->change != NULL) {
      compare_texts(w, file);
    }
    (void)aml_map_put(&w->files->by_path, aml_sv_dup(w->inputs->arena, path), file);
  }
  return file;
}

/* At the first character of a line that is none of its blanks; at the end of the file, of the last line. */
static aml_weakening_spot spot_at(const touched_file *file, size_t offset, size_t end) {
  aml_sv bytes = file->source->bytes;
  if (offset >= bytes.len && aml_sv_ends(bytes, AML_SV("\n"))) {
    size_t before = aml_sv_rfind_char(aml_sv_slice(bytes, 0, bytes.len - 1), '\n');
    offset = before == AML_NPOS ? 0 : before + 1;
  }
  while (offset < bytes.len && (bytes.data[offset] == ' ' || bytes.data[offset] == '\t')) {
    offset++;
  }
  return (aml_weakening_spot){
      .span = {file->source->id, (uint32_t)offset, (uint32_t)(end > offset ? end : offset)},
      .path = file->source->path};
}

aml_weakening_search aml_weakening_search_begin(const aml_weakening *w) {
  return (aml_weakening_search){.w = w};
}

static void take(aml_weakening_search *search, aml_weakening_spot spot) {
  search->spot = spot;
  search->is_found = true;
}

void aml_weakening_try(aml_weakening_search *search, aml_span span) {
  if (search->is_found || aml_span_is_none(span)) {
    return;
  }
  aml_sv path = aml_sources_get(search->w->after.inputs->sources, span.source)->path;
  const touched_file *file = find_file(search->w, path);
  if (file->source == NULL) {
    return;
  }
  const aml_hunk *hunk = aml_hunks_at(&file->hunks, span.begin, span.end);
  if (hunk != NULL) {
    bool begins_before = hunk->begin < span.begin;
    take(search, spot_at(file, begins_before ? span.begin : hunk->begin, begins_before ? span.end : 0));
  } else if (search->untouched.path.len == 0) {
    search->untouched = spot_at(file, span.begin, span.end);
  }
}

void aml_weakening_try_gone(aml_weakening_search *search, aml_span span) {
  if (search->is_found || aml_span_is_none(span)) {
    return;
  }
  aml_sv path = aml_sources_get(search->w->before.inputs->sources, span.source)->path;
  const touched_file *file = find_file(search->w, path);
  const aml_line_place *line = aml_hunks_place(&file->places, span.begin);
  if (line == NULL || !line->is_taken_out) {
    return;
  }
  aml_weakening_spot spot =
      file->source == NULL ? (aml_weakening_spot){.path = path} : spot_at(file, line->place, 0);
  spot.line_before = aml_source_locate(&file->before, span.begin).line;
  take(search, spot);
}

/* below: NULL for the key itself. */
static const aml_member *find_member(const aml_config *config, const char *key, const char *below) {
  const aml_member *member =
      config->settings == NULL ? NULL : aml_object_member_exact(config->settings, aml_sv_of(key));
  if (member == NULL || below == NULL) {
    return member;
  }
  return aml_value_is(member->value, AML_OBJECT) ? aml_object_member(member->value, aml_sv_of(below)) : NULL;
}

static aml_span span_of(const aml_member *member) {
  return member == NULL ? AML_NO_SPAN
         : member->name_span.source == member->value->span.source
             ? aml_span_cover(member->name_span, member->value->span)
             : member->value->span;
}

void aml_weakening_try_key(aml_weakening_search *search, const char *key, const char *below) {
  aml_weakening_try(search, span_of(find_member(search->w->is, key, below)));
  aml_weakening_try_gone(search, span_of(find_member(search->w->was, key, below)));
  if (below != NULL) {
    aml_weakening_try_key(search, key, NULL);
  }
}

void aml_weakening_try_file(aml_weakening_search *search, aml_sv path) {
  const touched_file *file = search->is_found || path.len == 0 ? NULL : find_file(search->w, path);
  if (file == NULL || file->change == NULL) {
    return;
  }
  size_t begin = file->hunks.count == 0 ? 0 : file->hunks.items[0].begin;
  take(search, file->source == NULL ? (aml_weakening_spot){.path = path} : spot_at(file, begin, 0));
}

void aml_weakening_try_line(
    aml_weakening_search *search, aml_sv path, aml_weakening_line *is_meant, aml_sv about) {
  const touched_file *file = search->is_found ? NULL : find_file(search->w, path);
  for (size_t i = 0; file != NULL && file->source != NULL && i < file->hunks.count; i++) {
    for (size_t at = file->hunks.items[i].begin; at < file->hunks.items[i].end;) {
      size_t end = aml_sv_find_char(file->source->bytes, '\n', at);
      end = end == AML_NPOS ? file->source->bytes.len : end;
      if (is_meant(search->w->inputs->arena, aml_sv_slice(file->source->bytes, at, end), about)) {
        take(search, spot_at(file, at, end));
        return;
      }
      at = end + 1;
    }
  }
}

aml_weakening_spot aml_weakening_search_end(aml_weakening_search *search) {
  const aml_weakening *w = search->w;
  aml_weakening_try_file(search, w->is->path);
  aml_weakening_try_file(search, w->was->path);
  if (!search->is_found) {
    search->spot = search->untouched;
    search->spot.path = search->spot.path.len > 0 ? search->spot.path : w->is->path;
  }
  return search->spot;
}
