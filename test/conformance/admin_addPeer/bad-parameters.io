// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"admin_addPeer","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enode>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_addPeer","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enode>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_addPeer","params":[null]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enode>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_addPeer","params":["enode://00@127.0.0.1:1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enode>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_addPeer","params":["enode://abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab@127.0.0.1:1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enode>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_addPeer","params":["http://127.0.0.1:8545"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enode>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_addPeer","params":["enode://79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8@127.0.0.1:1",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
