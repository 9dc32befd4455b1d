/* The options are those of the programs' own manuals: mysql(1), sshpass(1), redis-cli, docker login, az
 * login, curl(1), sqlcmd, ldapsearch(1), mongosh, plink, smbclient(1), zip(1), openssl-enc(1), kubectl create
 * secret, az keyvault secret set, gh secret set, lftp(1), xfreerdp(1); schtasks and others of Windows; net
 * use, ConvertTo-SecureString, netrc(5), SQL*Plus. */
#include "base/secret_command.h"

#include "base/secret_extent.h"
#include "base/secret_form.h"
#include "base/secret_pgpass.h"
#include "base/secret_sentence.h"
#include "base/secret_word.h"

enum { LONGEST_OPTION = 80, REACH = 512, MOST_WORDS = 32 };

typedef enum part { ALL, BEHIND_COLON, BEHIND_PERCENT, BEHIND_EQUALS, BEHIND_COMMA } part;

typedef enum group { /* of programs that take options alike */
  MYSQL,
  SSHPASS,
  MONGO,
  REGISTRY,
  AZURE,
  NUGET,
  REDIS,
  SQL,
  LDAP,
  CURL,
  SAMBA,
  PUTTY,
  OPENSSL,
  GITHUB,
  KUBERNETES,
  ORACLE,
  ECHO,
  SUDO,
  SSH_KEYS,
  PSEXEC,
  LFTP,
  FREERDP,
  WINDOWS
} group;

static const struct {
  aml_sv name; /* in lower case */
  group group;
} programs[] = {
    /* sorted */
    {AML_SV_CONST("7z"), MYSQL},
    {AML_SV_CONST("7za"), MYSQL},
    {AML_SV_CONST("7zz"), MYSQL},
    {AML_SV_CONST("az"), AZURE},
    {AML_SV_CONST("bcp"), SQL},
    {AML_SV_CONST("buildah"), REGISTRY},
    {AML_SV_CONST("cf"), REGISTRY},
    {AML_SV_CONST("cqlsh"), MONGO},
    {AML_SV_CONST("crane"), REGISTRY},
    {AML_SV_CONST("curl"), CURL},
    {AML_SV_CONST("docker"), REGISTRY},
    {AML_SV_CONST("dotnet"), NUGET},
    {AML_SV_CONST("driverquery"), WINDOWS},
    {AML_SV_CONST("echo"), ECHO},
    {AML_SV_CONST("eventcreate"), WINDOWS},
    {AML_SV_CONST("expdp"), ORACLE},
    {AML_SV_CONST("getmac"), WINDOWS},
    {AML_SV_CONST("gh"), GITHUB},
    {AML_SV_CONST("gpresult"), WINDOWS},
    {AML_SV_CONST("helm"), REGISTRY},
    {AML_SV_CONST("impdp"), ORACLE},
    {AML_SV_CONST("ipmitool"), SQL},
    {AML_SV_CONST("isql"), SQL},
    {AML_SV_CONST("kubectl"), KUBERNETES},
    {AML_SV_CONST("ldapadd"), LDAP},
    {AML_SV_CONST("ldapcompare"), LDAP},
    {AML_SV_CONST("ldapdelete"), LDAP},
    {AML_SV_CONST("ldapmodify"), LDAP},
    {AML_SV_CONST("ldapmodrdn"), LDAP},
    {AML_SV_CONST("ldappasswd"), LDAP},
    {AML_SV_CONST("ldapsearch"), LDAP},
    {AML_SV_CONST("ldapwhoami"), LDAP},
    {AML_SV_CONST("lftp"), LFTP},
    {AML_SV_CONST("mariadb"), MYSQL},
    {AML_SV_CONST("mariadb-admin"), MYSQL},
    {AML_SV_CONST("mariadb-dump"), MYSQL},
    {AML_SV_CONST("mariadb-import"), MYSQL},
    {AML_SV_CONST("mongo"), MONGO},
    {AML_SV_CONST("mongodump"), MONGO},
    {AML_SV_CONST("mongoexport"), MONGO},
    {AML_SV_CONST("mongoimport"), MONGO},
    {AML_SV_CONST("mongorestore"), MONGO},
    {AML_SV_CONST("mongosh"), MONGO},
    {AML_SV_CONST("mysql"), MYSQL},
    {AML_SV_CONST("mysqladmin"), MYSQL},
    {AML_SV_CONST("mysqlbinlog"), MYSQL},
    {AML_SV_CONST("mysqlcheck"), MYSQL},
    {AML_SV_CONST("mysqldump"), MYSQL},
    {AML_SV_CONST("mysqlimport"), MYSQL},
    {AML_SV_CONST("mysqlshow"), MYSQL},
    {AML_SV_CONST("mysqlslap"), MYSQL},
    {AML_SV_CONST("nerdctl"), REGISTRY},
    {AML_SV_CONST("nuget"), NUGET},
    {AML_SV_CONST("oc"), KUBERNETES},
    {AML_SV_CONST("openfiles"), WINDOWS},
    {AML_SV_CONST("openssl"), OPENSSL},
    {AML_SV_CONST("oras"), REGISTRY},
    {AML_SV_CONST("osql"), SQL},
    {AML_SV_CONST("plink"), PUTTY},
    {AML_SV_CONST("podman"), REGISTRY},
    {AML_SV_CONST("printf"), ECHO},
    {AML_SV_CONST("pscp"), PUTTY},
    {AML_SV_CONST("psexec"), PSEXEC},
    {AML_SV_CONST("psftp"), PUTTY},
    {AML_SV_CONST("putty"), PUTTY},
    {AML_SV_CONST("rabbitmqadmin"), MONGO},
    {AML_SV_CONST("redis-benchmark"), REDIS},
    {AML_SV_CONST("redis-cli"), REDIS},
    {AML_SV_CONST("regctl"), REGISTRY},
    {AML_SV_CONST("rman"), ORACLE},
    {AML_SV_CONST("rpcclient"), SAMBA},
    {AML_SV_CONST("schtasks"), WINDOWS},
    {AML_SV_CONST("sdl-freerdp"), FREERDP},
    {AML_SV_CONST("sdl-freerdp3"), FREERDP},
    {AML_SV_CONST("skopeo"), REGISTRY},
    {AML_SV_CONST("smbclient"), SAMBA},
    {AML_SV_CONST("smbget"), SAMBA},
    {AML_SV_CONST("sqlcmd"), SQL},
    {AML_SV_CONST("sqlldr"), ORACLE},
    {AML_SV_CONST("sqlplus"), ORACLE},
    {AML_SV_CONST("ssh-keygen"), SSH_KEYS},
    {AML_SV_CONST("sshpass"), SSHPASS},
    {AML_SV_CONST("sudo"), SUDO},
    {AML_SV_CONST("systeminfo"), WINDOWS},
    {AML_SV_CONST("taskkill"), WINDOWS},
    {AML_SV_CONST("tasklist"), WINDOWS},
    {AML_SV_CONST("tsql"), SQL},
    {AML_SV_CONST("twine"), MONGO},
    {AML_SV_CONST("unzip"), SQL},
    {AML_SV_CONST("wfreerdp"), FREERDP},
    {AML_SV_CONST("wlfreerdp"), FREERDP},
    {AML_SV_CONST("wlfreerdp3"), FREERDP},
    {AML_SV_CONST("write-output"), ECHO},
    {AML_SV_CONST("xfreerdp"), FREERDP},
    {AML_SV_CONST("xfreerdp3"), FREERDP},
    {AML_SV_CONST("zip"), SQL},
};

typedef struct command_form {
  aml_sv option;
  group group;
  aml_sv word; /* that stands behind the program, such as "login"; empty: none need */
  bool is_attached, is_apart;
  part part;
} command_form;

#define NO_WORD AML_SV_CONST("")

static const command_form forms[] = {
    {AML_SV_CONST("-p"), MYSQL, NO_WORD, true, false, ALL},
    {AML_SV_CONST("-p"), SSHPASS, NO_WORD, true, true, ALL},
    {AML_SV_CONST("-p"), MONGO, NO_WORD, true, true, ALL},
    {AML_SV_CONST("-p"), REGISTRY, AML_SV_CONST("login"), true, true, ALL},
    {AML_SV_CONST("-p"), AZURE, AML_SV_CONST("login"), true, true, ALL},
    {AML_SV_CONST("-p"), KUBERNETES, AML_SV_CONST("login"), true, true, ALL},
    {AML_SV_CONST("-p"), NUGET, AML_SV_CONST("source"), false, true, ALL},
    {AML_SV_CONST("-k"), NUGET, AML_SV_CONST("push"), false, true, ALL},
    {AML_SV_CONST("-N"), SSH_KEYS, NO_WORD, false, true, ALL},
    {AML_SV_CONST("-P"), SSH_KEYS, NO_WORD, false, true, ALL},
    {AML_SV_CONST("-p"), PSEXEC, NO_WORD, false, true, ALL},
    {AML_SV_CONST("-a"), REDIS, NO_WORD, false, true, ALL},
    {AML_SV_CONST("-P"), SQL, NO_WORD, true, true, ALL},
    {AML_SV_CONST("-w"), LDAP, NO_WORD, true, true, ALL},
    {AML_SV_CONST("-u"), CURL, NO_WORD, true, true, BEHIND_COLON},
    {AML_SV_CONST("-U"), CURL, NO_WORD, true, true, BEHIND_COLON},
    {AML_SV_CONST("--user"), CURL, NO_WORD, false, true, BEHIND_COLON},
    {AML_SV_CONST("--proxy-user"), CURL, NO_WORD, false, true, BEHIND_COLON},
    {AML_SV_CONST("-U"), SAMBA, NO_WORD, true, true, BEHIND_PERCENT},
    {AML_SV_CONST("-pw"), PUTTY, NO_WORD, false, true, ALL},
    {AML_SV_CONST("-k"), OPENSSL, AML_SV_CONST("enc"), false, true, ALL},
    {AML_SV_CONST("-b"), GITHUB, AML_SV_CONST("secret"), false, true, ALL},
    {AML_SV_CONST("--body"), GITHUB, AML_SV_CONST("secret"), false, true, ALL},
    {AML_SV_CONST("--value"), AZURE, AML_SV_CONST("secret"), false, true, ALL},
    {AML_SV_CONST("-u"), LFTP, NO_WORD, true, true, BEHIND_COMMA},
    {AML_SV_CONST("--user"), LFTP, NO_WORD, false, true, BEHIND_COMMA},
    {AML_SV_CONST("/p:"), FREERDP, NO_WORD, true, false, ALL},
    {AML_SV_CONST("/gp:"), FREERDP, NO_WORD, true, false, ALL},
    {AML_SV_CONST("/pth:"), FREERDP, NO_WORD, true, false, ALL},
    {AML_SV_CONST("/p"), WINDOWS, NO_WORD, false, true, ALL},
    {AML_SV_CONST("/rp"), WINDOWS, NO_WORD, false, true, ALL},
    {AML_SV_CONST("--from-literal"), KUBERNETES, AML_SV_CONST("secret"), false, true, BEHIND_EQUALS},
};

enum { FORMS = sizeof forms / sizeof forms[0], PROGRAMS = sizeof programs / sizeof programs[0] };

/* Between the words of a command, or of the list that a file makes of one. */
static bool is_between(char c) {
  return aml_ascii_space(c) || c == '"' || c == '\'' || c == ',' || c == '[' || c == ']' || c == '(' ||
         c == '`' || c == '=' || c == '{';
}

/* Whether the line end at `at` is none of the command: it goes on, or its words are items of a list. A line
 * with a key is no item. */
static bool goes_on(aml_sv text, size_t at) {
  size_t next = aml_extent_skip_blanks(text, at + 1);
  size_t end = at;
  while (end > 0 && (aml_extent_is_blank(text.data[end - 1]) || text.data[end - 1] == '\r')) {
    end--;
  }
  char last = end > 0 ? text.data[end - 1] : '\0';
  aml_sv line = aml_sv_slice(text, next, aml_extent_line(aml_sv_slice(text, 0, next + REACH), next));
  bool is_item = (last == ',' || last == '[') && aml_sv_find(line, AML_SV("\":"), 0) == AML_NPOS;
  return last == '\\' || last == '`' || last == '^' || is_item ||
         aml_sv_starts(aml_sv_slice(text, next, text.len), AML_SV("- "));
}

/* What stands of the command before `at`. */
static aml_sv command_before(aml_sv text, size_t at) {
  size_t begin = at;
  while (begin > 0 && at - begin < REACH) {
    char c = text.data[begin - 1];
    if (c == ';' || c == '|' || c == '&' || (c == '\n' && !goes_on(text, begin - 1))) {
      break;
    }
    begin--;
  }
  return aml_sv_slice(text, begin, at);
}

/* The next word of the rest; empty at its end. */
static aml_sv take_word(aml_sv *rest) {
  size_t begin = 0;
  while (begin < rest->len && is_between(rest->data[begin])) {
    begin++;
  }
  size_t end = begin;
  while (end < rest->len && !is_between(rest->data[end])) {
    end++;
  }
  aml_sv word = aml_sv_slice(*rest, begin, end);
  *rest = aml_sv_slice(*rest, end, rest->len);
  return word;
}

/* The last word of the rest, which it is taken from; empty at its beginning. */
static aml_sv take_last_word(aml_sv *rest) {
  size_t end = rest->len;
  while (end > 0 && is_between(rest->data[end - 1])) {
    end--;
  }
  size_t begin = end;
  while (begin > 0 && !is_between(rest->data[begin - 1])) {
    begin--;
  }
  aml_sv word = aml_sv_slice(*rest, begin, end);
  *rest = aml_sv_slice(*rest, 0, begin);
  return word;
}

/* Negative, 0 or positive; `lower` is in lower case. */
static int compare_names(aml_sv name, aml_sv lower) {
  size_t n = name.len < lower.len ? name.len : lower.len;
  for (size_t i = 0; i < n; i++) {
    int difference = aml_ascii_lower(name.data[i]) - lower.data[i];
    if (difference != 0) {
      return difference;
    }
  }
  return name.len == lower.len ? 0 : name.len < lower.len ? -1 : 1;
}

/* Whether a word names a program, perhaps with its folder and ".exe", and of which group it is. */
static bool is_program(aml_sv word, group *out) {
  size_t slash = aml_sv_rfind_char(word, '/');
  aml_sv name = slash == AML_NPOS ? word : aml_sv_slice(word, slash + 1, word.len);
  name = aml_sv_iends(name, AML_SV(".exe")) ? aml_sv_slice(name, 0, name.len - 4) : name;
  size_t low = 0;
  for (size_t high = PROGRAMS; low < high;) {
    size_t middle = low + (high - low) / 2;
    int order = compare_names(name, programs[middle].name);
    if (order == 0) {
      *out = programs[middle].group;
      return true;
    }
    low = order > 0 ? middle + 1 : low;
    high = order > 0 ? high : middle;
  }
  return false;
}

/* Whether the command calls a program of that group: the last of those it names, whose options these are.
 * With a `wanted` word any program of the group counts that the word stands behind. */
static bool calls(aml_sv command, group wanted_group, aml_sv wanted) {
  bool is_said = wanted.len == 0;
  for (size_t i = 0; i < MOST_WORDS && command.len > 0; i++) {
    aml_sv word = take_last_word(&command);
    group found = MYSQL;
    if (is_program(word, &found)) {
      if (found == wanted_group && is_said) {
        return true;
      }
      if (wanted.len == 0) {
        return false;
      }
    }
    is_said = is_said || aml_sv_ieq(word, wanted);
  }
  return false;
}

/* Whether between sshpass and its option stand options only: what follows is the command it runs. */
static bool is_own_option(aml_sv command) {
  group found = MYSQL;
  for (aml_sv word = take_last_word(&command); word.len > 0; word = take_last_word(&command)) {
    if (word.data[0] != '-') {
      return is_program(word, &found);
    }
  }
  return false;
}

/* Where the value apart from its option begins: behind blanks, '=', the quotation marks and commas of a list
 * or the mark of its next item; AML_NPOS: there is none. */
static size_t find_apart(aml_sv text, size_t at) {
  size_t begin = at;
  if (begin < text.len && text.data[begin] == '=') {
    return begin + 1;
  }
  begin += aml_extent_quote(text, begin);
  bool is_item = begin < text.len && text.data[begin] == ',';
  if (begin > at && !is_item && !aml_extent_ends_line(text, begin)) {
    return AML_NPOS;
  }
  begin += is_item ? 1 : 0;
  size_t next = aml_extent_skip_blanks(text, begin);
  if (aml_extent_ends_line(text, next) && next < text.len && goes_on(text, next)) {
    next = aml_extent_skip_blanks(text, aml_extent_next_line(text, next));
    next += aml_sv_starts(aml_sv_slice(text, next, text.len), AML_SV("- ")) ? 2 : 0;
    next = aml_extent_skip_blanks(text, next);
  }
  bool is_apart = next > begin || is_item;
  return is_apart && next < text.len && text.data[next] != '-' ? next : AML_NPOS;
}

/* The value at `at`, quoted or not; false where the mark there closes what quotes the command. */
static bool read_value(aml_sv text, size_t at, aml_secret_range *out) {
  size_t quote = aml_extent_quote(text, at);
  if (at >= text.len || aml_extent_ends_line(text, at) ||
      (quote > 0 && aml_secret_closes_quotation(text, at + quote - 1))) {
    return false;
  }
  *out = (aml_secret_range){
      at + quote, quote > 0 ? aml_extent_quoted(text, at, quote) : aml_extent_plain(text, at, true)};
  return out->end > out->begin;
}

/* "user:password" and the like: what stands behind the mark, or nothing. */
static bool narrow(aml_sv text, part which, aml_secret_range *range) {
  static const char marks[] = {
      [BEHIND_COLON] = ':', [BEHIND_PERCENT] = '%', [BEHIND_EQUALS] = '=', [BEHIND_COMMA] = ','};
  char mark = marks[which];
  size_t depth = 0;
  while (which == BEHIND_COMMA && range->end + 1 < text.len && text.data[range->end] == ',' &&
         !is_between(text.data[range->end + 1])) { /* where other values end */
    range->end = aml_extent_plain(text, range->end + 1, true);
  }
  for (size_t i = range->begin; which != ALL && i < range->end; i++) {
    depth += text.data[i] == '{';
    depth -= text.data[i] == '}' && depth > 0;
    if (text.data[i] == mark && depth == 0) {
      range->begin = i + 1;
      return range->end > i + 1 && text.data[i + 1] != '/';
    }
  }
  return which == ALL;
}

static bool reads_as(const command_form *form, aml_sv text, size_t at, aml_secret_range *out) {
  size_t end = at + form->option.len;
  size_t mark = aml_extent_quote(text, end);
  bool opens = mark > 0 && end + mark < text.len && text.data[end + mark] != ',' &&
               !aml_extent_ends_line(text, end + mark); /* -P"x" */
  bool is_apart = end >= text.len || (!(opens && form->is_attached) && is_between(text.data[end]));
  size_t begin = is_apart ? find_apart(text, end) : end;
  if ((is_apart && !form->is_apart) || (!is_apart && !form->is_attached)) {
    return false;
  }
  bool is_switch = is_apart && begin < text.len && text.data[begin] == '/' && form->option.data[0] == '/';
  return begin != AML_NPOS && !is_switch && read_value(text, begin, out) && narrow(text, form->part, out) &&
         !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

/* By its second byte, nearly all are seen to be others. Letter case counts but in options of Windows. */
static bool begins_option(aml_sv rest, aml_sv option) {
  if (rest.len < 2 || aml_ascii_lower(rest.data[1]) != aml_ascii_lower(option.data[1])) {
    return false;
  }
  return option.data[0] == '/' ? aml_sv_istarts(rest, option) : aml_sv_starts(rest, option);
}

/* By the byte that tells most of the forms apart: of long options the third. */
static bool may_be_of_program(aml_sv rest) {
  bool is_long = rest.len > 2 && rest.data[1] == '-';
  return rest.len > 1 && aml_sv_find_char(is_long ? AML_SV("upbvf") : AML_SV("pPgGrRkNawuUb"),
                             rest.data[is_long ? 2 : 1], 0) != AML_NPOS;
}

/* An option of one of the programs above. */
static bool find_program_option(aml_sv text, size_t at, aml_secret_range *out) {
  aml_sv rest = aml_sv_slice(text, at, text.len);
  aml_sv before = {NULL, 0};
  for (size_t i = may_be_of_program(rest) ? 0 : FORMS; i < FORMS; i++) {
    const command_form *form = &forms[i];
    if (!begins_option(rest, form->option) || !reads_as(form, text, at, out)) {
      continue;
    }
    before = before.data == NULL ? command_before(text, at) : before;
    if (calls(before, form->group, form->word) && (form->group != SSHPASS || is_own_option(before))) {
      return true;
    }
  }
  return false;
}

/* Whether a word belongs to a sentence: "--admin-password is needed". */
static bool is_of_prose(aml_sv text, aml_secret_range range) {
  size_t next = aml_extent_skip_blanks(text, range.end);
  bool is_followed = next > range.end && next < text.len && !aml_extent_ends_line(text, next) &&
                     text.data[next] != '-' && text.data[next] != '|' && text.data[next] != '&';
  return is_followed && aml_secret_is_lower_word(aml_sv_slice(text, range.begin, range.end));
}

/* "--account-key VALUE", "-Password VALUE"; with '=' it is a pair like others. */
static bool find_telling_option(aml_sv text, size_t at, aml_secret_range *out) {
  size_t name = at + 1 < text.len && text.data[at + 1] == '-' ? at + 2 : at + 1;
  size_t end = name;
  bool is_option = name < text.len && aml_ascii_alpha(text.data[name]);
  while (
      is_option && end < text.len && aml_secret_is_name_char(text.data[end]) && end - at < LONGEST_OPTION) {
    end++;
  }
  if (!is_option || end >= text.len || text.data[end] == '=' ||
      !aml_secret_is_named(aml_sv_slice(text, name, end))) {
    return false;
  }
  size_t begin = find_apart(text, end);
  return begin != AML_NPOS && read_value(text, begin, out) && !is_of_prose(text, *out) &&
         !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

/* Where the text begins that the command before `end` prints, behind its options and its format; AML_NPOS: it
 * prints none. */
static size_t find_echoed(aml_sv text, size_t end) {
  aml_sv left = command_before(text, end);
  size_t begin = AML_NPOS;
  while (left.len > 0) {
    aml_sv word = take_word(&left);
    group found = MYSQL;
    bool is_echo = is_program(word, &found) && found == ECHO;
    begin = is_echo ? end - left.len : begin;
  }
  begin = begin == AML_NPOS ? begin : aml_extent_skip_blanks(text, begin);
  while (begin != AML_NPOS && begin < end &&
         (text.data[begin] == '-' || aml_sv_starts(aml_sv_slice(text, begin + 1, end), AML_SV("%s")))) {
    while (begin < end && !aml_extent_is_blank(text.data[begin])) {
      begin++;
    }
    begin = aml_extent_skip_blanks(text, begin);
  }
  return begin;
}

/* "echo VALUE | docker login --password-stdin": what was piped into the command whose option stands at `at`.
 */
static bool find_piped(aml_sv text, size_t at, aml_secret_range *out) {
  aml_sv rest = aml_sv_slice(text, at, text.len);
  bool is_long =
      aml_sv_starts(rest, AML_SV("--password-stdin")) || aml_sv_starts(rest, AML_SV("--with-token"));
  if (!is_long && !aml_sv_starts(rest, AML_SV("-S"))) {
    return false;
  }
  aml_sv command = command_before(text, at);
  size_t pipe = at - command.len;
  bool is_stdin = is_long || (aml_sv_starts(rest, AML_SV("-S")) && calls(command, SUDO, (aml_sv){NULL, 0}));
  if (!is_stdin || pipe == 0 || text.data[pipe - 1] != '|') {
    return false;
  }
  size_t begin = find_echoed(text, pipe - 1);
  return begin != AML_NPOS && begin + 1 < pipe && read_value(text, begin, out) &&
         !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

/* "ConvertTo-SecureString 'VALUE' -AsPlainText": the first word behind it that is no option. */
static bool find_secure_string(aml_sv text, size_t at, aml_secret_range *out) {
  static const aml_sv head = AML_SV_CONST("ConvertTo");
  static const aml_sv tail = AML_SV_CONST("-SecureString ");
  if (at < head.len || !aml_sv_istarts(aml_sv_slice(text, at, text.len), tail) ||
      !aml_sv_ieq(aml_sv_slice(text, at - head.len, at), head)) {
    return false;
  }
  size_t begin = aml_extent_skip_blanks(text, at + tail.len);
  while (begin < text.len && begin - at < REACH && text.data[begin] == '-') {
    while (begin < text.len && aml_secret_is_name_char(text.data[begin])) {
      begin++;
    }
    begin = aml_extent_skip_blanks(text, begin);
  }
  return begin < text.len && text.data[begin] != '(' && read_value(text, begin, out) &&
         !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

/* `at` is the '@' of "user/password@host", behind "thin:" or "oci:" of JDBC or a program of Oracle's. */
static bool find_oracle_login(aml_sv text, size_t at, aml_secret_range *out) {
  enum { LONGEST = 128 };
  size_t begin = at;
  size_t slash = AML_NPOS;
  while (
      begin > 0 && at - begin < LONGEST && !is_between(text.data[begin - 1]) && text.data[begin - 1] != ':') {
    begin--;
    slash = text.data[begin] == '/' ? begin : slash;
  }
  aml_sv before = aml_sv_slice(text, 0, begin);
  bool is_jdbc = aml_sv_iends(before, AML_SV(":thin:")) || aml_sv_iends(before, AML_SV(":oci:"));
  if (slash == AML_NPOS || slash == begin || slash + 1 >= at ||
      !(is_jdbc || calls(command_before(text, begin), ORACLE, (aml_sv){NULL, 0}))) {
    return false;
  }
  *out = (aml_secret_range){slash + 1, at};
  return !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

static bool is_drive_or_switch(aml_sv word) {
  bool is_drive = word.len == 2 && word.data[1] == ':';
  return is_drive || word.data[0] == '/' || word.data[0] == '\\' || word.data[0] == '*' ||
         word.data[0] == '-';
}

/* "net use z: \\host\share VALUE /user:x", "net user x VALUE". */
static bool find_net_use(aml_sv text, size_t at, aml_secret_range *out) {
  aml_sv rest = aml_sv_slice(text, at, at + REACH);
  bool is_user = aml_sv_istarts(rest, AML_SV("net user "));
  if (!is_user && !aml_sv_istarts(rest, AML_SV("net use "))) {
    return false;
  }
  rest = aml_sv_slice(rest, 0, aml_extent_line(rest, 0));
  size_t skipped = is_user ? 1 : 0;
  aml_sv left = aml_sv_slice(rest, is_user ? 9 : 8, rest.len);
  bool is_shared = is_user; /* prose has no share: "the net use is" */
  for (aml_sv word = take_word(&left); word.len > 0; word = take_word(&left)) {
    is_shared = is_shared || word.data[0] == '\\';
    if (is_drive_or_switch(word) || !is_shared || skipped > 0) {
      skipped -= !is_drive_or_switch(word) && skipped > 0 ? 1 : 0;
      continue;
    }
    size_t begin = (size_t)(word.data - text.data);
    *out = (aml_secret_range){begin, aml_extent_plain(text, begin, true)};
    return (!is_user || aml_sv_find_char(rest, '/', 0) != AML_NPOS) && !aml_secret_is_reference(word);
  }
  return false;
}

/* "login NAME password VALUE", as .netrc has it. `at` is the 'p'. */
static bool find_netrc(aml_sv text, size_t at, aml_secret_range *out) {
  static const aml_sv head = AML_SV_CONST("password ");
  if (!aml_sv_starts(aml_sv_slice(text, at, text.len), head)) {
    return false;
  }
  aml_sv before = aml_sv_slice(text, at > LONGEST_OPTION ? at - LONGEST_OPTION : 0, at);
  aml_sv name = take_last_word(&before);
  return name.len > 0 && aml_sv_eq(take_last_word(&before), AML_SV("login")) &&
         read_value(text, aml_extent_skip_blanks(text, at + head.len), out) &&
         !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

bool aml_secret_find_command(aml_sv text, size_t at, aml_secret_range *out) {
  char c = text.data[at];
  if (c == '@') {
    return find_oracle_login(text, at, out);
  }
  if (c == 'n' || c == 'N') {
    return find_net_use(text, at, out);
  }
  if (c == 'p') {
    return find_netrc(text, at, out);
  }
  if (c == ':') {
    return aml_secret_find_pgpass(text, at, out);
  }
  if (c != '-' && c != '/') {
    return false;
  }
  bool begins_word = at == 0 || is_between(text.data[at - 1]);
  if (c == '/') {
    return begins_word && find_program_option(text, at, out);
  }
  return begins_word ? find_program_option(text, at, out) || find_telling_option(text, at, out) ||
                           find_piped(text, at, out)
                     : find_secure_string(text, at, out);
}
