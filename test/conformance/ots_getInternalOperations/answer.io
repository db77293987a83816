// What happened below the outermost call.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getInternalOperations","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getInternalOperations","params":["${tx.build}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<list>"}
