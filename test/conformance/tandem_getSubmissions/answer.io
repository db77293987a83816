// What is no Bitcoin block is refused, and counted.
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":["0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-33000,"message":"<text naming block unreadable>","data":{"rule":"submission/block-unreadable"}}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getSubmissions","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"counts":{"IMPORTED_BEST":0,"IMPORTED_NOT_BEST":0,"EXIST":0,"INVALID_BLOCK":0,"NO_PARENT":0,"REFUSED":"<number>"},"latest":"<list>"}}
