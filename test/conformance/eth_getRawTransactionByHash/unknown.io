// There is no such transaction, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
