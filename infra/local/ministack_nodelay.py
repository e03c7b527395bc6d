"""Runs MiniStack with TCP_NODELAY on the Runtime API it offers to functions.

It sends headers and body of each event as two packets; without this the second waits for the function's delayed
acknowledgement, 40 ms an invoke."""

import socketserver

socketserver.StreamRequestHandler.disable_nagle_algorithm = True

from ministack.app import main  # noqa: E402  the switch must come first

main()
