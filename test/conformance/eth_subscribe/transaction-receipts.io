// websocket only
// changes the chain
// The receipts of a new block in one array, those of the named transactions only if any are named.
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["transactionReceipts",{"transactionHashes":["${unknown}","${tx.received}"]}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.received}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.received}"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
<< {"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":[{"transactionHash":"${tx.received}","transactionIndex":"0x0","blockHash":"<hash32>","blockNumber":"<quantity>","contractAddress":null,"cumulativeGasUsed":"0x5208","effectiveGasPrice":"<quantity>","gasUsed":"0x5208","logs":[],"logsBloom":"${bloom.empty}","status":"0x1","from":"${stranger}","to":"${account7}","type":"0x0"}]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
