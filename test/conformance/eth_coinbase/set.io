// changes the chain
// It is the address that hardhat_setCoinbase set, until the chain is reverted.
>> {"jsonrpc":"2.0","id":1,"method":"eth_coinbase","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as first>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setCoinbase","params":["${account1}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_coinbase","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${account1}"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_coinbase","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${first}"}
