// The pending block stands for the latest one.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"pending"]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x5","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":["<number>"]}}
