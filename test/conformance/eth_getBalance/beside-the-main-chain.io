// State after an uncle, by its hash; none when the block must be canonical.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${account9}","${uncle.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e19e0b6a140b5afff"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${account9}",{"blockHash":"${uncle.hash}","requireCanonical":false}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e19e0b6a140b5afff"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${account9}",{"blockHash":"${uncle.hash}","requireCanonical":true}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
