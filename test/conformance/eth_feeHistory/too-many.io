// A range of more than 1,024 blocks is shortened, as by geth.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1025,"earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x3938700","0x3938700"],"gasUsedRatio":[0]}}
