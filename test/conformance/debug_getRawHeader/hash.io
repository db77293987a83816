// Keccak-256 of the bytes is the block hash.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawHeader","params":["0x4"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as header>"}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["${header}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block4.hash}"}
