// What it was set to is told under every name.
>> {"jsonrpc":"2.0","id":1,"method":"evm_setAutomine","params":[false]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_getAutomine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":false}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_getAutomine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":false}
>> {"jsonrpc":"2.0","id":1,"method":"eth_mining","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":false}
