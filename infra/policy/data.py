"""Rules for stored data: tables, buckets, queues."""

from collections.abc import Iterator

from rule import rule
from template import Template, named, some

from functions import timers

BUCKET = "AWS::S3::Bucket"
LONGEST_KEPT_VERSIONS = 90  # days that deleted or replaced objects may live on
# The location of objects that are made from the tables: bucket and prefix.
DERIVED = (
    ("DownloadsBucket", "results/"),
    ("PrivateBucket", "state/"),
    ("PrivateBucket", "restricted/"),
)


@rule(
    ("ReadsTable.PointInTimeRecoverySpecification", None),
    ("KeysTable.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled", False),
)
def tables_can_be_restored(template: Template) -> Iterator[str]:
    """Every table has point-in-time recovery."""
    path = "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled"
    return template.lacking("AWS::DynamoDB::Table", path, [True])


@rule(("AccountsTable.DeletionProtectionEnabled", None))
def tables_resist_deletion(template: Template) -> Iterator[str]:
    """Every table has deletion protection."""
    return template.lacking("AWS::DynamoDB::Table", "DeletionProtectionEnabled", [True])


@rule(
    ("RacesTable.DeletionPolicy", "Delete"),
    ("KeysTable.DeletionPolicy", "Retain"),
    ("RemoteCipherSecret.DeletionPolicy", "Delete"),
    ("DownloadsBucket.UpdateReplacePolicy", "Delete"),
)
def data_outlives_the_stack(template: Template) -> Iterator[str]:
    """Tables, buckets and the ciphers' secrets stay when they are removed from the template or
    replaced; a failed first deploy leaves none behind."""
    wanted = {"DeletionPolicy": "RetainExceptOnCreate", "UpdateReplacePolicy": "Retain"}
    for name, one in template.resources.items():
        if one["Type"] in ("AWS::DynamoDB::Table", BUCKET) or name.endswith("CipherSecret"):
            yield from (
                f"{name}: {policy}" for policy in wanted if one.get(policy) != wanted[policy]
            )


@rule(("AlertSplits.MessageRetentionPeriod", 345600), ("AlertFinishes.RedrivePolicy", None))
def alerts_end(template: Template) -> Iterator[str]:
    """Alerts wait for at most an hour; those that fail go to a queue of their own, for at most four
    days."""
    for name, queue in template.of("AWS::SQS::Queue"):
        if name.startswith("Alert"):
            is_last = name == "AlertFailures"
            if queue["MessageRetentionPeriod"] > (345_600 if is_last else 3_600):
                yield f"{name} keeps what nobody sends any more"
            if not is_last and "RedrivePolicy" not in queue:
                yield f"{name}: what fails is lost"


@rule(("?LinksTable.DeletionProtectionEnabled", True))
def a_first_deploy_can_be_taken_back(template: Template) -> Iterator[str]:
    """With Protect=false no table is protected: otherwise CloudFormation could not remove it after
    a failed first deploy."""
    for name, one in template.under({"Protect": "false"}).items():
        if (
            one["Type"] == "AWS::DynamoDB::Table"
            and one["Properties"].get("DeletionProtectionEnabled") is not False
        ):
            yield name


@rule(("SnapshotsReconcile.DependsOn", None))
def timers_begin_last(template: Template) -> Iterator[str]:
    """A function that writes into buckets by a timer is made after the distribution, which takes
    longest: a failed first deploy is taken back before it has written anything."""
    for name in sorted(dict(timers(template))):
        writes = any("s3:PutObject" in some(one["Action"]) for one in template.statements(name))
        if writes and "Distribution" not in some(template.resources[name].get("DependsOn", [])):
            yield name


@rule(
    ("LinksTable.SSESpecification", {"SSEEnabled": True}),
    ("PrivateBucket.BucketEncryption", None),
    ("PublishFailures.SqsManagedSseEnabled", None),
    ("AlertSplits.SqsManagedSseEnabled", False),
)
def data_is_encrypted(template: Template) -> Iterator[str]:
    """Buckets and queues are encrypted at rest, as tables always are; each with the service's own
    key: one of KMS takes a right that no function has."""
    configuration = "BucketEncryption.ServerSideEncryptionConfiguration"
    algorithm = f"{configuration}.ServerSideEncryptionByDefault.SSEAlgorithm"
    yield from template.lacking("AWS::DynamoDB::Table", "SSESpecification", [None])
    yield from template.lacking(BUCKET, algorithm, ["AES256"])
    yield from template.lacking("AWS::SQS::Queue", "SqsManagedSseEnabled", [True])


def lifecycle(bucket: dict) -> dict[str, dict]:
    """Prefix → the enabled rule for it."""
    return {
        one.get("Prefix", ""): one
        for one in bucket.get("LifecycleConfiguration", {}).get("Rules", [])
        if one["Status"] == "Enabled"
    }


def kept(bucket: dict, prefix: str = "") -> int | None:
    """For how many days older versions below a prefix are kept; None for ever."""
    older = lifecycle(bucket).get(prefix, {}).get("NoncurrentVersionExpiration", {})
    return older.get("NoncurrentDays")


@rule(
    ("PrivateBucket.VersioningConfiguration", None),
    ("SiteBucket.LifecycleConfiguration", None),
    (
        "SiteBucket.LifecycleConfiguration.Rules.Id=old-versions.NoncurrentVersionExpiration.NoncurrentDays",
        1000,
    ),
)
def buckets_keep_versions(template: Template) -> Iterator[str]:
    """Every bucket is versioned, and old versions of all its objects are removed within 90 days."""
    yield from template.lacking(BUCKET, "VersioningConfiguration.Status", ["Enabled"])
    for name, bucket in template.of(BUCKET):
        if kept(bucket) not in range(1, LONGEST_KEPT_VERSIONS + 1):
            yield f"{name} keeps old versions too long"


@rule(
    (
        "PrivateBucket.LifecycleConfiguration.Rules.Id=state.NoncurrentVersionExpiration.NoncurrentDays",
        2,
    ),
    ("DownloadsBucket.LifecycleConfiguration.Rules.Id=published.Status", "Disabled"),
    (
        "DownloadsBucket.LifecycleConfiguration.Rules.Id=old-versions.NoncurrentVersionExpiration.NoncurrentDays",
        7,
    ),
)
def what_is_derived_is_forgotten_at_once(template: Template) -> Iterator[str]:
    """Older versions of published files and of the publisher's state are removed after a day; those
    of organisers' files in the downloads are kept for 90."""
    for name, prefix in DERIVED:
        if kept(template.properties(name), prefix) != 1:
            yield f"{name}/{prefix}"
    if (days := kept(template.properties("DownloadsBucket"))) != LONGEST_KEPT_VERSIONS:
        yield f"organisers' files are kept for {days} days"


@rule(
    ("PrivateBucket.PublicAccessBlockConfiguration.BlockPublicPolicy", False),
    ("DownloadsBucket.PublicAccessBlockConfiguration", None),
    ("SiteBucket.OwnershipControls", None),
    ("SiteBucket.WebsiteConfiguration", {"IndexDocument": "index.html"}),
)
def buckets_are_private(template: Template) -> Iterator[str]:
    """No bucket can be made public, neither by an access control list nor by a policy."""
    for switch in (
        "BlockPublicAcls",
        "BlockPublicPolicy",
        "IgnorePublicAcls",
        "RestrictPublicBuckets",
    ):
        yield from template.lacking(BUCKET, f"PublicAccessBlockConfiguration.{switch}", [True])
    owner = "OwnershipControls.Rules.ObjectOwnership"
    yield from template.lacking(BUCKET, owner, ["BucketOwnerEnforced"])
    yield from template.lacking(BUCKET, "WebsiteConfiguration", [None])


def bucket_statements(template: Template) -> Iterator[tuple[str, dict]]:
    """Bucket and statement, for all bucket policies."""
    for _, policy in template.of("AWS::S3::BucketPolicy"):
        for statement in policy["PolicyDocument"]["Statement"]:
            yield named(policy["Bucket"]), statement


@rule(
    ("DownloadsBucketPolicy.PolicyDocument.Statement.0.Principal", "*"),
    ("SiteBucketPolicy.PolicyDocument.Statement.0.Condition", None),
    ("SiteBucketPolicy.PolicyDocument.Statement.0.Action", ["s3:PutObject"]),
)
def buckets_open_only_to_the_distribution(template: Template) -> Iterator[str]:
    """A bucket policy allows our distribution to read, and allows nothing to anybody else."""
    for bucket, statement in bucket_statements(template):
        if statement["Effect"] != "Allow":
            continue
        source = named(
            statement.get("Condition", {}).get("StringEquals", {}).get("AWS:SourceArn", "")
        )
        if statement["Principal"] != {"Service": "cloudfront.amazonaws.com"} or not source.endswith(
            ":distribution/${Distribution}"
        ):
            yield f"{bucket} is open to others"
        if set(some(statement["Action"])) - {"s3:GetObject", "s3:ListBucket"}:
            yield f"{bucket} may be written from outside"


OPEN = {"Effect": "Allow", "Principal": "*", "Action": "sqs:SendMessage"}


@rule(
    (
        "Open",
        {"Type": "AWS::SQS::QueuePolicy", "Properties": {"PolicyDocument": {"Statement": [OPEN]}}},
    )
)
def nothing_is_open_to_everybody(template: Template) -> Iterator[str]:
    """No policy of a bucket, queue or topic allows anything to everybody."""
    for name, one in template.resources.items():
        for statement in one.get("Properties", {}).get("PolicyDocument", {}).get("Statement", []):
            principal = statement.get("Principal")
            if statement["Effect"] == "Allow" and principal in ("*", {"AWS": "*"}):
                yield name


@rule(
    ("PrivateBucketPolicy", None),
    ("PrivateBucketPolicy.PolicyDocument.Statement.0.Resource.1", None),
)
def buckets_refuse_plain_http(template: Template) -> Iterator[str]:
    """Every bucket refuses requests that do not use TLS."""
    refusing = {
        bucket
        for bucket, statement in bucket_statements(template)
        if statement["Effect"] == "Deny"
        and statement["Principal"] == "*"
        and statement["Action"] == "s3:*"
        and statement.get("Condition") == {"Bool": {"aws:SecureTransport": "false"}}
        and {named(one) for one in statement["Resource"]}
        == {f"{bucket}.Arn", f"${{{bucket}.Arn}}/*"}
    }
    return (name for name, _ in template.of(BUCKET) if name not in refusing)
