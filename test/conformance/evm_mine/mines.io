// changes the chain
// A block with what waits: the filters tell it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as blocks>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"address":"${contract.token}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as logs>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":["<hash32 as made>"]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":["${made}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${logs}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
