#include "tree/secret.h"

bool aml_secret_is_named(aml_sv name) {
  static const aml_sv names[] = {AML_SV_CONST("accessToken"), AML_SV_CONST("account_key"),
      AML_SV_CONST("accountKey"), AML_SV_CONST("admin_password"), AML_SV_CONST("adminPassword"),
      AML_SV_CONST("adminUserPassword"), AML_SV_CONST("client_secret"), AML_SV_CONST("clientSecret"),
      AML_SV_CONST("connectionString"), AML_SV_CONST("databricksAccessToken"), AML_SV_CONST("password"),
      AML_SV_CONST("sas_token"), AML_SV_CONST("sasToken")};
  enum { SHORTEST = 8, LONGEST = 21 };
  if (name.len < SHORTEST || name.len > LONGEST) {
    return false;
  }
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_ieq(name, names[i])) {
      return true;
    }
  }
  return false;
}
