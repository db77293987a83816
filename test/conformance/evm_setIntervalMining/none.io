// None; Hardhat gives milliseconds, anvil seconds, which a number below 100 is.
>> {"jsonrpc":"2.0","id":1,"method":"evm_setIntervalMining","params":[86400000]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":86400}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setIntervalMining","params":[99]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":99}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setIntervalMining","params":[0]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_getIntervalMining","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":null}
