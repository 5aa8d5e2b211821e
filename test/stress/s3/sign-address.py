"""Prints the signature that the client of AWS gives to a signed address. Arguments: the address, the key, the secret."""
import sys
from urllib.parse import parse_qs, urlsplit

from botocore.auth import S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

address, key, secret = sys.argv[1:]
unsigned, _ = address.split("&X-Amz-Signature=")
auth = S3SigV4QueryAuth(Credentials(key, secret), "s3", "eu-central-1", expires=60)
request = AWSRequest(method="GET", url=unsigned)
request.context["timestamp"] = parse_qs(urlsplit(address).query)["X-Amz-Date"][0]
text = auth.string_to_sign(request, auth.canonical_request(request))
print(auth.signature(text, request))
