// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${stranger}","0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${stranger}","${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${stranger}",{"blockNumber":"0xffffff"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${stranger}",{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
