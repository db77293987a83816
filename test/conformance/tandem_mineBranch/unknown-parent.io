// A branch begins on a block that is there.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"parent":"${unknown}","length":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.parent>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":6,"length":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.depth>"}}
