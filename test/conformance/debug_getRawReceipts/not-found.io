// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
