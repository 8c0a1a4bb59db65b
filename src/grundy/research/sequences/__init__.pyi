from .certificates import certificate
from .folder import FolderError, StoreError
from .growing import grow
from .store import Store, open_store
from .streamed import StreamError, stream
from .writers import arrow, b_file, csv, data, parquet

__all__ = [
    "FolderError",
    "Store",
    "StoreError",
    "StreamError",
    "arrow",
    "b_file",
    "certificate",
    "csv",
    "data",
    "grow",
    "open_store",
    "parquet",
    "stream",
]
