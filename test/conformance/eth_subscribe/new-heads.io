// websocket only
// changes the chain
// A new header, with exactly the specification's members.
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
<< {"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":{"difficulty":"<quantity>","extraData":"<data>","gasLimit":"0x1c9c380","gasUsed":"<quantity>","logsBloom":"<data>","miner":"<address>","number":"<quantity>","parentHash":"<hash32>","receiptsRoot":"<hash32>","sha3Uncles":"0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347","stateRoot":"<hash32>","timestamp":"<quantity>","transactionsRoot":"<hash32>","hash":"<hash32>"}}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
