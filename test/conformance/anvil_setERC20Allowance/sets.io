// changes the chain
// The token returns the allowance that was set.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setERC20Allowance","params":["0x00000000000000000000000000000000000000e1","0x00000000000000000000000000000000000000e2","${contract.token}","0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0xdd62ed3e00000000000000000000000000000000000000000000000000000000000000e100000000000000000000000000000000000000000000000000000000000000e2"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
