// Type 0.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.transfer}","nonce":"0x0","blockHash":"${block2.hash}","blockNumber":"0x2","transactionIndex":"0x0","from":"${account1}","to":"${stranger}","gas":"0x5208","gasPrice":"0x3b9aca00","value":"0xde0b6b3a7640000","input":"0x","v":"${v.transfer}","r":"${r.transfer}","s":"${s.transfer}","type":"0x0"}}
