// The choice is another block's branch, or the head's again; the head itself is no choice.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":["${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block2.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":["${block5.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block5.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":["${uncle.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${uncle.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${block5.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":[null]}
<< {"jsonrpc":"2.0","id":1,"result":"${block5.hash}"}
