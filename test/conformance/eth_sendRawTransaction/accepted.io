// changes the chain
// A transaction that waits: found, without a place in the chain and without a receipt.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.fresh}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.fresh}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.fresh}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"already known"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${tx.fresh}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account6}","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${tx.fresh}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.fresh}","nonce":"0x0","blockHash":null,"blockNumber":null,"transactionIndex":null,"from":"${account6}","to":"${account7}","gas":"0x5208","gasPrice":"0x3b9aca00","value":"0x1","input":"0x","v":"${v.fresh}","r":"${r.fresh}","s":"${s.fresh}","type":"0x0"}}
