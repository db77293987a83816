// Zero: the work is done by Bitcoin miners.
>> {"jsonrpc":"2.0","id":1,"method":"eth_hashrate","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_hashrate"}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
