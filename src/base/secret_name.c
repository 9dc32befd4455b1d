/* Names that tell of a secret, and texts that give none away. */
#include "base/secret.h"

#include "base/secret_tail.h"

typedef struct ending { /* in lower case, without separators */
  aml_sv text;
  bool is_word; /* too short to be looked for inside a word */
} ending;

typedef struct endings { /* with the same last two letters */
  char second;
  const ending *items;
  size_t count;
} endings;

#define LIST(type, ...) (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__}) / sizeof(type)
#define WORD(text)                                                                                           \
  { AML_SV_CONST(text), true }
#define PART(text)                                                                                           \
  { AML_SV_CONST(text), false }

/* By the last letter, then by the one before it: names are many, and nearly all end otherwise. */
static const struct {
  const endings *items;
  size_t count;
} endings_by_last[256] = {
    ['a'] = {LIST(
        endings, {'n', LIST(ending, PART("contrasena"))}, {'t', LIST(ending, PART("clientkeydata"))})},
    ['d'] = {LIST(
        endings, {'r', LIST(ending, PART("password"))}, {'w', LIST(ending, PART("passwd"), PART("pwd"))})},
    ['e'] = {LIST(endings, {'d', LIST(ending, PART("passcode"))},
        {'r', LIST(ending, PART("sharedaccesssignature"))},
        {'s', LIST(ending, PART("passphrase"), PART("motdepasse"))},
        {'u', LIST(ending, PART("secretvalue"))})},
    ['g'] = {LIST(endings, {'n', LIST(ending, PART("connectionstring"))})},
    ['h'] = {LIST(endings, {'t', LIST(ending, PART("masterauth"))})},
    ['n'] = {LIST(endings, {'e', LIST(ending, PART("token"))})},
    ['s'] = {LIST(endings, {'a', LIST(ending, WORD("sas"))},
        {'s', LIST(ending, PART("dbpass"), PART("userpass"), PART("adminpass"), PART("rootpass"),
                  PART("smtppass"), PART("mailpass"), PART("redispass"), PART("sqlpass"), PART("storepass"),
                  PART("keypass"), PART("requirepass"))})},
    ['t'] = {LIST(endings, {'e', LIST(ending, PART("secret"))},
        {'r', LIST(ending, PART("passwort"), PART("kennwort"))})},
    ['w'] = {LIST(endings, {'p', LIST(ending, PART("bindpw"), PART("rootpw"))})},
    ['y'] = {LIST(endings,
        {'e', LIST(ending, PART("apikey"), PART("privatekey"), PART("accesskey"), PART("accountkey"),
                  PART("sharedkey"), PART("storagekey"), PART("secretkey"), PART("subscriptionkey"),
                  PART("saskey"), PART("masterkey"), PART("signingkey"), PART("authkey"),
                  PART("functionskey"), PART("appkey"), PART("applicationkey"), PART("encryptionkey"))})},
};

static bool is_separator(char c) {
  return c == '_' || c == '-' || c == '.' || c == ' ';
}

/* Whether a word begins at `at`: behind a separator, or by a change of letter case. */
static bool begins_word(aml_sv name, size_t at) {
  if (at == 0 || !aml_ascii_alpha(name.data[at - 1])) {
    return true;
  }
  bool is_upper = aml_ascii_lower(name.data[at]) != name.data[at];
  bool follows_lower = aml_ascii_lower(name.data[at - 1]) == name.data[at - 1];
  return is_upper && follows_lower;
}

static bool ends_with(aml_sv name, const ending *wanted) {
  size_t at = name.len;
  for (size_t left = wanted->text.len; left > 0;) {
    if (at == 0) {
      return false;
    }
    at--;
    if (is_separator(name.data[at])) {
      continue;
    }
    left--;
    if (aml_ascii_lower(name.data[at]) != wanted->text.data[left]) {
      return false;
    }
  }
  return !wanted->is_word || begins_word(name, at);
}

static bool is_one_of_endings(aml_sv name, const endings *list) {
  for (size_t i = 0; i < list->count; i++) {
    if (ends_with(name, &list->items[i])) {
      return true;
    }
  }
  return false;
}

/* Settings of Hadoop's Azure file systems, whose names end with the account's. */
static bool is_of_hadoop(aml_sv name) {
  static const aml_sv marks[] = {AML_SV_CONST("fs.azure.account.key."), AML_SV_CONST("fs.azure.sas."),
      AML_SV_CONST("fs.azure.account.oauth2.client.secret.")};
  size_t at = aml_sv_iends(name, AML_SV(".net")) ? aml_sv_find(name, AML_SV("fs.azure."), 0) : AML_NPOS;
  for (size_t i = 0; at != AML_NPOS && i < sizeof marks / sizeof marks[0]; i++) {
    if (aml_sv_starts(aml_sv_slice(name, at, name.len), marks[i])) {
      return true;
    }
  }
  return false;
}

/* "AZDO_PAT", "GITHUB_PAT": a personal access token; "pat" alone is often a pattern. */
static bool is_access_token(aml_sv name) {
  return aml_sv_eq(name, AML_SV("PAT")) || aml_sv_iends(name, AML_SV("_pat")) ||
         aml_sv_ends(name, AML_SV("Pat"));
}

bool aml_secret_is_named(aml_sv name) {
  if (!aml_secret_may_tell(name, name.len)) {
    return false;
  }
  if (name.len == 4 && aml_sv_ieq(name, AML_SV("pass"))) { /* alone; "first_pass" and "bypass" are others */
    return true;
  }
  while (name.len > 0 && (is_separator(name.data[name.len - 1]) ||
                             aml_ascii_digit(name.data[name.len - 1]))) { /* "password1", "api_key_2" */
    name.len--;
  }
  unsigned char last = name.len > 0 ? (unsigned char)aml_ascii_lower(name.data[name.len - 1]) : 0;
  if (endings_by_last[last].count == 0) {
    return false;
  }
  if (last == 't' && (is_of_hadoop(name) || is_access_token(name))) {
    return true;
  }
  size_t before = name.len - 1;
  while (before > 0 && is_separator(name.data[before - 1])) {
    before--;
  }
  char second = before > 0 ? aml_ascii_lower(name.data[before - 1]) : '\0';
  for (size_t i = 0; i < endings_by_last[last].count; i++) {
    const endings *list = &endings_by_last[last].items[i];
    if (list->second == second) {
      return is_one_of_endings(name, list);
    }
  }
  return false;
}

bool aml_secret_is_container(aml_sv name) {
  static const aml_sv credentials = AML_SV_CONST("credentials");
  static const aml_sv secrets = AML_SV_CONST("secrets");
  static const aml_sv of_kubernetes = AML_SV_CONST("stringData"); /* of a Secret */
  return (name.len == credentials.len && aml_sv_ieq(name, credentials)) ||
         (name.len == secrets.len && aml_sv_ieq(name, secrets)) ||
         (name.len == of_kubernetes.len && aml_sv_eq(name, of_kubernetes));
}

bool aml_secret_is_kind(aml_sv name) {
  return aml_sv_iends(name, AML_SV("type"));
}

static bool is_one_of(aml_sv text, const aml_sv *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_ieq(text, words[i])) {
      return true;
    }
  }
  return false;
}

static bool begins_with_one_of(aml_sv text, const aml_sv *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_istarts(text, words[i])) {
      return true;
    }
  }
  return false;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* "[parameters('x')]" and the like tell where a secret comes from, and nothing of it. What joins texts may
 * write one of them out. */
static bool is_expression_of_reference(aml_sv text) {
  static const aml_sv heads[] = {AML_SV_CONST("[parameters("), AML_SV_CONST("[variables("),
      AML_SV_CONST("[list"), AML_SV_CONST("[reference("), AML_SV_CONST("[az.getSecret("),
      AML_SV_CONST("[newGuid("), AML_SV_CONST("[uniqueString(")};
  static const aml_sv makers[] = {AML_SV_CONST("concat("), AML_SV_CONST("format("), AML_SV_CONST("base64"),
      AML_SV_CONST("replace("), AML_SV_CONST("join("), AML_SV_CONST("json(")};
  if (!begins_with_one_of(text, heads, COUNT(heads)) || text.data[text.len - 1] != ']') {
    return false;
  }
  for (size_t i = 0; i < COUNT(makers); i++) {
    if (aml_sv_ifind(text, makers[i], 0) != AML_NPOS) {
      return false;
    }
  }
  return true;
}

/* "${NAME:-x}": what a shell falls back on; empty where nothing is written out. */
static aml_sv default_of(aml_sv text) {
  size_t at = aml_sv_starts(text, AML_SV("${")) && !aml_sv_starts(text, AML_SV("${{"))
                  ? aml_sv_find_char(text, ':', 0)
                  : AML_NPOS;
  bool is_default =
      at != AML_NPOS && at + 2 < text.len && (text.data[at + 1] == '-' || text.data[at + 1] == '=');
  return is_default ? aml_sv_slice(text, at + 2, text.len - 1) : (aml_sv){NULL, 0};
}

/* Whole between such brackets: what a pipeline, a shell or a person fills in. */
static bool is_bracketed(aml_sv text) {
  static const struct {
    aml_sv open, close;
  } styles[] = {{AML_SV_CONST("${"), AML_SV_CONST("}")}, {AML_SV_CONST("$("), AML_SV_CONST(")")},
      {AML_SV_CONST("{{"), AML_SV_CONST("}}")}, {AML_SV_CONST("#{"), AML_SV_CONST("}#")},
      {AML_SV_CONST("<"), AML_SV_CONST(">")}, {AML_SV_CONST("__"), AML_SV_CONST("__")},
      {AML_SV_CONST("%"), AML_SV_CONST("%")}, {AML_SV_CONST("(("), AML_SV_CONST("))")},
      {AML_SV_CONST("{"), AML_SV_CONST("}")}};
  for (size_t i = 0; i < COUNT(styles); i++) {
    size_t least = styles[i].open.len + styles[i].close.len;
    if (text.len >= least && aml_sv_starts(text, styles[i].open) && aml_sv_ends(text, styles[i].close)) {
      aml_sv inner = aml_sv_slice(text, styles[i].open.len, text.len - styles[i].close.len);
      if (text.data[0] == '{' && aml_sv_find_char(inner, ';', 0) != AML_NPOS) { /* as ODBC quotes with them */
        return false;
      }
      return aml_sv_find(inner, styles[i].close, 0) == AML_NPOS || aml_sv_starts(text, AML_SV("${{"));
    }
  }
  return false;
}

/* "$NAME", "$env:NAME". */
static bool is_shell_name(aml_sv text) {
  if (text.len < 2 || text.data[0] != '$' || !(aml_ascii_alpha(text.data[1]) || text.data[1] == '_')) {
    return false;
  }
  for (size_t i = 1; i < text.len; i++) {
    if (!aml_ascii_alnum(text.data[i]) && text.data[i] != '_' && text.data[i] != ':') {
      return false;
    }
  }
  return true;
}

/* "var.admin_password", "random_password.db.result", "args.token": where a program keeps it. */
static bool is_path_in_code(aml_sv text) {
  static const aml_sv heads[] = {AML_SV_CONST("var."), AML_SV_CONST("local."), AML_SV_CONST("data."),
      AML_SV_CONST("module."), AML_SV_CONST("each."), AML_SV_CONST("random_password."),
      AML_SV_CONST("azurerm_"), AML_SV_CONST("azapi_"), AML_SV_CONST("args."), AML_SV_CONST("params."),
      AML_SV_CONST("process.env."), AML_SV_CONST("self."), AML_SV_CONST("this."),
      AML_SV_CONST("kv.getSecret("), AML_SV_CONST("parameters("), AML_SV_CONST("variables(")};
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (!aml_ascii_alnum(c) && aml_sv_find_char(AML_SV("._-[]()'\""), c, 0) == AML_NPOS) {
      return false;
    }
  }
  return begins_with_one_of(text, heads, COUNT(heads));
}

/* One character again and again: "***", "xxxx", "....". */
static bool is_filler(aml_sv text) {
  for (size_t i = 1; i < text.len; i++) {
    if (text.data[i] != text.data[0]) {
      return false;
    }
  }
  return text.data[0] == '*' || text.data[0] == 'x' || text.data[0] == 'X' || text.data[0] == '.' ||
         text.data[0] == '-';
}

/* "required|string|min:8": what a form asks of a password. */
static bool is_validation(aml_sv text) {
  static const aml_sv words[] = {AML_SV_CONST("required"), AML_SV_CONST("string"), AML_SV_CONST("nullable"),
      AML_SV_CONST("sometimes"), AML_SV_CONST("confirmed"), AML_SV_CONST("optional")};
  bool is_joined = aml_sv_find_char(text, '|', 0) != AML_NPOS;
  while (is_joined && text.len > 0) {
    aml_sv part = aml_sv_split(&text, '|');
    bool is_length = aml_sv_starts(part, AML_SV("min:")) || aml_sv_starts(part, AML_SV("max:"));
    for (size_t i = 4; is_length && i < part.len; i++) {
      is_length = i < 8 && aml_ascii_digit(part.data[i]);
    }
    is_joined = is_length || is_one_of(part, words, COUNT(words));
  }
  return is_joined;
}

bool aml_secret_is_reference(aml_sv text) {
  static const aml_sv words[] = {AML_SV_CONST("true"), AML_SV_CONST("false"), AML_SV_CONST("null"),
      AML_SV_CONST("yes"), AML_SV_CONST("no"), AML_SV_CONST("on"), AML_SV_CONST("off"), AML_SV_CONST("none"),
      AML_SV_CONST("~"), AML_SV_CONST("string"), AML_SV_CONST("str"), AML_SV_CONST("Optional[str]"),
      AML_SV_CONST("securestring"), AML_SV_CONST("object"), AML_SV_CONST("secureobject"),
      AML_SV_CONST("required"), AML_SV_CONST("optional"), AML_SV_CONST("disabled"), AML_SV_CONST("enabled"),
      AML_SV_CONST("inherit")};
  static const aml_sv heads[] = {AML_SV_CONST("secretref:"), AML_SV_CONST("keyvault:"), AML_SV_CONST("kv:"),
      AML_SV_CONST("vault:"), AML_SV_CONST("azureml:"), AML_SV_CONST("file:"),
      AML_SV_CONST("@Microsoft.KeyVault("), AML_SV_CONST("/subscriptions/")};
  text = aml_sv_trim(text);
  aml_sv fallback = default_of(text);
  if (fallback.len > 0) {
    return fallback.data[0] == '$' || is_one_of(fallback, words, COUNT(words)) || is_filler(fallback);
  }
  bool is_vault_address = aml_sv_istarts(text, AML_SV("https://")) &&
                          aml_sv_ifind(text, AML_SV(".vault.azure.net/"), 0) != AML_NPOS;
  return text.len == 0 || is_filler(text) || is_vault_address || is_one_of(text, words, COUNT(words)) ||
         begins_with_one_of(text, heads, COUNT(heads)) || is_bracketed(text) || is_shell_name(text) ||
         is_path_in_code(text) || aml_sv_ends(text, AML_SV("= None")) || is_expression_of_reference(text) ||
         is_validation(text);
}
