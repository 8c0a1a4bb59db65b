"""The stack of searches that are written as coroutines, each of which answers a question about a node.

A coroutine yields the questions whose answers it needs. So a search is written like a recursive function, and its depth
is limited by memory alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from grundy.errors import CycleError
from grundy.runtime.bounds import Descent, endless

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from grundy.runtime.bounds import SearchCounts

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def answered(
    first: Question,
    begin: Callable[[Question], tuple[Any, Generator[Question, Answer | None, Answer]]],
    bounds: SearchCounts,
    memo: dict[Any, Answer] | None = None,
) -> Answer | None:
    """Return the answer to a question, depth first; None where `bounds` says that the search ends without one.

    `begin` returns the node of a question, and a coroutine that yields further questions, is sent their answers, and
    returns its own answer, which goes into `memo`. `bounds` counts the nodes that are opened. Raises `CycleError` if
    nodes wait for each other in a cycle, `RulesetError` if play seems to have no end, and what `bounds` raises.
    """
    node, asking = begin(first)
    stack = [(node, asking)]
    waiting = {node}
    descent = Descent(bounds.waiting)
    answer: Answer | None = None
    bounds.opened(1)
    while not bounds.is_over:
        node, asking = stack[-1]
        try:
            question = asking.send(answer)
        except StopIteration as end:
            found: Answer = end.value
            if bounds.is_over:
                break
            stack.pop()
            waiting.discard(node)
            if memo is not None:
                memo[node] = found
            if not stack:
                return found
            answer = found
            continue
        child, below = begin(question)
        if child in waiting:
            nodes = [frame[0] for frame in stack]
            raise CycleError(nodes[nodes.index(child) :])
        waiting.add(child)
        stack.append((child, below))
        if len(stack) > descent.look_at and descent.seems_endless(stack[0][0], child, len(stack) - 1):
            raise endless([frame[0] for frame in stack], len(stack) - 1)
        bounds.opened(len(stack), again=bounds.was_opened(child))
        answer = None
    return None
