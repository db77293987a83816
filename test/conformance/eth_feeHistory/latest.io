// Oldest first; an empty block has zero rewards.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[5,"latest",[0,100]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x1","baseFeePerGas":["0x3938700","0x3938700","0x3938700","0x3938700","0x3938700","0x3938700"],"gasUsedRatio":[0,0.0007,"<number>","<number>","<number>"],"reward":[["0x0","0x0"],["0x38074300","0x38074300"],["0x38074300","0x38074300"],["0x38074300","0x126726b00"],["0x38074300","0x38074300"]]}}
