// Tags; in the pending block it has no place in the chain.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["latest","0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.forgive}","nonce":"0x6","blockHash":"${block5.hash}","blockNumber":"0x5","transactionIndex":"0x1","from":"${account0}","to":"${contract.root}","gas":"0x7a120","gasPrice":"0x3b9aca00","value":"0x0","input":"${data.forgive}","v":"${v.forgive}","r":"${r.forgive}","s":"${s.forgive}","type":"0x0"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["pending","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.waiting}","nonce":"0x7","blockHash":null,"blockNumber":null,"transactionIndex":null,"from":"${account0}","to":"${contract.token}","gas":"0x186a0","gasPrice":"0x3b9aca00","value":"0x0","input":"${data.waiting}","v":"${v.waiting}","r":"${r.waiting}","s":"${s.waiting}","type":"0x2","chainId":"0x1f","yParity":"${v.waiting}","maxFeePerGas":"0x3b9aca00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["pending","0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.creation}","nonce":"0x0","blockHash":null,"blockNumber":null,"transactionIndex":null,"from":"${account5}","to":null,"gas":"0x1e8480","gasPrice":"0x3b9aca00","value":"0x0","input":"${init.token}","v":"${v.creation}","r":"${r.creation}","s":"${s.creation}","type":"0x0"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["earliest","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["safe","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["finalized","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
