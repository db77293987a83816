// changes the chain
// A branch that is lighter stays beside the chain, with just the transactions it was given.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"parent":"${block0.hash}","length":2,"transactions":[["${raw.transfer}"]]}]}
<< {"jsonrpc":"2.0","id":1,"result":{"hashes":["<hash32 as first>","<hash32 as second>"],"head":false}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockTransactionCountByHash","params":["${first}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockTransactionCountByHash","params":["${second}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockHashAndIndex","params":["${second}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"parent":"${second}","length":2,"transactions":[[],["${raw.transfer}"]]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming branch.transactions[1][0]: ${tx.transfer} cannot be executed: nonce too low: next nonce 1, tx nonce 0; the blocks before it stay, 1 in all>"}}
