// Slots of several accounts in the order of the request, with or without leading zeros; an absent account has zeros.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageValues","params":[{"${contract.token}":["0x2","0x0","0x0000000000000000000000000000000000000000000000000000000000000002"],"${account0}":["0x77"]},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"${contract.token}":["0x00000000000000000000000000000000000000000000000000000000000f4240","0x436f696e00000000000000000000000000000000000000000000000000000008","0x00000000000000000000000000000000000000000000000000000000000f4240"],"${account0}":["0x${zeros}"]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageValues","params":[{"${contract.token}":[],"${account0}":["0x0"]},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"${contract.token}":[],"${account0}":["0x${zeros}"]}}
