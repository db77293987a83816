// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dealERC20","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming account>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dealERC20","params":["${account5}","0x12","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming token>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dealERC20","params":["${account5}","${contract.token}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming amount>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dealERC20","params":["${account5}","${account1}","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming balanceOf>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dealERC20","params":["${account5}","${contract.token}","0x1",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
