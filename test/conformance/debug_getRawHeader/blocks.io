// Every form of a block: number, tags, hash, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as raw>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":[{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":[{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":[{"blockHash":"${block2.hash}","requireCanonical":true}]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as first>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["safe"]}
<< {"jsonrpc":"2.0","id":1,"result":"${first}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":"${first}"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as last>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":"${last}"}
