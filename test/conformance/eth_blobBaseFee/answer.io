// Zero: there are no blobs.
>> {"jsonrpc":"2.0","id":1,"method":"eth_blobBaseFee","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_blobBaseFee"}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
