// What a filter is for can be asked at once; there is nothing new yet.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"fromBlock":"0x0","toBlock":"latest","address":"${contract.token}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as filter>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterLogs","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"logIndex":"0x0","transactionIndex":"0x0","transactionHash":"${tx.deployment}","blockHash":"${block3.hash}","blockNumber":"0x3","address":"${contract.token}","data":"0x00000000000000000000000000000000000000000000000000000000000f4240","topics":["${topic.Transfer}","0x${zeros}","${topic0}"]},{"logIndex":"0x0","transactionIndex":"0x1","transactionHash":"${tx.listed}","blockHash":"${block4.hash}","blockNumber":"0x4","address":"${contract.token}","data":"0x0000000000000000000000000000000000000000000000000000000000000064","topics":["${topic.Transfer}","${topic0}","${topic1}"]}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
