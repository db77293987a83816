// Each has a number of its own; the one before it is forgotten with it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as first>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as second>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${first}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${second}"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${first}"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
