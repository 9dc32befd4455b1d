/* What names and expressions of a program stand for. Private to python/. */
#ifndef AMLINT_PYTHON_VALUES_H
#define AMLINT_PYTHON_VALUES_H

#include "python/classes.h"
#include "python/syntax_python.h"
#include "source/guest.h"
#include "tree/value.h"

typedef struct aml_py_value aml_py_value;
typedef struct aml_py_made aml_py_made;
typedef struct aml_py_block aml_py_block;
typedef struct aml_py_growing aml_py_growing;
typedef struct aml_py_maybe aml_py_maybe;
typedef struct aml_py_command aml_py_command;

typedef enum aml_py_what {
  AML_PY_DATA,     /* texts, numbers, lists, dictionaries; what is not known */
  AML_PY_IMPORTED, /* a module, or something in it */
  AML_PY_MADE,     /* an object that a call has made */
} aml_py_what;

#define AML_PY_COMMAND_LINE "parse_args()" /* the path of what that returns */

struct aml_py_value {
  aml_py_what what;
  const aml_value *data;       /* never NULL: of IMPORTED and MADE, as what they are no data */
  aml_sv path;                 /* IMPORTED: "azure.ai.ml.entities.AmlCompute"; DATA, unknown: the attribute
                                  of an object that it is, or AML_PY_COMMAND_LINE; empty for none */
  aml_py_made *made;           /* MADE */
  const aml_py_value *instead; /* MADE: what another branch made instead; NULL for nothing */
  const aml_py_value *encoded; /* DATA: what it is the JSON of; NULL for nothing */
  aml_py_command *command;     /* DATA: what a shell reads that is given it (program_commands.h); NULL: nobody
                                  has looked, or nothing that is read */
  const aml_py_maybe *may_be;  /* DATA, unknown: the objects of which it may be one; NULL: none is known */
  aml_py_growing *growing;     /* DATA: a dictionary whose items are set one by one; what a name holds, and
                                  nothing else: aml_py_settled gives its value. NULL for others */
};

struct aml_py_maybe {
  const aml_py_value *value; /* what was made, or a container */
  const aml_py_maybe *next;
};

typedef struct aml_py_setting { /* an argument, or an attribute that was set */
  aml_sv name;
  aml_span name_span;
  const aml_py_value *value;
} aml_py_setting;

struct aml_py_block { /* a stretch of statements that may not run, or run several times */
  const aml_py_block *outer;
};

struct aml_py_made {
  const aml_py_class *class;
  aml_sv called;                    /* the last name of what is called */
  aml_span span, name_span;         /* of the call, and of what is called */
  AML_VEC(aml_py_setting) settings; /* by aml_py_setting_put and _add alone */
  aml_map *index;                   /* private: of many settings, the last one of each name */
  const aml_value *open;            /* an unknown that may hold further settings; NULL for none */
  const aml_py_block *block;
  AML_VEC(const aml_py_value *) names; /* version 1: by which it is created, in the order of the calls */
  bool is_sent;                        /* MODEL: a call gives it to the API */
  bool is_out_of_sight;                /* names that are not known may stand for it, too */
  bool is_blurred;                     /* nothing was set since all of it may have been set */
};

/* The last setting of that name; NULL for none. */
aml_py_setting *aml_py_setting_find(const aml_py_made *made, aml_sv name);
/* Adds it: it counts in place of others of its name. */
void aml_py_setting_add(aml_arena *arena, aml_py_made *made, const aml_py_setting *setting);
/* Sets it, or adds it. */
void aml_py_setting_put(aml_arena *arena, aml_py_made *made, const aml_py_setting *setting);

/* The object as its arguments say, under their names, each value where it is written; open where `open` is.
 * What is None is as if it were not there. */
const aml_value *aml_py_arguments(aml_arena *arena, const aml_py_made *made);
/* How many settings there are in what was made, with those of objects in them, up to some thousands. */
size_t aml_py_count_settings(const aml_py_value *value);
/* What a value is as data: of what was made, its arguments, unless they are too many. */
const aml_value *aml_py_data(aml_arena *arena, const aml_py_value *value);

const aml_py_value *aml_py_value_of(aml_arena *arena, const aml_value *data);
/* What an import brings under that path: a module, or something in it. */
const aml_py_value *aml_py_imported(aml_arena *arena, aml_sv path, aml_span span);
/* What aml_py_value_of gives, of a list or a dictionary, which may share its parts: unknown where a walk over
 * it would take too long. */
const aml_py_value *aml_py_container(aml_arena *arena, const aml_value *data);
__attribute__((format(printf, 3, 4))) const aml_py_value *aml_py_unknown(
    aml_arena *arena, aml_span span, const char *format, ...);

/* One value for either of two, of a name that is not the same in all branches. */
const aml_py_value *aml_py_either(
    aml_arena *arena, aml_sv name, const aml_py_value *one, const aml_py_value *other);

#endif
