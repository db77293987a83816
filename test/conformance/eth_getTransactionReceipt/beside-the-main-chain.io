// A transaction of an uncle has no receipt.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${tx.sibling}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
