// Type 2: the price is what was paid for a unit of gas.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${tx.dynamic}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.dynamic}","nonce":"0x0","blockHash":"${block4.hash}","blockNumber":"0x4","transactionIndex":"0x2","from":"${account2}","to":"${account3}","gas":"0x5208","gasPrice":"0xb2d05e00","value":"0x7","input":"0x","v":"${v.dynamic}","r":"${r.dynamic}","s":"${s.dynamic}","type":"0x2","chainId":"0x1f","yParity":"${v.dynamic}","maxFeePerGas":"0x12a05f200","maxPriorityFeePerGas":"0xaf3cd700","accessList":[]}}
