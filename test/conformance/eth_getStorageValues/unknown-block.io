// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageValues","params":[{"${contract.token}":["0x2"]},"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageValues","params":[{"${contract.token}":["0x2"]},"${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageValues","params":[{"${contract.token}":["0x2"]},{"blockNumber":"0xffffff"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageValues","params":[{"${contract.token}":["0x2"]},{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
