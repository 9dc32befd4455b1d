#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/regex.h"

#include <pcre2.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/utf8.h"

struct aml_regex {
  pcre2_code *code;
  bool lacks_memory; /* while it was compiled, by one thread */
};

/* PCRE2 does without what it can do without, machine code for one, and does not tell. */
static void *allocate(size_t size, void *regex) {
  void *block = malloc(size);
  if (block == NULL) {
    ((aml_regex *)regex)->lacks_memory = true;
  }
  return block;
}

static void release(void *block, void *regex) {
  (void)regex;
  free(block);
}

static void close_regex(void *object) {
  aml_regex *regex = object;
  pcre2_code_free(regex->code);
}

static aml_regex *fail_compile(aml_sv pattern, int code, size_t offset, aml_error *error) {
  PCRE2_UCHAR reason[160];
  if (pcre2_get_error_message(code, reason, sizeof reason) < 0) {
    reason[0] = '\0';
  }
  size_t character = aml_utf8_length(aml_sv_slice(pattern, 0, offset)) + 1;
  (void)aml_fail(error, AML_ERR_INPUT, "The regular expression '%.*s' is invalid at character %zu: %s.",
      pattern.len > 200 ? 200 : (int)pattern.len, pattern.data, character, (const char *)reason);
  return NULL;
}

static uint32_t compile_options(aml_regex_flags flags) {
  uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;
  options |= (flags & AML_REGEX_IGNORE_CASE) != 0 ? PCRE2_CASELESS : 0;
  return (flags & AML_REGEX_TEXT_ENDS) != 0 ? options | PCRE2_DOLLAR_ENDONLY : options;
}

/* Sets the code, or leaves it NULL; *code and *offset then say what is wrong. */
static void compile(aml_regex *regex, aml_sv pattern, aml_regex_flags flags, int *code, PCRE2_SIZE *offset) {
  pcre2_general_context *memory = pcre2_general_context_create(allocate, release, regex);
  pcre2_compile_context *context = memory == NULL ? NULL : pcre2_compile_context_create(memory);
  PCRE2_SPTR bytes = (PCRE2_SPTR)(pattern.len == 0 ? "" : pattern.data);
  if (context != NULL) {
    regex->code = pcre2_compile(bytes, pattern.len, compile_options(flags), code, offset, context);
  }
  if (regex->code != NULL && (flags & AML_REGEX_BRIEF) == 0) {
    (void)pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE); /* where it fails, the interpreter serves */
  }
  pcre2_compile_context_free(context);
  pcre2_general_context_free(memory);
}

/* What a match takes, the same on every machine: PCRE2 calls back before it tries an item of the pattern.
 * What it passes over between two items is counted by its bytes. */
typedef struct meter {
  size_t items, bytes;
  size_t most; /* items */
  PCRE2_SIZE at;
} meter;

static int count_item(pcre2_callout_block *block, void *data) {
  meter *taken = data;
  taken->items++;
  taken->bytes += block->current_position > taken->at ? block->current_position - taken->at
                                                      : taken->at - block->current_position;
  taken->at = block->current_position;
  return taken->items + taken->bytes / AML_REGEX_BYTES_FOR_A_STEP > taken->most ? PCRE2_ERROR_MATCHLIMIT : 0;
}

static size_t price_of(const meter *taken, size_t length) {
  return 1 + taken->items / AML_REGEX_ITEMS_FOR_A_STEP + (taken->bytes + length) / AML_REGEX_BYTES_FOR_A_STEP;
}

/* Of one match: PCRE2's own limits hold for each place that it begins at, and the meter's for all of them. */
static void set_limits(pcre2_match_context *context, meter *taken) {
  (void)pcre2_set_match_limit(context, AML_LIMIT_REGEX_STEPS);
  (void)pcre2_set_depth_limit(context, AML_LIMIT_REGEX_DEPTH);
  (void)pcre2_set_heap_limit(context, AML_LIMIT_REGEX_HEAP_KIB);
  (void)pcre2_set_callout(context, count_item, taken);
}

static int match(
    const aml_regex *regex, pcre2_match_context *limits, aml_sv text, size_t from, pcre2_match_data *data) {
  PCRE2_SPTR bytes = (PCRE2_SPTR)(text.len == 0 ? "" : text.data);
  int code = pcre2_match(regex->code, bytes, text.len, from, 0, data, limits);
  if (code == PCRE2_ERROR_JIT_STACKLIMIT) { /* the interpreter keeps its frames on the heap */
    code = pcre2_match(regex->code, bytes, text.len, from, PCRE2_NO_JIT, data, limits);
  }
  return code;
}

aml_regex *aml_regex_new(aml_arena *arena, aml_sv pattern, aml_regex_flags flags, aml_error *error) {
  if (pattern.len > AML_LIMIT_REGEX_PATTERN) {
    (void)aml_fail(
        error, AML_ERR_LIMIT, "The regular expression is longer than %d bytes.", AML_LIMIT_REGEX_PATTERN);
    return NULL;
  }
  aml_regex *regex = AML_NEW(arena, aml_regex);
  aml_arena_defer(arena, close_regex, regex); /* before there is anything to close, so nothing can leak */
  int code = 0;
  PCRE2_SIZE offset = 0;
  compile(regex, pattern, flags, &code, &offset);
  if (regex->lacks_memory) {
    aml_arena_give_up(arena, AML_ERR_MEMORY); /* else a good pattern would be called wrong */
  }
  if (regex->code == NULL) {
    return fail_compile(pattern, code, offset, error);
  }
  return regex;
}

size_t aml_regex_groups(const aml_regex *regex) {
  uint32_t count = 0;
  return pcre2_pattern_info(regex->code, PCRE2_INFO_CAPTURECOUNT, &count) == 0 ? count : 0;
}

aml_sv aml_regex_group_name(const aml_regex *regex, size_t group) {
  uint32_t count = 0;
  uint32_t size = 0;
  PCRE2_SPTR table = NULL; /* of entries: two bytes with the number, then the name and a zero */
  bool is_told = pcre2_pattern_info(regex->code, PCRE2_INFO_NAMECOUNT, &count) == 0 &&
                 pcre2_pattern_info(regex->code, PCRE2_INFO_NAMEENTRYSIZE, &size) == 0 &&
                 pcre2_pattern_info(regex->code, PCRE2_INFO_NAMETABLE, &table) == 0;
  for (uint32_t i = 0; is_told && i < count; i++) {
    PCRE2_SPTR entry = table + (size_t)i * size;
    if (((size_t)entry[0] << 8 | entry[1]) == group) {
      return aml_sv_of((const char *)entry + 2);
    }
  }
  return (aml_sv){NULL, 0};
}

static void take_ranges(pcre2_match_data *data, aml_regex_range *out, size_t count) {
  const PCRE2_SIZE *places = pcre2_get_ovector_pointer(data);
  for (size_t i = 0; i < count; i++) {
    bool is_set = places[2 * i] != PCRE2_UNSET;
    out[i] =
        is_set ? (aml_regex_range){places[2 * i], places[2 * i + 1]} : (aml_regex_range){AML_NPOS, AML_NPOS};
  }
}

aml_regex_answer aml_regex_find_groups(
    const aml_regex *regex, aml_arena *arena, aml_sv text, size_t from, aml_regex_range *out, size_t count) {
  size_t length = text.len - from;
  meter taken = {.most = AML_LIMIT_REGEX_STEPS + AML_REGEX_ITEMS_FOR_A_BYTE * length, .at = from};
  pcre2_match_context *context = pcre2_match_context_create(NULL);
  pcre2_match_data *data = pcre2_match_data_create((uint32_t)count, NULL);
  int code = PCRE2_ERROR_NOMEMORY;
  if (context != NULL && data != NULL) {
    set_limits(context, &taken);
    code = match(regex, context, text, from, data);
  }
  if (code >= 0) {
    take_ranges(data, out, count);
  }
  pcre2_match_data_free(data);
  pcre2_match_context_free(context);
  if (code == PCRE2_ERROR_NOMEMORY) {
    aml_arena_give_up(arena, AML_ERR_MEMORY);
  }
  aml_arena_spend(arena, price_of(&taken, length)); /* which may give up, so nothing is held any more */
  if (code == PCRE2_ERROR_NOMATCH) {
    return AML_REGEX_NO;
  }
  return code >= 0 ? AML_REGEX_YES : AML_REGEX_LIMIT;
}

aml_regex_answer aml_regex_find(
    const aml_regex *regex, aml_arena *arena, aml_sv text, size_t from, size_t *begin, size_t *end) {
  aml_regex_range all = {0, 0};
  aml_regex_answer answer = aml_regex_find_groups(regex, arena, text, from, &all, 1);
  *begin = all.begin;
  *end = all.end;
  return answer;
}

aml_regex_answer aml_regex_match(const aml_regex *regex, aml_arena *arena, aml_sv text) {
  size_t begin;
  size_t end;
  return aml_regex_find(regex, arena, text, 0, &begin, &end);
}

aml_sv aml_regex_library_version(aml_arena *arena) {
  char text[64] = ""; /* of at least 24, as pcre2_config's page says */
  int length = pcre2_config(PCRE2_CONFIG_VERSION, NULL);
  if (length > 0 && (size_t)length <= sizeof text) {
    (void)pcre2_config(PCRE2_CONFIG_VERSION, text);
  }
  return aml_sv_dup(arena, aml_sv_of(text));
}
