// A transaction of an uncle is not of the chain.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${tx.sibling}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
