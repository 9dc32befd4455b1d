#include "base/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Runs of a few files are told from memory. A stack may be small. */
enum { MOST_KEPT = 256 << 10, CHUNK = 8 << 10 };

void aml_spool_init(aml_spool *spool, aml_budget *budget) {
  *spool = (aml_spool){.file = -1};
  aml_arena_init(&spool->arena, SIZE_MAX);
  spool->arena.budget = budget;
}

static void close_file(aml_spool *spool) {
  if (spool->file >= 0) {
    (void)close(spool->file);
    spool->file = -1;
  }
}

static void forget_pieces(aml_spool *spool) {
  spool->pieces.items = NULL;
  spool->pieces.count = spool->pieces.capacity = spool->kept = 0;
  aml_arena_release(&spool->arena);
}

void aml_spool_restart(aml_spool *spool, const aml_arena *of) {
  forget_pieces(spool);
  close_file(spool);
  spool->is_lost = false;
  aml_arena_share_guard(&spool->arena, of);
}

static bool write_all(int file, aml_sv text) {
  while (text.len > 0) {
    ssize_t n = write(file, text.data, text.len);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return false;
    }
    text = aml_sv_slice(text, (size_t)n, text.len);
  }
  return true;
}

/* What was kept so far goes into a file; without one all of it is given up. */
static void move_to_file(aml_spool *spool) {
  spool->file = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  bool is_written = spool->file >= 0;
  for (size_t i = 0; is_written && i < spool->pieces.count; i++) {
    is_written = write_all(spool->file, spool->pieces.items[i]);
  }
  spool->is_lost = !is_written;
  forget_pieces(spool);
}

void aml_spool_add(aml_spool *spool, const char *bytes, size_t size) {
  if (spool->is_lost) {
    return;
  }
  aml_sv text = {bytes, size};
  if (spool->file < 0 && spool->kept + size <= MOST_KEPT) {
    spool->kept += size;
    AML_VEC_PUSH(&spool->arena, &spool->pieces, aml_sv_dup(&spool->arena, text));
    return;
  }
  if (spool->file < 0) {
    move_to_file(spool);
  }
  if (!spool->is_lost && !write_all(spool->file, text)) {
    spool->is_lost = true;
    close_file(spool);
  }
}

static bool send_file(const aml_spool *spool, aml_write write, void *sink) {
  char chunk[CHUNK];
  off_t at = 0;
  for (;;) {
    ssize_t n = pread(spool->file, chunk, sizeof chunk, at);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return n == 0;
    }
    if (!write(sink, chunk, (size_t)n)) {
      return false;
    }
    at += n;
  }
}

bool aml_spool_send(aml_spool *spool, aml_write write, void *sink) {
  if (spool->file >= 0) {
    return send_file(spool, write, sink);
  }
  bool is_sent = true;
  for (size_t i = 0; i < spool->pieces.count && is_sent; i++) {
    is_sent = write(sink, spool->pieces.items[i].data, spool->pieces.items[i].len);
  }
  return is_sent;
}

void aml_spool_release(aml_spool *spool) {
  forget_pieces(spool);
  close_file(spool);
}
