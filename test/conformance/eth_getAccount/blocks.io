// The latest block by default; number, tag, hash, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0xde0b6b3a7640000","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}","0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0xde0b6b3a7640000","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0xde0b6b3a7640000","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}","${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0xde0b6b3a7640000","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}",{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0xde0b6b3a7640000","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}",{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0xde0b6b3a7640000","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
