// gzip, the same for the same state.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dumpState","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as dump>"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_dumpState","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${dump}"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_dumpState","params":[true]}
<< {"jsonrpc":"2.0","id":1,"result":"${dump}"}
