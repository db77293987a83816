// A development chain has all forks from its genesis on.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getForks","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":[{"name":"orchid","blockNumber":"0x0"},{"name":"wasabi","blockNumber":"0x0"},{"name":"papyrus","blockNumber":"0x0"},{"name":"iris","blockNumber":"0x0"},{"name":"london","blockNumber":"0x0"},{"name":"shanghai","blockNumber":"0x0"},{"name":"cancun","blockNumber":"0x0"},{"name":"prague","blockNumber":"0x0"},{"name":"osaka","blockNumber":"0x0"}]}
