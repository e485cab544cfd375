"""gunicorn for a club room: http and https at one port, with a certificate for each address."""

import socket
from datetime import date
from errno import ECONNRESET
from threading import Thread
from typing import Any

from gunicorn import http
from gunicorn.workers.gthread import TConn, ThreadWorker

HELLO = b"\x16"  # how a TLS connection begins, and no line of http does
PATIENCE = 3.0  # seconds for the handshake: somebody who never ends it must not hold a thread


class Secured:
    """gunicorn's settings, for a connection that is secured here."""

    is_ssl = True

    def __init__(self, settings: Any) -> None:
        self.settings = settings

    def __getattr__(self, name: str) -> Any:
        return getattr(self.settings, name)


class RoomConnection(TConn):
    """A connection that is secured if its first byte asks for that."""

    sock: Any

    def init(self) -> None:
        """Make ready to read requests; called once data is there."""
        if self.initialized:
            return
        super().init()
        # The address that the tablet has dialled: by it the site knows itself.
        self.server = self.sock.getsockname()
        self.sock.settimeout(PATIENCE)
        if self.sock.recv(1, socket.MSG_PEEK) == HELLO:
            from games.operation import authority, room

            context = authority.context_for(self.server[0], room.own_name(), date.today())
            try:
                self.sock = context.wrap_socket(self.sock, server_side=True)
            except TimeoutError:
                raise ConnectionResetError(ECONNRESET, "The handshake never ended.") from None
            self.parser = http.get_parser(Secured(self.cfg), self.sock, self.client)
        self.sock.settimeout(None)


class RoomWorker(ThreadWorker):
    """gunicorn's threads, with such connections; says where the site is, and when that changes."""

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, as `ThreadWorker` does."""
        try:
            client, address = listener.accept()
        except OSError:
            return  # the client has gone
        self.nr_conns += 1
        client.setblocking(True)
        self.enqueue_req(RoomConnection(self.cfg, client, address, listener.getsockname()))

    def load_wsgi(self) -> None:
        """Load the site, then begin to say where it is."""
        super().load_wsgi()
        from games.operation import room

        port = self.sockets[0].getsockname()[1]
        Thread(target=room.announce, args=(port,), daemon=True).start()
