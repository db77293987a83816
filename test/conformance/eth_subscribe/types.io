// websocket only
// Every type gives an id, which ends it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs"]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newPendingTransactions"]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads",null]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["syncing"]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{"address":"${contract.token}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{"address":["${contract.token}","${contract.root}"],"topics":["${topic.Transfer}",null,["${topic0}"]]}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
