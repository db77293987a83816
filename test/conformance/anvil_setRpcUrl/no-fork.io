// A chain that forks none has no node to read from.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setRpcUrl","params":["http://127.0.0.1:8545"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming url>"}}
