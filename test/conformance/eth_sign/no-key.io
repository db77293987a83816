// Without --unlocked the node holds no key, and has no such method.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sign","params":["${account0}","0xdeadbeef"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"<text naming --unlocked>"}}
