// No such transaction, or one that still waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${tx.creation}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${tx.gapped}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
