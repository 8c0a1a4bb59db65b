from .calls import OPERATIONS, call, stream
from .catalogue import Catalogue
from .operation import FileAnswer, Operation

__all__ = ["OPERATIONS", "Catalogue", "FileAnswer", "Operation", "call", "stream"]
