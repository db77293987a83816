// An OpenRPC document.
>> {"jsonrpc":"2.0","id":1,"method":"rpc_discover","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<object>"}
