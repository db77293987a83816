// changes the chain
// A branch that is longer is the chain.
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as blocks>"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_mineBranch","params":[{"depth":"0x1","length":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"hashes":["<hash32 as first>","<hash32 as second>"],"head":true}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":["${first}","${second}"]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${blocks}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
