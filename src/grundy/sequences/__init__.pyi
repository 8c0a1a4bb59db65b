from .store import FolderError, Store, StoreError, grow, open_store
from .writers import b_file, certificate, csv, data

__all__ = ["FolderError", "Store", "StoreError", "b_file", "certificate", "csv", "data", "grow", "open_store"]
