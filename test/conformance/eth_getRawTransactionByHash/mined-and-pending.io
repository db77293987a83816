// As it was signed, mined or pending, of every type.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.transfer}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${tx.listed}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.listed}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${tx.dynamic}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.dynamic}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${tx.delegation}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.delegation}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${tx.deployment}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.deployment}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.waiting}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getRawTransactionByHash","params":["${tx.creation}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.creation}"}
