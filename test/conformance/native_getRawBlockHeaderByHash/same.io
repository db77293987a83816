// The bytes are those by number.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByHash","params":["${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as header>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"${header}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${header}"}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["${header}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block2.hash}"}
