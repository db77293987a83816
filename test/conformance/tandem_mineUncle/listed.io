// changes the chain
// The next block lists it, wherever in the last generations it is.
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<hash32 as beside>"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[{"depth":1}]}
<< {"jsonrpc":"2.0","id":1,"result":"<hash32 as below>"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineUncle","params":[{"depth":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<hash32>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x3"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":["${beside}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
