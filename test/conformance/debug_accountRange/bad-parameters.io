// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["latest","x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming start>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["latest","0x","many"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming count>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["latest","0x",1,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming noCode>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["latest","0x",1,true,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming noStorage>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["latest","0x",1,true,true,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming incompletes>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["latest","0x",1,true,true,true,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
