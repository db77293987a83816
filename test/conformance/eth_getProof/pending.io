// After the sample block.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"pending"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0xde0b6b3a7640000","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${account0}",[],"pending"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${account0}","accountProof":"<list>","balance":"<quantity>","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x8","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${account0}",[],"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${account0}","accountProof":"<list>","balance":"<quantity>","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x7","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
