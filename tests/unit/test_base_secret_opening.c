/* Nothing that shows a secret is passed by, wherever it stands: many bytes are looked at at once, so each
 * form is tried at each place that it can have among them, and near the ends of a text, where there are too
 * few. */
#include "base/secret_opening.h"

#include <string.h>

#include "base/secret_command.h"
#include "base/secret_form.h"
#include "base/secret_phrase.h"
#include "base/secret_tail.h"
#include "base/strbuf.h"
#include "test.h"

enum { STEPS = 150, TAIL = 70 };

/* A text around letters and digits that are the secret, or part of it. */
typedef struct sample {
  const char *before;
  size_t length;
  const char *behind;
} sample;

static const sample samples[] = {
    /* forms */
    {"ghp_", 36, ""},
    {"github_pat_", 40, ""},
    {"glpat-", 20, ""},
    {"hf_", 34, ""},
    {"xoxb-", 20, ""},
    {"npm_", 36, ""},
    {"pypi-AgE", 40, ""},
    {"AKIA", 16, ""},
    {"ASIA", 16, ""},
    {"sk-", 32, ""},
    {"sk_live_", 20, ""},
    {"rk_live_", 20, ""},
    {"dapi", 32, ""},
    {"AIza", 35, ""},
    {"GOCSPX-", 20, ""},
    {"ya29.", 24, ""},
    {"SG.", 40, ""},
    {"dop_v1_", 40, ""},
    {"dckr_pat_", 20, ""},
    {"hvs.", 24, ""},
    {"xapp-", 20, ""},
    {"glptt-", 20, ""},
    {"gldt-", 20, ""},
    {"glrt-", 20, ""},
    {"gsk_", 40, ""},
    {"glsa_", 32, ""},
    {"r8_", 30, ""},
    {"pul-", 40, ""},
    {"AGE-SECRET-KEY-1", 50, ""},
    {"eyJ", 20, ".abcdefgh.abcdefgh"},
    {"-----BEGIN PRIVATE KEY-----\n", 40, "\n-----END PRIVATE KEY-----"},
    {"PuTTY-User-Key-File-3: x\nPRIVATE KEY\nPrivate-Lines: 1\n", 40, ""},
    {"", 86, "=="},
    {"", 52, "JQQJ9aBcDeFgHiJkLmNoPqRsTu"},
    {"", 33, "AzCaAbCdEf="},
    {"", 33, "AIoTAbCdEf="},
    {"", 42, "+ACRAbCdEf"},
    {"", 33, "+ASbAbCdEf="},
    {"abc8Q~", 34, ""},
    {"https://user:", 12, "@host/x"},
    {"https://", 20, "@host/x"},
    {"https://hooks.slack.com/services/", 12, ""},
    {"Bearer ", 20, ""},
    {"bearer ", 20, ""},
    {"Authorization: token ", 12, ""},
    {"Authorization: Basic ", 12, ""},
    /* behind a name */
    {"password=", 12, ""},
    {"Password: ", 12, ""},
    {"\"pass_word\": \"", 12, "\""},
    {"\\\"client-secret\\\": \\\"", 12, "\\\""},
    {"DB_PASSWORD := ", 12, ""},
    {"environ[\"API_KEY_2\"] = \"", 12, "\""},
    {"param password string = '", 12, "'"},
    {"?x=y&sig=", 12, ""},
    {"AccountKey%3D", 12, ""},
    {"AccountKey%253D", 12, ""},
    {"password <- \"", 12, "\""},
    {"password ", 12, ""},
    {"   - password ", 12, ""},
    {"x \"password ", 12, "\""},
    {"# password ", 12, ""},
    {"x --admin-password '", 12, "'"},
    {"x -Password ", 12, ""},
    {"set_password(\"", 12, "\")"},
    {"putenv(\"DB_PASSWORD\", \"", 12, "\")"},
    {"auth=(\"user\", \"", 12, "\")"},
    {"<password>", 12, "</password>"},
    {"{\"name\": \"DB_PASSWORD\", \"value\": \"", 12, "\"}"},
    {"${DB_PASSWORD:-", 12, "}"},
    {"the password is ", 12, ""},
    {"CREATE USER x IDENTIFIED BY '", 12, "'"},
    /* commands */
    {"ENV DB_PASSWORD ", 12, ""},
    {"setx /M DB_PASSWORD ", 12, ""},
    {"npm config set x:_authToken ", 12, ""},
    {"wandb login ", 12, ""},
    {"vault login ", 12, ""},
    {"cargo login ", 12, ""},
    {"snyk auth ", 12, ""},
    {"ngrok authtoken ", 12, ""},
    {"bw unlock ", 12, ""},
    {"nuget setapikey ", 12, ""},
    {"redis-cli AUTH ", 12, ""},
    {"mc alias set a https://h u ", 12, ""},
    {"poetry config http-basic.x user ", 12, ""},
    {"htpasswd -b file user ", 12, ""},
    {"login x password ", 12, ""},
    {"mysql -p", 12, ""},
    {"docker login -u x -p ", 12, ""},
    {"xfreerdp /p:", 12, ""},
    {"schtasks /rp ", 12, ""},
    {"curl --user x:", 12, ""},
    {"net use z: \\\\h\\s ", 12, ""},
    {"ConvertTo-SecureString '", 12, "' -AsPlainText"},
    {"sqlplus user/", 12, "@host"},
    {"echo ", 12, " | docker login --password-stdin"},
    {"docker login --password-stdin <<EOF\n", 12, "\nEOF"},
    {"localhost:5432:db:user:", 12, ""},
};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

static void put(aml_strbuf *text, const char *unit, size_t length) {
  for (size_t i = 0; i < length; i++) {
    aml_strbuf_add_char(text, unit[i % strlen(unit)]);
  }
}

/* The sample on lines of its own; *secret: where its letters and digits stand. */
static aml_sv put_text(
    aml_arena *arena, const sample *one, size_t lead, size_t tail, aml_secret_range *secret) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  put(&text, "{\"x\": [1, z]} ", lead);
  aml_strbuf_add_char(&text, '\n');
  aml_strbuf_add(&text, aml_sv_of(one->before));
  secret->begin = aml_strbuf_view(&text).len;
  put(&text, "aB3dE6gH9j", one->length);
  secret->end = aml_strbuf_view(&text).len;
  aml_strbuf_add(&text, aml_sv_of(one->behind));
  put(&text, "\n{\"x\": [1, z]} ", tail);
  return aml_strbuf_view(&text);
}

static void check_found(aml_sv text, aml_secret_text kind, aml_secret_range secret, const char *before) {
  aml_secret_scan scan = {.text = text, .kind = kind};
  aml_secret_range found = {0, 0};
  if (!aml_secret_next(&scan, &found) || found.begin > secret.begin || found.end < secret.end) {
    fail_msg("'%s' at %zu of %zu: [%zu, %zu) found", before, secret.begin, text.len, found.begin, found.end);
  }
}

static void test_all_places(void **state) {
  (void)state;
  for (size_t i = 0; i < SAMPLES; i++) {
    for (size_t lead = 0; lead < STEPS; lead++) {
      aml_arena arena;
      aml_arena_init(&arena, SIZE_MAX);
      aml_secret_range secret;
      aml_sv text = put_text(&arena, &samples[i], lead, lead % 2 == 0 ? TAIL : 0, &secret);
      check_found(text, AML_SECRET_IN_PROSE, secret, samples[i].before);
      check_found(text, AML_SECRET_IN_FILE, secret, samples[i].before);
      aml_arena_release(&arena);
    }
  }
}

/* What is recognised by its own bytes rather than by the name before a mark. */
static bool is_recognised(aml_sv text, size_t at) {
  aml_secret_range range;
  if (!aml_secret_begins_token(text, at)) {
    return false;
  }
  return aml_secret_find_form(text, at, &range) || aml_secret_find_command(text, at, &range) ||
         (aml_ascii_alpha(text.data[at]) && aml_secret_find_phrase(text, at, &range));
}

static void check_openings(aml_sv text) {
  aml_secret_openings openings = {.text = text};
  size_t next = 0;
  for (size_t at = 1; at < text.len; at++) {
    next = next < at ? aml_secret_next_opening(&openings, at) : next;
    if (next != at && is_recognised(text, at)) {
      fail_msg("passed by at %zu: %.*s", at, AML_SV_ARG(text));
    }
    assert_true(next == text.len || aml_secret_is_opening(text, next));
  }
}

/* Also where one byte of the sample is another. */
static void test_nothing_is_passed_by(void **state) {
  (void)state;
  static const char others[] = "aZ0 -\"\\%=:\n";
  for (size_t i = 0; i < SAMPLES; i++) {
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    aml_secret_range secret;
    aml_sv text = put_text(&arena, &samples[i], i, TAIL, &secret);
    char *bytes = AML_NEW_ARRAY(&arena, char, text.len);
    for (size_t at = i; at < secret.end; at++) {
      memcpy(bytes, text.data, text.len);
      bytes[at] = others[at % (sizeof others - 1)];
      check_openings((aml_sv){bytes, text.len});
    }
    aml_arena_release(&arena);
  }
}

/* Each name that tells, with separators between its letters and digits behind it. */
static void test_names_by_their_tails(void **state) {
  (void)state;
  static const char *const names[] = {"password", "passwd", "pwd", "secret", "token", "passphrase",
      "passcode", "apiKey", "privateKey", "accessKey", "accountKey", "sharedKey", "storageKey", "secretKey",
      "subscriptionKey", "sasKey", "masterKey", "signingKey", "authKey", "functionsKey", "appKey",
      "applicationKey", "encryptionKey", "connectionString", "sharedAccessSignature", "secretValue",
      "clientKeyData", "masterAuth", "bindPw", "rootPw", "dbPass", "requirePass", "passwort", "kennwort",
      "motDePasse", "contrasena", "auth", "credential", "credentials", "secrets", "stringData", "sig",
      "value", "defaultValue", "string", "val", "content", "default", "key pat", "sas"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    for (size_t every = 1; every < 4; every++) {
      char name[64];
      size_t length = 0;
      for (const char *at = names[i]; *at != '\0'; at++) {
        name[length++] = every == 2 ? (char)(aml_ascii_alpha(*at) ? *at ^ 0x20 : *at) : *at;
        name[length] = "_.- "[length % 4];
        length += (size_t)(at - names[i]) % every == 0 ? 1 : 0;
      }
      name[length++] = '7';
      assert_true(aml_secret_may_tell((aml_sv){name, length}, length));
    }
  }
  static const char *const others[] = {
      "", "text", "type", "name", "id", "location", "properties", "key", "-1"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    assert_false(aml_secret_may_tell(aml_sv_of(others[i]), strlen(others[i])));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_places),
      cmocka_unit_test(test_nothing_is_passed_by),
      cmocka_unit_test(test_names_by_their_tails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
