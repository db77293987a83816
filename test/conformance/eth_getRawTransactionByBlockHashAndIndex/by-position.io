// By position, of every type.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockHashAndIndex","params":["${block4.hash}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.legacy}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockHashAndIndex","params":["${block4.hash}","0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.listed}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockHashAndIndex","params":["${block4.hash}","0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.dynamic}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockHashAndIndex","params":["${block4.hash}","0x3"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.delegation}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockHashAndIndex","params":["${block4.hash}","0x4"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.failed}"}
