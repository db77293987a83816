// An id of any legal type comes back as it was.
>> {"jsonrpc":"2.0","id":"abc","method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":"abc","result":"0x1f"}
>> {"jsonrpc":"2.0","id":"","method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":"","result":"0x1f"}
>> {"jsonrpc":"2.0","id":0,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":0,"result":"0x1f"}
>> {"jsonrpc":"2.0","id":-1,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":-1,"result":"0x1f"}
>> {"jsonrpc":"2.0","id":7,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":7,"result":"0x1f"}
>> {"jsonrpc":"2.0","id":"42","method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":"42","result":"0x1f"}
>> {"jsonrpc":"2.0","id":null,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":null,"result":"0x1f"}
>> {"jsonrpc":"2.0","id":9007199254740991,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":9007199254740991,"result":"0x1f"}
