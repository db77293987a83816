// changes the chain
// The token returns the balance that was set, and every name of the method sets it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dealERC20","params":["0x00000000000000000000000000000000000000e1","${contract.token}","0x1234"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a0823100000000000000000000000000000000000000000000000000000000000000e1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000001234"}
>> {"jsonrpc":"2.0","id":1,"method":"tenderly_setErc20Balance","params":["0x00000000000000000000000000000000000000e1","${contract.token}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a0823100000000000000000000000000000000000000000000000000000000000000e1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
