// The latest block by default; number, tag, hash, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${stranger}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0xde0b6b3a7640000","nonce":"0x0","code":"0x"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${stranger}","0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0xde0b6b3a7640000","nonce":"0x0","code":"0x"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${stranger}","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0xde0b6b3a7640000","nonce":"0x0","code":"0x"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${stranger}","${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0xde0b6b3a7640000","nonce":"0x0","code":"0x"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${stranger}",{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0xde0b6b3a7640000","nonce":"0x0","code":"0x"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${stranger}",{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0xde0b6b3a7640000","nonce":"0x0","code":"0x"}}
