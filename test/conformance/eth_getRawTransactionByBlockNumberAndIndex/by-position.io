// By position, of every type; of the pending block too.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockNumberAndIndex","params":["0x4","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.legacy}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockNumberAndIndex","params":["0x4","0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.listed}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockNumberAndIndex","params":["0x4","0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.dynamic}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockNumberAndIndex","params":["0x4","0x3"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.delegation}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockNumberAndIndex","params":["0x4","0x4"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.failed}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByBlockNumberAndIndex","params":["pending","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.waiting}"}
