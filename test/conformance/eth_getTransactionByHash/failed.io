// One that reverted is in its block all the same.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${tx.failed}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.failed}","nonce":"0x0","blockHash":"${block4.hash}","blockNumber":"0x4","transactionIndex":"0x4","from":"${account4}","to":"${contract.token}","gas":"0x186a0","gasPrice":"0x3b9aca00","value":"0x0","input":"${data.failed}","v":"${v.failed}","r":"${r.failed}","s":"${s.failed}","type":"0x0"}}
