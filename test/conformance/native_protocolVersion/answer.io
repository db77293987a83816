// The version of the chain, in hex.
>> {"jsonrpc":"2.0","id":1,"method":"native_protocolVersion","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x3e"}
>> {"jsonrpc":"2.0","id":1,"method":"native_protocolVersion"}
<< {"jsonrpc":"2.0","id":1,"result":"0x3e"}
