// There is no such transaction, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["0x${zeros}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
