// websocket only
// changes the chain
// The hash of a transaction that enters the pool.
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newPendingTransactions"]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.fresher}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.fresher}"}
<< {"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":"${tx.fresher}"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
