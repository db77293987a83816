// The work is on the head, with a target of a third of all hashes. New once, then the same again.
>> {"jsonrpc":"2.0","id":1,"method":"mnr_getWork","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"blockHashForMergedMining":"<hash32 as work>","target":"0x5555555555555555555555555555555555555555555555555555555555555555","feesPaidToMiner":"<text>","notify":true,"parentBlockHash":"${block5.hash}"}}
>> {"jsonrpc":"2.0","id":1,"method":"mnr_getWork","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"blockHashForMergedMining":"${work}","target":"0x5555555555555555555555555555555555555555555555555555555555555555","feesPaidToMiner":"<text>","notify":false,"parentBlockHash":"${block5.hash}"}}
