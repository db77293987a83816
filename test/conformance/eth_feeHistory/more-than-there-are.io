// The run begins at the first block.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[100,"0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x3938700","0x3938700","0x3938700"],"gasUsedRatio":[0,0]}}
