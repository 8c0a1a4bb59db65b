"""Questions about nodes, each answered by a coroutine that asks further questions: one explicit stack for all searches.

So a search is written as if it called itself, and goes as deep as memory allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from grundy.errors import CycleError

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
) -> Answer:
    """Return the answer to a question, depth first.

    `begin` returns the node that a question is about, and a coroutine: it yields the questions whose answers it needs,
    is sent these, and returns its own answer, which goes into `memo`. Raises `CycleError` where nodes wait for each
    other in a circle, and what `bounds` raises, which counts the nodes that are opened.
    """
    node, asking = begin(first)
    stack = [(node, asking)]
    waiting = {node}
    answer: Answer | None = None
    bounds.opened(1)
    while True:
        node, asking = stack[-1]
        try:
            question = asking.send(answer)
        except StopIteration as end:
            found: Answer = end.value
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
        bounds.opened(len(stack), again=bounds.was_opened(child))
        answer = None
