// No such position, or no such block: null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockHashAndIndex","params":["${block2.hash}","0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockHashAndIndex","params":["${unknown}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
