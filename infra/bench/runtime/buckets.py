"""Buckets in memory: the few operations of S3 that the functions use, with conditional writes."""

import hashlib
from email.utils import formatdate
from xml.sax.saxutils import escape

from http_server import Answer, Request


def error(status: int, code: str) -> Answer:
    return Answer(
        status,
        f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode(),
        {"content-type": "application/xml"},
    )


def tag(body: bytes) -> str:
    return f'"{hashlib.md5(body, usedforsecurity=False).hexdigest()}"'


class Buckets:
    def __init__(self) -> None:
        self.objects: dict[str, tuple[bytes, str]] = {}

    def put(self, path: str, body: bytes) -> None:
        self.objects[path] = body, formatdate(usegmt=True)

    def answer(self, operation: str, request: Request) -> Answer:
        path = request.path.strip("/")
        if operation == "s3:GetObject":
            return self.get(path)
        if operation == "s3:PutObject":
            return self.conditional_put(path, request)
        if operation == "s3:ListObjects":
            return self.list(path, request.query.get("prefix", ""))
        if operation == "s3:ListObjectVersions":
            return self.list_versions(path, request.query.get("prefix", ""))
        if operation == "s3:DeleteObjects":
            bucket = path.split("/")[0]
            for part in request.body.decode().split("<Key>")[1:]:
                self.objects.pop(f"{bucket}/{part.split('</Key>')[0]}", None)
            return Answer(200, b"<DeleteResult/>", {"content-type": "application/xml"})
        return error(501, "NotImplemented")

    def get(self, path: str) -> Answer:
        if path not in self.objects:
            return error(404, "NoSuchKey")
        body, written = self.objects[path]
        return Answer(
            200,
            body,
            {"etag": tag(body), "last-modified": written, "content-type": "application/json"},
        )

    def conditional_put(self, path: str, request: Request) -> Answer:
        if request.headers.get("content-encoding", "").startswith("aws-chunked"):
            return error(501, "NotImplemented")
        stored = self.objects.get(path)
        wanted = request.headers.get("if-match")
        if (wanted and (not stored or tag(stored[0]) != wanted)) or (
            stored and request.headers.get("if-none-match") == "*"
        ):
            return error(412, "PreconditionFailed")
        self.put(path, request.body)
        return Answer(200, b"", {"etag": tag(request.body)})

    def keys(self, bucket: str, prefix: str) -> list[str]:
        return sorted(
            path.partition("/")[2] for path in self.objects if path.startswith(f"{bucket}/{prefix}")
        )

    def list_versions(self, bucket: str, prefix: str) -> Answer:
        """Answers as a bucket without versions does: one version of each object, called null."""
        versions = "".join(
            f"<Version><Key>{escape(key)}</Key><VersionId>null</VersionId><IsLatest>true</IsLatest>"
            f"<LastModified>2026-01-01T00:00:00.000Z</LastModified></Version>"
            for key in self.keys(bucket, prefix)
        )
        return listed(
            f"<ListVersionsResult><IsTruncated>false</IsTruncated>{versions}</ListVersionsResult>"
        )

    def list(self, bucket: str, prefix: str) -> Answer:
        keys = self.keys(bucket, prefix)
        contents = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
            for key in keys
        )
        return listed(
            f"<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>{len(keys)}</KeyCount>{contents}</ListBucketResult>"
        )


def listed(body: str) -> Answer:
    return Answer(200, body.encode(), {"content-type": "application/xml"})
