/* Commands as their manuals have them: Dockerfile reference (ENV), setx, setenv of csh(1), set of fish(1),
 * "config set" of npm, AWS, Pulumi and .NET's user-secrets; wandb, vault, cargo, snyk, ngrok, bw, NuGet, mc,
 * redis-cli, htpasswd(1). "IDENTIFIED BY": CREATE USER of MySQL and Oracle. */
#include "base/secret_phrase.h"

#include "base/secret_extent.h"
#include "base/secret_word.h"

enum { REACH = 512, LEAST = 6, MOST_WORDS = 12 };

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* One behind another in a line, with or without quotation marks. */
typedef struct words {
  aml_sv text;
  size_t at;
  bool is_quoted; /* the last one */
} words;

static bool ends_command(char c) {
  return c == ';' || c == '|' || c == '&' || c == '\n' || c == '\r' || c == '`';
}

/* False at the end of the command. */
static bool next_word(words *self, aml_secret_range *out) {
  size_t at = aml_extent_skip_blanks(self->text, self->at);
  if (at >= self->text.len || ends_command(self->text.data[at])) {
    return false;
  }
  self->is_quoted = aml_extent_quote(self->text, at) > 0;
  if (self->is_quoted) {
    size_t quote = aml_extent_quote(self->text, at);
    bool is_text = aml_secret_read_quoted(self->text, at, out);
    self->at = is_text && out->end < self->text.len ? out->end + quote : self->text.len;
    return is_text;
  }
  size_t end = at;
  while (end < self->text.len && !aml_ascii_space(self->text.data[end]) &&
         !ends_command(self->text.data[end]) && self->text.data[end] != '"' && self->text.data[end] != '\'' &&
         self->text.data[end] != ')' && self->text.data[end] != '<') {
    end++;
  }
  *out = (aml_secret_range){at, end};
  self->at = end;
  return end > at;
}

static aml_sv view(const words *self, aml_secret_range range) {
  return aml_sv_slice(self->text, range.begin, range.end);
}

static bool is_option(aml_sv word) {
  return word.data[0] == '-' || (word.len == 2 && word.data[0] == '/');
}

/* "--secret", "/M", and the "set" of "config set". */
static bool is_before_name(aml_sv word) {
  return is_option(word) || aml_sv_ieq(word, AML_SV("set"));
}

/* In names of settings any part tells: "pypi-token.pypi", "Db:Password". */
static bool is_setting_of_secret(aml_sv name) {
  while (name.len > 0) {
    size_t end = 0;
    while (end < name.len && name.data[end] != '.' && name.data[end] != ':' && name.data[end] != '/') {
      end++;
    }
    if (end > 0 && aml_secret_is_named(aml_sv_slice(name, 0, end))) {
      return true;
    }
    name = aml_sv_slice(name, end + 1, name.len);
  }
  return false;
}

/* A name that programs have, and no sentence: with capitals or marks. */
static bool is_technical(aml_sv name) {
  for (size_t i = 0; i < name.len; i++) {
    if (!(name.data[i] >= 'a' && name.data[i] <= 'z')) {
      return true;
    }
  }
  return false;
}

/* "ENV DB_PASSWORD x", "setx /M DB_PASSWORD x", "npm config set x:_authToken x". */
static bool find_setting(aml_sv text, size_t behind, aml_secret_range *out) {
  words rest = {aml_sv_slice(text, 0, behind + REACH), behind, false};
  aml_secret_range name;
  bool is_word = next_word(&rest, &name);
  for (size_t i = 0; i < 3 && is_word && is_before_name(view(&rest, name)); i++) {
    is_word = next_word(&rest, &name);
  }
  if (!is_word || !is_setting_of_secret(view(&rest, name)) || !next_word(&rest, out)) {
    return false;
  }
  aml_sv value = view(&rest, *out);
  bool is_value =
      rest.is_quoted || aml_secret_looks_random(value, LEAST) ||
      (is_technical(view(&rest, name)) && aml_sv_find_char(AML_SV("=/-("), value.data[0], 0) == AML_NPOS);
  return is_value && value.data[0] != '=' && !aml_secret_is_reference(value);
}

typedef struct login {
  aml_sv words; /* with one blank between */
  size_t place; /* of the secret, among what is no option */
} login;

static const login logins[] = {
    {AML_SV_CONST("wandb login"), 1},
    {AML_SV_CONST("vault login"), 1},
    {AML_SV_CONST("cargo login"), 1},
    {AML_SV_CONST("snyk auth"), 1},
    {AML_SV_CONST("ngrok authtoken"), 1},
    {AML_SV_CONST("ngrok config add-authtoken"), 1},
    {AML_SV_CONST("bw unlock"), 1},
    {AML_SV_CONST("bw login"), 2},
    {AML_SV_CONST("nuget setapikey"), 1},
    {AML_SV_CONST("redis-cli AUTH"), 1},
    {AML_SV_CONST("mc alias set"), 4},
    {AML_SV_CONST("mc config host add"), 4},
    {AML_SV_CONST("poetry config http-basic"), 3},
};

/* By the first two bytes, of which a phrase has two at least; the first in this letter case. */
static bool may_be(aml_sv text, size_t at, aml_sv expected) {
  return text.data[at] == expected.data[0] && at + 1 < text.len &&
         aml_ascii_lower(text.data[at + 1]) == aml_ascii_lower(expected.data[1]);
}

/* Behind the words, which more than one blank may separate; 0: others stand here. */
static size_t skip_words(aml_sv text, size_t at, aml_sv expected) {
  for (size_t i = 0; i < expected.len; i++) {
    if (at >= text.len || aml_ascii_lower(text.data[at]) != aml_ascii_lower(expected.data[i])) {
      return 0;
    }
    at = expected.data[i] == ' ' ? aml_extent_skip_blanks(text, at) : at + 1;
  }
  bool is_end = at < text.len && (aml_extent_is_blank(text.data[at]) || text.data[at] == '.');
  return is_end ? at : 0;
}

/* The word at a place among those that are no options; `options` gets what they say. */
static bool find_place(aml_sv text, size_t behind, size_t place, aml_secret_range *out) {
  words rest = {aml_sv_slice(text, 0, behind + REACH), behind, false};
  rest.at += text.data[behind] == '.' ? 1 : 0; /* "http-basic.foo" */
  for (size_t i = 0; i < MOST_WORDS && next_word(&rest, out); i++) {
    aml_sv word = view(&rest, *out);
    bool is_passed = !rest.is_quoted && is_option(word);
    place -= is_passed ? 0 : 1;
    if (place == 0) {
      return (rest.is_quoted || !aml_secret_is_lower_word(word)) && !aml_secret_is_reference(word) &&
             word.len >= 4;
    }
  }
  return false;
}

static bool find_login(aml_sv text, size_t at, aml_secret_range *out) {
  for (size_t i = 0; i < COUNT(logins); i++) {
    size_t behind = may_be(text, at, logins[i].words) ? skip_words(text, at, logins[i].words) : 0;
    if (behind != 0 && find_place(text, behind, logins[i].place, out)) {
      return true;
    }
  }
  return false;
}

/* "htpasswd -b FILE USER x", "htpasswd -nb USER x". */
static bool find_htpasswd(aml_sv text, size_t behind, aml_secret_range *out) {
  words rest = {aml_sv_slice(text, 0, behind + REACH), behind, false};
  bool is_batch = false;
  size_t place = 3;
  while (next_word(&rest, out)) {
    aml_sv word = view(&rest, *out);
    if (word.data[0] == '-') {
      is_batch = is_batch || aml_sv_find_char(word, 'b', 0) != AML_NPOS;
      place -= place == 3 && aml_sv_find_char(word, 'n', 0) != AML_NPOS ? 1 : 0;
      continue;
    }
    place--;
    if (place == 0) {
      return is_batch && !aml_secret_is_reference(word);
    }
  }
  return false;
}

/* "the password is x": in quotation marks, or no word. `at` is the 'i'. */
static bool find_told(aml_sv text, size_t at, aml_secret_range *out) {
  size_t end = at;
  while (end > 0 && aml_extent_is_blank(text.data[end - 1])) {
    end--;
  }
  size_t behind = at + 2;
  behind += behind < text.len && text.data[behind] == ':' ? 1 : 0;
  if (end == at || !aml_secret_is_named(aml_secret_name_before(text, end))) {
    return false;
  }
  words rest = {aml_sv_slice(text, 0, behind + REACH), behind, false};
  if (!next_word(&rest, out)) {
    return false;
  }
  while (!rest.is_quoted && out->end > out->begin &&
         (text.data[out->end - 1] == '.' || text.data[out->end - 1] == ',')) {
    out->end--;
  }
  aml_sv value = view(&rest, *out);
  return (aml_secret_looks_random(value, LEAST) || (rest.is_quoted && !aml_secret_has_blank(value))) &&
         !aml_secret_is_reference(value);
}

/* "Authorization: SCHEME x", "'Authorization': 'x'"; `behind` is where the word ends. */
static bool find_authorization(aml_sv text, size_t behind, aml_secret_range *out) {
  size_t at = behind;
  at += aml_extent_quote(text, at);
  at = aml_extent_skip_blanks(text, at);
  if (at >= text.len || (text.data[at] != ':' && text.data[at] != '=')) {
    return false;
  }
  at = aml_extent_skip_blanks(text, at + 1);
  aml_secret_range quoted;
  bool is_quoted = aml_secret_read_quoted(text, at, &quoted) && quoted.begin - at <= 4;
  size_t least =
      is_quoted || (text.data[behind - 13] == 'A') ? LEAST + 2 : 2 * LEAST; /* as a word of prose */
  words rest = {
      aml_sv_slice(text, 0, is_quoted ? quoted.end : at + REACH), is_quoted ? quoted.begin : at, false};
  for (size_t i = 0; i < 2 && next_word(&rest, out); i++) {
    aml_sv value = view(&rest, *out);
    if (aml_secret_looks_random(value, least) && !aml_secret_is_reference(value)) {
      return true;
    }
  }
  return false;
}

bool aml_secret_may_open_phrase(aml_sv text, size_t at) {
  static const struct { /* two letters each, in lower case */
    char seconds[3], thirds[3];
  } openers[256] = {
      ['E'] = {"nn", "vv"},
      ['s'] = {"en", "ty"}, /* "set", "snyk" */
      ['c'] = {"oa", "nr"}, /* "config", "cargo" */
      ['w'] = {"aa", "nn"},
      ['v'] = {"aa", "uu"},
      ['n'] = {"gu", "rg"}, /* "ngrok", "nuget" */
      ['b'] = {"ww", "  "},
      ['r'] = {"ee", "dd"},
      ['m'] = {"cc", "  "},
      ['p'] = {"oo", "ee"},
      ['h'] = {"tt", "pp"},
      ['i'] = {"ss", " :"},
      ['a'] = {"uu", "tt"},
      ['A'] = {"uu", "tt"},
  };
  if (at + 2 >= text.len) {
    return false;
  }
  unsigned char first = (unsigned char)text.data[at];
  char second = aml_ascii_lower(text.data[at + 1]);
  char third = aml_ascii_lower(text.data[at + 2]);
  return second != '\0' && (second == openers[first].seconds[0] || second == openers[first].seconds[1]) &&
         (third == openers[first].thirds[0] || third == openers[first].thirds[1]);
}

bool aml_secret_find_phrase(aml_sv text, size_t at, aml_secret_range *out) {
  static const aml_sv settings[] = {AML_SV_CONST("ENV"), AML_SV_CONST("set"), AML_SV_CONST("setx"),
      AML_SV_CONST("setenv"), AML_SV_CONST("config")};
  aml_sv word = aml_sv_slice(text, at, at + 16);
  if (word.data[0] == 'i' && (aml_sv_starts(word, AML_SV("is ")) || aml_sv_starts(word, AML_SV("is: ")))) {
    return find_told(text, at, out);
  }
  if (aml_ascii_lower(word.data[0]) == 'a' && aml_sv_istarts(word, AML_SV("authorization"))) {
    return find_authorization(text, at + 13, out);
  }
  if (word.data[0] == 'h' && aml_sv_starts(word, AML_SV("htpasswd "))) {
    return find_htpasswd(text, at + 8, out);
  }
  for (size_t i = 0; i < COUNT(settings); i++) {
    size_t behind = may_be(text, at, settings[i]) ? skip_words(text, at, settings[i]) : 0;
    if (behind != 0 && text.data[behind] != '.' && find_setting(text, behind, out)) {
      return true;
    }
  }
  return find_login(text, at, out);
}

/* "IDENTIFIED BY": the name stands before the word before the mark. */
static bool is_identified(aml_sv text, size_t end) {
  aml_sv before = aml_sv_slice(text, end > 13 ? end - 13 : 0, end);
  return aml_sv_ieq(before, AML_SV("identified by"));
}

bool aml_secret_find_quoted(aml_sv text, size_t at, aml_secret_range *out) {
  size_t end = aml_extent_skip_back(text, at);
  end -= end > 0 && end < at && text.data[end - 1] == ',' ? 1 : 0;
  if (end == at || end == 0 || !aml_secret_is_name_char(text.data[end - 1])) {
    return false;
  }
  aml_sv name = aml_secret_name_before(text, end);
  bool is_sql = is_identified(text, end);
  bool is_sent = aml_sv_eq(name, AML_SV("send")); /* of expect(1), where a carriage return ends it */
  if ((!is_sql && !is_sent && !aml_secret_is_named(name)) || !aml_secret_read_quoted(text, at, out)) {
    return false;
  }
  aml_sv value = aml_sv_slice(text, out->begin, out->end);
  bool is_list = text.data[end] == ',';
  size_t end_of_sent = aml_sv_find(value, AML_SV("\\r"), 0);
  if (is_sent) {
    out->end = end_of_sent == AML_NPOS ? out->begin : out->begin + end_of_sent;
    return end_of_sent != AML_NPOS &&
           aml_secret_looks_random(aml_sv_slice(text, out->begin, out->end), LEAST);
  }
  bool is_word = aml_sv_eq(name, AML_SV("token")) || aml_sv_eq(name, AML_SV("secret")); /* of sentences */
  bool is_value =
      is_sql || (aml_secret_looks_random(value, LEAST) && !is_word) || (is_technical(name) && !is_list);
  return is_value && !aml_secret_has_blank(value) && !aml_secret_is_reference(value) &&
         !aml_secret_is_named(value) && value.data[0] != '=' && value.data[0] != ':';
}

/* Whether a command takes a secret from its input. */
static bool reads_secret(aml_sv command) {
  static const aml_sv readers[] = {AML_SV_CONST("chpasswd"), AML_SV_CONST("passwd"), AML_SV_CONST("login"),
      AML_SV_CONST("kinit"), AML_SV_CONST("--password-stdin"), AML_SV_CONST("--with-token"),
      AML_SV_CONST("--token"), AML_SV_CONST("cryptsetup"), AML_SV_CONST("vncpasswd"),
      AML_SV_CONST("smbpasswd"), AML_SV_CONST("--passphrase-fd"), AML_SV_CONST("htpasswd"),
      AML_SV_CONST("--stdin")};
  words rest = {command, 0, false};
  aml_secret_range range;
  for (size_t i = 0; i < MOST_WORDS && next_word(&rest, &range); i++) {
    for (size_t k = 0; k < COUNT(readers); k++) {
      if (aml_sv_eq(view(&rest, range), readers[k])) {
        return true;
      }
    }
  }
  return false;
}

/* Back to where the command begins that stands before `at`. */
static size_t begin_of_command(aml_sv text, size_t at) {
  size_t begin = at;
  while (begin > 0 && at - begin < REACH && !ends_command(text.data[begin - 1])) {
    begin--;
  }
  return begin;
}

/* "root:x" is a name and a secret where both are set. */
static bool narrow(aml_sv text, aml_secret_range *range, bool has_names) {
  aml_sv value = aml_sv_slice(text, range->begin, range->end);
  size_t colon = has_names ? aml_sv_find_char(value, ':', 0) : AML_NPOS;
  range->begin += colon == AML_NPOS ? 0 : colon + 1;
  value = aml_sv_slice(text, range->begin, range->end);
  return value.len >= 4 && !aml_secret_is_reference(value);
}

/* Behind the last word in [begin, at) that prints what follows it; AML_NPOS: there is none. */
static size_t find_printer(aml_sv text, size_t begin, size_t at) {
  static const aml_sv printers[] = {
      AML_SV_CONST("echo "), AML_SV_CONST("printf "), AML_SV_CONST("Write-Output ")};
  size_t behind = AML_NPOS;
  for (size_t i = begin; i < at; i++) {
    bool is_word = i == 0 || !aml_ascii_alnum(text.data[i - 1]);
    for (size_t k = 0; is_word && k < COUNT(printers); k++) {
      behind = aml_sv_istarts(aml_sv_slice(text, i, at), printers[k]) ? i + printers[k].len : behind;
    }
  }
  return behind;
}

/* "echo x |": the last word that is printed. */
static bool find_printed(aml_sv text, size_t at, bool has_names, aml_secret_range *out) {
  words rest = {aml_sv_slice(text, 0, at), find_printer(text, begin_of_command(text, at), at), false};
  aml_secret_range word;
  bool is_found = false;
  while (rest.at != AML_NPOS && next_word(&rest, &word)) {
    *out = word;
    is_found = true;
  }
  return is_found && narrow(text, out, has_names);
}

/* "<<EOF" of a command that reads a secret: the lines up to the mark. */
static bool find_here_document(aml_sv text, size_t at, bool has_names, aml_secret_range *out) {
  size_t begin = at + 2;
  begin += begin < text.len && text.data[begin] == '-' ? 1 : 0;
  begin += aml_extent_quote(text, begin);
  size_t end = begin;
  while (end < text.len && aml_ascii_alnum(text.data[end])) {
    end++;
  }
  aml_sv mark = aml_sv_slice(text, begin, end);
  aml_sv near = aml_sv_slice(text, 0, at + REACH);
  size_t first = aml_extent_next_line(near, at);
  size_t last = first;
  while (last < near.len &&
         !aml_sv_eq(aml_sv_trim(aml_sv_slice(near, last, aml_extent_line(near, last))), mark)) {
    last = aml_extent_next_line(near, last);
  }
  *out = (aml_secret_range){aml_extent_skip_blanks(near, first), last > first ? last - 1 : first};
  return mark.len > 0 && last < near.len && out->end > out->begin && narrow(text, out, has_names);
}

/* What follows the last quotation mark: a text of JSON may be a command. */
static aml_sv behind_quotation(aml_sv text) {
  size_t begin = text.len;
  while (begin > 0 && text.data[begin - 1] != '"' && text.data[begin - 1] != '\'') {
    begin--;
  }
  return aml_sv_slice(text, begin, text.len);
}

bool aml_secret_find_input(aml_sv text, size_t at, aml_secret_range *out) {
  bool is_pipe = text.data[at] == '|';
  bool is_here = aml_sv_starts(aml_sv_slice(text, at, at + 2), AML_SV("<<"));
  bool is_string = aml_sv_starts(aml_sv_slice(text, at, at + 3), AML_SV("<<<"));
  bool goes_on = at > 0 && text.data[at - 1] == text.data[at]; /* such a mark begins with its first sign */
  if ((!is_pipe && !is_here) || goes_on) {
    return false;
  }
  size_t line = aml_extent_line(aml_sv_slice(text, 0, at + REACH), at);
  aml_sv behind = aml_sv_slice(text, at + 1, line);
  size_t pipe = is_pipe ? AML_NPOS : aml_sv_find_char(behind, '|', 0);
  aml_sv command = is_pipe            ? behind
                   : pipe != AML_NPOS ? aml_sv_slice(behind, pipe + 1, behind.len)
                                      : behind_quotation(aml_sv_slice(text, begin_of_command(text, at), at));
  if (!reads_secret(command)) {
    return false;
  }
  bool has_names = aml_sv_find(command, AML_SV("chpasswd"), 0) != AML_NPOS;
  if (is_string) {
    words rest = {aml_sv_slice(text, 0, line), at + 3, false};
    return next_word(&rest, out) && narrow(text, out, has_names);
  }
  return is_pipe ? find_printed(text, at, has_names, out) : find_here_document(text, at, has_names, out);
}
