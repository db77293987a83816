// As it was signed: mined ones of every type.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.transfer}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.listed}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.listed}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.dynamic}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.dynamic}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.delegation}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.delegation}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawTransaction","params":["${tx.deployment}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw.deployment}"}
