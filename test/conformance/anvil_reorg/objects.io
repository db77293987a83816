// changes the chain
// A transaction object is filled in and encoded; its nonce counts from the state below the new blocks.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as first>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[2,[[{"from":"${account5}","to":"0x00000000000000000000000000000000000000e2","value":"0x1"},0]]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming unknown account>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_impersonateAccount","params":["${account5}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_reorg","params":[2,[[{"from":"${account5}","to":"0x00000000000000000000000000000000000000e2","value":"0x2"},1],[{"from":"${account5}","to":"0x00000000000000000000000000000000000000e2","value":"0x1"},0]]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e2","${first}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e2","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x3"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_stopImpersonatingAccount","params":["${account5}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
