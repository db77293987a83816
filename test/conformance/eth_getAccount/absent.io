// An absent account is empty.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}","earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0x0","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${stranger}","safe"]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x0","balance":"0x0","storageRoot":"0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421","codeHash":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}}
