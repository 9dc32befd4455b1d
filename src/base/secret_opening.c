#include "base/secret_opening.h"

#include "base/secret_extent.h"
#include "base/secret_form.h"
#include "base/secret_word.h"

/* Which second byte may follow, as a set of the last five bits: letters in either case, and a few bytes more
 * than are meant, which do no harm. */
#define OR(c) (1U << ((unsigned char)(c)&31U))
#define ANY   UINT32_MAX

typedef struct opening {
  uint32_t seconds;
  bool is_word; /* only where a word begins */
} opening;

/* Of forms (base/secret_form.c), commands (secret_command.c), phrases (secret_phrase.c) and of what
 * base/secret.c recognises by a mark. What they look for by its first bytes has to be here. */
static const opening openings[256] = {
    /* between a name and a value, and at quotation marks, brackets and the ends of lines */
    [':'] = {ANY, false},
    ['='] = {ANY, false},
    ['\n'] = {ANY, false},
    ['"'] = {ANY, false},
    ['\''] = {ANY, false},
    ['('] = {ANY, false},
    ['>'] = {ANY, false},
    ['#'] = {ANY, false},
    ['|'] = {ANY, false},
    ['@'] = {ANY, false},
    ['~'] = {ANY, false},
    ['-'] = {ANY, false},
    ['/'] = {ANY, true},                /* options of Windows */
    ['<'] = {OR('<') | OR('-'), false}, /* "<<EOF", "<- 'x'" */
    ['%'] = {OR('3') | OR('2'), false}, /* "%3D", "%253D" */
    /* marks within keys that services sign; beginnings of keys, and of words */
    ['+'] = {OR('A'), false},
    ['J'] = {OR('Q'), false},
    ['P'] = {OR('u'), false}, /* "PuTTY-User-Key-File" */
    ['A'] = {OR('z') | OR('I') | OR('K') | OR('G') | OR('S') | OR('u'), false},
    ['B'] = {OR('e') | OR('a'), true},
    ['E'] = {OR('n'), true},
    ['G'] = {OR('O'), true},
    ['L'] = {OR('S'), true},
    ['N'] = {OR('e'), true},
    ['S'] = {OR('G'), true},
    ['T'] = {OR('o'), true},
    ['a'] = {OR('u'), true},
    ['b'] = {OR('e') | OR('a') | OR('w'), true},
    ['c'] = {OR('o') | OR('a'), true},
    ['d'] = {OR('a') | OR('o') | OR('c'), true},
    ['e'] = {OR('y'), true},
    ['g'] = {OR('h') | OR('i') | OR('l') | OR('s'), true},
    ['h'] = {OR('f') | OR('v') | OR('t'), true},
    ['i'] = {OR('s'), true},
    ['m'] = {OR('c'), true},
    ['n'] = {OR('p') | OR('e') | OR('g') | OR('u'), true},
    ['p'] = {OR('y') | OR('u') | OR('a') | OR('o'), true},
    ['r'] = {OR('k') | OR('8') | OR('e'), true},
    ['s'] = {OR('k') | OR('e') | OR('n'), true},
    ['t'] = {OR('o'), true},
    ['v'] = {OR('a'), true},
    ['w'] = {OR('a'), true},
    ['x'] = {OR('o') | OR('a'), true},
    ['y'] = {OR('a'), true},
};

/* Whether a name, or an item of a list, stands at the beginning of a line, and whether one may stand behind
 * or before a quotation mark: of all openings these are the most. */
static bool may_open(aml_sv text, size_t at, size_t next, bool is_word) {
  char c = text.data[at];
  if (c == '\n' || c == '"') {
    return next >= text.len || aml_secret_is_name_char(text.data[next]) ||
           aml_extent_is_blank(text.data[next]) || (c == '"' && aml_extent_is_blank(text.data[at - 1]));
  }
  return !is_word || aml_secret_begins_token(text, at);
}

bool aml_secret_is_opening(aml_sv text, size_t at) {
  uint32_t seconds = openings[(unsigned char)text.data[at]].seconds;
  return at + 1 < text.len ? (seconds >> (text.data[at + 1] & 31) & 1U) != 0 : seconds == ANY;
}

size_t aml_secret_next_opening(aml_sv text, size_t at) {
  if (at == 0) {
    return 0;
  }
  const char *bytes = text.data;
  if (at < text.len && bytes[at - 1] == '\n') {
    at = aml_extent_skip_indentation(text, at);
  }
  while (at + 1 < text.len) {
    const opening *is = &openings[(unsigned char)bytes[at]];
    size_t next = at + 1;
    if ((is->seconds >> (bytes[next] & 31) & 1U) != 0) {
      next = bytes[at] == '\n' ? aml_extent_skip_indentation(text, next) : next;
      if (may_open(text, at, next, is->is_word)) {
        return at;
      }
    }
    at = next;
  }
  return at < text.len && aml_secret_is_opening(text, at) ? at : text.len;
}
