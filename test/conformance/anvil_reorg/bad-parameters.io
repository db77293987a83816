// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[1000]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[1,"x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transactions>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[1,[["0x12",1]]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transactions>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[1,[[{"from":"0x12"},0]]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transactions[0][0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[1,[],1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
