/* What takes a secret, and as which argument, as these document it: azure.core.credentials and azure.identity
 * (Python, .NET, JavaScript, Java), requests.auth, smtplib, paho.mqtt, System.Net.NetworkCredential,
 * wandb.login, os.putenv and os.environ, Environment.SetEnvironmentVariable, define() of PHP. */
#include "base/secret_call.h"

#include "base/secret_extent.h"
#include "base/secret_word.h"

enum { REACH = 384, MOST_ARGUMENTS = 12 };

typedef enum role {
  NO_ROLE,
  CREDENTIAL, /* the last text is the secret */
  LOGIN,      /* the last of two; one alone only where it is no word */
  SETTER      /* a telling name: setPassword("x"), set_secret("name", "x") */
} role;

typedef struct argument {
  aml_sv keyword; /* empty: given by its place */
  aml_secret_range text;
  bool is_text;
} argument;

static bool ends_with_one_of(aml_sv name, const aml_sv *endings, size_t count) {
  char last = name.len > 0 ? aml_ascii_lower(name.data[name.len - 1]) : '\0';
  for (size_t i = 0; i < count; i++) {
    if (endings[i].data[endings[i].len - 1] == last && aml_sv_iends(name, endings[i])) {
      return true;
    }
  }
  return false;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static role role_of(aml_sv callee) {
  static const aml_sv credentials[] = {AML_SV_CONST("credential"), AML_SV_CONST("credentials")};
  static const aml_sv logins[] = {AML_SV_CONST("auth"), AML_SV_CONST("authentication"),
      AML_SV_CONST("authenticate"), AML_SV_CONST("login"), AML_SV_CONST("pw_set"), AML_SV_CONST("sign_in"),
      AML_SV_CONST("signIn")};
  bool is_kind = aml_sv_ieq(callee, AML_SV("secret")) ||
                 aml_sv_ieq(callee, AML_SV("token")); /* of a name, of a parser */
  role what = ends_with_one_of(callee, credentials, COUNT(credentials)) ? CREDENTIAL
              : ends_with_one_of(callee, logins, COUNT(logins))         ? LOGIN
              : aml_secret_is_named(callee) && !is_kind                 ? SETTER
                                                                        : NO_ROLE;
  return what == NO_ROLE || aml_secret_is_getter(callee) ? NO_ROLE : what;
}

/* The keyword before a value, "name=" or "name:"; moves `at` behind it. */
static aml_sv read_keyword(aml_sv text, size_t *at) {
  size_t end = *at;
  while (end < text.len && aml_secret_is_name_char(text.data[end])) {
    end++;
  }
  size_t mark = aml_extent_skip_blanks(text, end);
  bool is_keyword = end > *at && mark + 1 < text.len && (text.data[mark] == '=' || text.data[mark] == ':') &&
                    text.data[mark + 1] != text.data[mark];
  if (!is_keyword) {
    return (aml_sv){NULL, 0};
  }
  aml_sv keyword = aml_sv_slice(text, *at, end);
  *at = aml_extent_skip_blanks(text, mark + 1);
  return keyword;
}

static size_t skip_space(aml_sv text, size_t at) {
  while (at < text.len && aml_ascii_space(text.data[at])) {
    at++;
  }
  return at;
}

/* To the comma or the bracket that ends the argument. */
static size_t end_of_argument(aml_sv text, size_t at) {
  size_t depth = 0;
  while (at < text.len) {
    char c = text.data[at];
    size_t quote = aml_extent_quote(text, at);
    if (quote > 0) {
      at = aml_extent_quoted(text, at, quote);
      at += at < text.len ? quote : 0;
      continue;
    }
    bool closes = c == ')' || c == ']' || c == '}';
    if (depth == 0 && (closes || c == ',')) {
      break;
    }
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    depth -= closes ? 1 : 0;
    at++;
  }
  return at;
}

/* The arguments behind the parenthesis; how many. */
static size_t read_arguments(aml_sv text, size_t at, argument *out) {
  size_t count = 0;
  text = aml_sv_slice(text, 0, at + REACH);
  while (count < MOST_ARGUMENTS && at < text.len) {
    at = skip_space(text, at + 1);
    argument *one = &out[count++];
    *one = (argument){.keyword = read_keyword(text, &at)};
    one->is_text = aml_secret_read_quoted(text, at, &one->text);
    at = end_of_argument(text, at);
    if (at >= text.len || text.data[at] != ',') {
      break;
    }
  }
  return count;
}

/* Whether what is given under that keyword may be the secret, and not who it is for. */
static bool may_be_secret(aml_sv keyword) {
  static const aml_sv words[] = {AML_SV_CONST("key"), AML_SV_CONST("value"), AML_SV_CONST("credential"),
      AML_SV_CONST("pat"), AML_SV_CONST("pw")};
  return keyword.len == 0 || ends_with_one_of(keyword, words, COUNT(words)) || aml_secret_is_named(keyword);
}

/* The last text that may be it; NULL: none. `count` comes back as that of the arguments up to it. */
static const argument *pick(aml_sv text, const argument *arguments, size_t *count) {
  for (; *count > 0; --*count) {
    const argument *one = &arguments[*count - 1];
    aml_sv value = aml_sv_slice(text, one->text.begin, one->text.end);
    bool is_address = aml_sv_find(value, AML_SV("://"), 0) != AML_NPOS;
    if (one->is_text && may_be_secret(one->keyword) && !is_address) {
      return aml_secret_is_reference(value) ? NULL : one;
    }
  }
  return NULL;
}

static bool is_setting(aml_sv callee) {
  static const aml_sv verbs[] = {AML_SV_CONST("set"), AML_SV_CONST("put"), AML_SV_CONST("add"),
      AML_SV_CONST("define"), AML_SV_CONST("update"), AML_SV_CONST("store"), AML_SV_CONST("insert"),
      AML_SV_CONST("save"), AML_SV_CONST("create"), AML_SV_CONST("write"), AML_SV_CONST("with"),
      AML_SV_CONST("append")};
  for (size_t i = 0; i < COUNT(verbs); i++) {
    if (aml_sv_istarts(callee, verbs[i])) {
      return true;
    }
  }
  return false;
}

static bool is_secret_of(role what, aml_sv callee, const argument *picked, size_t place, aml_sv value) {
  enum { LEAST = 8 };
  bool is_random = aml_secret_looks_random(value, LEAST);
  bool is_alone = place == 1 && picked->keyword.len == 0;
  switch (what) {
  case CREDENTIAL:
    return is_random || (!aml_secret_has_blank(value) && !(is_alone && aml_secret_is_lower_word(value)));
  case LOGIN:
    return is_random || !is_alone;
  case SETTER:
    if (is_random || (!is_alone && is_setting(callee))) {
      return true;
    }
    return is_alone && !aml_sv_iends(callee, AML_SV("token")) && !aml_sv_iends(callee, AML_SV("secret")) &&
           !aml_secret_has_blank(value) && !aml_secret_is_lower_word(value);
  case NO_ROLE:
    break;
  }
  return false;
}

/* "auth=(" and "auth: (": a pair that is given without a call. */
static role role_of_tuple(aml_sv text, size_t at) {
  static const aml_sv names[] = {
      AML_SV_CONST("auth"), AML_SV_CONST("credentials"), AML_SV_CONST("creds"), AML_SV_CONST("login")};
  while (at > 0 && aml_extent_is_blank(text.data[at - 1])) {
    at--;
  }
  if (at == 0 || (text.data[at - 1] != '=' && text.data[at - 1] != ':')) {
    return NO_ROLE;
  }
  at--;
  while (at > 0 && aml_extent_is_blank(text.data[at - 1])) {
    at--;
  }
  aml_sv name = aml_secret_name_before(text, at);
  return ends_with_one_of(name, names, COUNT(names)) ? LOGIN : NO_ROLE;
}

/* putenv("DB_PASSWORD", "x"): the first argument says what the second is. */
static bool find_named_by_first(aml_sv text, size_t at, aml_sv callee, aml_secret_range *out) {
  enum { LEAST = 6 };
  aml_secret_range name;
  aml_sv near = aml_sv_slice(text, 0, at + REACH);
  size_t first = skip_space(near, at + 1);
  if (!aml_secret_read_quoted(near, first, &name) || name.end - name.begin > AML_SECRET_LONGEST_NAME ||
      !aml_secret_is_named(aml_sv_slice(text, name.begin, name.end))) {
    return false;
  }
  argument arguments[MOST_ARGUMENTS];
  if (read_arguments(text, at, arguments) < 2 || !arguments[1].is_text) {
    return false;
  }
  *out = arguments[1].text;
  aml_sv value = aml_sv_slice(text, out->begin, out->end);
  bool is_secret = is_setting(callee) || aml_sv_iends(callee, AML_SV("env")) ||
                   (aml_secret_looks_random(value, LEAST) && !aml_secret_is_named(value));
  return is_secret && !aml_secret_is_reference(value) &&
         !(aml_secret_is_getter(callee) && !aml_secret_looks_random(value, LEAST));
}

bool aml_secret_find_argument(aml_sv text, size_t at, aml_secret_range *out) {
  aml_sv callee = aml_secret_name_before(text, at);
  size_t dot = aml_sv_rfind_char(callee, '.');
  callee = dot == AML_NPOS ? callee : aml_sv_slice(callee, dot + 1, callee.len);
  role what = callee.len > 0 ? role_of(callee) : role_of_tuple(text, at);
  if (what != NO_ROLE) {
    argument arguments[MOST_ARGUMENTS];
    size_t count = read_arguments(text, at, arguments);
    const argument *picked = pick(text, arguments, &count);
    if (picked != NULL &&
        is_secret_of(what, callee, picked, count, aml_sv_slice(text, picked->text.begin, picked->text.end))) {
      *out = picked->text;
      return true;
    }
  }
  return find_named_by_first(text, at, callee, out);
}
