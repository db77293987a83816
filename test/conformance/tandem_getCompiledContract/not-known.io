// Null: no compilations are given, the account has no code, or there is no such block.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getCompiledContract","params":["${contract.leaf}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getCompiledContract","params":["${contract.leaf}","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getCompiledContract","params":["${account0}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getCompiledContract","params":["${contract.leaf}","0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
