// changes the chain
// What is mined goes on the branch, until it is the chain.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":[null]}
<< {"jsonrpc":"2.0","id":1,"result":"<hash32>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<hash32 as fork>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as height>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as blocks>"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":["${fork}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${fork}"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${height}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":["<hash32>","<hash32>","<hash32 as third>"]}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${third}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
