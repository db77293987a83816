// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account0}","0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account0}","${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account0}",{"blockNumber":"0xffffff"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account0}",{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
