// A reverted transaction has status 0 and no logs.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${tx.failed}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"transactionHash":"${tx.failed}","transactionIndex":"0x4","blockHash":"${block4.hash}","blockNumber":"0x4","contractAddress":null,"cumulativeGasUsed":"${block4.gasUsed}","effectiveGasPrice":"0x3b9aca00","gasUsed":"${gas.failed}","logs":[],"logsBloom":"${bloom.empty}","status":"0x0","from":"${account4}","to":"${contract.token}","type":"0x0"}}
