// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":["0x${zeros}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
