"""Creates a user who may use S3, and a bucket. Prints the user's credentials as JSON. Argument: the address of moto."""
import json
import sys

import boto3

options = {
    "endpoint_url": sys.argv[1],
    "region_name": "eu-central-1",
    "aws_access_key_id": "none",
    "aws_secret_access_key": "none",
}
# Four requests: as many as moto takes without checking their signatures.
iam = boto3.client("iam", **options)
iam.create_user(UserName="pdfapi")
statement = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
policy = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
iam.put_user_policy(UserName="pdfapi", PolicyName="all", PolicyDocument=policy)
key = iam.create_access_key(UserName="pdfapi")["AccessKey"]
location = {"LocationConstraint": "eu-central-1"}
boto3.client("s3", **options).create_bucket(Bucket="documents", CreateBucketConfiguration=location)
print(json.dumps({"accessKeyId": key["AccessKeyId"], "secretAccessKey": key["SecretAccessKey"]}))
