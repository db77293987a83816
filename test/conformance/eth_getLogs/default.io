// Without bounds those of the latest block.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"logIndex":"0x0","transactionIndex":"0x0","transactionHash":"${tx.build}","blockHash":"${block5.hash}","blockNumber":"0x5","address":"${contract.nested}","data":"0x0000000000000000000000000000000000000000000000000000000000000001","topics":["${topic.Seen}"]},{"logIndex":"0x1","transactionIndex":"0x1","transactionHash":"${tx.forgive}","blockHash":"${block5.hash}","blockNumber":"0x5","address":"${contract.root}","data":"0x0000000000000000000000000000000000000000000000000000000000000007","topics":["${topic.Done}"]}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"address":"${contract.root}"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"logIndex":"0x1","transactionIndex":"0x1","transactionHash":"${tx.forgive}","blockHash":"${block5.hash}","blockNumber":"0x5","address":"${contract.root}","data":"0x0000000000000000000000000000000000000000000000000000000000000007","topics":["${topic.Done}"]}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"address":"${contract.token}"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
