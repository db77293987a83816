// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming uncle>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming uncle>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[{"depth":-1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming uncle.depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[{"depth":"0x01"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming uncle.depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[{},1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
