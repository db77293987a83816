// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":[{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
