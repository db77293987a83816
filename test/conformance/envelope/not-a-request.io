// JSON, but no request.
>> 1
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<text>"}}
>> "eth_chainId"
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<text>"}}
>> {}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<text>"}}
>> {"jsonrpc":"1.0","id":1,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"<text>"}}
