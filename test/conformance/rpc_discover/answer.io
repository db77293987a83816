// An OpenRPC document.
>> {"jsonrpc":"2.0","id":1,"method":"rpc_discover","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"openrpc":"1.3.2","info":{"title":"Tandem","version":"<text>","description":"<text>"},"methods":"<list>","components":"<object>"}}
