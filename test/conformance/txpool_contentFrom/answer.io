// Of one sender, by nonce.
>> {"jsonrpc":"2.0","id":1,"method":"txpool_contentFrom","params":["${account0}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"pending":{"7":{"hash":"${tx.waiting}","nonce":"0x7","blockHash":null,"blockNumber":null,"transactionIndex":null,"from":"${account0}","to":"${contract.token}","gas":"0x186a0","gasPrice":"0x3b9aca00","value":"0x0","input":"${data.waiting}","v":"${v.waiting}","r":"${r.waiting}","s":"${s.waiting}","type":"0x2","chainId":"0x1f","yParity":"${v.waiting}","maxFeePerGas":"0x3b9aca00","maxPriorityFeePerGas":"0x3b9aca00","accessList":[]}},"queued":{}}}
>> {"jsonrpc":"2.0","id":1,"method":"txpool_contentFrom","params":["${account1}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"pending":{},"queued":{"3":{"hash":"${tx.gapped}","nonce":"0x3","blockHash":null,"blockNumber":null,"transactionIndex":null,"from":"${account1}","to":"${account2}","gas":"0x5208","gasPrice":"0x3b9aca00","value":"0x1","input":"0x","v":"${v.gapped}","r":"${r.gapped}","s":"${s.gapped}","type":"0x0"}}}}
>> {"jsonrpc":"2.0","id":1,"method":"txpool_contentFrom","params":["${account9}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"pending":{},"queued":{}}}
