// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${unknown}",true]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["0x${zeros}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
