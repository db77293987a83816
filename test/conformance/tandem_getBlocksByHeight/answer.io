// Heights are hex or JSON numbers; a height above the chain has no block.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[2,2]}
<< {"jsonrpc":"2.0","id":1,"result":[{"number":"${block2.number}","hash":"${block2.hash}","parentHash":"${block2.parentHash}","miner":"${block2.miner}","timestamp":"${block2.timestamp}","difficulty":"${block2.difficulty}","canonical":true},{"number":"${block3.number}","hash":"${block3.hash}","parentHash":"${block3.parentHash}","miner":"${block3.miner}","timestamp":"${block3.timestamp}","difficulty":"${block3.difficulty}","canonical":true}]}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":["0x5",1]}
<< {"jsonrpc":"2.0","id":1,"result":[{"number":"${block5.number}","hash":"${block5.hash}","parentHash":"${block5.parentHash}","miner":"${block5.miner}","timestamp":"${block5.timestamp}","difficulty":"${block5.difficulty}","canonical":true}]}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[6,128]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[281474976710655,2]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[9007199254740991,1]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
