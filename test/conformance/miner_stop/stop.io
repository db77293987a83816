// Ganache's name for automining no more.
>> {"jsonrpc":"2.0","id":1,"method":"miner_stop","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_mining","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":false}
