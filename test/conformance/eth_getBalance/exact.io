// What was sent and what it cost, to the wei.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${account2}","0x3"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e19e0c9bab2400000"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${account2}","0x4"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e19e0906e5da10ffe"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${account3}","0x3"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e19e0c9bab2400000"}
