// A contract begins at one and counts what it made; a delegated account counts its authorization.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${contract.token}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${contract.root}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x2"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${delegator}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
