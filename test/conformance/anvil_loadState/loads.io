// changes the chain
// Accounts as the dump has them; what is no dump is refused.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":["0x7b226163636f756e7473223a7b22307830303030303030303030303030303030303030303030303030303030303030303030303030306531223a7b226e6f6e6365223a312c2262616c616e6365223a22307837222c22636f6465223a223078222c2273746f72616765223a7b7d7d7d7d"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x7"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":["0x7b226163636f756e7473223a7b22307830303030303030303030303030303030303030303030303030303030303030303030303030306531223a7b226e6f6e6365223a302c2262616c616e6365223a22307830222c22636f6465223a223078222c2273746f72616765223a7b7d7d7d7d"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":["0x00"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming state>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_loadState","params":["0x7b7d"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming accounts>"}}
