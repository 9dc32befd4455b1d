#include "python/shown.h"

/* By the last name of what is called: of Python's own library, of notebooks, and of what many programs log,
 * test and ask with. */
static bool is_shower(aml_sv name) {
  static const char *const names[] = {"print", "pprint", "pp", "info", "debug", "warning", "warn", "error",
      "exception", "critical", "fatal", "log", "trace", "success", "write", "writelines", "writeln", "echo",
      "secho", "display", "Markdown", "markdown", "HTML", "Exception", "exit", "input", "skip", "skipTest",
      "skipif", "fail", "add_argument", "add_parser", "add_argument_group", "add_subparsers", "add_option",
      "ArgumentParser", "option", "argument", "getLogger", NULL};
  static const char *const endings[] = {"Error", "Warning", "Exception"};
  bool is_any = aml_sv_is_one_of(name, names) || aml_sv_starts(name, AML_SV("assert")) ||
                aml_sv_starts(name, AML_SV("print_")) || aml_sv_starts(name, AML_SV("log_"));
  for (size_t i = 0; i < sizeof endings / sizeof endings[0] && !is_any; i++) {
    is_any = aml_sv_ends(name, aml_sv_of(endings[i]));
  }
  return is_any;
}

static bool is_for_readers(aml_sv argument) {
  static const char *const names[] = {"help", "description", "epilog", "usage", "message", "msg", "title",
      "label", "doc", "summary", "short_help", "reason", NULL};
  return aml_sv_is_one_of(argument, names);
}

static bool is_of_texts(aml_sv name) {
  static const char *const names[] = {"str", "repr", "format", "join", "split", "rsplit", "splitlines",
      "strip", "lstrip", "rstrip", "replace", "lower", "upper", "encode", "decode", "dedent", "indent",
      "quote", "list", "tuple", "dict", "sorted", "len", "bytes", "startswith", "endswith", "removeprefix",
      "match", "search", "sub", NULL};
  return aml_sv_is_one_of(name, names);
}

aml_py_use aml_py_use_of_argument(const aml_py_expr *call, uint32_t argument) {
  const aml_py_expr *of = call->left;
  bool is_named = of->form == AML_PY_ATTRIBUTE || of->form == AML_PY_WORD;
  aml_sv name = is_named ? of->name : (aml_sv){NULL, 0};
  return is_shower(name) || is_for_readers(call->items[argument].name) ? AML_PY_SHOWS
         : is_of_texts(name)                                           ? AML_PY_MAKES
                                                                       : AML_PY_RUNS;
}
