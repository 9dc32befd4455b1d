/* Bodies in Azure Resource Manager's words that a program gives to the management API: as models of
 * azure-mgmt-machinelearningservices, as dictionaries to one of its clients, or in a request to
 * management.azure.com. Private to python/.
 *
 * Source: the generated samples and models of azure-mgmt-machinelearningservices, and the reference of the
 * REST API's Compute - Create Or Update (read 2026-11). */
#ifndef AMLINT_PYTHON_MANAGEMENT_BODIES_H
#define AMLINT_PYTHON_MANAGEMENT_BODIES_H

#include "python/follow.h"

extern const aml_resource_form aml_form_body;

/* A model that the call has just made: the class says what kind of compute it is. */
void aml_py_complete_model(aml_py_run *run, aml_py_made *made);

/* Notes what a call of no known class sends, given the values of its arguments. A request that makes a
 * compute of what is not known is AML014. */
void aml_py_send(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values);

/* Adds the resources that bodies make: those that were sent, and models of resources that were not. */
void aml_py_bodies(const aml_py_run *run, const aml_azureml_context *around, aml_resources *resources);

#endif
