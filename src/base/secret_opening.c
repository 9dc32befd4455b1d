#include "base/secret_opening.h"

#include "base/runs.h"
#include "base/secret_extent.h"
#include "base/secret_form.h"
#include "base/secret_word.h"

/* Which byte may follow, as a set of the last five bits: letters in either case, and a few bytes more than
 * are meant, which do no harm. */
#define OR(c) (1U << ((unsigned char)(c)&31U))
#define ANY   UINT32_MAX

typedef enum place {
  NOWHERE,
  ANYWHERE,      /* whatever follows */
  FOLLOWED,      /* by the bytes below */
  AT_WORD,       /* the same, only where a word begins */
  AT_OPTION,     /* '-' and '/' */
  AT_QUOTE,      /* behind a blank, or before a name */
  BEFORE_NAME,   /* perhaps behind blanks */
  AT_LINE,       /* the end of it: before a name, perhaps indented */
  AT_ENTRA_MARK, /* "Q~" */
  AT_TEXT        /* the '>' before a text */
} place;

typedef struct opening {
  place place;
  uint32_t seconds, thirds;
} opening;

/* Of forms (base/secret_form.c), commands (secret_command.c), phrases (secret_phrase.c) and of what
 * base/secret.c recognises by a mark. What they look for by its first bytes has to be here, and in `pairs`.
 */
static const opening openings[256] = {
    /* between a name and a value, and at quotation marks, brackets and the ends of lines */
    [':'] = {.place = ANYWHERE},
    ['='] = {.place = ANYWHERE},
    ['('] = {.place = ANYWHERE},
    ['|'] = {.place = ANYWHERE},
    ['@'] = {.place = ANYWHERE},
    ['\n'] = {.place = AT_LINE},
    ['"'] = {.place = AT_QUOTE},
    ['\''] = {.place = AT_QUOTE},
    ['#'] = {.place = BEFORE_NAME},
    ['>'] = {.place = AT_TEXT},
    ['~'] = {.place = AT_ENTRA_MARK},
    ['-'] = {.place = AT_OPTION},
    ['/'] = {.place = AT_OPTION},                             /* of Windows */
    ['<'] = {FOLLOWED, OR('<') | OR('-'), ANY},               /* "<<EOF", "<- 'x'" */
    ['%'] = {FOLLOWED, OR('3') | OR('2'), OR('D') | OR('5')}, /* "%3D", "%253D" */
    /* marks within keys that services sign; beginnings of keys, and of words */
    ['+'] = {FOLLOWED, OR('A'), OR('C') | OR('S') | OR('E') | OR('R') | OR('B')},
    ['J'] = {FOLLOWED, OR('Q'), OR('Q')},
    ['P'] = {FOLLOWED, OR('u'), OR('T')}, /* "PuTTY-User-Key-File" */
    ['A'] = {FOLLOWED, OR('z') | OR('I') | OR('K') | OR('G') | OR('S') | OR('u'),
        OR('S') | OR('F') | OR('C') | OR('o') | OR('z') | OR('I') | OR('E') | OR('t')},
    ['B'] = {AT_WORD, OR('e') | OR('a'), OR('a') | OR('s')},
    ['E'] = {AT_WORD, OR('n'), OR('v')},
    ['G'] = {AT_WORD, OR('O'), OR('C')},
    ['L'] = {AT_WORD, OR('S'), OR('0')},
    ['N'] = {AT_WORD, OR('e'), OR('t')},
    ['S'] = {AT_WORD, OR('G'), OR('.')},
    ['T'] = {AT_WORD, OR('o'), OR('k')},
    ['a'] = {AT_WORD, OR('u'), OR('t')},
    ['b'] = {AT_WORD, OR('e') | OR('a') | OR('w'), OR('a') | OR('s') | OR(' ')},
    ['c'] = {AT_WORD, OR('o') | OR('a'), OR('n') | OR('r')},
    ['d'] = {AT_WORD, OR('a') | OR('o') | OR('c'), OR('p') | OR('k')},
    ['e'] = {AT_WORD, OR('y'), OR('J')},
    ['g'] = {AT_WORD, OR('h') | OR('i') | OR('l') | OR('s'),
        OR('p') | OR('o') | OR('u') | OR('s') | OR('r') | OR('t') | OR('d') | OR('k')},
    ['h'] = {AT_WORD, OR('f') | OR('v') | OR('t'), OR('_') | OR('s') | OR('p')},
    ['i'] = {AT_WORD, OR('s'), OR(' ') | OR(':')},
    ['m'] = {AT_WORD, OR('c'), OR(' ')},
    ['n'] = {AT_WORD, OR('p') | OR('e') | OR('g') | OR('u'), OR('m') | OR('t') | OR('r') | OR('g')},
    ['p'] = {AT_WORD, OR('y') | OR('u') | OR('a') | OR('o'), OR('p') | OR('l') | OR('s') | OR('e')},
    ['r'] = {AT_WORD, OR('k') | OR('8') | OR('e'), OR('_') | OR('d')},
    ['s'] = {AT_WORD, OR('k') | OR('e') | OR('n'), OR('-') | OR('_') | OR('t') | OR('y')},
    ['t'] = {AT_WORD, OR('o'), OR('k')},
    ['v'] = {AT_WORD, OR('a'), OR('u')},
    ['w'] = {AT_WORD, OR('a'), OR('n')},
    ['x'] = {AT_WORD, OR('o') | OR('a'), OR('x') | OR('p')},
    ['y'] = {AT_WORD, OR('a'), OR('2')},
};

/* The same by the first two bytes, in a few kinds of pairs: what may come first, and what second. The sets
 * hold some pairs more, which `openings` knows to be none. IN adds a byte to the set of a kind. */
enum word_kind { A = 1, E = 2, O = 4, H = 8, U = 16, C = 32, K = 64, OPTION = 128 };
enum mark_kind { ALONE = 1, CALL = 2, PIPE = 4, AT = 8, KEY = 16, SIGN = 32 };

/* clang-format off */
/* Letters, in either case, and what stands beside them in their rows of ASCII. */
#define LETTERS(IN, n, kind) \
  IN(n, kind, 'A') IN(n, kind, 'P') IN(n, kind, 'a') IN(n, kind, 'b') IN(n, kind, 'c') IN(n, kind, 'd') \
  IN(n, kind, 'e') IN(n, kind, 'f') IN(n, kind, 'g') IN(n, kind, 'h') IN(n, kind, 'i') IN(n, kind, 'j') \
  IN(n, kind, 'k') IN(n, kind, 'l') IN(n, kind, 'm') IN(n, kind, 'n') IN(n, kind, 'o') IN(n, kind, 'p')

#define ALL_BYTES(IN, n, kind) \
  IN(n, kind, 0x00) IN(n, kind, 0x11) IN(n, kind, 0x22) IN(n, kind, 0x33) IN(n, kind, 0x44) \
  IN(n, kind, 0x55) IN(n, kind, 0x66) IN(n, kind, 0x77) IN(n, kind, 0x88) IN(n, kind, 0x99) \
  IN(n, kind, 0xAA) IN(n, kind, 0xBB) IN(n, kind, 0xCC) IN(n, kind, 0xDD) IN(n, kind, 0xEE) \
  IN(n, kind, 0xFF)

#define FIRST_OF_WORD(IN, n) \
  IN(n, A, 'b') IN(n, A, 'c') IN(n, A, 'd') IN(n, A, 'p') IN(n, A, 'v') IN(n, A, 'w') IN(n, A, 'x') \
    IN(n, A, 'y') IN(n, A, 'B') \
  IN(n, E, 'b') IN(n, E, 'n') IN(n, E, 'r') IN(n, E, 's') IN(n, E, 'B') IN(n, E, 'N') \
  IN(n, O, 'c') IN(n, O, 'd') IN(n, O, 'p') IN(n, O, 't') IN(n, O, 'x') IN(n, O, 'T') IN(n, O, 'G') \
  IN(n, H, 'g') IN(n, H, 'h') IN(n, H, 'i') \
  IN(n, U, 'a') IN(n, U, 'n') IN(n, U, 'p') \
  IN(n, C, 'e') IN(n, C, 'p') IN(n, C, 'b') IN(n, C, 'd') IN(n, C, 'm') \
  IN(n, K, 'r') IN(n, K, 's') IN(n, K, 'n') IN(n, K, 'E') IN(n, K, 'L') IN(n, K, 'S') \
  IN(n, OPTION, '-') IN(n, OPTION, '/')

#define SECOND_OF_WORD(IN, n) \
  IN(n, A, 'a') IN(n, A, 'A') \
  IN(n, E, 'e') IN(n, E, 'E') \
  IN(n, O, 'o') IN(n, O, 'O') \
  IN(n, H, 'h') IN(n, H, 'H') IN(n, H, 'i') IN(n, H, 'I') IN(n, H, 'l') IN(n, H, 'L') IN(n, H, 's') \
    IN(n, H, 'S') IN(n, H, 'f') IN(n, H, 'F') IN(n, H, 'v') IN(n, H, 'V') IN(n, H, 't') IN(n, H, 'T') \
  IN(n, U, 'u') IN(n, U, 'U') \
  IN(n, C, 'y') IN(n, C, 'Y') IN(n, C, 'w') IN(n, C, 'W') IN(n, C, 'c') IN(n, C, 'C') \
  IN(n, K, 'k') IN(n, K, 'K') IN(n, K, 'n') IN(n, K, 'N') IN(n, K, 'p') IN(n, K, 'P') IN(n, K, 'g') \
    IN(n, K, 'G') IN(n, K, 's') IN(n, K, 'S') IN(n, K, '8') \
  LETTERS(IN, n, OPTION)

#define FIRST_OF_MARK(IN, n) \
  IN(n, ALONE, ':') IN(n, ALONE, '=') IN(n, ALONE, '>') IN(n, ALONE, '<') \
  IN(n, CALL, '(') \
  IN(n, PIPE, '|') IN(n, PIPE, '~') \
  IN(n, AT, '@') \
  IN(n, KEY, 'A') IN(n, KEY, 'J') IN(n, KEY, 'P') \
  IN(n, SIGN, '%') IN(n, SIGN, '+') IN(n, SIGN, '-')

#define SECOND_OF_MARK(IN, n) \
  ALL_BYTES(IN, n, ALONE) \
  ALL_BYTES(IN, n, CALL) \
  ALL_BYTES(IN, n, PIPE) \
  ALL_BYTES(IN, n, AT) \
  IN(n, KEY, 'z') IN(n, KEY, 'I') IN(n, KEY, 'K') IN(n, KEY, 'G') IN(n, KEY, 'S') IN(n, KEY, 'u') \
    IN(n, KEY, 'U') IN(n, KEY, 'Q') \
  IN(n, SIGN, 'A') IN(n, SIGN, '-') IN(n, SIGN, '2') IN(n, SIGN, '3') IN(n, SIGN, 's') IN(n, SIGN, 'S')

/* AML_RUN_NAME: rows of letters, of digits, "-." and '_'; AML_RUN_BLANK; AML_RUN_OPENER. */
#define KINDS(IN, n) \
  IN(n, 1, 'a') IN(n, 1, 'A') IN(n, 1, 'b') IN(n, 1, 'c') IN(n, 1, 'd') IN(n, 1, 'e') IN(n, 1, 'f') \
    IN(n, 1, 'g') IN(n, 1, 'h') IN(n, 1, 'i') IN(n, 1, 'j') IN(n, 1, 'k') IN(n, 1, 'l') IN(n, 1, 'm') \
    IN(n, 1, 'n') IN(n, 1, 'o') \
  IN(n, 2, 'p') IN(n, 2, 'P') IN(n, 2, 'q') IN(n, 2, 'r') IN(n, 2, 's') IN(n, 2, 't') IN(n, 2, 'u') \
    IN(n, 2, 'v') IN(n, 2, 'w') IN(n, 2, 'x') IN(n, 2, 'y') IN(n, 2, 'z') \
  IN(n, 4, '0') IN(n, 4, '1') IN(n, 4, '2') IN(n, 4, '3') IN(n, 4, '4') IN(n, 4, '5') IN(n, 4, '6') \
    IN(n, 4, '7') IN(n, 4, '8') IN(n, 4, '9') \
  IN(n, 8, '-') IN(n, 8, '.') \
  IN(n, 16, '_') \
  IN(n, 32, ' ') \
  IN(n, 64, '\t') \
  IN(n, 128, '"') IN(n, 128, '\'') IN(n, 128, '#') IN(n, 128, '\n')
/* clang-format on */

#define IN_LOW(n, kind, c)  | (((c)&15) == (n) ? (kind) : 0)
#define IN_HIGH(n, kind, c) | (((c) >> 4) == (n) ? (kind) : 0)
#define HALVES(SET, IN)                                                                                      \
  {                                                                                                          \
    0 SET(IN, 0), 0 SET(IN, 1), 0 SET(IN, 2), 0 SET(IN, 3), 0 SET(IN, 4), 0 SET(IN, 5), 0 SET(IN, 6),        \
        0 SET(IN, 7), 0 SET(IN, 8), 0 SET(IN, 9), 0 SET(IN, 10), 0 SET(IN, 11), 0 SET(IN, 12),               \
        0 SET(IN, 13), 0 SET(IN, 14), 0 SET(IN, 15)                                                          \
  }
#define BYTES(SET)                                                                                           \
  { HALVES(SET, IN_LOW), HALVES(SET, IN_HIGH) }

static const aml_run_pairs pairs = {.first_of_word = BYTES(FIRST_OF_WORD),
    .second_of_word = BYTES(SECOND_OF_WORD),
    .first_of_mark = BYTES(FIRST_OF_MARK),
    .second_of_mark = BYTES(SECOND_OF_MARK),
    .kinds = BYTES(KINDS)};

/* Where a name stands, or a blank before one, or a mark of an item. */
static bool is_near_name(aml_sv text, size_t at) {
  return at < text.len && (aml_secret_is_name_char(text.data[at]) || aml_extent_is_blank(text.data[at]));
}

/* "-p", "--user", "/p:"; the "-S" of "ConvertTo-SecureString"; "-----BEGIN ". */
static bool may_be_option(aml_sv text, size_t at) {
  char before = at > 0 ? text.data[at - 1] : ' ';
  char second = at + 1 < text.len ? text.data[at + 1] : '\0';
  char third = at + 2 < text.len ? text.data[at + 2] : '\0';
  if (text.data[at] == '/') { /* "/p:", "/pth:", "/gp:", "/rp" */
    return !aml_ascii_alnum(before) &&
           (!aml_ascii_alnum(third) || third == 't' || third == 'T' || third == 'p' || third == 'P');
  }
  bool is_key = second == '-' && third == '-' && at + 5 < text.len && text.data[at + 5] == 'B';
  bool is_letter = aml_ascii_alpha(second) || (second == '-' && aml_ascii_alpha(third));
  return is_key || (is_letter && (!aml_ascii_alnum(before) || before == 'o' || before == 'O'));
}

static bool may_follow(aml_sv text, size_t at, const opening *is) {
  return at + 2 < text.len && (is->seconds >> (text.data[at + 1] & 31) & 1U) != 0 &&
         (is->thirds >> (text.data[at + 2] & 31) & 1U) != 0;
}

static inline bool is_opening(aml_sv text, size_t at) {
  const opening *is = &openings[(unsigned char)text.data[at]];
  switch (is->place) {
  case ANYWHERE:
    return true;
  case AT_QUOTE:
    return is_near_name(text, at + 1) || (at > 0 && aml_extent_is_blank(text.data[at - 1]));
  case AT_WORD:
    return may_follow(text, at, is) && aml_secret_begins_token(text, at);
  case FOLLOWED:
    return may_follow(text, at, is);
  case AT_OPTION:
    return may_be_option(text, at);
  case BEFORE_NAME:
    return is_near_name(text, at + 1);
  case AT_LINE:
    return is_near_name(text, aml_extent_skip_indentation(text, at + 1));
  case AT_ENTRA_MARK:
    return at > 0 && text.data[at - 1] == 'Q';
  case AT_TEXT:
    return at + 1 < text.len && text.data[at + 1] != '<' && !aml_extent_is_blank(text.data[at + 1]);
  case NOWHERE:
    break;
  }
  return false;
}

bool aml_secret_is_opening(aml_sv text, size_t at) {
  return is_opening(text, at);
}

/* One by one, up to `end`. */
static size_t find_slowly(aml_sv text, size_t at, size_t end) {
  while (at < end && !is_opening(text, at)) {
    at = text.data[at] == '\n' ? aml_extent_skip_indentation(text, at + 1) : at + 1;
  }
  return at;
}

size_t aml_secret_next_opening(aml_secret_openings *self, size_t at) {
  size_t length = self->text.len;
  if (at > 0 && at < AML_RUN_PAIRS_BEGIN) {
    at = find_slowly(self->text, at, length < AML_RUN_PAIRS_BEGIN ? length : AML_RUN_PAIRS_BEGIN);
  }
  while (at >= AML_RUN_PAIRS_BEGIN && at < length) {
    if (at >= self->end) {
      at = aml_run_find_pairs(self->text, at, &pairs, &self->found);
      if (self->found == 0) {
        return find_slowly(self->text, at, length);
      }
      self->begin = at;
      self->end = at + AML_RUN_PAIRS;
    }
    uint64_t left = self->found >> (at - self->begin);
    at = left == 0 ? self->end : at + (size_t)__builtin_ctzll(left);
    if (left != 0 && is_opening(self->text, at)) {
      break;
    }
    at += left == 0 ? 0 : 1;
  }
  return at;
}
