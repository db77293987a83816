// Wallets send the count as a number, as a hex quantity or in decimal, and percentiles. Leading zeros are accepted.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"0x2",[25,75]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x2","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0.0007],"reward":[["0x38074300","0x38074300"]]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["0x1","0x2",[25,75]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x2","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0.0007],"reward":[["0x38074300","0x38074300"]]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["1","0x2",[25,75]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x2","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0.0007],"reward":[["0x38074300","0x38074300"]]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["0x01","0x2",[25,75]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x2","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0.0007],"reward":[["0x38074300","0x38074300"]]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["01","0x2",[25,75]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x2","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0.0007],"reward":[["0x38074300","0x38074300"]]}}
