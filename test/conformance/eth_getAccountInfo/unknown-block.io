// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${contract.leaf}","0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${contract.leaf}","${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${contract.leaf}",{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
