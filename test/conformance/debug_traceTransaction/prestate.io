// Accounts as they were before, or as they were and became.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"prestateTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"${account1}":{"balance":"0x21e19e0c9bab2400000"},"${stranger}":{"balance":"0x0"},"${block2.miner}":{"balance":"0x0"}}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"prestateTracer","tracerConfig":{"diffMode":true}}]}
<< {"jsonrpc":"2.0","id":1,"result":{"pre":{"${account1}":{"balance":"0x21e19e0c9bab2400000"},"${stranger}":{"balance":"0x0"},"${block2.miner}":{"balance":"0x0"}},"post":{"${account1}":{"balance":"0x21e0bffffed9951b000","nonce":1},"${stranger}":{"balance":"0xde0b6b3a7640000"},"${block2.miner}":{"balance":"0x1319718a5000"}}}}
