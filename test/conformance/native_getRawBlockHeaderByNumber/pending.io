// The header of the sample block, without its proof.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
