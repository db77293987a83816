// Every form of a block: number, tags, hash, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":["<data as raw>"]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":["${raw}"]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":[{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":["${raw}"]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":[{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":["${raw}"]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["0x4"]}
<< {"jsonrpc":"2.0","id":1,"result":["<data>","<data>","<data>","<data>","<data>"]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"result":["<data>","<data>"]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["safe"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
