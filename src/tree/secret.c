#include "tree/secret.h"

bool aml_secret_is_named(aml_sv name) {
  static const char *const names[] = {"accessToken", "account_key", "accountKey", "admin_password",
      "adminPassword", "adminUserPassword", "client_secret", "clientSecret", "connectionString",
      "databricksAccessToken", "password", "sas_token", "sasToken"};
  enum { SHORTEST = 8, LONGEST = 21 };
  if (name.len < SHORTEST || name.len > LONGEST) {
    return false;
  }
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_ieq(name, aml_sv_of(names[i]))) {
      return true;
    }
  }
  return false;
}
