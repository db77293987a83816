// A call that names another chain, or blobs, could never be a transaction of this one.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x18160ddd","chainId":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"chainId does not match node's (have=1, want=31)"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x18160ddd","chainId":null,"blobVersionedHashes":null},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x18160ddd","blobVersionedHashes":["0x0100000000000000000000000000000000000000000000000000000000000000"]},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call.blobVersionedHashes>"}}
