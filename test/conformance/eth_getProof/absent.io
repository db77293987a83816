// That there is no account can be proved as well.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0x0","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"safe"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0x0","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0x0","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${stranger}",[],"0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":{"address":"${stranger}","accountProof":"<list>","balance":"0x0","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470","nonce":"0x0","storageHash":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","storageProof":[]}}
