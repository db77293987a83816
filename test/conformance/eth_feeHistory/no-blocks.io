// The history of no blocks begins at genesis, as on geth, and its lists are empty.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["0x0","latest",[50]]}
<< {"jsonrpc":"2.0","id":1,"result":{"oldestBlock":"0x0","baseFeePerGas":[],"gasUsedRatio":[],"reward":[]}}
