// Two can run, one waits for an earlier nonce.
>> {"jsonrpc":"2.0","id":1,"method":"txpool_status","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"pending":"0x2","queued":"0x1"}}
