// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0x6"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
