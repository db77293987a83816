// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setRpcUrl","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming url>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setRpcUrl","params":["nowhere"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming url>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setRpcUrl","params":["file:///etc/passwd"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming url>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setRpcUrl","params":["http://127.0.0.1:8545",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
