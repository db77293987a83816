// A number nobody was given.
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
