#include "base/secret_tail.h"

#define LETTER(c)      (UINT32_C(1) << ((c) - 'a'))
#define THREE(a, b, c) ((uint32_t)(a) << 16 | (uint32_t)(b) << 8 | (uint32_t)(c))

enum { LETTERS = 26 };

/* Which letters may stand before the last one of names that tell of a secret, alone or with what stands
 * beside them (base/secret_name.c; is_telling of secret.c, secret_pair.c, secret_markup.c). */
static const uint32_t seconds[LETTERS + 1] = {
    ['a' - 'a'] = LETTER('n') | LETTER('t'),
    ['d' - 'a'] = LETTER('r') | LETTER('w'),
    ['e' - 'a'] = LETTER('d') | LETTER('r') | LETTER('s') | LETTER('u'),
    ['g' - 'a'] = LETTER('i') | LETTER('n'),
    ['h' - 'a'] = LETTER('t'),
    ['l' - 'a'] = LETTER('a'),
    ['n' - 'a'] = LETTER('e'),
    ['s' - 'a'] = LETTER('a') | LETTER('l') | LETTER('s') | LETTER('t'),
    ['t' - 'a'] = LETTER('a') | LETTER('e') | LETTER('l') | LETTER('n') | LETTER('r'),
    ['w' - 'a'] = LETTER('p'),
    ['y' - 'a'] = LETTER('e'),
};

/* Which letters may stand before the last three; UINT32_MAX: any, or none. */
static uint32_t letters_before(uint32_t last_three) {
  switch (last_three) {
  case THREE('p', 'w', 'd'):
  case THREE('s', 'a', 's'):
  case THREE('s', 'i', 'g'):
  case THREE('p', 'a', 't'):
  case THREE('v', 'a', 'l'):
  case THREE('n', 'e', 't'): /* of Hadoop's, before a '.' */
    return UINT32_MAX;
  case THREE('k', 'e', 'y'): /* "api", "private", "access", "account", "shared", "subscription", ... */
    return LETTER('i') | LETTER('e') | LETTER('s') | LETTER('t') | LETTER('d') | LETTER('n') | LETTER('r') |
           LETTER('g') | LETTER('h') | LETTER('p');
  case THREE('l', 'u', 'e'): /* "value", "defaultValue", "secretValue" */
  case THREE('s', 's', 'e'): /* "passphrase" ends otherwise: "motdepasse" */
  case THREE('u', 't', 'h'): /* "auth" */
  case THREE('u', 'l', 't'): /* "default" */
    return LETTER('a');
  case THREE('o', 'd', 'e'): /* "passcode" */
  case THREE('r', 'e', 't'): /* "secret" */
    return LETTER('c');
  case THREE('a', 't', 'a'): /* "clientkeydata", "stringData" */
    return LETTER('d');
  case THREE('a', 'l', 's'): /* "credentials" */
    return LETTER('i');
  case THREE('d', 'p', 'w'): /* "bindpw" */
    return LETTER('n');
  case THREE('t', 'p', 'w'): /* "rootpw" */
  case THREE('k', 'e', 'n'): /* "token" */
    return LETTER('o');
  case THREE('a', 's', 's'): /* "pass", "dbpass" */
    return LETTER('p');
  case THREE('a', 's', 'e'): /* "passphrase" */
  case THREE('i', 'n', 'g'): /* "connectionstring", "string" */
  case THREE('e', 't', 's'): /* "secrets" */
    return LETTER('r');
  case THREE('e', 'n', 'a'): /* "contrasena" */
  case THREE('s', 'w', 'd'): /* "passwd" */
    return LETTER('s');
  case THREE('u', 'r', 'e'): /* "sharedaccesssignature" */
  case THREE('i', 'a', 'l'): /* "credential" */
  case THREE('e', 'n', 't'): /* "content" */
    return LETTER('t');
  case THREE('o', 'r', 'd'): /* "password" */
  case THREE('o', 'r', 't'): /* "passwort", "kennwort" */
    return LETTER('w');
  default:
    return 0;
  }
}

static bool is_passed_over(char c) {
  return aml_ascii_digit(c) || c == '_' || c == '-' || c == '.' || c == ' ';
}

/* The last letter before *at, which comes to stand before it; LETTERS where none does. */
static inline unsigned take_letter(aml_sv text, size_t *at) {
  while (*at > 0) {
    char c = text.data[--*at];
    unsigned letter = (unsigned)(unsigned char)(c | 0x20) - 'a';
    if (letter < LETTERS) {
      return letter;
    }
    if (!is_passed_over(c)) {
      break;
    }
  }
  *at = 0;
  return LETTERS;
}

bool aml_secret_may_tell(aml_sv text, size_t end) {
  unsigned last = take_letter(text, &end);
  if (seconds[last] == 0) {
    return false;
  }
  unsigned second = take_letter(text, &end);
  if ((seconds[last] >> second & 1U) == 0) {
    return false;
  }
  unsigned third = take_letter(text, &end);
  uint32_t before = third == LETTERS ? 0 : letters_before(THREE(third + 'a', second + 'a', last + 'a'));
  return before != 0 && (before >> take_letter(text, &end) & 1U) != 0;
}

bool aml_secret_may_tell_before(aml_sv text, size_t separator) {
  size_t end = separator;
  switch (end > 0 ? text.data[end - 1] : '\0') {
  case ' ':
  case '\t':
  case '\n':
  case '\'':
  case ']':
  case ')':
  case '}':
  case ':':
  case '?':
  case '|':
    return true;
  case '"':
    for (end--; end > 0 && text.data[end - 1] == '\\';) {
      end--;
    }
    break;
  default:
    break;
  }
  return aml_secret_may_tell(text, end);
}
