// A transaction that cannot be read, or executed, is named, and why. No block is made.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"parent":"${block0.hash}","length":2,"transactions":[[],["0xc0"]]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.transactions[1][0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"parent":"${block0.hash}","length":1,"transactions":[["${raw.legacy}"]]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.transactions[0][0]: ${tx.legacy} cannot be executed: nonce too high: next nonce 0, tx nonce 1; no block was made>"}}
