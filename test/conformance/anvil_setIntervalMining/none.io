// Seconds; zero for none.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setIntervalMining","params":[3600]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":3600}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setIntervalMining","params":[0]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":null}
