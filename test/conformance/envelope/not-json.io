// The text is not JSON.
>> {"jsonrpc":"2.0",
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"<text>"}}
>> hello
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"<text>"}}
