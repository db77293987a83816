// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getHeaderByHash","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
