// Every namespace and its version.
>> {"jsonrpc":"2.0","id":1,"method":"rpc_modules","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"eth":"1.0","net":"1.0","erigon":"1.0","ots":"1.0","native":"1.0","web3":"1.0","trace":"1.0","txpool":"1.0","parity":"1.0","debug":"1.0","mnr":"1.0","admin":"1.0","evm":"1.0","tandem":"1.0","anvil":"1.0","hardhat":"1.0","miner":"1.0","rpc":"1.0"}}
