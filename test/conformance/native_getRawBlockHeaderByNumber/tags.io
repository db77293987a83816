// Tags.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as first>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":"${first}"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["safe"]}
<< {"jsonrpc":"2.0","id":1,"result":"${first}"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":"${first}"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as last>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":"${last}"}
