// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.length>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":1,"length":0}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.length>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":1,"length":257}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.length>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"length":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":1,"parent":"${block1.hash}","length":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"parent":"latest","length":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.parent>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":0,"length":1,"transactions":[[],[]]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transactions>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":0,"length":1,"transactions":["0x01"]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.transactions[0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":0,"length":1,"transactions":[["0x1"]]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.transactions[0][0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":0,"length":1},1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
