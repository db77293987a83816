// Without --unlocked the node holds no key, and has no such method.
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTransaction","params":[{"from":"${account0}","to":"${account1}"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"<text naming --unlocked>"}}
