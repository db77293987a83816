// changes the chain
// Answers true, and null by anvil's name.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setLoggingEnabled","params":[false]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setLoggingEnabled","params":[true]}
<< {"jsonrpc":"2.0","id":1,"result":null}
