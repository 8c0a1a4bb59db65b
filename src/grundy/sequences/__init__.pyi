from .certificates import certificate
from .chunks import FolderError
from .growing import grow
from .store import Store, StoreError, open_store
from .streams import StreamError, stream
from .writers import b_file, csv, data

__all__ = [
    "FolderError",
    "Store",
    "StoreError",
    "StreamError",
    "b_file",
    "certificate",
    "csv",
    "data",
    "grow",
    "open_store",
    "stream",
]
