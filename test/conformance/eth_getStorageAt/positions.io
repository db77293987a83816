// A slot with or without leading zeros, the answer always 32 bytes.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}","0x02","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}","0x0000000000000000000000000000000000000000000000000000000000000002","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}","0x77","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x${zeros}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${account0}","0x0","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x${zeros}"}
