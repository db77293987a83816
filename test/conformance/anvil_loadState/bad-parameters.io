// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming state>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming state>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":["state"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming state>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":["0x7b7d",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
