// keys held
// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"personal_sign","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming message>"}}
>> {"jsonrpc":"2.0","id":1,"method":"personal_sign","params":["0xdeadbeef"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"personal_sign","params":["hello","${account0}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming message>"}}
>> {"jsonrpc":"2.0","id":1,"method":"personal_sign","params":["0x","${account0}",5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming password>"}}
>> {"jsonrpc":"2.0","id":1,"method":"personal_sign","params":["0x","${account0}","word",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
