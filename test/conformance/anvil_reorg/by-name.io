// changes the chain
// An object stands in place of the array, as alloy sends it; other methods refuse one.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":{"depth":1,"tx_block_pairs":[]}}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":{"tx_block_pairs":[]}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":{"snapshot":"0x1"}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming positional>"}}
