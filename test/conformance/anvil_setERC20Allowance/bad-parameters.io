// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setERC20Allowance","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming owner>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setERC20Allowance","params":["${account5}","0x12"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming spender>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setERC20Allowance","params":["${account5}","${account1}","${contract.token}","x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming amount>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setERC20Allowance","params":["${account5}","${account1}","${contract.leaf}","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming allowance>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setERC20Allowance","params":["${account5}","${account1}","0x12","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming token>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setERC20Allowance","params":["${account5}","${account1}","${contract.token}","0x1",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
