// Without --unlocked the node holds no key, and has no such method.
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}",{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Note":[{"name":"text","type":"string"}]},"primaryType":"Note","domain":{"name":"Example"},"message":{"text":"hello"}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"<text naming --unlocked>"}}
