// changes the chain
// Logs of a new block, which say that they were not removed.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"address":"${contract.token}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as filter>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"logIndex":"0x0","transactionIndex":"0x0","transactionHash":"${tx.waiting}","blockHash":"<hash32>","blockNumber":"0x6","address":"${contract.token}","data":"0x0000000000000000000000000000000000000000000000000000000000000002","topics":["${topic.Transfer}","${topic0}","${topic1}"],"removed":false}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
