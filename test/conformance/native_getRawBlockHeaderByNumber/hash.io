// Keccak-256 of the bytes is the block hash.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as header0>"}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["${header0}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block0.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as header2>"}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["${header2}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block2.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByNumber","params":["0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as header5>"}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["${header5}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block5.hash}"}
