// A transfer in 30,000,000 gas; without percentiles no rewards.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["0x1","0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x2","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0.0007]}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["0x1","0x2",[]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x2","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0.0007]}}
