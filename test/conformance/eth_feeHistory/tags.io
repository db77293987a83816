// Safe and finalized blocks are never below the first one.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"safe"]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0]}}
