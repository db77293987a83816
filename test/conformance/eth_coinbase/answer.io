// An address, with or without an empty list of parameters.
>> {"jsonrpc":"2.0","id":1,"method":"eth_coinbase","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<address>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_coinbase"}
<< {"jsonrpc":"2.0","id":1,"result":"<address>"}
