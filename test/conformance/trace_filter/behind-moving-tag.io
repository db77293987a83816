// A polling client asks for what follows its last block: none of it is finalized yet.
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"fromBlock":"0x5","toBlock":"finalized"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
