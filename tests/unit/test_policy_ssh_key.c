/* Keys made by ssh-keygen, which also says how long they are (`ssh-keygen -l`). Their private halves are
 * gone. */
#include "test.h"

#include "condition/ssh_key.h"

static const char rsa_1024[] =
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDR2edEkN1S7K70SaWkEIibnfARY0L0CkvcXAjt5CYuHWSg2fkrY/bS5bWL"
    "w4xXvsxelb5cw/NU1HXP5EtOOjrp3Ror8uHq/Aku7vjOiElZOik7nrhUVtHZghq8Id8vJvO/8/LoUnUUKNm+ssWNaBHYqKsO"
    "E0eJop1CYls+cZ74Bw==";
static const char rsa_2048[] =
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCmpfrCTOHD5SATpuCSUBXsvNvU5ej82dIpRW49ZEwEtbuDx3dD+d10qWPl"
    "XeBt4aGtM33p0T9OFBlERRIvfTrpfcOoIHl/b053pcAbNmvkAfmcBlEHjmdY6nCcxTTyGOPqAKwa+ESYe4MXc9mB1Ojpat/l"
    "BWF13TRib/C5Oj+GEYFvvPsW7v4kgEVxDEvPOk7iGvJ9KRVI+yweiheEE5E6PY4SHCVxoI1XvKkSjAoyGs0BboT18Tyh7zpw"
    "TUNz94rEgN9jf0NlCSoqaZEbINGINh5xzZYUX/TamhvPaXmAhkAL5Zy8+SdIpGpYInSaVKpXxX07waywcqAKpFTCJlZt";
static const char dsa[] =
    "ssh-dss AAAAB3NzaC1kc3MAAACBAMo28KXKQBgDhaHH27vT0A/ISIsXxN7mBta9DeyH+rSk5KednuGhXwzo5KMrHGjRSHpD"
    "kQRzeuhntnY5GwZ8bib1bFrz5zpt3E2SCSalxhlAjWom/GSKstgDflnLyQ3hzw5Zdnwb3j2aPQwDEzg1YEpDUBktpH4O1PsV"
    "pzLrhZsVAAAAFQDWOQtAV+5qnketkO+4DwVjEhx4nQAAAIAKxQkVtwvWfuegj9AQ9Rj9kzRC41b8NXlYC/CC46nKAm2IUE95"
    "7SRBZNQLDlbDGbMweKzIRA+MyT13pIOhW1tU7Q25jjuVoZuP/RRpJV6jayAfgxMNcoVVTBAzhtMOThRgoxuZtoG+8xaKGbOp"
    "/y88GrmFw3A1b9GzqzR1n0NcFAAAAIAQjybcv9vE7zk8BDwmA5L9a80HuskCt2k2gFc/3NuoLdVfdAkB+J6ZivyO8ft1/ZVB"
    "IgGOJ1PqsWE3RwUDRaaPFT/uHjnwLjCBQa7+53KABqxx2/4PMZwTAOJg5RNjk3Q0aAqIYsj7jgXRLMemoT5kQbbnnUw9QGRI"
    "TRv5P8/PuA==";
static const char ed25519[] =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMV1xNhzj3Th1/EJ+AhzgaqQs/92f1CM5Yvnozct5rJK";
static const char ecdsa[] =
    "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBAB0kiHaXhTirFrVGV2ayuQg"
    "4gCaVVT1dIqF8iuanyK3wFY5rsrrGZI1HJi3bwd+ml87WhiRYGYxdXUMrEubYlE=";

static void test_kinds_and_lengths(void **state) {
  aml_arena *arena = *state;
  static const struct {
    const char *key;
    aml_ssh_key_kind kind;
    int bits;
  } cases[] = {
      {rsa_1024, AML_SSH_RSA, 1024},
      {rsa_2048, AML_SSH_RSA, 2048},
      {dsa, AML_SSH_DSA, 1024},
      {ed25519, AML_SSH_ED25519, 0},
      {ecdsa, AML_SSH_ECDSA, 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv forms[] = {aml_sv_of(cases[i].key), aml_sv_format(arena, "%s somebody@laptop", cases[i].key),
        aml_sv_format(arena, "\n  %s a comment of words\n", cases[i].key)};
    for (size_t j = 0; j < COUNT(forms); j++) {
      aml_ssh_key key = aml_ssh_key_read(forms[j]);
      assert_int_equal(key.kind, cases[i].kind);
      assert_int_equal(key.bits, cases[i].bits);
    }
  }
}

static void test_no_keys(void **state) {
  (void)state;
  static const char *const texts[] = {"", " ", "ssh-rsa", "ssh-rsa ", "<your public key>", "ssh-rsa AAAA...",
      "ssh-rsa AAAA",
      "AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDR user@host",
      /* the blob says ssh-rsa, the line does not */ "ssh-dss AAAAB3NzaC1yc2EAAAADAQABAAAAAwEAAQ==",
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----\nAAAA"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    aml_ssh_key key = aml_ssh_key_read(aml_sv_of(texts[i]));
    if (key.kind != AML_SSH_NONE || key.bits != 0) {
      fail_msg("'%s' is taken for a key", texts[i]);
    }
  }
}

/* Every prefix of a key is read without a step outside of it, and none is a key; the padding alone may be
 * absent. */
static void test_cut_keys(void **state) {
  aml_arena *arena = *state;
  for (size_t len = 0; len < strcspn(rsa_1024, "="); len++) {
    aml_sv cut = aml_sv_dup(arena, (aml_sv){rsa_1024, len});
    assert_int_equal(aml_ssh_key_read(cut).kind, AML_SSH_NONE);
  }
}

/* One letter behind a key is no byte, and what is longer than any key is read no further. */
static void test_long_keys(void **state) {
  enum { LONG = 20000 };
  aml_arena *arena = *state;
  char *text = AML_NEW_ARRAY(arena, char, LONG);
  assert_int_equal(aml_ssh_key_read(aml_sv_format(arena, "%sA", ed25519)).kind, AML_SSH_NONE);
  memset(text, 'A', LONG);
  memcpy(text, "ssh-rsa ", strlen("ssh-rsa "));
  for (size_t len = LONG; len > LONG - 4; len--) {
    assert_int_equal(aml_ssh_key_read((aml_sv){text, len}).kind, AML_SSH_NONE);
  }
}

static void test_pem(void **state) {
  (void)state;
  assert_int_equal(
      aml_ssh_key_read(AML_SV("-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n")).kind,
      AML_SSH_PEM);
  assert_int_equal(
      aml_ssh_key_read(AML_SV("---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----")).kind,
      AML_SSH_PEM);
  assert_int_equal(
      aml_ssh_key_read(AML_SV("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl")).kind, AML_SSH_PRIVATE_KEY);
}

static void test_names(void **state) {
  (void)state;
  assert_string_equal(aml_ssh_key_kind_name(AML_SSH_RSA), "RSA");
  assert_string_equal(aml_ssh_key_kind_name(AML_SSH_NONE), "none");
  assert_string_equal(aml_ssh_key_kind_name(AML_SSH_PEM), "PEM");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(test_kinds_and_lengths),
      cmocka_unit_test(test_no_keys),
      TEST_CASE(test_cut_keys),
      TEST_CASE(test_long_keys),
      cmocka_unit_test(test_pem),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
