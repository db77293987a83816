// Every form of a block: number, tags, hash, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0xde0b6b3a7640000","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0xde0b6b3a7640000","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0xde0b6b3a7640000","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0xde0b6b3a7640000","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0xde0b6b3a7640000","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],{"blockHash":"${block2.hash}","requireCanonical":true}]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0xde0b6b3a7640000","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
