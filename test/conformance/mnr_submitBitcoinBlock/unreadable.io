// Bytes that are no Bitcoin block, and a coinbase without a tag.
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":["0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-33000,"message":"<text naming block unreadable>","data":{"rule":"submission/block-unreadable"}}}
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":["1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-33000,"message":"<text naming block unreadable>","data":{"rule":"submission/block-unreadable"}}}
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":["11111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110102000000010000000000000000000000000000000000000000000000000000000000000000ffffffff025100ffffffff010000000000000000026a0000000000"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-33000,"message":"Cannot read the block: tag missing, expected RSKBLOCK: and 32 bytes after it","data":{"rule":"submission/tag-missing"}}}
