#include "source/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"

/* Sources stand in chunks of growing size that never move, so that readers need no lock. Chunk i holds
 * FIRST_CHUNK << i sources. */
enum { FIRST_CHUNK = 64, CHUNKS = 26 };

struct aml_sources {
  aml_arena *arena; /* of the run: for aml_sources_add */
  aml_arena shared; /* guarded by the lock: for aml_sources_add_shared */
  pthread_mutex_t lock;
  aml_map by_path;
  aml_map reserved; /* path to a reserved_list; see aml_sources_follow */
  atomic_size_t count;
  aml_source **chunks[CHUNKS];
};

typedef struct reserved_list { /* sources of one path, in their order */
  AML_VEC(aml_source *) items;
  size_t taken;
} reserved_list;

static void close_sources(void *object) {
  aml_sources *sources = object;
  (void)pthread_mutex_destroy(&sources->lock);
  aml_arena_release(&sources->shared);
}

aml_sources *aml_sources_new(aml_arena *arena) {
  aml_sources *sources = AML_NEW(arena, aml_sources);
  sources->arena = arena;
  aml_arena_init(&sources->shared, SIZE_MAX);
  (void)pthread_mutex_init(&sources->lock, NULL);
  aml_map_init(&sources->by_path, arena, AML_MAP_EXACT);
  aml_map_init(&sources->reserved, arena, AML_MAP_EXACT);
  aml_arena_defer(arena, close_sources, sources);
  return sources;
}

size_t aml_sources_count(const aml_sources *sources) {
  return atomic_load(&sources->count);
}

/* The chunk of a source and its place there. */
static size_t find_chunk(size_t index, size_t *place) {
  size_t chunk = 0;
  size_t size = FIRST_CHUNK;
  for (; index >= size; index -= size, size *= 2) {
    chunk++;
  }
  *place = index;
  return chunk;
}

/* Gives it the next id. */
static void put_last(aml_sources *sources, aml_arena *arena, aml_source *source) {
  size_t count = aml_sources_count(sources);
  size_t place;
  size_t chunk = find_chunk(count, &place);
  assert(chunk < CHUNKS);
  if (sources->chunks[chunk] == NULL) {
    sources->chunks[chunk] = AML_NEW_ARRAY(arena, aml_source *, (size_t)FIRST_CHUNK << chunk);
  }
  source->id = (aml_source_id)count + 1;
  sources->chunks[chunk][place] = source;
  atomic_store(&sources->count, count + 1);
}

/* NULL where none of the path is left. */
static aml_source *take_reserved(const aml_sources *sources, aml_sv path) {
  reserved_list *list = aml_map_find(&sources->reserved, path);
  return list == NULL || list->taken == list->items.count ? NULL : list->items.items[list->taken++];
}

static aml_source *add_source(aml_sources *sources, aml_arena *arena, aml_sv path, aml_sv file) {
  aml_source *source = take_reserved(sources, path);
  if (source == NULL) {
    source = AML_NEW(arena, aml_source);
    source->path = aml_sv_dup(arena, path);
    put_last(sources, arena, source);
  }
  source->file = file.len == 0 ? (aml_sv){NULL, 0} : aml_sv_dup(arena, file);
  sources->by_path.arena = arena;
  if (aml_map_find(&sources->by_path, source->path) == NULL) {
    (void)aml_map_put(&sources->by_path, source->path, source);
  }
  return source;
}

void aml_sources_follow(aml_sources *sources, const aml_sources *other) {
  size_t count = aml_sources_count(other);
  for (aml_source_id id = 1; id <= count; id++) {
    aml_source *source = AML_NEW(sources->arena, aml_source);
    source->path = aml_sources_get(other, id)->path;
    put_last(sources, sources->arena, source);
    reserved_list *list = aml_map_find(&sources->reserved, source->path);
    if (list == NULL) {
      list = AML_NEW(sources->arena, reserved_list);
      (void)aml_map_put(&sources->reserved, source->path, list);
    }
    AML_VEC_PUSH(sources->arena, &list->items, source);
  }
}

aml_source *aml_sources_add(aml_sources *sources, aml_sv path, aml_sv file) {
  return add_source(sources, sources->arena, path, file);
}

typedef struct addition {
  aml_sources *sources;
  aml_sv path, file;
  aml_source *source;
} addition;

static void run_addition(void *ctx) {
  addition *a = ctx;
  a->source = add_source(a->sources, &a->sources->shared, a->path, a->file);
}

aml_source *aml_sources_add_shared(aml_sources *sources, aml_sv path, aml_sv file) {
  addition a = {sources, path, file, NULL};
  (void)pthread_mutex_lock(&sources->lock);
  aml_status status = aml_guard_run(&sources->shared, run_addition, &a);
  (void)pthread_mutex_unlock(&sources->lock);
  return status == AML_OK ? a.source : NULL;
}

aml_source *aml_sources_get(const aml_sources *sources, aml_source_id id) {
  assert(id > 0 && id <= aml_sources_count(sources));
  size_t place;
  size_t chunk = find_chunk(id - 1, &place);
  return sources->chunks[chunk][place];
}

aml_source *aml_sources_find(const aml_sources *sources, aml_sv path) {
  pthread_mutex_t *lock = (pthread_mutex_t *)(uintptr_t)&sources->lock;
  (void)pthread_mutex_lock(lock);
  aml_source *source = aml_map_find(&sources->by_path, path);
  (void)pthread_mutex_unlock(lock);
  return source;
}

aml_sv aml_span_text(const aml_sources *sources, aml_span span) {
  const aml_source *source = aml_span_is_none(span) ? NULL : aml_sources_get(sources, span.source);
  return source == NULL || source->is_withheld ? (aml_sv){NULL, 0}
                                               : aml_sv_slice(source->bytes, span.begin, span.end);
}

static uint32_t unit_at(const unsigned char *bytes, bool is_big) {
  return is_big ? (uint32_t)bytes[0] << 8 | bytes[1] : (uint32_t)bytes[1] << 8 | bytes[0];
}

/* UTF-16 to UTF-8; *bad_at is the offset of the first unit that belongs to no character, or AML_NPOS. */
static aml_sv convert_utf16(aml_arena *arena, aml_sv raw, size_t begin, bool is_big, size_t *bad_at) {
  const unsigned char *bytes = (const unsigned char *)raw.data;
  char *out = AML_NEW_ARRAY(arena, char, (raw.len - begin) / 2 * 3 + 1);
  size_t n = 0;
  size_t at = begin;
  while (raw.len - at >= 2) {
    uint32_t unit = unit_at(bytes + at, is_big);
    size_t width = 2;
    if (unit >= 0xD800 && unit <= 0xDFFF) {
      uint32_t low = raw.len - at >= 4 ? unit_at(bytes + at + 2, is_big) : 0;
      if (unit > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        break;
      }
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
      width = 4;
    }
    n += aml_utf8_encode(unit, out + n);
    at += width;
  }
  *bad_at = at == raw.len ? AML_NPOS : at;
  return (aml_sv){out, n};
}

/* UTF-16 without a byte order mark: as texts in JSON and YAML begin with a character of ASCII, one of the
 * first two bytes is a zero (YAML 1.2, 5.2; RFC 4627, 3). False where the bytes are something else after all.
 */
static bool fill_unmarked(aml_source *source, aml_arena *arena, aml_sv bytes) {
  bool is_wide = bytes.len >= 4 && bytes.len % 2 == 0 && (bytes.data[0] == '\0') != (bytes.data[1] == '\0') &&
                 (bytes.data[2] != '\0' || bytes.data[3] != '\0');
  if (!is_wide) {
    return false;
  }
  size_t bad;
  bool is_big = bytes.data[0] == '\0';
  aml_sv converted = convert_utf16(arena, bytes, 0, is_big, &bad);
  if (bad == AML_NPOS) {
    source->encoding = is_big ? AML_ENCODING_UTF16_BE : AML_ENCODING_UTF16_LE;
    source->bytes = converted;
  }
  return bad == AML_NPOS;
}

aml_status aml_source_fill(
    aml_source *source, aml_arena *arena, aml_sv bytes, size_t max, uint32_t *bad_at, aml_error *error) {
  size_t bound = max < UINT32_MAX / 2 ? max : UINT32_MAX / 2; /* spans have 32 bits, and UTF-16 may grow */
  if (bytes.len > bound) {
    return aml_fail(error, AML_ERR_LIMIT, "'%.*s' has %zu bytes, more than the limit of %zu.",
        AML_SV_ARG(source->path), bytes.len, bound);
  }
  source->encoding = AML_ENCODING_UTF8;
  source->bytes = source->disk = bytes;
  size_t bad = AML_NPOS;
  bool is_utf32 = aml_sv_starts(bytes, AML_SV("\xFF\xFE\0\0")); /* which is not read, and no UTF-16 */
  if (!is_utf32 && (aml_sv_starts(bytes, AML_SV("\xFF\xFE")) || aml_sv_starts(bytes, AML_SV("\xFE\xFF")))) {
    bool is_big = bytes.data[0] == '\xFE';
    source->encoding = is_big ? AML_ENCODING_UTF16_BE : AML_ENCODING_UTF16_LE;
    aml_sv converted = convert_utf16(arena, bytes, 2, is_big, &bad);
    source->bytes = bad == AML_NPOS ? converted : bytes;
  } else if (!fill_unmarked(source, arena, bytes)) {
    if (aml_sv_starts(bytes, AML_SV("\xEF\xBB\xBF"))) {
      source->encoding = AML_ENCODING_UTF8_BOM;
      source->bytes = aml_sv_slice(bytes, 3, bytes.len);
    }
    bad = aml_utf8_find_invalid(source->bytes);
  }
  if (bad == AML_NPOS) {
    return AML_OK;
  }
  if (bad_at != NULL) {
    *bad_at = (uint32_t)bad;
  }
  bool is_wide = source->encoding == AML_ENCODING_UTF16_LE || source->encoding == AML_ENCODING_UTF16_BE;
  return aml_fail(error, AML_ERR_INPUT,
      "'%.*s' is not %s: the byte 0x%02X at offset %zu does not belong to a character.",
      AML_SV_ARG(source->path), is_wide ? "UTF-16, as its byte order mark says" : "UTF-8 text",
      (unsigned)(unsigned char)source->bytes.data[bad], bad);
}

bool aml_source_replace_ill_formed(aml_source *source, aml_arena *arena) {
  bool is_wide = source->encoding == AML_ENCODING_UTF16_LE || source->encoding == AML_ENCODING_UTF16_BE ||
                 aml_sv_starts(source->bytes, AML_SV("\xFF\xFE\0\0"));
  if (is_wide) {
    return false;
  }
  aml_sv from = source->bytes;
  char *to = AML_NEW_ARRAY(arena, char, from.len);
  memcpy(to, from.data, from.len);
  for (size_t at = 0; at < from.len;) {
    size_t begin = at;
    if (aml_utf8_next(from, &at) == AML_UTF8_INVALID) {
      to[begin] = '?';
    }
  }
  source->bytes.data = to;
  source->encoding = AML_ENCODING_OTHER;
  return true;
}

void aml_source_share(aml_source *source, const aml_source *filled) {
  source->bytes = filled->bytes;
  source->disk = filled->disk;
  source->encoding = filled->encoding;
  source->edited = filled->edited;
  source->parts = filled->parts;
  source->line_starts = filled->line_starts;
  source->line_count = filled->line_count;
  source->point_counts = filled->point_counts;
}

typedef struct open_file { /* deferred, so that running out of memory closes it too */
  int fd;
} open_file;

static void close_file(void *object) {
  open_file *file = object;
  if (file->fd >= 0) {
    (void)close(file->fd);
    file->fd = -1;
  }
}

static aml_status fail_system(aml_error *error, const aml_source *source, const char *what, int code) {
  char reason[128];
  return aml_fail(error, AML_ERR_IO, "'%.*s' cannot be %s: %s.", AML_SV_ARG(source->path), what,
      strerror_r(code, reason, sizeof reason));
}

static const char *name_file_type(mode_t mode) {
  return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/* Reads at most `size` bytes and one more, which tells that the file has grown. */
static aml_status read_all(
    aml_source *source, int fd, char *out, size_t size, size_t *got, aml_error *error) {
  *got = 0;
  while (*got <= size) {
    ssize_t n = read(fd, out + *got, size + 1 - *got);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return fail_system(error, source, "read", errno);
    }
    if (n == 0) {
      return AML_OK;
    }
    *got += (size_t)n;
  }
  return aml_fail(error, AML_ERR_IO, "'%.*s' grew while it was being read.", AML_SV_ARG(source->path));
}

aml_status aml_source_read(
    aml_source *source, aml_arena *arena, size_t max, uint32_t *bad_at, aml_error *error) {
  const char *name = aml_sv_cstr(arena, source->file);
  open_file *file = AML_NEW(arena, open_file);
  file->fd = -1;
  aml_arena_defer(arena, close_file, file);
  /* Without O_NONBLOCK opening a pipe would wait for a writer. */
  file->fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat about;
  if (file->fd < 0 || fstat(file->fd, &about) != 0) {
    return fail_system(error, source, "opened", errno);
  }
  if (!S_ISREG(about.st_mode)) {
    close_file(file);
    return aml_fail(error, AML_ERR_IO, "'%.*s' is %s, not a file.", AML_SV_ARG(source->path),
        name_file_type(about.st_mode));
  }
  if (about.st_size < 0 || (uintmax_t)about.st_size > max) {
    close_file(file);
    return aml_fail(error, AML_ERR_LIMIT, "'%.*s' has %jd bytes, more than the limit of %zu.",
        AML_SV_ARG(source->path), (intmax_t)about.st_size, max);
  }
  size_t size = (size_t)about.st_size;
  char *bytes = aml_arena_take(arena, size + 1, 1);
  size_t got;
  aml_status status = read_all(source, file->fd, bytes, size, &got, error);
  close_file(file);
  return status != AML_OK ? status : aml_source_fill(source, arena, (aml_sv){bytes, got}, max, bad_at, error);
}
