"""The operations of the lab as plain functions: data in, data out, for a server and for hosts without one.

`call` and `stream` check the fields of a request, keep to the budget of the operation, and return the same data as
the server, errors included. Nothing here knows HTTP, threads or the file system.

>>> from grundy.lab import call
>>> call("positions", {"game": "kayles", "position": "3 4"})["nimber"]
2
>>> call("positions", {"game": "kayles"})["error"]["message"]
'position: expected text of at most 200,000 characters, found nothing'
"""

from grundy.runtime.lazy import attach

__getattr__, __dir__ = attach(__name__, __file__)
