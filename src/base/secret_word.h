/* Words around secrets, as all of base/secret*.c look at them. Private to these files. */
#ifndef AMLINT_BASE_SECRET_WORD_H
#define AMLINT_BASE_SECRET_WORD_H

#include "base/secret.h"

/* How far a name is followed back, in bytes. */
enum { AML_SECRET_LONGEST_NAME = 128 };

static const bool aml_secret_name_chars[256] = {['-'] = true,
    ['.'] = true,
    ['0'] = true,
    ['1'] = true,
    ['2'] = true,
    ['3'] = true,
    ['4'] = true,
    ['5'] = true,
    ['6'] = true,
    ['7'] = true,
    ['8'] = true,
    ['9'] = true,
    ['A'] = true,
    ['B'] = true,
    ['C'] = true,
    ['D'] = true,
    ['E'] = true,
    ['F'] = true,
    ['G'] = true,
    ['H'] = true,
    ['I'] = true,
    ['J'] = true,
    ['K'] = true,
    ['L'] = true,
    ['M'] = true,
    ['N'] = true,
    ['O'] = true,
    ['P'] = true,
    ['Q'] = true,
    ['R'] = true,
    ['S'] = true,
    ['T'] = true,
    ['U'] = true,
    ['V'] = true,
    ['W'] = true,
    ['X'] = true,
    ['Y'] = true,
    ['Z'] = true,
    ['a'] = true,
    ['b'] = true,
    ['c'] = true,
    ['d'] = true,
    ['e'] = true,
    ['f'] = true,
    ['g'] = true,
    ['h'] = true,
    ['i'] = true,
    ['j'] = true,
    ['k'] = true,
    ['l'] = true,
    ['m'] = true,
    ['n'] = true,
    ['o'] = true,
    ['p'] = true,
    ['q'] = true,
    ['r'] = true,
    ['s'] = true,
    ['t'] = true,
    ['u'] = true,
    ['v'] = true,
    ['w'] = true,
    ['x'] = true,
    ['y'] = true,
    ['z'] = true,
    ['_'] = true};

static inline bool aml_secret_is_name_char(char c) {
  return aml_secret_name_chars[(unsigned char)c];
}

/* No word: letters and digits, at least so many bytes. */
bool aml_secret_looks_random(aml_sv value, size_t least);
/* Letters in lower case and nothing else. */
bool aml_secret_is_lower_word(aml_sv value);
bool aml_secret_has_blank(aml_sv value);

/* The name that ends before `at`, within quotation marks or not; empty where none does. */
aml_sv aml_secret_name_before(aml_sv text, size_t at);

/* What stands in quotation marks at `at`, behind the letters and signs that languages put before them (f"",
 * N'', $'', @""), or within three of them; false where nothing does. `out` is without the marks. */
bool aml_secret_read_quoted(aml_sv text, size_t at, aml_secret_range *out);

/* Whether a function of that name asks for what is kept somewhere, rather than being given it: "getSecret".
 */
bool aml_secret_is_getter(aml_sv name);

/* Whether a text begins with base64 that says "user:password", as a registry's and npm's `auth` do. */
bool aml_secret_is_basic(aml_sv text);

#endif
