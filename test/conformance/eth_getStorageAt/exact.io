// Two words of the string type: its length doubled, and the text.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}","0x0","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x436f696e00000000000000000000000000000000000000000000000000000008"}
