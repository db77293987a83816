// A contract that destroyed itself when it was made leaves nothing.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["${contract.nested}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
