/* A front end is a row: which files are written in a language, how to read them, how to make resources of
 * them, how to edit them. The table of the rows is engine/front_ends.c; a run may be given another one. A
 * form that is known and not read is a row too, without a reader.
 *
 * A language is a folder with one file that defines its row, and a line of the table. Nothing else names it:
 * who wants to know something of a file asks its row, and of a resource its form (graph/form.h).
 *
 * Rows are tried in the order of the table. All functions of a row but `bring` and `group` run on several
 * threads at once, each on files or units of its own; whatever they take comes from the arena at hand, whose
 * end of memory or budget does not come back to them. What is wrong with the input is a diagnostic. */
#ifndef AMLINT_FRONT_FRONT_END_H
#define AMLINT_FRONT_FRONT_END_H

#include "edit/editor.h"
#include "front/file.h"
#include "source/discover.h"
#include "source/name_pattern.h"

/* What the engine does for front ends. */
typedef struct aml_front_host {
  void *ctx;
  const aml_sources *sources;
  const aml_facts *facts;
  aml_arena *arena;           /* of the run, for `bring` and `group`; NULL for others */
  const aml_file_list *given; /* parameter files that the caller named, whatever language they are of; those
                                 of a row that `gives_parameters` only */
  aml_file *(*open)(void *ctx, aml_sv path);
  const aml_texts *(*list)(void *ctx, aml_sv folder);
  const aml_folder_names *(*list_all)(void *ctx, aml_sv folder);
  aml_file *(*open_cached)(void *ctx, aml_sv path);
  aml_file *(*find)(void *ctx, aml_sv path);
} aml_front_host;

/* The file at a shown path, read; it is in the run, or context. NULL where there is none, or it lies outside
 * of the root. For any thread. */
aml_file *aml_host_open(const aml_front_host *host, aml_sv path);
/* The file at a shown path, where it is one of the run, and no context; NULL else. Nothing is read for it.
 * For `bring` and `group`. */
aml_file *aml_host_find(const aml_front_host *host, aml_sv path);
/* The file at a path below the folder where the machine keeps modules, read as context: a regular file in it,
 * links followed. aml_host_open finds it from then on by the path that it is shown by, which
 * aml_path_is_cached where the folder is outside the root. NULL where there is none. For any thread. */
aml_file *aml_host_open_cached(const aml_front_host *host, aml_sv path);
/* Names of the files in a folder that some row reads, as the run sees it, sorted without regard to case. For
 * `bring` and `group`. */
const aml_texts *aml_host_list(const aml_front_host *host, aml_sv folder);
/* Names of all files in a folder, as the run sees it, sorted, at most one more than AML_LIMIT_FOLDER_FILES;
 * NULL where there is no such folder in the root. For any thread. */
const aml_folder_names *aml_host_list_all(const aml_front_host *host, aml_sv folder);
/* A unit of the file, for `group`: empty but for its files, after those that the file has. */
aml_unit *aml_host_add_unit(const aml_front_host *host, aml_file *file, aml_file *parameters);

typedef struct aml_front_end aml_front_end;
struct aml_front_end {
  const char *name; /* in reports for programs: "bicep" */
  const char *noun; /* of one of its files: "Bicep file" */

  /* Which files. */
  const char *endings; /* of names, apart by blanks, in any letter case; a whole name where it does not begin
                          with '.'. Empty: none */
  const char *first_bytes;   /* of files whose names have no ending: "#!"; NULL for none */
  bool is_for_evidence;      /* files that somebody named as evidence (aml_file.is_evidence), and no others */
  bool is_by_content;        /* also of files that no row takes by name, when the caller names them */
  const char *const *traces; /* NULL-terminated, may be NULL: texts that only files of ours hold, in any
                                letter case; then a syntax error is worth a finding although the file could
                                not be recognised */

  /* Reading. NULL: the form is not read. False: the file is none of ours after all, and must be as it was,
   * but that aml_file_tree may have been asked, and for is_unmarked. Sets content, or tree, or both; `state`
   * where it is broken. May hand texts in the file to other rows (aml_file_add_guest). */
  bool (*read)(aml_file *file);
  /* Of a file that no row reads: what is to be said of it since it lacks little to be one of ours, as the
   * rest of a sentence behind its path; empty: nothing. May be NULL. */
  aml_sv (*near_miss)(const aml_file *file);
  bool is_tolerant;       /* also of files in which bytes belong to no character: AML_ENCODING_OTHER */
  bool is_document;       /* its files are about deployments: read only where the configuration says
                             'documents: check' */
  bool takes_values;      /* its files are evaluated with values that a command gives: aml_unit.use */
  bool gives_parameters;  /* its files hold values by which others are evaluated; alone they make nothing */
  bool makes_values_only; /* reading makes values, which never change, and `content` that does not either and
                             leads to no file: two runs may share them */
  bool may_be_linked; /* reports may show text of its files when another file led to them, and nobody named
                         them */
  bool has_metadata;  /* objects of its tree may have `metadata` that waives */

  /* Grouping, by one thread, for each file of the run that nobody but the caller asked for. Both may be NULL.
   */
  void (*bring)(const aml_front_host *host, aml_file *file); /* before all `group`: brings files into the run
                            that the file is a part of, by clearing their `is_context` */
  void (*group)(const aml_front_host *host, aml_file *file); /* adds units. A file without any gets one,
                            unless its row has no `expand` */

  /* Expanding: adds the unit's resources and diagnostics. NULL: its files make none by themselves. */
  void (*expand)(const aml_front_host *host, aml_unit *unit);
  const char *doing;  /* what expanding is to people: "Expanding" */
  bool expands_alone; /* expanding asks the host for nothing: what it makes hangs on the unit and what stands
                         around that, alone */

  /* Of a file that is evaluated in others only: whether it is expanded alone as well, for `settle`, which
   * takes that back. By one thread, when all files are brought. May be NULL. */
  bool (*is_compared)(const aml_front_host *host, const aml_file *file);
  /* When all are expanded, by one thread, for each file of the run: leaves out files of other rows that say
   * the same once more. May be NULL. */
  void (*settle)(const aml_front_host *host, aml_file *file);

  const aml_editor *editor; /* of what is written in its files; NULL: no fix edits them */
  bool is_closed;           /* nor the texts in them, whatever these are written in */

  /* Of a form that is not read: the first place where a file's text, which is at hand, concerns Azure ML
   * compute; and the way out for who keeps compute in it. */
  bool (*find_mark)(const aml_file *file, aml_span *mark);
  const char *help;
  bool is_evidence; /* it says what is there and declares nothing: that it is not read leaves no declaration
                       unchecked, so it is told and the run is complete */
  const char
      *unless; /* "of scripts, only known commands are read": where the form is read in part; NULL: never */
};

typedef struct aml_front_ends {
  const aml_front_end *const *rows;
  size_t count;
} aml_front_ends;

/* The table as discovery asks it. Borrows it. */
aml_taker aml_front_ends_taker(const aml_front_ends *table);

/* What becomes of a file of that name in a searched folder. */
aml_take aml_front_ends_take(const aml_front_ends *table, aml_sv path);
/* The same of one whose name leaves that to its first bytes. */
aml_take aml_front_ends_take_bytes(const aml_front_ends *table, aml_sv path, aml_sv text);
/* Whether the row takes files of that name; the second takes the last part of the path alone. */
bool aml_front_end_takes(const aml_front_end *row, aml_sv path);
bool aml_front_end_takes_name(const aml_front_end *row, aml_sv name);
/* The first row without a reader, or with one, that takes a name; NULL for none. */
const aml_front_end *aml_front_ends_of_name(const aml_front_ends *table, aml_sv path, bool is_read);
/* The first such row of files that begin like the text and whose name has no ending; NULL for none. */
const aml_front_end *aml_front_ends_of_bytes(
    const aml_front_ends *table, aml_sv path, aml_sv text, bool is_read);

/* Reads a file, whose text is at hand, by the first row that takes it; false where none does. */
bool aml_front_ends_read(aml_file *file);

/* For `read`: a text in the file that rows may read, known to them by `name` ("cluster.yml"). It joins the
 * file's guests where one does; NULL else. To be called in the order of their places in the file. */
aml_file *aml_file_add_guest(aml_file *host, const aml_guest *guest, aml_sv name);

#endif
