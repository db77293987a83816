// The first account by the hash of its address; null for a block there is not.
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["0x0","0x",1,true,true]}
<< {"jsonrpc":"2.0","id":1,"result":{"root":"<text>","accounts":"<object>","next":"<hash32>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_accountRange","params":["0xffffff","0x",1]}
<< {"jsonrpc":"2.0","id":1,"result":null}
