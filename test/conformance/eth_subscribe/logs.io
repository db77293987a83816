// websocket only
// changes the chain
// Logs of a new block that match, which say that they were not removed.
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{"address":"${contract.token}","topics":["${topic.Transfer}","${topic0}"]}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.moving}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.moving}"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
<< {"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":{"logIndex":"0x0","transactionIndex":"0x0","transactionHash":"${tx.moving}","blockHash":"<hash32>","blockNumber":"<quantity>","address":"${contract.token}","data":"0x0000000000000000000000000000000000000000000000000000000000000003","topics":["${topic.Transfer}","${topic0}","${topic1}"],"removed":false}}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
