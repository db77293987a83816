// Clients send null for what they leave out.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x4","toBlock":"0x4","address":null,"topics":null,"blockHash":null}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"logIndex":"0x0","transactionIndex":"0x1","transactionHash":"${tx.listed}","blockHash":"${block4.hash}","blockNumber":"0x4","address":"${contract.token}","data":"0x0000000000000000000000000000000000000000000000000000000000000064","topics":["${topic.Transfer}","${topic0}","${topic1}"]}]}
