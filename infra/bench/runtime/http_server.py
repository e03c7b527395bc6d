"""A small HTTP/1.1 server on a free port of the loopback interface, for one program that keeps its
connections open.

Every answer is sent with one write (asyncio sets TCP_NODELAY), so that the program under callgrind
makes the same system calls every time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote


@dataclass
class Request:
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


@dataclass
class Answer:
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def as_bytes(self, has_body: bool) -> bytes:
        headers = {"content-length": str(len(self.body)), **self.headers}
        head = (
            f"HTTP/1.1 {self.status} x\r\n"
            + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            + "\r\n"
        )
        return head.encode() + (self.body if has_body else b"")


Handler = Callable[[Request], Awaitable[Answer]]


async def body_of(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body


async def request_of(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = {
        name.lower(): value.strip()
        for name, _, value in (line.partition(":") for line in head[1:] if line)
    }
    path, _, query = target.partition("?")
    return Request(
        method,
        unquote(path),
        dict(parse_qsl(query, keep_blank_values=True)),
        headers,
        await body_of(reader, headers),
    )


async def serve(handler: Handler) -> tuple[asyncio.Server, int]:
    """Starts a server. Returns it and its port."""

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await request_of(reader)
                writer.write((await handler(request)).as_bytes(request.method != "HEAD"))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the program ended
        finally:
            writer.close()

    server = await asyncio.start_server(connection, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]
