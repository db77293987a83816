// The level that Otterscan 2 asks for.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getApiLevel","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":8}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getApiLevel"}
<< {"jsonrpc":"2.0","id":1,"result":8}
