// The height is hex or a JSON number; a height above the chain has no block.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlocksByNumber","params":["0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"hash":"${block5.hash}","totalDifficulty":"${block5.totalDifficulty}","inMainChain":true}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlocksByNumber","params":[5]}
<< {"jsonrpc":"2.0","id":1,"result":[{"hash":"${block5.hash}","totalDifficulty":"${block5.totalDifficulty}","inMainChain":true}]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlocksByNumber","params":["0x6"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
