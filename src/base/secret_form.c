/* The forms, with who publishes them:
 *   private keys                 RFC 7468, section 10; PROTOCOL.key of OpenSSH; appendix C of PuTTY's manual
 *   JSON web tokens              RFC 7519, section 3: base64url of '{"' begins each of the first two parts
 *   keys of 64 bytes             Azure Storage, Cosmos DB, Batch: 88 characters of base64, the last two '='
 *   user and password in a URL   RFC 3986, section 3.2.1
 *   Bearer, Basic                RFC 6750, section 2.1; RFC 7617, section 2
 *   prefixes                     "About authentication to GitHub"; "Token overview" of GitLab; "User access
 *                                tokens" of Hugging Face; "Token types" of Slack; "About access tokens" of
 * npm; "IAM identifiers" of AWS; "Secrets" of Microsoft Entra ID applications */
#include "base/secret_form.h"

#include "base/secret_word.h"

typedef bool (*alphabet)(char c);

static bool is_alnum(char c) {
  return aml_ascii_alnum(c);
}

static bool is_word(char c) {
  return aml_ascii_alnum(c) || c == '_';
}

static bool is_url_base64(char c) {
  return is_word(c) || c == '-';
}

static bool is_base64(char c) {
  return aml_ascii_alnum(c) || c == '+' || c == '/';
}

static bool is_token68(char c) { /* RFC 7235, section 2.1 */
  return is_base64(c) || c == '-' || c == '.' || c == '_' || c == '~' || c == '=';
}

static bool is_entra(char c) {
  return aml_secret_is_name_char(c) || c == '~';
}

static bool is_key_char(char c) {
  return is_base64(c) || c == '-' || c == '_';
}

static bool is_padding(char c) {
  return c == '=';
}

/* How far to look before it is known to be a secret, so that "sk-sk-sk-..." takes time in its length. */
enum { LONGEST_TOKEN_LOOK = 128, LONGEST_HEADER_LOOK = 1024 };

static size_t run_end(aml_sv text, size_t at, alphabet is_in) {
  while (at < text.len && is_in(text.data[at])) {
    at++;
  }
  return at;
}

typedef struct prefix_form {
  aml_sv prefix;
  alphabet is_in;
  size_t least; /* characters behind the prefix */
} prefix_form;

static const prefix_form prefixes[] = {
    {AML_SV_CONST("ghp_"), is_alnum, 36},
    {AML_SV_CONST("gho_"), is_alnum, 36},
    {AML_SV_CONST("ghu_"), is_alnum, 36},
    {AML_SV_CONST("ghs_"), is_alnum, 36},
    {AML_SV_CONST("ghr_"), is_alnum, 36},
    {AML_SV_CONST("github_pat_"), is_word, 40},
    {AML_SV_CONST("glpat-"), is_url_base64, 20},
    {AML_SV_CONST("hf_"), is_alnum, 34},
    {AML_SV_CONST("xoxa-"), is_url_base64, 20},
    {AML_SV_CONST("xoxb-"), is_url_base64, 20},
    {AML_SV_CONST("xoxp-"), is_url_base64, 20},
    {AML_SV_CONST("xoxr-"), is_url_base64, 20},
    {AML_SV_CONST("xoxs-"), is_url_base64, 20},
    {AML_SV_CONST("npm_"), is_alnum, 36},
    {AML_SV_CONST("pypi-AgE"), is_url_base64, 40},
    {AML_SV_CONST("AKIA"), is_alnum, 16},
    {AML_SV_CONST("sk-"), is_url_base64, 32},
    {AML_SV_CONST("dapi"), is_alnum, 32},
    {AML_SV_CONST("AIza"), is_url_base64, 35},
    {AML_SV_CONST("GOCSPX-"), is_url_base64, 20},
    {AML_SV_CONST("ya29."), is_entra, 24},
    {AML_SV_CONST("sk_live_"), is_alnum, 20},
    {AML_SV_CONST("sk_test_"), is_alnum, 20},
    {AML_SV_CONST("rk_live_"), is_alnum, 20},
    {AML_SV_CONST("SG."), is_entra, 40},
    {AML_SV_CONST("dop_v1_"), is_alnum, 40},
    {AML_SV_CONST("dckr_pat_"), is_url_base64, 20},
    {AML_SV_CONST("hvs."), is_url_base64, 24},
    {AML_SV_CONST("xapp-"), is_url_base64, 20},
    {AML_SV_CONST("glptt-"), is_url_base64, 20},
    {AML_SV_CONST("gldt-"), is_url_base64, 20},
    {AML_SV_CONST("glrt-"), is_url_base64, 20},
    {AML_SV_CONST("gsk_"), is_alnum, 40},
    {AML_SV_CONST("glsa_"), is_word, 32},
    {AML_SV_CONST("r8_"), is_alnum, 30},
    {AML_SV_CONST("pul-"), is_alnum, 40},
    {AML_SV_CONST("AGE-SECRET-KEY-1"), is_alnum, 50},
    {AML_SV_CONST("ASIA"), is_alnum, 16},
};

static bool has_digit(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    if (aml_ascii_digit(text.data[i])) {
      return true;
    }
  }
  return false;
}

static bool find_prefix(aml_sv text, size_t at, aml_secret_range *out) {
  enum { SHORTEST = 20 };
  aml_sv rest = aml_sv_slice(text, at, text.len);
  for (size_t i = 0; i < SHORTEST; i++) {
    if (i >= rest.len || !is_entra(rest.data[i])) { /* as nearly all words */
      return false;
    }
  }
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    const prefix_form *form = &prefixes[i];
    if (rest.data[0] != form->prefix.data[0] || !aml_sv_starts(rest, form->prefix)) {
      continue;
    }
    size_t begin = at + form->prefix.len;
    aml_sv seen = aml_sv_slice(text, 0, begin + LONGEST_TOKEN_LOOK);
    size_t end = run_end(seen, begin, form->is_in);
    if (end - begin >= form->least && has_digit(aml_sv_slice(text, begin, end))) {
      *out = (aml_secret_range){at, run_end(text, end, form->is_in)};
      return true;
    }
  }
  return false;
}

/* Three parts, or five where it is encrypted; a part may be empty, but not the first two. */
static bool find_jwt(aml_sv text, size_t at, aml_secret_range *out) {
  enum { LEAST_HEADER = 10, LEAST_BODY = 4 };
  if (!aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("eyJ"))) {
    return false;
  }
  size_t header = run_end(aml_sv_slice(text, 0, at + LONGEST_HEADER_LOOK), at, is_url_base64);
  if (header - at < LEAST_HEADER || header >= text.len || text.data[header] != '.') {
    return false;
  }
  size_t end = run_end(text, header + 1, is_url_base64);
  if (end - header - 1 < LEAST_BODY || end >= text.len || text.data[end] != '.') {
    return false;
  }
  while (end < text.len && (is_url_base64(text.data[end]) || text.data[end] == '.')) {
    end++;
  }
  *out = (aml_secret_range){at, end};
  return true;
}

static size_t line_end(aml_sv text, size_t at) {
  size_t end = aml_sv_find_char(text, '\n', at);
  return end == AML_NPOS ? text.len : end;
}

/* A line without what makes a comment of it. */
static aml_sv uncommented(aml_sv line) {
  line = aml_sv_trim(line);
  return aml_sv_starts(line, AML_SV("#")) ? aml_sv_trim(aml_sv_slice(line, 1, line.len)) : line;
}

/* Whether a line is a header inside of a key: of PEM, of PGP, of PuTTY. */
static bool is_key_header(aml_sv line) {
  static const aml_sv names[] = {AML_SV_CONST("Proc-Type:"), AML_SV_CONST("DEK-Info:"),
      AML_SV_CONST("Version:"), AML_SV_CONST("Comment:"), AML_SV_CONST("Hash:"), AML_SV_CONST("Charset:"),
      AML_SV_CONST("MessageID:"), AML_SV_CONST("Encryption:"), AML_SV_CONST("Public-Lines:"),
      AML_SV_CONST("Private-Lines:"), AML_SV_CONST("Private-MAC:"), AML_SV_CONST("Private-Hash:"),
      AML_SV_CONST("Key-Derivation:"), AML_SV_CONST("Argon2-")};
  line = uncommented(line);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_starts(line, names[i])) {
      return true;
    }
  }
  return false;
}

/* Whether a line holds base64 or a mark of the block alone, and so belongs to the key above it. */
static bool is_key_line(aml_sv line) {
  line = uncommented(line);
  for (size_t i = 0; i < line.len; i++) {
    char c = line.data[i];
    if (!is_base64(c) && c != '=' && c != '-' && c != ' ' && c != '"' && c != '\\' && c != ',') {
      return false;
    }
  }
  return line.len > 0 && !(line.data[0] == '-' && line.len > 1 && line.data[1] == ' ');
}

/* Where the first of these marks is, else the end of the line. */
static size_t find_mark(aml_sv line, aml_sv marks) {
  size_t at = 0;
  while (at < line.len && aml_sv_find_char(marks, line.data[at], 0) == AML_NPOS) {
    at++;
  }
  return at;
}

/* As long as lines look like those of a key; an empty one may follow the headers. `end` is that of the first.
 */
static size_t key_lines_end(aml_sv text, size_t end) {
  bool is_in_headers = true;
  while (end < text.len) {
    size_t next = line_end(text, end + 1);
    aml_sv line = aml_sv_slice(text, end + 1, next);
    bool is_header = is_key_header(line);
    bool is_gap = is_in_headers && uncommented(line).len == 0;
    bool is_comment = aml_sv_starts(uncommented(line), AML_SV("Comment:")); /* which may hold an apostrophe */
    size_t quote = is_comment ? line.len : find_mark(line, AML_SV("'"));
    aml_sv body = aml_sv_slice(line, 0, quote);
    if (!is_header && !is_gap && !is_key_line(body)) {
      break;
    }
    is_in_headers = is_header;
    end += 1 + body.len;
    if (quote < line.len || aml_sv_find(body, AML_SV("-----END"), 0) != AML_NPOS) {
      break;
    }
  }
  return end;
}

/* To the end of the block, or, where its end is missing, as long as lines look like one; never over one of
 * the marks that quote the key. */
static size_t key_end(aml_sv text, size_t at, aml_sv marks) {
  size_t line = line_end(text, at);
  aml_sv first = aml_sv_slice(text, at, line);
  size_t quote = find_mark(first, marks);
  size_t mark = aml_sv_find(aml_sv_slice(first, 0, quote), AML_SV("-----END"), 0);
  if (mark != AML_NPOS) {
    size_t close = aml_sv_find(first, AML_SV("-----"), mark + 8);
    return at + (close < quote ? close + 5 : quote);
  }
  if (quote < first.len) {
    return at + quote;
  }
  return key_lines_end(text, line);
}

static bool find_private_key(aml_sv text, size_t at, aml_secret_range *out) {
  aml_sv rest = aml_sv_slice(text, at, at + 80);
  bool is_putty = aml_sv_starts(rest, AML_SV("PuTTY-User-Key-File-"));
  if (!is_putty && !aml_sv_starts(rest, AML_SV("-----BEGIN "))) {
    return false;
  }
  size_t words = aml_sv_find(rest, AML_SV("PRIVATE KEY"), 0);
  size_t close = is_putty ? 0 : aml_sv_find(rest, AML_SV("-----"), 11);
  if (!is_putty && (words == AML_NPOS || (close != AML_NPOS && close < words))) {
    return false;
  }
  aml_sv marks = is_putty ? AML_SV("\"") : AML_SV("\"'"); /* a comment of PuTTY's may hold an apostrophe */
  size_t body = is_putty || close == AML_NPOS ? at + 11 : at + close + 5;
  *out = (aml_secret_range){at, key_end(text, body, marks)};
  return true;
}

static unsigned sextet(char c) {
  return (unsigned)aml_base64_digit(c) & 63U;
}

/* PEM in base64, as secrets of Kubernetes and kubeconfigs have it; over several lines too. */
static bool find_encoded_key(aml_sv text, size_t at, aml_secret_range *out) {
  enum { HEAD = 64 }; /* characters that hold the first line, as far as it matters */
  size_t end = run_end(aml_sv_slice(text, 0, at + HEAD), at, is_base64);
  char line[HEAD / 4 * 3];
  size_t count = 0;
  if (!aml_sv_starts(aml_sv_slice(text, at, end), AML_SV("LS0tLS1CRUdJTi"))) {
    return false;
  }
  for (size_t i = at; i + 4 <= end; i += 4) {
    unsigned bits = sextet(text.data[i]) << 18 | sextet(text.data[i + 1]) << 12 |
                    sextet(text.data[i + 2]) << 6 | sextet(text.data[i + 3]);
    line[count++] = (char)(bits >> 16 & 0xFF);
    line[count++] = (char)(bits >> 8 & 0xFF);
    line[count++] = (char)(bits & 0xFF);
  }
  if (aml_sv_find((aml_sv){line, count}, AML_SV("PRIVATE KEY"), 0) == AML_NPOS) {
    return false;
  }
  end = run_end(text, end, is_base64);
  bool goes_on = end < text.len && text.data[end] == '\n';
  *out = (aml_secret_range){at, goes_on ? key_lines_end(text, end) : end};
  return true;
}

/* `at` is the first of the two '=' at the end. SHA-512 has the same length, and is named where it stands. */
static bool find_long_key(aml_sv text, size_t at, aml_secret_range *out) {
  enum { BODY = 86 };
  bool is_end = at + 1 < text.len && text.data[at + 1] == '=' && at >= BODY &&
                (at + 2 >= text.len || text.data[at + 2] != '=');
  if (!is_end) {
    return false;
  }
  size_t begin = at - BODY;
  for (size_t i = begin; i < at; i++) {
    if (!is_base64(text.data[i])) {
      return false;
    }
  }
  if (begin > 0 && is_base64(text.data[begin - 1]) && text.data[begin - 1] != '/') { /* of a path */
    return false;
  }
  aml_sv before = aml_sv_slice(text, begin > 8 ? begin - 8 : 0, begin);
  if (aml_sv_ifind(before, AML_SV("512"), 0) != AML_NPOS ||
      aml_sv_starts(aml_sv_slice(text, begin, at), AML_SV("AAAA"))) {
    return false;
  }
  *out = (aml_secret_range){begin, at + 2};
  return true;
}

/* `at` is the '~' of "xxx8Q~" and 31 to 34 more, and what a sentence or a file name goes on with. */
static bool find_entra_secret(aml_sv text, size_t at, aml_secret_range *out) {
  enum { HEAD = 5, LEAST = 31 };
  bool is_mark = at >= HEAD && text.data[at - 1] == 'Q' && aml_ascii_digit(text.data[at - 2]);
  size_t end = is_mark ? run_end(text, at + 1, is_entra) : at;
  if (!is_mark || end - at - 1 < LEAST) {
    return false;
  }
  for (size_t i = at - HEAD; i < at; i++) {
    if (!is_entra(text.data[i])) {
      return false;
    }
  }
  *out = (aml_secret_range){at - HEAD, end};
  return true;
}

static bool ends_address(char c) {
  return (unsigned char)c <= ' ' || c == '"' || c == '\'' || c == '\\' || c == '<' || c == '>';
}

/* `at` is where the mark begins that a service of Azure puts into its keys, at a fixed place. */
static bool find_signed_key(aml_sv text, size_t at, aml_secret_range *out) {
  static const struct {
    aml_sv mark;
    size_t before, behind;
  } keys[] = {{AML_SV_CONST("JQQJ9"), 52, 20}, {AML_SV_CONST("AzSe"), 42, 6}, {AML_SV_CONST("AzFu"), 44, 6},
      {AML_SV_CONST("AzCa"), 33, 6}, {AML_SV_CONST("AIoT"), 33, 6}, {AML_SV_CONST("+ACR"), 42, 6},
      {AML_SV_CONST("+ASb"), 33, 6}, {AML_SV_CONST("+AEh"), 33, 6}, {AML_SV_CONST("+ARm"), 33, 6},
      {AML_SV_CONST("+ASt"), 76, 6}, {AML_SV_CONST("+ABa"), 76, 6}};
  aml_sv rest = aml_sv_slice(text, at, text.len);
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (!aml_sv_starts(rest, keys[i].mark) || at < keys[i].before) {
      continue;
    }
    size_t begin = at - keys[i].before;
    size_t end = run_end(text, at, is_key_char);
    if (run_end(aml_sv_slice(text, 0, at), begin, is_key_char) == at &&
        end - at >= keys[i].mark.len + keys[i].behind) {
      *out = (aml_secret_range){begin, run_end(text, end, is_padding)};
      return true;
    }
  }
  return false;
}

/* Addresses that whoever knows them may post to, and what hides in them. */
static bool find_webhook(aml_sv text, size_t at, aml_secret_range *out) {
  static const struct {
    aml_sv host, mark; /* the secret stands behind the mark */
  } hooks[] = {{AML_SV_CONST("://hooks.slack.com/"), AML_SV_CONST("services/")},
      {AML_SV_CONST("://discord.com/"), AML_SV_CONST("webhooks/")},
      {AML_SV_CONST("://discordapp.com/"), AML_SV_CONST("webhooks/")},
      {AML_SV_CONST("://api.telegram.org/"), AML_SV_CONST("/bot")}};
  aml_sv rest = aml_sv_slice(text, at, at + LONGEST_HEADER_LOOK);
  size_t end = 0;
  while (end < rest.len && !ends_address(rest.data[end])) {
    end++;
  }
  rest = aml_sv_slice(rest, 0, end);
  for (size_t i = 0; i < sizeof hooks / sizeof hooks[0]; i++) {
    size_t mark = aml_sv_istarts(rest, hooks[i].host) ? aml_sv_find(rest, hooks[i].mark, 0) : AML_NPOS;
    if (mark != AML_NPOS) {
      *out = (aml_secret_range){at + mark + hooks[i].mark.len, at + end};
      return out->end > out->begin && has_digit(aml_sv_slice(text, out->begin, out->end));
    }
  }
  size_t teams = aml_sv_find(rest, AML_SV("/IncomingWebhook/"), 0);
  size_t code = aml_sv_find(rest, AML_SV(".azurewebsites.net/"), 0) == AML_NPOS
                    ? AML_NPOS
                    : aml_sv_find(rest, AML_SV("code="), 0);
  size_t begin = teams != AML_NPOS ? teams + 17 : code != AML_NPOS ? code + 5 : end;
  *out = (aml_secret_range){at + begin, at + end};
  return end > begin && !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

/* "https://TOKEN@host": a name that is no name. Containers of storage, which other schemes have there, may be
 * as long. */
static bool find_url_token(aml_sv text, size_t at, aml_secret_range *out) {
  enum { LEAST = 16 };
  aml_sv before = aml_sv_slice(text, at > 5 ? at - 5 : 0, at);
  bool is_web = aml_sv_iends(before, AML_SV("https")) || aml_sv_iends(before, AML_SV("http"));
  size_t end = is_web ? run_end(aml_sv_slice(text, 0, at + LONGEST_HEADER_LOOK), at + 3, is_token68) : 0;
  if (!is_web || end >= text.len || text.data[end] != '@' ||
      !aml_secret_looks_random(aml_sv_slice(text, at + 3, end), LEAST)) {
    return false;
  }
  *out = (aml_secret_range){at + 3, end};
  return true;
}

static bool are_digits(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!aml_ascii_digit(text.data[i])) {
      return false;
    }
  }
  return true;
}

/* `at` is the first '@'; the last before the path ends the password, for it may hold others. */
static size_t end_of_password(aml_sv text, size_t at) {
  size_t last = at;
  for (size_t i = at;
       i < text.len && text.data[i] != '/' && text.data[i] != '?' && !ends_address(text.data[i]); i++) {
    last = text.data[i] == '@' ? i : last;
  }
  return last;
}

/* `at` is the colon of "://user:password@". A password that holds a '/' is told from a port. */
static bool find_url_password(aml_sv text, size_t at, aml_secret_range *out) {
  enum { MOST = 512 };
  if (!aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("://"))) {
    return false;
  }
  size_t colon = AML_NPOS;
  size_t last = at + 3 + MOST < text.len ? at + 3 + MOST : text.len;
  for (size_t i = at + 3; i < last; i++) {
    char c = text.data[i];
    if (c == '@' && colon != AML_NPOS && i > colon + 1) {
      *out = (aml_secret_range){colon + 1, end_of_password(text, i)};
      return !aml_secret_is_reference(aml_sv_slice(text, colon + 1, out->end));
    }
    bool is_port = colon == AML_NPOS || are_digits(aml_sv_slice(text, colon + 1, i));
    if ((c == '/' && is_port) || (c == '@' && colon == AML_NPOS) || ends_address(c)) {
      return false;
    }
    colon = c == ':' && colon == AML_NPOS ? i : colon;
  }
  return false;
}

/* "Bearer TOKEN" anywhere; "Basic TOKEN" only as what "Authorization" is, for it is a word of prose as well.
 */
static bool find_scheme(aml_sv text, size_t at, aml_secret_range *out) {
  enum { LEAST_BEARER = 16, LEAST_BASIC = 8, REACH = 24 };
  aml_sv rest = aml_sv_slice(text, at, text.len);
  bool is_bearer = aml_sv_istarts(rest, AML_SV("bearer "));
  bool is_token_word = aml_sv_istarts(rest, AML_SV("token ")); /* as GitHub has it */
  if (!is_bearer && !is_token_word && !aml_sv_istarts(rest, AML_SV("basic "))) {
    return false;
  }
  aml_sv before = aml_sv_slice(text, at > REACH ? at - REACH : 0, at);
  bool is_authorization = aml_sv_ifind(before, AML_SV("authorization"), 0) != AML_NPOS;
  size_t begin = at + (is_bearer ? 7 : 6);
  size_t end = run_end(text, begin, is_token68);
  aml_sv token = aml_sv_slice(text, begin, end);
  bool is_token = is_authorization ? token.len >= LEAST_BASIC
                                   : is_bearer && token.len >= LEAST_BEARER && has_digit(token);
  if (!is_token) {
    return false;
  }
  *out = (aml_secret_range){begin, end};
  return true;
}

bool aml_secret_begins_token(aml_sv text, size_t at) {
  if (at == 0 || !aml_ascii_alnum(text.data[at - 1])) {
    return true;
  }
  bool is_short = at > 1 && text.data[at - 2] == '\\';
  bool is_percent = at > 2 && text.data[at - 3] == '%';
  bool is_unicode = at > 5 && text.data[at - 6] == '\\' && text.data[at - 5] == 'u';
  return is_short || is_percent || is_unicode;
}

static bool find_in_address(aml_sv text, size_t at, aml_secret_range *out) {
  bool is_address = at + 2 < text.len && text.data[at + 1] == '/' && text.data[at + 2] == '/';
  return is_address &&
         (find_url_password(text, at, out) || find_webhook(text, at, out) || find_url_token(text, at, out));
}

/* By the letter that a word begins with. */
static bool find_token(aml_sv text, size_t at, aml_secret_range *out) {
  switch (text.data[at]) {
  case 'b':
  case 'B':
  case 't':
  case 'T':
    return find_scheme(text, at, out);
  case 'L':
    return find_encoded_key(text, at, out);
  case 'e':
    return find_jwt(text, at, out);
  default:
    return find_prefix(text, at, out);
  }
}

bool aml_secret_find_form(aml_sv text, size_t at, aml_secret_range *out) {
  switch (text.data[at]) {
  case '=':
    return find_long_key(text, at, out);
  case '~':
    return find_entra_secret(text, at, out);
  case ':':
    return find_in_address(text, at, out);
  case '-':
    return at + 1 < text.len && text.data[at + 1] == '-' && find_private_key(text, at, out);
  case 'P':
    return find_private_key(text, at, out);
  case '+':
    return find_signed_key(text, at, out);
  case 'J':
  case 'A':
    if (find_signed_key(text, at, out)) {
      return true;
    }
    break;
  case '\n':
  case '(':
  case '#':
  case '"':
  case '\'':
  case '<':
  case '>':
  case '|':
  case '%':
  case '@':
  case '/':
    return false;
  default:
    break;
  }
  return aml_secret_begins_token(text, at) && find_token(text, at, out);
}
