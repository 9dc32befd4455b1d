AZ=az
$AZ ml compute create --name cpu-a --type amlcompute --size Standard_D4s_v5 --min-instances 2
CLI="az ml"
$CLI compute create --name cpu-b --type amlcompute --size Standard_D4s_v5 --min-instances 2
CMD=(az ml)
"${CMD[@]}" compute create --name cpu-c --type amlcompute --size Standard_D4s_v5 --min-instances 2
sudo $AZ ml compute create --name cpu-d --type amlcompute --size Standard_D4s_v5 --min-instances 2
