// Of one block by its hash; none of a block there is not.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"blockHash":"${block4.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"logIndex":"0x0","transactionIndex":"0x1","transactionHash":"${tx.listed}","blockHash":"${block4.hash}","blockNumber":"0x4","address":"${contract.token}","data":"0x0000000000000000000000000000000000000000000000000000000000000064","topics":["${topic.Transfer}","${topic0}","${topic1}"]}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"blockHash":"${block5.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"logIndex":"0x0","transactionIndex":"0x0","transactionHash":"${tx.build}","blockHash":"${block5.hash}","blockNumber":"0x5","address":"${contract.nested}","data":"0x0000000000000000000000000000000000000000000000000000000000000001","topics":["${topic.Seen}"]},{"logIndex":"0x1","transactionIndex":"0x1","transactionHash":"${tx.forgive}","blockHash":"${block5.hash}","blockNumber":"0x5","address":"${contract.root}","data":"0x0000000000000000000000000000000000000000000000000000000000000007","topics":["${topic.Done}"]}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"blockHash":"${block1.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"blockHash":"0x1111111111111111111111111111111111111111111111111111111111111111"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
