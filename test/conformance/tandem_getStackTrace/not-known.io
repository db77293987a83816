// Null: no compilations are given, and then there is no such transaction.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getStackTrace","params":["${tx.failed}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getStackTrace","params":["0xabababababababababababababababababababababababababababababababab"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
