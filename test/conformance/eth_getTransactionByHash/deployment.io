// A creation has no destination.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${tx.deployment}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.deployment}","nonce":"0x0","blockHash":"${block3.hash}","blockNumber":"0x3","transactionIndex":"0x0","from":"${account0}","to":null,"gas":"0x1e8480","gasPrice":"0x3b9aca00","value":"0x0","input":"${init.token}","v":"${v.deployment}","r":"${r.deployment}","s":"${s.deployment}","type":"0x2","chainId":"0x1f","yParity":"${v.deployment}","maxFeePerGas":"0x3b9aca00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[]}}
