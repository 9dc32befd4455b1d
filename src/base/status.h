/* How calls report failure. Functions that can fail return an aml_status and fill an aml_error, the last
 * parameter, which may be NULL. */
#ifndef AMLINT_BASE_STATUS_H
#define AMLINT_BASE_STATUS_H

typedef enum aml_status {
  AML_OK = 0,
  AML_ERR_IO,     /* the operating system refused; the text holds its reason */
  AML_ERR_LIMIT,  /* a bound of ours was reached; the text names it */
  AML_ERR_INPUT,  /* what the user gave is wrong */
  AML_ERR_MEMORY, /* the system has no memory */
} aml_status;

#define AML_ERROR_TEXT_MAX 512

typedef struct aml_error { /* filled only when a call returns other than AML_OK */
  aml_status status;
  char text[AML_ERROR_TEXT_MAX]; /* one sentence, terminated; cut where longer */
} aml_error;

#define AML_MUST_USE __attribute__((warn_unused_result))

/* Fills *error (where not NULL) and returns status, so that a caller can write `return aml_fail(...)`. */
__attribute__((format(printf, 3, 4))) aml_status aml_fail(
    aml_error *error, aml_status status, const char *format, ...);

#endif
