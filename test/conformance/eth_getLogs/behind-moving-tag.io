// A polling client asks for what follows its last block: none of it is safe or finalized yet.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x5","toBlock":"finalized"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"latest","toBlock":"finalized"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
