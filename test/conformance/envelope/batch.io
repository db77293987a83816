// Answered in order, each by itself.
>> [{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]},{"jsonrpc":"2.0","id":"two","method":"eth_blockNumber","params":[]},{"jsonrpc":"2.0","id":3,"method":"eth_nothing","params":[]},{"jsonrpc":"2.0","id":4,"method":"eth_getBalance","params":[]},5]
<< [{"jsonrpc":"2.0","id":1,"result":"0x1f"},{"jsonrpc":"2.0","id":"two","result":"0x5"},{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"<text>"}},{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"<text>"}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<text>"}}]
