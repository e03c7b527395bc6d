"""Rules of what is kept: tables, buckets, queues."""

from collections.abc import Iterator

from rule import rule
from template import Template, named, some

LONGEST_KEPT_VERSIONS = 90  # days that deleted or replaced objects may live on


@rule
def tables_can_be_restored(template: Template) -> Iterator[str]:
    """Every table has point-in-time recovery."""
    for name, table in template.of("AWS::DynamoDB::Table"):
        if table.get("PointInTimeRecoverySpecification", {}).get("PointInTimeRecoveryEnabled") is not True:
            yield name


@rule
def tables_resist_deletion(template: Template) -> Iterator[str]:
    """Every table has deletion protection."""
    return (name for name, table in template.of("AWS::DynamoDB::Table") if table.get("DeletionProtectionEnabled") is not True)


@rule
def data_outlives_the_stack(template: Template) -> Iterator[str]:
    """Tables and buckets are retained when they leave the template or are replaced."""
    for name, resource in template.resources.items():
        if resource["Type"] in ("AWS::DynamoDB::Table", "AWS::S3::Bucket"):
            yield from (f"{name}: {policy}" for policy in ("DeletionPolicy", "UpdateReplacePolicy") if resource.get(policy) != "Retain")


@rule
def data_is_encrypted(template: Template) -> Iterator[str]:
    """Tables, buckets and queues are encrypted at rest."""
    for name, table in template.of("AWS::DynamoDB::Table"):
        if table.get("SSESpecification", {}).get("SSEEnabled") is not True:
            yield name
    for name, bucket in template.of("AWS::S3::Bucket"):
        rules = bucket.get("BucketEncryption", {}).get("ServerSideEncryptionConfiguration", [])
        if not any(one.get("ServerSideEncryptionByDefault", {}).get("SSEAlgorithm") in ("AES256", "aws:kms") for one in rules):
            yield name
    for name, queue in template.of("AWS::SQS::Queue"):
        if queue.get("SqsManagedSseEnabled") is not True and "KmsMasterKeyId" not in queue:
            yield name


@rule
def buckets_keep_versions(template: Template) -> Iterator[str]:
    """Every bucket is versioned, and old versions of all its objects end within 90 days."""
    for name, bucket in template.of("AWS::S3::Bucket"):
        if bucket.get("VersioningConfiguration", {}).get("Status") != "Enabled":
            yield f"{name} keeps no versions"
        rules = [one for one in bucket.get("LifecycleConfiguration", {}).get("Rules", []) if one["Status"] == "Enabled"]
        of_all = [one["NoncurrentVersionExpiration"]["NoncurrentDays"] for one in rules
                  if not one.get("Prefix") and "NoncurrentVersionExpiration" in one]
        if not of_all or min(of_all) > LONGEST_KEPT_VERSIONS:
            yield f"{name} keeps old versions too long"


@rule
def buckets_are_private(template: Template) -> Iterator[str]:
    """No bucket can be made public: neither by a list of rights nor by a policy."""
    switches = ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets")
    for name, bucket in template.of("AWS::S3::Bucket"):
        access = bucket.get("PublicAccessBlockConfiguration", {})
        yield from (f"{name}: {switch}" for switch in switches if access.get(switch) is not True)
        owners = [one["ObjectOwnership"] for one in bucket.get("OwnershipControls", {}).get("Rules", [])]
        if owners != ["BucketOwnerEnforced"]:
            yield f"{name}: objects may have another owner"
        if "WebsiteConfiguration" in bucket:
            yield f"{name} is a web site"


def bucket_statements(template: Template) -> Iterator[tuple[str, dict]]:
    """Bucket and statement, over all bucket policies."""
    for _, policy in template.of("AWS::S3::BucketPolicy"):
        for statement in policy["PolicyDocument"]["Statement"]:
            yield named(policy["Bucket"]), statement


@rule
def buckets_open_only_to_the_distribution(template: Template) -> Iterator[str]:
    """A bucket policy allows our distribution to read, and nobody else anything."""
    for bucket, statement in bucket_statements(template):
        if statement["Effect"] != "Allow":
            continue
        source = named(statement.get("Condition", {}).get("StringEquals", {}).get("AWS:SourceArn", ""))
        if statement["Principal"] != {"Service": "cloudfront.amazonaws.com"} or not source.endswith(":distribution/${Distribution}"):
            yield f"{bucket} is open to others"
        if set(some(statement["Action"])) - {"s3:GetObject", "s3:ListBucket"}:
            yield f"{bucket} may be written from outside"


@rule
def buckets_refuse_plain_http(template: Template) -> Iterator[str]:
    """Every bucket refuses whatever does not come over TLS."""
    refusing = {bucket for bucket, statement in bucket_statements(template)
                if statement["Effect"] == "Deny" and statement["Principal"] == "*" and statement["Action"] == "s3:*"
                and statement.get("Condition") == {"Bool": {"aws:SecureTransport": "false"}}
                and {named(one) for one in statement["Resource"]} == {f"{bucket}.Arn", f"${{{bucket}.Arn}}/*"}}
    return (name for name, _ in template.of("AWS::S3::Bucket") if name not in refusing)
