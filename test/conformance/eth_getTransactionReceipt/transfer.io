// A transfer: 21,000 gas, no logs.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"transactionHash":"${tx.transfer}","transactionIndex":"0x0","blockHash":"${block2.hash}","blockNumber":"0x2","contractAddress":null,"cumulativeGasUsed":"0x5208","effectiveGasPrice":"0x3b9aca00","gasUsed":"0x5208","logs":[],"logsBloom":"${bloom.empty}","status":"0x1","from":"${account1}","to":"${stranger}","type":"0x0"}}
