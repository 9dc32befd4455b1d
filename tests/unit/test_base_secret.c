/* What counts as a secret by name and by form, and what does not. tests/ci/secrets.py tries whole commands.
 */
#include "base/secret.h"
#include "base/secret_quote.h"
#include "test.h"

static void check_named(const char *name, bool expected) {
  if (aml_secret_is_named(aml_sv_of(name)) != expected) {
    fail_msg("'%s' %s", name, expected ? "tells of a secret" : "tells of none");
  }
}

static void test_names(void **state) {
  (void)state;
  static const char *const telling[] = {"password", "PASSWORD", "adminUserPassword", "ssh_password",
      "db-password", "DB.PASSWD", "pwd", "clientSecret", "client-secret", "SharedAccessKey", "account_key",
      "api_key", "API-KEY", "privateKey", "access key", "connection_string", "sas", "blobSas", "blob_sas",
      "SAS", "token", "githubToken", "password1", "api_key_2",
      /* the rest of the table of docs/secrets.md */
      "passphrase", "sharedAccessSignature", "accessKey", "accountKey", "sharedKey", "storageKey",
      "secretKey", "subscriptionKey", "masterKey", "signingKey", "authKey", "functionsKey", "sasKey",
      "client-key-data", "appKey", "applicationKey", "encryptionKey", "sharedSecretValue", "passcode",
      "requirepass", "masterauth", "bindpw", "rootpw", "passwort", "kennwort", "motdepasse", "contrasena",
      "PAT", "github_pat", "dbPass", "userPass", "adminPass", "rootPass", "smtpPass", "mailPass", "redisPass",
      "sqlPass", "storepass", "keypass", "pass"};
  static const char *const others[] = {"", "tokenizer", "passwordless", "keyName", "secretNames",
      "secret_name", "canvas", "saas", "tokens", "key", "monkey", "public_key", "adminUserSshPublicKey",
      "passwordPolicy"};
  for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
    check_named(telling[i], true);
  }
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    check_named(others[i], false);
  }
}

static void check_mask(aml_secret_text kind, const char *text, const char *expected) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_secret_scan scan = {.text = aml_sv_of(text), .kind = kind};
  aml_secret_range range;
  aml_sv masked = AML_SV("");
  size_t at = 0;
  while (aml_secret_next(&scan, &range)) {
    assert_true(range.begin >= at && range.end > range.begin && range.end <= scan.text.len);
    masked = aml_sv_join(&arena, masked, aml_sv_slice(scan.text, at, range.begin));
    masked = aml_sv_join(&arena, masked, AML_SV(AML_SECRET_MASK));
    at = range.end;
  }
  masked = aml_sv_join(&arena, masked, aml_sv_slice(scan.text, at, scan.text.len));
  assert_string_equal(aml_sv_cstr(&arena, masked), expected);
  aml_arena_release(&arena);
}

static void test_lines_of_files(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"admin_password: hunter2 # c", "admin_password: *** # c"},
      {"admin_password: \"hunter2", "admin_password: \"***"},
      {"\"password\": \"ab\"cd\", \"x\": 1", "\"password\": \"***"},
      {"password: hunter2: x\ny: z", "password: ***\ny: z"},
      {"password: &a !!str hunter2\nb: *a", "password: &a !!str ***\nb: *a"},
      {"password: |\n  one\n  two: x\nz: 1", "password: |\n  ***\nz: 1"},
      {"password:\n  hunter2\nz: 1", "password:\n  ***\nz: 1"},
      {"{password: a b, c: d}", "{password: ***, c: d}"},
      {"password: [a b, c", "password: [***"},
      {"\"token\": [\n  \"a\", \"b\"\n], \"x\": 1", "\"token\": [\n  ***], \"x\": 1"},
      {"credentials: hunter2\nx: y", "credentials: ***\nx: y"},
      {"credentials: [a, {key: b}]\nx: y", "credentials: [***]\nx: y"},
      {"secrets: [{name: a, value: b}]", "secrets: [{name: ***, value: ***}]"},
      {"secrets: inherit\n", "secrets: inherit\n"},
      {"t: AccountKey=\n    abc12==\nx: y", "t: AccountKey=\n    ***\nx: y"},
      {"credentials:\n  type: pat\n  pat: abc\nx: y", "credentials:\n  type: pat\n  pat: ***\nx: y"},
      {"{\"credentials\": {\"key\": \"a\"}, \"key\": \"b\"}",
          "{\"credentials\": {\"key\": \"***\"}, \"key\": \"b\"}"},
      {"\"dbPassword\": {\"type\": \"string\", \"defaultValue\": \"abc\"}, \"value\": \"x\"",
          "\"dbPassword\": {\"type\": \"string\", \"defaultValue\": \"***\"}, \"value\": \"x\""},
      {"password: ${{secrets.X}}", "password: ${{secrets.X}}"},
      {"\"p\": {\"password\": \"[parameters('p')]\"}", "\"p\": {\"password\": \"[parameters('p')]\"}"},
      {"token: \"[concat('abc', parameters('p'))]\"", "token: \"***\""},
      {"tokenizer: bert", "tokenizer: bert"},
      {"password: true", "password: true"},
      {"password:", "password:"},
      {"", ""},
      {"type: x\n  - password hunter2two\nb: 1\n", "type: x\n  - password ***\nb: 1\n"},
      {"sas_token abc123 \r\n", "sas_token *** \r\n"},
      {"password policy\n", "password policy\n"},
      {"the password hunter2two is old\n", "the password hunter2two is old\n"},
      {"password hunter2two is old\n", "password hunter2two is old\n"},
      {"token v2\nname abc123def\n", "token v2\nname abc123def\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    check_mask(AML_SECRET_IN_FILE, cases[i][0], cases[i][1]);
  }
}

/* Items below credentials and telling names, in files that nothing else can be read of. */
static void test_items_of_files(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"credentials:\n  - hunter\n  - 'b c' # d\nx: [\n", "credentials:\n  - ***\n  - '***' # d\nx: [\n"},
      {"credentials:\n- hunter\n- b\nx: a\n- c\n", "credentials:\n- ***\n- ***\nx: a\n- c\n"},
      {"- secrets:\n  - a\n  - - b\n  x: [\n- c\n", "- secrets:\n  - ***\n  - - ***\n  x: [\n- c\n"},
      {"secrets:\n  - |\n    a\n    b\n  - c: d\nx: e\n", "secrets:\n  - |\n    ***\n  - c: ***\nx: e\n"},
      {"secrets:\n  - \"c\": d\n", "secrets:\n  - \"c\": ***\n"},
      {"password:\n  - a\n  - b\nx:\n  - c\n", "password:\n  - ***\n  - ***\nx:\n  - c\n"},
      {"db_tokens:\n  - a\n", "db_tokens:\n  - a\n"},
      {"secrets:\n  - ${{ secrets.A }}\n  - *a\n", "secrets:\n  - ${{ secrets.A }}\n  - *a\n"},
      {"credentials: [\n  a,\n  b\n", "credentials: [\n  ***"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    check_mask(AML_SECRET_IN_FILE, cases[i][0], cases[i][1]);
  }
}

/* What people write, in descriptions and comments. */
static void test_spoken(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"Password = hunter", "Password = ***"},
      {"PASSWORD: hunter", "PASSWORD: ***"},
      {"the db password: hunter2 (old)", "the db password: *** (old)"},
      {"Password: hunter. ", "Password: *** "},
      {"user: a, password: b, host: c", "user: a, password: ***, host: c"},
      {"{'password': 'a b'}", "{'password': '***'}"},
      {"api-key: abc", "api-key: ***"},
      {"curl -H \"X-Api-Key: abc\" u", "curl -H \"X-Api-Key: ***\" u"},
      {"PASSWORD := hunter", "PASSWORD := ***"},
      {"password => 'a b',", "password => '***',"},
      {"$env:TOKEN = \"a b\"", "$env:TOKEN = \"***\""},
      {"Password: see the wiki", "Password: see the wiki"},
      {"Token: optional", "Token: optional"},
      {"token = get_token()", "token = get_token()"},
      {"token = os.environ['TOKEN']", "token = os.environ['TOKEN']"},
      {"token = args.token", "token = args.token"},
      {"password = $PASSWORD", "password = $PASSWORD"},
      {"if token == x", "if token == x"},
      {"the password: it is in a vault", "the password: it is in a vault"},
      {"password :", "password :"},
      {"neither a key nor a password: 'a' and 'b' are not set",
          "neither a key nor a password: 'a' and 'b' are not set"},
      {"the password: 'abc123' of c", "the password: '***' of c"},
      {"more findings pass: x", "more findings pass: x"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    check_mask(AML_SECRET_IN_PROSE, cases[i][0], cases[i][1]);
  }
}

static void test_commands(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"mysql -u root -phunter db", "mysql -u root -p*** db"},
      {"/usr/bin/mysqldump -p'a b' db", "/usr/bin/mysqldump -p'***' db"},
      {"MYSQL.exe -phunter", "MYSQL.exe -p***"},
      {"x && mysql \\\n  -phunter", "x && mysql \\\n  -p***"},
      {"sshpass -p hunter ssh h", "sshpass -p *** ssh h"},
      {"sshpass -phunter ssh -p 22", "sshpass -p*** ssh -p 22"},
      {"redis-cli -h h -a hunter ping", "redis-cli -h h -a *** ping"},
      {"docker login -u u -p hunter r", "docker login -u u -p *** r"},
      {"[docker, login, -u, u, -p, hunter]", "[docker, login, -u, u, -p, ***]"},
      {"[\"docker\", \"login\", \"-p\", \"hunter\"]", "[\"docker\", \"login\", \"-p\", \"***\"]"},
      {"- docker\n- login\n- -p\n- hunter\n", "- docker\n- login\n- -p\n- ***\n"},
      {"- --password\n- hunter\n", "- --password\n- ***\n"},
      {"[\"--password\", \"hunter\"]", "[\"--password\", \"***\"]"},
      {"az login --service-principal -u a -p hunter -t b", "az login --service-principal -u a -p *** -t b"},
      {"az acr login -n a -p hunter", "az acr login -n a -p ***"},
      {"curl -u u:hunter https://h", "curl -u u:*** https://h"},
      {"curl -uu:hunter https://h", "curl -uu:*** https://h"},
      {"curl --user 'u:a b' https://h", "curl --user 'u:***' https://h"},
      {"curl --user=u:hunter https://h", "curl --user=u:*** https://h"},
      {"sqlcmd -S h -U sa -P hunter", "sqlcmd -S h -U sa -P ***"},
      {"sqlcmd -S h -P\"hunter 2\"", "sqlcmd -S h -P\"***\""},
      {"os.environ['DB_PASSWORD'] = 'hunter'", "os.environ['DB_PASSWORD'] = '***'"},
      {"os.environ[\"TOKEN\"]='hunter'", "os.environ[\"TOKEN\"]='***'"},
      {"curl -H 'Authorization: token hunter2two'", "curl -H 'Authorization: token ***'"},
      {"ldapsearch -x -w hunter", "ldapsearch -x -w ***"},
      {"mongosh -u a -p hunter", "mongosh -u a -p ***"},
      {"smbclient -U u%hunter //h/s", "smbclient -U u%*** //h/s"},
      {"plink -pw hunter h", "plink -pw *** h"},
      {"unzip -P hunter a.zip", "unzip -P *** a.zip"},
      {"lftp -u u,hunter sftp://h", "lftp -u u,*** sftp://h"},
      {"lftp -u 'u,a b' h", "lftp -u 'u,***' h"},
      {"lftp -u u,a,b h", "lftp -u u,*** h"},
      {"[lftp, -u, \"u,hunter\", h]", "[lftp, -u, \"u,***\", h]"},
      {"lftp -e 'open -u u,hunter h'", "lftp -e 'open -u u,*** h'"},
      {"xfreerdp /v:h /u:u /p:hunter", "xfreerdp /v:h /u:u /p:***"},
      {"xfreerdp3 /p:'a b' /v:h", "xfreerdp3 /p:'***' /v:h"},
      {"wlfreerdp /gp:hunter /v:h", "wlfreerdp /gp:*** /v:h"},
      {"schtasks /create /tn t /ru u /rp hunter", "schtasks /create /tn t /ru u /rp ***"},
      {"SCHTASKS.EXE /Query /S h /U u /P \"a b\"", "SCHTASKS.EXE /Query /S h /U u /P \"***\""},
      {"tasklist /s h /u u /p hunter", "tasklist /s h /u u /p ***"},
      {"openssl enc -k hunter", "openssl enc -k ***"},
      {"openssl rsa -passin pass:hunter", "openssl rsa -passin pass:***"},
      {"kubectl create secret generic a --from-literal=b=hunter",
          "kubectl create secret generic a --from-literal=b=***"},
      {"az keyvault secret set -n a --value hunter", "az keyvault secret set -n a --value ***"},
      {"net use z: \\\\h\\s hunter /user:u", "net use z: \\\\h\\s *** /user:u"},
      {"net use \\\\h\\s /user:u hunter", "net use \\\\h\\s /user:u ***"},
      {"net user bob hunter /add", "net user bob *** /add"},
      {"cmdkey /add:h /user:u /pass:hunter", "cmdkey /add:h /user:u /pass:***"},
      {"New-X -Password hunter -Name a", "New-X -Password *** -Name a"},
      {"keytool -storepass hunter -list", "keytool -storepass *** -list"},
      {"tool --password hunter", "tool --password ***"},
      {"ConvertTo-SecureString 'a b' -AsPlainText", "ConvertTo-SecureString '***' -AsPlainText"},
      {"ConvertTo-SecureString -String hunter -Force", "ConvertTo-SecureString -String *** -Force"},
      {"echo hunter | docker login -u u --password-stdin", "echo *** | docker login -u u --password-stdin"},
      {"echo -n 'a b' | sudo -S ls", "echo -n '***' | sudo -S ls"},
      {"jdbc:oracle:thin:scott/tiger@h:1521/x", "jdbc:oracle:thin:scott/***@h:1521/x"},
      {"sqlplus scott/tiger@h", "sqlplus scott/***@h"},
      {"machine h login u password hunter", "machine h login u password ***"},
      {"client-key-data: LS0t", "client-key-data: ***"},
      {"Driver={x};Pwd={a;1b};x", "Driver={x};Pwd=***;x"},
      {"PGPASSWORD=hunter psql", "PGPASSWORD=*** psql"},
      {"psql postgres://u:hunter@h/d", "psql postgres://u:***@h/d"},
      {"redis://:hunter@h:6379/0", "redis://:***@h:6379/0"},
      {"amqps://u:hunter@h//", "amqps://u:***@h//"},
      {"mongodb+srv://u:hunter@h/d", "mongodb+srv://u:***@h/d"},
      {"h:6380,password=hunter,ssl=True", "h:6380,password=***,ssl=True"},
      {"jdbc:sqlserver://h;user=u;password=hunter;", "jdbc:sqlserver://h;user=u;password=***;"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    check_mask(AML_SECRET_IN_PROSE, cases[i][0], cases[i][1]);
  }
}

static void test_password_files(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"localhost:5432:db:u:hunter", "localhost:5432:db:u:***"},
      {"*:*:*:postgres:a b", "*:*:*:postgres:***"},
      {"# x\n10.0.0.4:5432:db:u:a\\:b\nh:1:d:u:c\n", "# x\n10.0.0.4:5432:db:u:***\nh:1:d:u:***\n"},
      {"/var/run/postgresql:5432:*:u:hunter", "/var/run/postgresql:5432:*:u:***"},
      {"names/h.example.net:5432:db:u:hunter", "names/h.example.net:5432:db:u:***"},
      {"a/b h:5432:db:u:hunter.yml:5:1: Expected x", "a/b h:5432:db:u:***:5:1: Expected x"},
      {"h:5432:db:u:hunter.yml:2:7 'x', a:2:7", "h:5432:db:u:***:2:7 'x', a:2:7"},
      {"  h:5432:db:u:hunter", "  h:5432:db:u:***"},
      {"echo h:5432:db:u:hunter > ~/.pgpass", "echo h:5432:db:u:*** > ~/.pgpass"},
      {"echo \"h:5432:db:u:a b\" > ~/.pgpass", "echo \"h:5432:db:u:***\" > ~/.pgpass"},
      {"'h:5432:db:u:a\\\\' + x", "'h:5432:db:u:***' + x"},
      {"\"h:5432:d:u:one\\n\"", "\"h:5432:d:u:***\\n\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    check_mask(AML_SECRET_IN_FILE, cases[i][0], cases[i][1]);
  }
  static const char *const texts[] = {"a.c:12:5: error: x", "h:5432:db:u:$P",
      "h:5432:db:u:", "h:5432:db:u:${P}", "hostname:port:database:username:password",
      "fd00:1234:ab:cd:1:2:3:4", "v1:2:3:a:b", "12:34:a:b:c", "00:1a:2b:3c:4d:5e", "127.0.0.1:80:80",
      "h:123456:d:u:p", "src/a.py:12:a:b:c", "/src/a.py:12:a:b:c", "arn:aws:iam::1:a", "h:80:a b:c:d"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    check_mask(AML_SECRET_IN_FILE, texts[i], texts[i]);
  }
}

static void test_harmless_commands(void **state) {
  (void)state;
  static const char *const texts[] = {"mkdir -p /a/b", "mysql -u root -p db", "mysql -P 3306", "mysql -p$P",
      "docker run -p 80:80 a", "ssh -p 22 h", "curl -u user h", "curl -u $U:$P h", "curl -u \"$U:$P\" h",
      "sshpass -e ssh h", "sshpass -f a ssh h", "redis-cli -a $A", "az login --identity", "az login -p $P",
      "az ml job create -f a.yml", "docker login -u u --password-stdin",
      "cat a | docker login --password-stdin", "net use z: \\\\h\\s", "net use z: /delete",
      "the net use is low", "git commit -p", "tar -p -x a", "psql -p 5432", "psql -U a -w", "unzip -p a.zip",
      "openssl enc -k $K", "zip -r a b", "az group delete --value x", "client-certificate-data: LS0t",
      "certificate-authority-data: LS0t", "sqlplus / as sysdba", "a/b@1.2.3", "npm i a/b@1.2.3",
      "docker pull a/b@sha256:0", "echo a | sudo tee b", "login as u password", "password={password}",
      "--pass-through x", "a -token-type b", "kubectl get secret a -o b", "mysql; mkdir -pa", "bypass: x",
      "first_pass=2", "curl -u u:${P} h", "lftp -u u h", "lftp -u u,$P h", "[lftp, -u, u, h]",
      "xfreerdp /v:h /p:$P", "xfreerdp /pcb:x /port:3389", "schtasks /create /rp /tn t", "schtasks /p",
      "schtasks /run /tn p", "schtasks /create /rp * /tn t", "cp /p /q", "echo /p:x", "copy /rp x"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    check_mask(AML_SECRET_IN_PROSE, texts[i], texts[i]);
  }
}

static void test_prose(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"https://u:p@ss@h/a@b", "https://u:***@h/a@b"},
      {"https://u:a/b@h/c", "https://u:***@h/c"},
      {"https://h:8080/a@b", "https://h:8080/a@b"},
      {"?u=a%3Fsv%3D1%26sig%3Dabc%253D", "?u=a%3Fsv%3D1%26sig%3D***"},
      {"AccountKey%3Dabc12%3D%3D", "AccountKey%3D***"},
      {"token%3D$TOKEN", "token%3D$TOKEN"},
      {"token%3D%2A%2A%2A", "token%3D%2A%2A%2A"},
      {"x%20ghp_x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", "x%20***"},
      {"my_ghp_x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", "my_***"},
      {"x\\nghp_x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", "x\\n***"},
      {"x\\u0020ghp_x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", "x\\u0020***"},
      {"AccountKey= abc12==", "AccountKey= ***"},
      {"k LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFcEFJQkFBS0NBUUVB", "k ***"},
      {"k LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUVwQUlCQUFLQ0FRRUFhYjEyYWIxMmFiMTI=",
          "k LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUVwQUlCQUFLQ0FRRUFhYjEyYWIxMmFiMTI="},
      {"Key 'password' is missing: write one.", "Key 'password' is missing: write one."},
      {"password: not in prose", "password: not in prose"},
      {"a;AccountKey=c2VjcmV0==;b", "a;AccountKey=***;b"},
      {"x?sv=1&sig=abc%3D", "x?sv=1&sig=***"},
      {"x\\u0026sig=abc", "x\\u0026sig=***"},
      {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc!", "***!"},
      {"https://u:p4ss@h/", "https://u:***@h/"},
      {"https://u:${P}@h/", "https://u:${P}@h/"},
      {"run --account-key abc1 --x", "run --account-key *** --x"},
      {"--admin-password is needed", "--admin-password is needed"},
      {"run --token $(T) x", "run --token $(T) x"},
      {"-----BEGIN PUBLIC KEY-----abc", "-----BEGIN PUBLIC KEY-----abc"},
      {"-----BEGIN EC PRIVATE KEY-----abc-----END EC PRIVATE KEY-----.", "***."},
      {"AKIAABCDEFGHIJKLMNOP", "AKIAABCDEFGHIJKLMNOP"},
      {"token==1", "token==1"},
      {"read abc8Q~not.a.real.secret.not.a.real.00000.", "read ***."},
      {"a/abc8Q~not.a.real.secret.not.a.real.00000.yml", "a/***"},
      {"=", "="},
      {"Is '-----BEGIN PRIVATE KEY-----abc', not 'x'.", "Is '***', not 'x'."},
      {"Is '-----BEGIN PRIVATE KEY-----\nMIIE\nabc', not 'x'.", "Is '***', not 'x'."},
      {"Is 'PuTTY-User-Key-File-2: a\\nComment: bob's\\nAAAA'.", "Is '***'."},
      {"PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: bob's@host.example\nPublic-Lines: "
       "1\nAAAA\n"
       "Key-Derivation: Argon2id\nArgon2-Memory: 8192\nArgon2-Salt: 00ff\nPrivate-Lines: 1\nBBBB+/==\n"
       "Private-MAC: 00ff\nname: x",
          "***\nname: x"},
      {"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\nMIIE\n"
       "-----END RSA PRIVATE KEY-----\nname: x",
          "***\nname: x"},
      {"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\nMIIE\nname: x",
          "***\nname: x"},
      {"-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2.0.22 (GNU/Linux)\n\nlQOY\n=ab12\n"
       "-----END PGP PRIVATE KEY BLOCK-----",
          "***"},
      {"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOY\nname: x", "***\nname: x"},
      {"# -----BEGIN PRIVATE KEY-----\n# MIIE\n# abc=\n# not a key: x", "# ***\n# not a key: x"},
      {"-----BEGIN PRIVATE KEY-----\nVersion: 'a', not 'b'.", "***'a', not 'b'."},
      {"Option 'password=' is empty, not 'a'.", "Option 'password=' is empty, not 'a'."},
      {"Is 'password=\"ab' cd'.", "Is 'password=\"***'."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    check_mask(AML_SECRET_IN_PROSE, cases[i][0], cases[i][1]);
  }
}

/* What a message cuts is still masked; a short secret only where it is a word. */
static void test_quotes(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_secret_quotes quotes = {0};
  aml_secret_quotes_find(&quotes, AML_SV("a: 1\npassword: hunter2two\npwd: e\n"), 20);
  aml_sv text = aml_secret_quotes_mask(&arena, &quotes, AML_SV("Expected the end, found 'hunter2t' or 'e'."));
  assert_string_equal(aml_sv_cstr(&arena, text), "Expected the end, found '***' or '***'.");
  aml_arena_release(&arena);
}

/* A secret may be a word of ours, or go on like our sentence. */
static void test_quotes_keep_the_sentence(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"pwd: value\n", "Expected a value, found 'value'.", "Expected a value, found '***'."},
      {"pwd: hunter'.x\n", "Expected a value, found 'hunter'.", "Expected a value, found '***'."},
      {"pwd: Expected a value\n", "Expected a value, found '}'.", "Expected a value, found '}'."},
      {"pwd: hunter2two\n", "The password is hunter2two.", "The password is ***."},
      {"pwd: hunter\n", "az login -p hunter", "az login -p ***"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    aml_secret_quotes quotes = {0};
    aml_secret_quotes_find(&quotes, aml_sv_of(cases[i][0]), 5);
    aml_sv text = aml_secret_quotes_mask(&arena, &quotes, aml_sv_of(cases[i][1]));
    assert_string_equal(aml_sv_cstr(&arena, text), cases[i][2]);
    aml_arena_release(&arena);
  }
}

/* A known secret may begin as one that only its form tells, or reach into it: neither hides the other from
 * the search. */
static void test_quotes_and_forms_lap(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"-----BEGIN RSA PRIVATE KEY-----",
          "'-----BEGIN EC PRIVATE KEY-----MHcC-----END EC PRIVATE KEY-----.tf' is", "'***.tf' is"},
      {"hunter two https://u", "Found 'hunter two https://u:pw5@h/'.", "Found '***:***@h/'."},
      {"pw5@h/more of it", "Found 'https://u:pw5@h/more of it'.", "Found 'https://u:***'."},
      {"ghp_x1x1x1 and more", "Found 'ghp_x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1'.", "Found '***'."},
      {"aaaaaaaaaa", "Found 'aaaaaaaaaaaaaaaaaaaaaaaaa'.", "Found '***'."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    aml_secret_quotes quotes = {0};
    aml_secret_quotes_add(&quotes, aml_sv_of(cases[i][0]));
    aml_sv text = aml_secret_quotes_mask(&arena, &quotes, aml_sv_of(cases[i][1]));
    assert_string_equal(aml_sv_cstr(&arena, text), cases[i][2]);
    aml_arena_release(&arena);
  }
}

static const char *const quoted_secrets[] = {"PuTTY-User-Key-File-3: ssh-ed25519",
    "PuTTY-User-Key-File-2: ssh-rsa\\nComment: bob's\\nPrivate-Lines: 1\\nAAAA",
    "-----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----abc-----END PRIVATE KEY-----", "password=hunter2", "password=\"hunter2 two",
    "password=${hunter2", "password=$(hunter2)x", "{\"password\": \"hunter2\", \"a\": 1}",
    "\"password\": hunter2", "run --token \"hunter2 x\" y", "run --token hunter2 y", "https://u:hunter2@h/",
    "x;AccountKey=c2VjcmV0==;b", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
    "Authorization: Bearer abc.def.0123456789", "abc8Q~x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1",
    "ghp_x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", "x?sig=abc%3D", "{\\\"password\\\": \\\"hunter2\\\"}",
    "password=", "\"password\":", "--password"};

static const struct {
  const char *head, *tail;
} sentences[] = {{"Expected a value, found '", "'."}, {"The value '", "' is not one of 'a' and 'b'."},
    {"Key 'k' is '", "', which no type allows."}, {"Not the key's type: '", "' (of the node's limit)."},
    {"Found '", "'"}};

static size_t count_of(aml_sv text, char c) {
  size_t n = 0;
  for (size_t i = 0; i < text.len; i++) {
    n += text.data[i] == c;
  }
  return n;
}

/* Masking takes what is quoted, and nothing of the sentence around it, whatever the secret is and wherever a
 * message cuts it. It may take more than one quotation, for a secret may look like the end of its own. */
static void check_shape(aml_arena *arena, aml_sv secret, aml_sv head, aml_sv tail) {
  aml_sv sentence = aml_sv_join(arena, aml_sv_join(arena, head, secret), tail);
  aml_sv masked = aml_secret_mask(arena, sentence);
  size_t close = sentence.len - 1;
  while (sentence.data[close] != '\'' || aml_ascii_alpha(sentence.data[close + 1])) {
    close--;
  }
  bool keeps_marks = (count_of(sentence, '\'') - count_of(masked, '\'')) % 2 == count_of(secret, '\'') % 2 ||
                     count_of(masked, '\'') % 2 == 0;
  if (!aml_sv_starts(masked, head) || !aml_sv_ends(masked, aml_sv_slice(sentence, close, sentence.len)) ||
      !keeps_marks) {
    fail_msg("%s -> %s", aml_sv_cstr(arena, sentence), aml_sv_cstr(arena, masked));
  }
  aml_sv again = aml_secret_mask(arena, masked);
  assert_string_equal(aml_sv_cstr(arena, again), aml_sv_cstr(arena, masked));
}

static void test_sentences_keep_their_shape(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof quoted_secrets / sizeof quoted_secrets[0]; i++) {
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    aml_sv secret = aml_sv_of(quoted_secrets[i]);
    for (size_t n = 1; n <= secret.len; n++) {
      for (size_t k = 0; k < sizeof sentences / sizeof sentences[0]; k++) {
        check_shape(
            &arena, aml_sv_slice(secret, 0, n), aml_sv_of(sentences[k].head), aml_sv_of(sentences[k].tail));
      }
    }
    aml_arena_release(&arena);
  }
}

/* Many beginnings of secrets that never end take no squared time: this ran for minutes if each looked at all.
 */
static void scan_whole(aml_sv text, aml_secret_text kind) {
  aml_secret_scan scan = {.text = text, .kind = kind};
  aml_secret_range range;
  while (aml_secret_next(&scan, &range)) {
    assert_true(range.end <= text.len);
  }
}

static void test_hostile_texts(void **state) {
  (void)state;
  static const char *const pieces[] = {"password=${", "\"credentials\":{", "password: |\n",
      "-----BEGIN PRIVATE KEY", "{\"password\":{", "password=\"", "eyJ.", "://a:", "--token ", "password: [",
      "a:\n password:\n", "sk-", "mysql -p ", "-p -P ", "- -p\n", "echo a | --password-stdin ", "thin:a/b@",
      "net use \\ ", "login a password ", "credentials:\n- a\n", "password:\n- - ", "password: a ",
      "ConvertTo-SecureString -", "eyJ-", "xoxb-", "password=' ", " 'password=\"", "--token ' ",
      "PuTTY-User-Key-File- ' "};
  enum { SIZE = 50000 };
  char *text = malloc(SIZE);
  assert_non_null(text);
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
    aml_sv piece = aml_sv_of(pieces[i]);
    for (size_t at = 0; at < SIZE; at++) {
      text[at] = piece.data[at % piece.len];
    }
    scan_whole((aml_sv){text, SIZE}, AML_SECRET_IN_FILE);
    text[SIZE - 1] = '.';
    scan_whole((aml_sv){text, SIZE}, AML_SECRET_IN_PROSE);
  }
  free(text);
}

/* What a rule may report: no number, and no word of prose. */
static void test_certain(void **state) {
  (void)state;
  static const char *const secrets[] = {"AccountKey=bm90LWEtcmVhbC1rZXk=", "a;Password=hunter2;b",
      "--account-key bm90LWEtcmVhbC1rZXktMQ==", "https://tern:hunter2@example.net/",
      "glpat-0123456789abcdefghij", "-----BEGIN PRIVATE KEY-----MIIB", "?sv=1&sig=0123456789abcdef0123",
      "token='a glpat-0123456789abcdefghij b'"};
  static const char *const others[] = {"", "--max_token 512", "--pad-token separator-word", "--token=$TOKEN",
      "Password=${PASSWORD}", "https://tern:<password>@example.net/", "the password is kept in a vault"};
  for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
    aml_sv text = aml_sv_of(secrets[i]);
    if (!aml_secret_is_certain(text) || !aml_secret_is_in(text)) {
      fail_msg("'%s' is a secret", secrets[i]);
    }
  }
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (aml_secret_is_certain(aml_sv_of(others[i]))) {
      fail_msg("'%s' is none", others[i]);
    }
  }
}

/* Each kind of place without a mark between a name and its secret, and what looks like it. */
static void test_code_markup_and_phrases(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"AzureKeyCredential(\"a1b2c3d4\")", "AzureKeyCredential(\"***\")"},
      {"AzureNamedKeyCredential('n', 'a1b2c3d4')", "AzureNamedKeyCredential('n', '***')"},
      {"get(u, auth=('u', 'x y'))", "get(u, auth=('u', '***'))"},
      {"os.putenv('DB_PASSWORD', 'hunter')", "os.putenv('DB_PASSWORD', '***')"},
      {"get_secret(\"db-password1\")", "get_secret(\"db-password1\")"},
      {"AzureKeyCredential(key)", "AzureKeyCredential(key)"},
      {"DefaultAzureCredential()", "DefaultAzureCredential()"},
      {"password => 'hunter'", "password => '***'"},
      {"param adminPassword string = 'hunter'", "param adminPassword string = '***'"},
      {"password = f\"hunter\"", "password = f\"***\""},
      {"<password>hunter</password>", "<password>***</password>"},
      {"<password>${db}</password>", "<password>${db}</password>"},
      {"<add key=\"Password\" value=\"hunter\"/>", "<add key=\"Password\" value=\"***\"/>"},
      {"<add key=\"Timeout\" value=\"30\"/>", "<add key=\"Timeout\" value=\"30\"/>"},
      {"{\"name\":\"API_KEY\",\"value\":\"hunter\"}", "{\"name\":\"API_KEY\",\"value\":\"***\"}"},
      {"variable \"db_password\" { default = \"hunter\" }", "variable \"db_password\" { default = \"***\" }"},
      {"variable \"region\" { default = \"west1\" }", "variable \"region\" { default = \"west1\" }"},
      {"ENV DB_PASSWORD hunter", "ENV DB_PASSWORD ***"},
      {"ENV DB_PASSWORD_FILE /run/a1", "ENV DB_PASSWORD_FILE /run/a1"},
      {"wandb login a1b2c3d4", "wandb login ***"},
      {"wandb login page", "wandb login page"},
      {"htpasswd -b f u hunter", "htpasswd -b f u ***"},
      {"htpasswd -c f user1", "htpasswd -c f user1"},
      {"ssh-keygen -t rsa -N hunter", "ssh-keygen -t rsa -N ***"},
      {"echo root:hunter | chpasswd", "echo root:*** | chpasswd"},
      {"gh auth login --with-token <<< a1b2c3d4", "gh auth login --with-token <<< ***"},
      {"cat <<EOF | docker login --password-stdin\nhunter\nEOF",
          "cat <<EOF | docker login --password-stdin\n***\nEOF"},
      {"the password is hunter2", "the password is ***"},
      {"the password is kept in a vault", "the password is kept in a vault"},
      {"CREATE USER u IDENTIFIED BY 'hunter'", "CREATE USER u IDENTIFIED BY '***'"},
      {"https://a1b2c3d4e5f6a7b8@h/x", "https://***@h/x"},
      {"abfss://a1b2c3d4e5f6a7b8@h/x", "abfss://a1b2c3d4e5f6a7b8@h/x"},
      {"\"auth\": \"dTpodW50ZXIy\"", "\"auth\": \"***\""},
      {"auth: basic", "auth: basic"},
      {"PASSWORD=${DB_PASSWORD:-hunter}", "PASSWORD=***"},
      {"echo ${DB_PASSWORD:-hunter}", "echo ${DB_PASSWORD:-***}"},
      {"PASSWORD=${DB_PASSWORD:?missing}", "PASSWORD=${DB_PASSWORD:?missing}"},
      {"eyJabcdefg.abcd.", "***."}, /* no token is shorter */
      {"eyJabcdef.abcd.", "eyJabcdef.abcd."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    check_mask(AML_SECRET_IN_PROSE, cases[i][0], cases[i][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_lines_of_files),
      cmocka_unit_test(test_items_of_files),
      cmocka_unit_test(test_spoken),
      cmocka_unit_test(test_commands),
      cmocka_unit_test(test_password_files),
      cmocka_unit_test(test_harmless_commands),
      cmocka_unit_test(test_prose),
      cmocka_unit_test(test_quotes),
      cmocka_unit_test(test_quotes_keep_the_sentence),
      cmocka_unit_test(test_sentences_keep_their_shape),
      cmocka_unit_test(test_hostile_texts),
      cmocka_unit_test(test_certain),
      cmocka_unit_test(test_quotes_and_forms_lap),
      cmocka_unit_test(test_code_markup_and_phrases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
