resource "azurerm_machine_learning_compute_cluster" "x" {}
