// As it was signed: while it waits.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.waiting}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.creation}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.creation}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.gapped}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.gapped}"}
