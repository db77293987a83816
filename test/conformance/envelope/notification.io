// What has no id gets no answer.
>> {"jsonrpc":"2.0","method":"eth_chainId","params":[]}
<< 
>> [{"jsonrpc":"2.0","method":"eth_chainId","params":[]}]
<< 
>> [{"jsonrpc":"2.0","method":"eth_chainId"},{"jsonrpc":"2.0","id":9,"method":"eth_chainId","params":[]}]
<< [{"jsonrpc":"2.0","id":9,"result":"0x1f"}]
