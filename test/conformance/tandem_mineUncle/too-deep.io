// A block no other could list, or beside genesis: the sentence says how deep is deep enough.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[{"depth":6}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming uncle.depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[{"depth":"0x5"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming uncle.depth>"}}
