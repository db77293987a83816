// A delegated account has the designator of EIP-7702.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["${delegator}","0x3"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["${delegator}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0xef0100${bare.token}"}
