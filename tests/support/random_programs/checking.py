"""One program: what its function gives, what its translation gives, and whether these are the same.

The translation is run as plain Python, with arrays of NumPy. What is compared is each option of
each state; then values of states, of which the right ones come from a recursion of this file.
"""

from __future__ import annotations

import linecache
import signal
import sys
import types
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from itertools import count
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import grundy
from grundy.compiled import checked_kernel, modules, search_kernel, wide_kernel
from grundy.compiled.checking import Verdict as Trust
from grundy.compiled.kinds import Refusal, is_packed, kinds_of_state, state_from, words_of
from grundy.compiled.searching import PruningSearcher, Searcher, Unanswered
from grundy.core.components import Option, Split
from grundy.core.function_rulesets import FunctionRuleset
from grundy.runtime import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.compiled.modules import ModulePlan
    from support.random_programs.programs import Program

SECONDS = 0.5  # of the function at a state
TRANSLATING = 4.0
MOST_STATES = 1500  # of a recursion
_STEPS, _MORE_STEPS = 20_000, 500_000  # of loops: the second figure where the first one is not enough
AGAIN = "again"  # begins an option after which the same player moves again
_numbers = count()


class TooLong(BaseException):
    """A function took too long, or a recursion is too large."""


@dataclass
class Verdict:
    """What became of a program: "agrees", "refused", "differs", "breaks", or "slow"."""

    kind: str
    text: str = ""  # of the difference, or why it is refused
    states: int = 0  # that were compared
    answered: int = 0  # of them, those that the translation answers
    valued: int = 0  # values of searches that were compared
    sort: str = ""  # of the difference, which a smaller program has to share


class Differs(Exception):
    """The translation does something else: a kind, a text and a sort, as in a verdict."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Stop what takes more seconds of the processor."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def loaded(program: Program, folder: Path) -> tuple[FunctionRuleset, types.ModuleType]:
    """Write a program to a file, import it, and return its ruleset."""
    name = f"random_program_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_bytes(program.text.encode())
    module = types.ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(program.text, str(path), "exec"), module.__dict__)  # noqa: S102 - a program of this package
        rules = module.rules
        if not isinstance(rules, FunctionRuleset):
            rules = grundy.ruleset(compiled=True)(rules)
    except BaseException:
        forgotten(module)
        raise
    return rules, module


def forgotten(module: types.ModuleType) -> None:
    """Take a module away, with its file."""
    path = str(module.__file__)
    sys.modules.pop(module.__name__, None)
    linecache.cache.pop(path, None)
    with suppress(OSError):
        Path(path).unlink()


# what is right


def plain(state: Any) -> Any:
    """Return a state with integers for truth values; what is no state is a text."""
    if isinstance(state, int):
        return int(state)
    if type(state) in (tuple, frozenset):
        return type(state)(map(plain, state))
    if isinstance(state, str | None):
        return state
    return f"no state: {state!r}"


def expected_options(rules: FunctionRuleset, state: Any) -> list[Any] | str:
    """Return the options of a state as tuples of parts; up to "win", with which a game ends; or an exception.

    Those after which the same player moves again begin with `AGAIN`.
    """
    function = rules.options_function
    found: list[Any] = []
    try:
        with within(SECONDS):
            given = function(state) if rules.parameters == 1 else function(*state)
            if given is None:
                return "nothing, which is no options"
            for option in given:
                if isinstance(option, Option):
                    found.append("win")
                    break
                parts = option.parts if isinstance(option, Split) else (option,)
                again = (AGAIN,) if isinstance(option, Split) and option.again else ()
                found.append((*again, *map(plain, parts)))
    except TooLong:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the function raises
        return f"{type(error).__name__}: {error}"
    if any(str(part).startswith("no state") for option in found if option != "win" for part in _leaves(_parts(option))):
        return "an option that is no state"
    return found


def _parts(option: Any) -> Any:
    """Return the parts of an option."""
    return option[1:] if option[:1] == (AGAIN,) else option


def _leaves(state: Any) -> Iterator[Any]:
    if isinstance(state, tuple | frozenset):
        for part in state:
            yield from _leaves(part)
    else:
        yield state


def right_value(rules: FunctionRuleset, state: Any, known: dict[Any, int | None]) -> int | None:  # noqa: C901 - a recursion as a loop
    """Return the nimber of a state by the definition, None for WIN and LOONY."""
    waiting = [plain(state)]
    options: dict[Any, list[Any]] = {}
    while waiting:
        one = waiting[-1]
        if one in known:
            waiting.pop()
            continue
        if one not in options:
            if len(known) + len(waiting) > MOST_STATES:
                raise TooLong
            found = expected_options(rules, one)
            if isinstance(found, str):
                raise TooLong
            options[one] = found
        if "win" in options[one]:
            known[one] = None
            continue
        missing = [part for option in options[one] for part in _parts(option) if part not in known]
        if missing:
            if missing[0] in waiting:
                raise TooLong
            waiting.append(missing[0])
            continue
        plainly: set[int | None] = set()
        again: set[int | None] = set()
        for option in options[one]:
            nimbers = [known[part] for part in _parts(option)]
            total = None if None in nimbers else reduce(xor, [nimber or 0 for nimber in nimbers], 0)
            (plainly if option[:1] != (AGAIN,) else again).add(total)
        if again:
            known[one] = None if len(again) > 1 or again & plainly else again.pop()
        else:
            known[one] = next(value for value in count() if value not in plainly)
    return known[plain(state)]


# the translation


@lru_cache
def _kernel(module: types.ModuleType) -> tuple[str, types.CodeType]:
    """Return the text of a file of the package as modules have it, and its code."""
    text = Path(str(module.__file__)).read_text(encoding="utf-8").partition("is a part of each module ---\n")[2].strip()
    return text, compile("from __future__ import annotations\n" + text, module.__name__, "exec")


class Translation:
    """A plan that runs as plain Python."""

    def __init__(self, plan: ModulePlan) -> None:
        """Make the functions."""
        self.plan = plan
        self.names: dict[str, Any] = {"np": np, "numba": types.SimpleNamespace(njit=lambda **_: lambda made: made)}
        self.arena = np.zeros(2**12, np.int64)
        self.run = plan.run()
        text = plan.text.replace("@part\n", "").replace("import numba\n", "").partition("part = numba.njit(")[2]
        text = text.partition("\n")[2]
        for module in (checked_kernel, wide_kernel, search_kernel):
            kernel, code = _kernel(module)
            if kernel in text:
                text = text.replace(kernel, "")
                exec(code, self.names)  # noqa: S102
        exec(compile("from __future__ import annotations\n" + text, "<translation>", "exec"), self.names)  # noqa: S102

    def called(self, name: str, words: list[int], steps: int = _STEPS) -> tuple[int, int]:
        """Call "expand" or "settle"; return where what it wrote ends, and the fault."""
        run = self.run
        self.plan.reset(run)
        run[checked_kernel.STEPS] = steps
        end = int(self.names[name](np.array(words, np.int64), 0, self.arena, 0, run))
        if end > len(self.arena):
            self.arena = np.zeros(2 * end, np.int64)
            return self.called(name, words, steps)
        if steps == _STEPS and run[checked_kernel.FAULT] == checked_kernel.ENDLESS:
            return self.called(name, words, _MORE_STEPS)
        return end, int(run[checked_kernel.FAULT])

    def options(self, words: list[int]) -> list[Any] | int:
        """Return the options as tuples of parts, "win" last where it ends the game; or the number of a fault."""
        end, fault = self.called("expand", words)
        if fault:
            return fault
        found: list[Any] = []
        at = 0
        while at < end:
            parts = int(self.arena[at]) & search_kernel.PARTS
            again = (AGAIN,) if self.arena[at] >= search_kernel.AGAIN else ()
            at += 1
            found.append((*again, *(self._state(at + i * self.plan.width) for i in range(parts))))
            at += parts * self.plan.width
        return [*found, "win"] if self.run[search_kernel.ENDED] else found

    def parts(self, words: list[int]) -> list[Any] | int:
        """Return the components in canonical form, or the number of a fault."""
        end, fault = self.called("settle", words)
        return fault or [self._state(at) for at in range(0, end, self.plan.width)]

    def _state(self, at: int) -> Any:
        return state_from([int(one) for one in self.arena[at : at + self.plan.width]], self.plan.state)


class Check:
    """The comparison of a program with its translations."""

    def __init__(self, program: Program, folder: Path) -> None:
        """Begin."""
        self.program = program
        self.folder = folder
        self.verdict = Verdict("agrees")

    def verdict_of(self) -> Verdict:
        """Compare."""
        rules, module = loaded(self.program, self.folder)
        try:
            with np.errstate(all="ignore"):
                self._compared(rules)
        except Refusal as refusal:
            return Verdict("refused", f"{refusal.args[0]} {refusal.reason.params.get('text', '')}")
        except Differs as found:
            kind, text, *sort = found.args
            return Verdict(kind, text, sort="".join(sort))
        finally:
            forgotten(module)
        return self.verdict

    def _compared(self, rules: FunctionRuleset) -> None:
        """Compare all states in the first kind that compiles, then those that do not fit in the next one."""
        together = rules.is_single or rules.parameters == 0
        waiting: dict[Any, list[Any]] = {}
        for state in self.program.states:
            kinds = kinds_of_state(state, together=together)
            assert kinds
            waiting.setdefault(tuple(kinds), []).append(state)
        refused: list[Refusal] = []
        for kinds, states in waiting.items():
            for kind in kinds:
                may_pack = not is_packed(kind) and any(map(is_packed, kinds))
                try:
                    states = self._of_kind(rules, kind, states, may_pack=may_pack)  # noqa: PLW2901
                except Refusal as refusal:
                    refused.append(refusal)
                if not states:
                    break
        if refused and not self.verdict.states:
            raise refused[0]

    def _of_kind(self, rules: FunctionRuleset, kind: Any, states: list[Any], *, may_pack: bool) -> list[Any]:
        """Compare at states of a kind; return those that need wider numbers."""
        translation = self._translated(rules, kind, may_pack=may_pack)
        again = []
        good = []
        for state in states:
            words = words_of(state, kind)
            if words is None:
                continue
            self.verdict.states += 1
            try:
                expected = expected_options(rules, state)
            except TooLong:
                break
            found = self._run(partial(translation.options, words), state)
            if isinstance(found, int):
                if found == int(checked_kernel.OVERFLOW):
                    again.append(state)
                elif found == int(checked_kernel.ENDLESS) and not isinstance(expected, str):
                    raise Differs("differs", f"at {state!r} the translation takes more than {_MORE_STEPS} steps")
            else:
                self.verdict.answered += 1
                self._same(state, expected, found)
                good.append(state)
            self._settled(rules, translation, state, words)
        if self.program.clamped and good and not rules.declares("canonical") and not rules.declares("components"):
            self._valued(rules, translation, good)
        return again

    def _translated(self, rules: FunctionRuleset, kind: Any, *, may_pack: bool) -> Translation:
        try:
            with within(TRANSLATING):
                plan = modules.plan(rules, kind, may_pack=may_pack)
            return Translation(plan)
        except Refusal:
            raise
        except TooLong:
            raise Differs("slow", f"translating takes more than {TRANSLATING} seconds") from None
        except Exception as error:
            raise Differs("breaks", f"translating for {kind}: {_traced(error)}", type(error).__name__) from error

    def _run(self, make: Any, state: Any) -> Any:
        try:
            with within(TRANSLATING):
                return make()
        except TooLong:
            raise Differs("slow", f"at {state!r} the translation takes more than {TRANSLATING} seconds") from None
        except Exception as error:
            text = f"at {state!r} the translation raises {_traced(error)}"
            raise Differs("breaks", text, type(error).__name__) from error

    def _same(self, state: Any, expected: list[Any] | str, found: list[Any]) -> None:
        if isinstance(expected, str):
            if "win" not in found:
                given = f"the function raises {expected}, the translation gives {_short(found)}"
                raise Differs("differs", f"at {state!r} {given}", expected.partition(":")[0])
            return
        if set(expected) != set(found) and not ("win" in expected and "win" in found):
            given = f"the function gives {_short(expected)}, the translation gives {_short(found)}"
            raise Differs("differs", f"at {state!r} {given}")

    def _settled(self, rules: FunctionRuleset, translation: Translation, state: Any, words: list[int]) -> None:
        if not rules.declares("canonical") and not rules.declares("components"):
            return
        try:
            with within(SECONDS):
                expected: Any = [plain(rules.canonical(part)) for part in rules.components(plain(state))]
        except TooLong:
            return
        except Exception as error:  # noqa: BLE001 - whatever the function raises
            expected = f"{type(error).__name__}: {error}"
        if isinstance(expected, list) and any(isinstance(leaf, str) for one in expected for leaf in _leaves(one)):
            expected = "a component that is no state"
        found = self._run(lambda: translation.parts(words), state)
        if isinstance(found, int):
            return
        if isinstance(expected, str) or sorted(expected, key=repr) != sorted(found, key=repr):
            given = f"the functions give {_short(expected)}, the translation gives {_short(found)}"
            raise Differs("differs", f"components of {state!r}: {given}")

    def _valued(self, rules: FunctionRuleset, translation: Translation, states: list[Any]) -> None:
        """Compare values of searches, which share a memo."""
        known: dict[Any, int | None] = {}
        entries = ("list_options", "search", "copy", "fill", "ask")
        names: Any = types.SimpleNamespace(**{name: translation.names.get(name) for name in entries})
        searcher = Searcher(rules, translation.plan, names)
        searcher.fills &= translation.plan.width < 3  # as plain Python, a box of triples takes long
        pruning = PruningSearcher(rules, translation.plan, names)
        for one in (searcher, pruning):  # else a wrong value would be found before the search, which then has no answer
            one.verdicts = dict.fromkeys(("fill", "search", "ask"), Trust(reach=()))
        # The text of the program chooses them: the same ones each time.
        start = len(self.program.text) % len(states)
        for state in (states[start:] + states[:start])[:8]:
            try:
                with within(SECONDS):
                    right = right_value(rules, state, known)
            except TooLong:
                return
            with limits.limited(kernel_above=-1):
                found = self._run(partial(searcher.value, state), state)
                prunes = right is not None and not translation.plan.entails
                asked = self._run(partial(pruning.answer, state, 1), state) if prunes else (right,)
            if isinstance(found, Unanswered) or isinstance(asked, Unanswered):
                return
            expected = -1 if right is None else right
            if found != expected:
                raise Differs("differs", f"the value of {state!r} is {expected}, the search says {found}")
            if asked[0] not in {None, right} or (asked[0] is None and right == 1):
                text = f"the value of {state!r} is {expected}, asked for 1 the search says {asked[0]}"
                raise Differs("differs", text)
            self.verdict.valued += 1


def _traced(error: BaseException) -> str:
    import traceback

    places = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-4:]]
    return f"{type(error).__name__}: {error} ({' '.join(places)})"


def _short(options: Any) -> str:
    text = options if isinstance(options, str) else repr(options)
    return text if len(text) < 300 else f"{text[:300]}..."


def check(program: Program, folder: Path) -> Verdict:
    """Compare a program with its translation."""
    return Check(program, folder).verdict_of()
