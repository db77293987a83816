// A mined transaction, and null where there is none.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account1}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.transfer}","nonce":"0x0","blockHash":"${block2.hash}","blockNumber":"0x2","transactionIndex":"0x0","from":"${account1}","to":"${stranger}","gas":"0x5208","gasPrice":"0x3b9aca00","value":"0xde0b6b3a7640000","input":"0x","v":"${v.transfer}","r":"${r.transfer}","s":"${s.transfer}","type":"0x0"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account0}","0x63"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account9}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account9}","0xffffffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
