// In geth's form. A node that does not listen for others has no address for them.
>> {"jsonrpc":"2.0","id":1,"method":"admin_nodeInfo","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"id":"<text>","name":"<text>","enode":null,"ip":null,"listenAddr":null,"ports":{"discovery":0,"listener":0},"protocols":{"rsk":{"network":31,"difficulty":"<quantity>","genesis":"${block0.hash}","head":"${block5.hash}"}}}}
