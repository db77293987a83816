// A block that is there already as an uncle is not new.
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[["${raw.uncle}"]]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
