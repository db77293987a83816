// No transaction can have an empty list of authorizations, or be a creation with some (EIP-7702).
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"from":"${account0}","to":"${account1}","authorizationList":[]},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming authorizations>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"from":"${account0}","data":"0x00","authorizationList":[{"chainId":"0x0","address":"${account1}","nonce":"0x0","yParity":"0x0","r":"0x1","s":"0x1"}]},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming authorizations>"}}
