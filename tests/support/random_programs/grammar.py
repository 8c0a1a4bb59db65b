"""The grammar of random programs: what each construct is called, how frequent it is, and how it is written.

A table has a weight and texts for each construct, one of which is taken. A text has places to fill:

- ``$int``, ``$test``, ``$numbers`` and the like stand for what another table or a method of `Maker` makes;
- ``$new:x``, ``$target:x``, ``$free:x`` name a variable, to which ``$x`` refers in the same text;
- ``$loop`` is what a comprehension goes over; all other places of the text may use its variables, but not ``$^int``;
- ``$(a|b)`` is one of some words;
- ``!out``, ``!shallow`` and the like forbid a text where it may not stand.

In statements, ``$block`` is a line for further statements, and ``$yield`` one for options or for the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

Table = dict[str, tuple[Any, ...]]  # constructs with their weights and texts

# Constructs that the documentation does not promise, or that refuse most programs: few programs have them.
RISKY = frozenset({
    "aliased list", "list argument", "loop over nested tuples", "key function", "set made", "slice assignment",
    "del item", "unassigned", "float", "comparison with None", "list method", "list repeated",
    "assert", "reversed list", "own builtin", "decorator without wraps", "starred target", "property",
    "three-argument pow", "class method", "cached function", "set operation", "tuple repeated", "sorted in reverse",
    "zip of computed", "slice with computed step", "is", "target that is an element", "element of a range",
    "pop at a place", "list given as default", "start of sum by its place", "search in a chain", "keyword-only",
    "comparison of kinds", "starred argument", "index or count", "in a range by steps", "named expression",
    "named in its own expression", "named in an unpacking", "move with an effect", "pop in an expression",
    "named in a comprehension",
})  # fmt: skip

ATOMS: Table = {
    "variable": (10, "$var"),
    "literal": (4, "$lit"),
    "negative literal": (0.7, "-$lit"),
    "large number": (0.15, "2147483648", "4294967295", "2**62", "9223372036854775807", "2**63", "-(2**63)", "2**64 - 1",
        "2305843009213693953", "-(2**31)", "10**18", "9007199254740993"),
    "huge number": (0.06, "2**100", "-(2**127)", "(2**127 - 1)", "10**40"),
    "truth literal": (0.25, "True", "False"),
    "module number": (1.5, "$number"),
    "attribute": (1, "$attribute"),
}  # fmt: skip
INTEGERS: Table = ATOMS | {
    "sum and difference": (6, "($int $(+|-) $int)", "($int $(+|-) $int)", "$int $(+|-) $int"),
    "product": (2.5, "!out ($int * $int)", "($int * $(2|3|-1))"),
    "floor division": (1.6, "($int // $div)"),
    "remainder": (1.6, "($int % $div)"),
    "divmod": (0.5, "divmod($int, $div)[$(0|1|-1)]"),
    "bit operation": (2.5, "($int & $int)", "($int | $int)", "($int ^ $int)"),
    "shift": (1, "(($int) >> ($small:9))", "(($int) >> ($small:66))", "!out (($int) << ($small:4))",
        "(1 << ($small:9))", "((($int) << ($small:70)) & $(127|9223372036854775807|18446744073709551615))",
        "!wild (($int) >> ($int))"),
    "power": (0.5, "(($small:6) ** ($small:3))", "(-2 ** ($small:3))", "(2 ** ($small:12))", "pow($small:6, $small:3)",
        "((-3) ** ($small:3))"),
    "three-argument pow": (0.5, "pow($int, $small:5, $div)"),
    "negation": (0.8, "(-$int)"),
    "inversion": (0.6, "(~$int)"),
    "abs": (0.5, "abs($int)"),
    "test as number": (0.8, "($test)", "(($test) + 1)", "(-($test))", "(3 * ($test))", "int($test)", "(~($test))",
        "(($test) << 2)"),
    "not as number": (0.4, "(not $int)"),
    "operands of and, or": (0.8, "($int $(and|or) $int)", "($int $(and|or) $int $(and|or) $int)",
        "($test $(and|or) $int)"),
    "conditional expression": (1, "($int if $test else $int)"),
    "min or max": (1, "$(min|max)($int, $int)", "$(min|max)($int, $int, $int)", "$(min|max)($int, $int, $int, $int)"),
    "min or max of a loop": (0.6, "$(min|max)([0, $int])", "$(min|max)($numbers)", "$(min|max)($int for $loop)"),
    "default of min or max": (0.4, "$(min|max)(($int for $loop), default=$^int)", "$(min|max)($numbers, default=$int)"),
    "min or max of tuples": (0.5, "$(min|max)(($int, $int), ($int, $int))[$(0|1)]"),
    "key function": (0.5, "$(min|max)($table, key=lambda k: $inner:k)"),
    "sum": (0.8, "sum($numbers)", "sum($int for $loop)"),
    "list comprehension reduced": (0.3, "$(sum|len)([$int for $loop])"),
    "start of sum": (0.3, "sum($numbers, start=$int)", "sum(($int for $loop), start=$^int)"),
    "start of sum by its place": (0.3, "sum($numbers, $int)"),
    "count with sum": (0.4, "sum(1 for $loop)"),
    "any or all as number": (0.3, "($(any|all)($test for $loop))"),
    "len": (0.6, "len($seq)", "len(range($small:9, $small:9, $(1|2|3|-1|-2)))", "len($seq$slice)"),
    "bit_count": (0.4, "($int).bit_count()"),
    "bit_length": (0.4, "($int).bit_length()"),
    "isqrt": (0.3, "math.isqrt(abs($int))", "!wild math.isqrt($int)"),
    "gcd": (0.3, "math.gcd($int, $int)"),
    "conversion": (0.4, "int($int)", "bool($int)", "(+$int)", "round($int)"),
    "element of a table": (1.2, "$flat:x[($int) % len($x)]", "$flat:x[-1 - ($int) % len($x)]", "$flat[$(0|-1)]"),
    "element of rows": (0.8, "$pairs:x[($int) % len($x)][$(0|-1|1)]", "$rows[$(0|-1)][0]",
        "$rows:x[0][($int) % len($x[0])]"),
    "element of a tuple": (1.2, "$tuple[$(0|-1)]", "$tuple:x[($int) % len($x)]"),
    "element of a list": (1, "($list:x[$(0|-1)] if $x else $int)",
        "($list:x[($int) % len($x)] if len($x) > 0 else $int)"),
    "element of a shown tuple": (0.4, "($int, $int)[$(0|-1)]", "($int, $int, $int)[($int) % 3]", "($int,)[0]"),
    "element of a slice": (0.4, "$flat:x[::-1][($int) % len($x)]", "$flat[$(0|-1):][0]", "sum($flat$slice)"),
    "raw index": (0.1, "$flat[$int]", "$tuple[$int]"),
    "element of a range": (0.3, "range($small:3, 10, $(1|2))[$(0|1|-1)]"),
    "float": (0.5, "int(($small:50) / 2)", "round(($small:50) * 0.5)", "int(($small:50) ** 0.5)",
        "math.floor(($small:50) / 3)"),
    "index or count": (0.5, "$seq.count($int)"),
    "call": (2, "$call:value"),
    "call that returns a pair": (1.5, "$call:pair[$(0|1|-1)]"),
    "call with a table": (1, "$call:over"),
    "two calls with tables": (1, "($call:over $(+|-|* 3 +) $call:over)"),
    "named expression": (0.3, "!walrus ($tmp:x := $int)"),
    "named in its own expression": (0.3, "!shallow !walrus ($free:x + ($x := $bounded))",
        "!shallow !walrus (($free:x := $bounded) - $x)", "!shallow !walrus min($free:x, ($x := $bounded))",
        "!shallow !walrus ($free:x, ($x := $bounded), $x)[$(0|1|2)]"),
    "pop in an expression": (0.7, "!shallow ($list:x.pop() if $x else $int)", "!shallow ($list:x and $x.pop())",
        "!shallow ($list:x.pop() - $x.pop() if len($x) > 1 else $int)",
        "!shallow ($list:x.pop() * len($x) if $x else $int)", "!shallow (len($list:x) and $x[-1] - $x.pop())"),
    "starred argument": (0.7, "$(max|min)($int, *$flat)", "$call:starred"),
    "lambda table": (1.5, "$lambdas[$(0|1)]($int)"),
    "mask idiom": (2.5, "($cells & -cells)", "(~$cells & $full)", "($cells & cells - 1)", "($cells >> $(1|31|60|63))",
        "(($cells << $(1|2|8)) & $full)", "($cells ^ cells >> 1)", "($cells - ($int) % 9)", "($cells * 3 & $full)",
        "($cells // $(3|7|-2))", "($cells % $(1000|97|2305843009213693951|-5))", "($full - $cells)",
        "($cells).bit_length()", "($cells | 1 << $(62|63))", "abs(-$cells)", "($cells >> ($int) % 64 & 1)",
        "divmod($cells, $(3|8589934592))[$(0|1)]"),
    "imported under another name": (0.2, "common($int, $int)", "maths.isqrt(($int) % 50)"),
}  # fmt: skip
COMPARISONS: Table = {
    "comparison": (6, "$int $(<|<=|==|!=|>|>=) $int"),
    "truth of a number": (1.5, "$int"),
    "in a table": (0.8, "$int $(in|not in) $table"),
    "in a range": (0.7, "$int $(in|not in) range($int, $int)", "$int in range($int)"),
}  # fmt: skip
TESTS: Table = COMPARISONS | {
    "chained comparison": (1, "$int $(<|<=|==|!=|>|>=) $int $(<|<=|==|!=|>|>=) $int"),
    "search in a chain": (0.1, "$int $(<|==|>) $int in $flat"),
    "in a range by steps": (0.3, "$int $(in|not in) range($int, $int, $(1|2|3|-1|-2|5))"),
    "in a set": (0.6, "$int $(in|not in) $set"),
    "in a row": (0.5, "$int in $rows:x[($int) % len($x)]"),
    "in a table of pairs": (0.5, "($int, $int) $(in|not in) $pairs", "($int, $int) $(in|not in) $pairset"),
    "in a shown tuple": (0.5, "$int $(in|not in) ($int,)", "$int in ($int, $int)", "$int not in [$int, $int, $int]",
        "$int in {$int, $int}"),
    "in a list": (0.6, "$int $(in|not in) $list", "$int in $tuple"),
    "truth of a list": (1.2, "$anylist", "not $anylist"),
    "truth of a constant": (0.2, "$table", "not $table"),
    "not": (0.8, "not ($test)", "not $int"),
    "and, or": (1.2, "($test $(and|or) $test)", "$int $(and|or) $int"),
    "any or all": (0.7, "$(any|all)($test for $loop)", "not $(any|all)($test for $loop)",
        "$(any|all)([$test for $loop])"),
    "comparison of tuples": (0.5, "($int, $int) $(<|<=|==|!=|>|>=) ($int, $int)", "$tuple $(<|==|>) ($int, $int)"),
    "comparison of kinds": (0.05, "($int,) $(==|!=) $int", "($int,) == ($int, $int)"),
    "list comparison": (0.5, "$list $(==|!=) [$int]", "($int,) == tuple($list)", "$list != $list",
        "tuple($list) != ($int, $int)"),
    "comparison with None": (0.5, "($int) $(is|is not|==) None"),
    "is": (0.5, "($test) $(is|is not) $(True|False)"),
    "range object": (1, "$int in $range"),
    "call of a test": (1.5, "$call:test"),
}  # fmt: skip
RANGES: Table = {
    "range": (3, "range($small:5)"),
    "range from": (2, "range($small:4, $small:6)", "range($(-2|1), $small:6)"),
    "range by steps": (1.2, "range($small:9, $(-1|0|2), $(-1|-2|-3))", "range($small:3, $small:12, $(2|3|4))",
        "range($small:3, $small:12, 1 + $small:2)"),
    "loop over a table": (2, "$table"),
    "loop over a tuple": (0.8, "$tuple"),
}  # fmt: skip
NUMBERS: Table = RANGES | {
    "range by a computed step": (0.3, "range($small:4, $small:9, ($int) % 7 - 3 or 2)"),
    "loop over a row": (0.7, "$rows:x[($int) % len($x)]"),
    "loop over a set": (0.8, "$set"),
    "loop over a list": (2.5, "$list"),
    "loop over a shown tuple": (0.8, "($int,)", "($int, $int)", "[$int, $int, $int]"),
    "sorted": (0.4, "sorted($numbers)", "sorted(($int, $int))"),
    "sorted in reverse": (0.2, "sorted($numbers, reverse=True)"),
    "reversed": (0.5, "reversed(range($small:4, $small:6))", "reversed(range($small:9, 0, -2))", "reversed($table)"),
    "reversed list": (0.5, "reversed($list)"),
    "slice": (0.7, "$seq$slice"),
    "tuples added": (0.3, "($table + ($int, $int))", "(*$table, *[$int, $int])"),
    "starred display": (0.3, "(*$table, $int)"),
    "tuple repeated": (0.5, "$table * $(2|0|3)"),
    "comprehension": (0.7, "($int for $loop)", "[$int for $loop]"),
    "helper generator": (2, "$call:each"),
    "list or tuple called": (0.3, "$(list|tuple)($numbers)"),
    "set made": (0.5, "{$int, $int}", "set($table)", "{k % 3 for k in $table}", "sorted(set($table))"),
    "set operation": (0.5, "sorted($set & $set)", "sorted($set - $set)"),
    "range object": (0.5, "$range"),
}  # fmt: skip
PAIRED: Table = {
    "loop over pairs": (1.2, "$pairs", "$pairs$slice"),
    "loop over a list of pairs": (1, "$pairlist"),
    "loop over shown pairs": (0.3, "(($int, $int),)", "(($int, $int), ($int, $int))"),
    "enumerate": (0.8, "enumerate($numbers)", "enumerate($numbers, 1)", "enumerate($numbers, start=$int)"),
    "zip": (0.5, "zip($table, $table)", "zip($table, $table[::-1])", "zip($table, $table[1:])"),
    "zip of computed": (0.3, "zip($numbers, $table)"),
    "comprehension of pairs": (0.3, "(($int, $int) for $loop)", "[($int, $int) for $loop]"),
    "reversed list": (0.2, "reversed($pairlist)"),
}  # fmt: skip
ITERABLES: dict[str, tuple[float, Table, tuple[str, ...]]] = {  # weights, what is looped over, and targets
    "number": (6, NUMBERS, ("$k",)),
    "pair": (2.5, PAIRED, ("$k, $k", "$k, $k", "($k, $k)", "[$k, $k]")),
    "number and pair": (0.5, {"loop over nested tuples": (1.5, "$nested"), "enumerate": (0.3, "enumerate($pairs)")},
        ("$k, ($k, $k)",)),
    "pair and number": (0.5, {"loop over nested tuples": (1.5, "$forks"), "zip": (0.3, "zip($pairs, $table)")},
        ("($k, $k), $k",)),
    "triple": (0.5, {"loop over triples": (1, "$triples")}, ("$k, $k, $k",)),
}  # fmt: skip

SIMPLE: Table = {
    "assignment": (4, "$target:x = $value"),
    "annotation": (0.6, "$new:x: int = $value"),
    "augmented assignment": (2.5, "$free:x $(+|-|&|^)= $value", "$free:x |= $value", "$free:x $(//|%)= $div",
        "$free:x >>= $small:5", "$free:x $(*= 2|<<= 1)\n$x %= 997"),
    "several targets": (0.3, "$target:x = $new:y = $value"),
    "unpacking": (1, "$target:x, $new:y = $value, $value", "$new:x, $new:y, $new:z = $value, $value, $value"),
    "swap": (0.6, "$free:x, $free:y = $y, $x"),
    "swap with a change": (0.4, "$free:x, $free:y = $y, ($x + $y) % $(7|97|1000)"),
    "nested targets": (0.4, "$new:x, ($new:y, $new:z) = $value, ($value, $value)",
        "($new:x, $new:y), $new:z = ($value, $value), $value"),
    "starred target": (0.7, "$new:x, *$newlist:y = $flat", "*$newlist:y, $new:x = $flat"),
    "row unpacked": (0.7, "$new:x, $new:y = $pairs:p[($int) % len($p)]", "$free:x, $new:y = $pairs:p[$x % len($p)]",
        "$new:y, $free:x = $pairs:p[$x % len($p)]"),
    "divmod unpacked": (0.4, "$new:x, $target:y = divmod($int, $div)"),
    "pair of a helper": (1.2, "!out $target:x, $new:y = $call:pair",
        "$new:x, $new:y = $call:pair\n$x %= 9973\n$y &= 65535"),
    "sorted unpacked": (0.3, "$new:x, $new:y = sorted(($int, $int))",
        "$new:x, $new:y, $new:z = sorted(($int, $int, $int))"),
    "tuple variable": (0.8, "$newtuple:x = ($value,)", "$newtuple:x = $value, $value",
        "$newtuple:x = ($value, $value, $value)"),
    "tuple assigned again": (0.3, "$newtuple:x = ($value, $value)\n$x = ($x[-1], $value)",
        "$newtuple:x = ($value,)\n$x = ($value,)"),
    "tuple of sorted": (0.3, "$newtuple:x = tuple(sorted($tuple))"),
    "constant under another name": (0.3, "$newtuple:x = $flat"),
    "append": (2, "$list.append($value)", "$pairlist.append(($value, $bounded))"),
    "pop": (0.7, "if $list:l:\n    $l.pop()", "if len($list:l) > 1:\n    $new:x = $l.pop()\n    $yield",
        "if $pairlist:l:\n    $new:x, $new:y = $l.pop()\n    $yield"),
    "pop at a place": (0.3, "if $list:l:\n    $new:x = $l.pop($(-1|0))\n    $yield"),
    "element assigned": (0.8, "if $list:l:\n    $l[$(0|-1)] $(=|+=|-=|^=) $bounded",
        "if $list:l:\n    $l[($int) % len($l)] |= $bounded", "if $pairlist:l:\n    $l[$(0|-1)] = ($value, $bounded)"),
    "elements swapped": (0.4, "if len($list:l) > 1:\n    $l[0], $l[-1] = $l[-1], $l[0]",
        "if $list:l:\n    $l[0], $l[($int) % len($l)] = $l[-1], $l[0]"),
    "list extended": (0.6, "!shallow $list:l += $numbers", "!shallow $list:l.extend($numbers)",
        "$list:l = $l + [$bounded]", "$list:l = [*$l, $bounded]", "!shallow $list:l += $l",
        "$pairlist:l += [($value, $bounded)]"),
    "list sorted": (0.4, "$list.sort()", "$list:l = sorted($l)"),
    "list filtered": (0.4, "$list:l = [k for k in $l if $innertest:k]", "$list:l = [$inner:k for k in $l]",
        "$pairlist:l = [($inner:i, i) for i, j in $l if $innertest:j]"),
    "list cut": (0.5, "$list:l = $l$slice", "$pairlist:l = $l[::-1]"),
    "list method": (0.7, "$list.reverse()", "$list.insert($int, $value)", "$list.clear()", "$list:l = $l.copy()",
        "$list.sort(reverse=True)", "if $bounded in $list:l: $l.remove($l[0])"),
    "slice assignment": (0.5, "$list[$(1:2|0:1|:|::2|1:)] = [$value]"),
    "del item": (0.5, "if $list:l:\n    del $l[$(0|-1|1:|:1)]"),
    "aliased list": (0.8, "$newlist:x = $list\n$x.append($value)"),
    "list copied": (0.4, "$newlist:x = list($list)\n$x.append($value)", "$newlist:x = $list[:]\n$x.append($value)",
        "$newlist:x = [*$list]"),
    "list changed in its loop": (0.4,
        "!shallow for $tmp:x in $list:l:\n    if len($l) < $(4|6|9):\n        $l.append($value)\n    $yield",
        "!shallow for $tmp:x in $(list||tuple)($list:l):\n    if len($l) > 2:\n        $l.pop()",
        "!shallow for $tmp:x in $list:l:\n    $l = $l[1:]\n    $yield"),
    "break or continue": (2, "!loop if $test:\n    $(break|continue)"),
    "one-line if": (0.3, "!loop if $test: $(break|continue)"),
    "early return": (0.4, "if $test and $test:\n    $leave"),
    "raise": (0.25, "if $test and $test:\n    raise $(ValueError|IndexError)",
        "if $test and $test:\n    raise ValueError(7)"),
    "assert": (0.5, "assert $test or $test"),
    "pass or expression": (0.1, "pass", "...", '"""A text."""', "pass  # yield 1", "$int"),
    "target that is an element": (0.7, "if len($list:l) > 1:\n    for $l[0] in $table:\n        pass",
        "if len($list:l) > 1:\n    $l[-1] = $l.pop()", "if len($list:l) > 1:\n    $l[0] += $l.pop()",
        "$new:x = 0\nif len($list:l) > 1:\n    $x, $l[$x] = $x, $bounded",
        "$new:x = 0\nif len($list:l) > 1:\n    $x = $l[0] = $bounded"),
    "named in an unpacking": (0.2, "$new:x = $int\n$x, $new:y = ($x := $bounded), $x + 1",
        "$new:x = $int\n$x, $new:y = $bounded, ($x := $bounded)"),
    "variable of a comprehension": (0.4, "$new:x = $value\n$new:y = $(sum|len)([$inner:x for $x in $numbers]) + $x"),
    "bounded variable": (0.5, "$free:x $(%= 97|&= 31|%= 10)"),
    "option": (5, "!inner $yield"),
}  # fmt: skip
STATEMENTS: Table = SIMPLE | {
    "list variable": (2.5, "$newlist:x = [$value, $value]", "$newlist:x = [$value]",
        "$newlist:x = []\n$x.append($value)", "$newlist:x = list($numbers)", "$newlist:x = sorted($numbers)",
        "$newlist:x = [*$table, $value]", "$newlist:x: list[int] = [$int]"),
    "list comprehension": (1, "$newlist:x = [$int for $loop]"),
    "list repeated": (0.5, "$newlist:x = [$int] * ($small:4)"),
    "list of pairs": (0.6, "$newpairs:x = [($int, $int)]", "$newpairs:x = [($int, $int), ($int, $int)]",
        "$newpairs:x = [($int, $int) for $loop]"),
    "chosen list": (0.5, "$newlist:x = [$value] if $test else [$value, $value]",
        "$newlist:x = sorted($numbers) if $test else [$value]",
        "for $tmp:k in [$value] if $test else sorted($numbers):\n    $block"),
    "if": (3, "if $test:\n    $block"),
    "if with else": (1.2, "if $test:\n    $block\nelse:\n    $block"),
    "elif": (0.5, "if $test:\n    $block\nelif $test:\n    $block\nelse:\n    $block"),
    "assigned in both branches": (0.4, "if $test:\n    $both:x = $value\nelse:\n    $x = $value"),
    "if with named expression": (0.7, "if ($target:x := $value) $(<|>|!=|>=|==) $int:\n    $block",
        "if ($new:x := $value) > $int and $x < $int:\n    $block"),
    "for": (5, "for $for:\n    $block"),
    "else of a loop": (0.6, "for $for:\n    $block\nelse:\n    $block"),
    "loop variable changed": (0.5, "for $tmp:x in $numbers:\n    $x $(+=|^=|-=) $bounded\n    $block"),
    "loop variable after a loop": (0.5, "$new:x = $int\nfor $x in $numbers:\n    $block"),
    "for with break and else": (1, "for $for:\n    if $test:\n        $yield\n        break\nelse:\n    $block",
        "for $for:\n    if $test:\n        break\nelse:\n    $block"),
    "while": (1.2, "!nest $new:x = $small:20\nwhile $x > 0:\n    $x $(-= 1|//= 2|>>= 1|-= 3)\n    $block",
        "!nest $new:x = $small:99\nwhile $x and ($test):\n    $block:1\n    $x &= $x - 1"),
    "else of a while": (0.3, "!nest $new:x = $small:5\nwhile $x:\n    $x -= 1\n    $block\nelse:\n    $block"),
    "while True": (0.6,
        "!nest $new:x = $small:6\nwhile $(True|1):\n    $x -= 1\n    if $x < 0 or $test:\n        break\n    $block"),
    "while with named expression": (0.4,
        "!nest $new:x = $small:40\nwhile ($x := $x $(// 2|- 1|>> 1)) > 0:\n    $block"),
    "while over digits": (0.4,
        "!nest $new:x = abs($int) % 1000\nwhile $x:\n    $x, $new:y = divmod($x, $(2|3|10))\n    $block"),
    "range whose ends change": (0.5,
        "!shallow $free:x = ($x) % 7\nfor $tmp:k in range($x, $(9|-1), $(1|-1)):\n    $x $(-= 1|+= 1|= 0|//= 2)\n    $block",
        "!shallow $free:x = ($x) % 7\nfor $tmp:k in range($x):\n    $x $(-= 1|= 0|//= 2)\n    $block"),
    "named in a comprehension": (0.7,
        "$new:x = $int\nif $(any|all)(($x := $bounded) $(<|>|==) $^int for $loop):\n    $block"),
    "unassigned": (0.7, "if $test:\n    $tmp:x = $value\nif $test:\n    $yield:x"),
}  # fmt: skip
YIELDS: Table = {
    "one option": (8, "yield $option"),
    "split": (2.5, "yield $(split|grundy.split|cut)($option, $option)", "yield split()", "yield split($option)",
        "yield cut($option, $option, $option)"),
    "move of a split": (0.7, "yield split($option, $option, move='a move')", "yield split($option, move=f'take {$var}')",
        "yield split($option, move=None)"),
    "moves again": (0.5, "yield split($option, again=$(True|False|1))", "yield split($option, again=$test)",
        "yield split($option, $option, again=$int)"),
    "move with an effect": (0.5, "yield split($option, move=str(9 // ($int)))",
        "yield split($option, move=str($list.pop()))", "!out yield split($option, move=f'{($free := 3)}')"),
    "split of a loop": (0.8, "yield split(*[$option for $loop])", "yield split($^option, *($option for $loop))",
        "!rules $tmp:x = [$option for $loop]\nyield split(*$x[:2])",
        "!rules $tmp:x = [$option for $loop]\nyield split(*$x, $^option)"),
    "win": (0.5, "if $test and $test:\n    yield win()", "if $test and $test:\n    yield grundy.win(move='all')"),
    "conditional yield": (0.7, "yield $option if $test else $option", "yield $option if $test else split($option)"),
    "yield from a comprehension": (1.2, "yield from ($option for $loop)", "yield from [$option for $loop]"),
    "yield from a set": (0.5, "yield from {$option, $option}"),
    "yield from shown options": (0.4, "yield from ($option,)", "yield from [$option, $option]"),
    "yield from a conditional": (0.3, "yield from (($option) for $loop) if $^test else ()"),
    "yield from a list": (0.5, "!rules $tmp:x = []\nfor $for:\n    $x.append($option)\nyield from $x",
        "!rules $tmp:x = [$option for $loop]\nyield from $x[::-1]"),
    "yield from a helper": (5, "!rules yield from $call:options"),
    "yield from a range": (1.5, "!one !guarded yield from range($top)",
        "!one !guarded yield from range(max(0, $top - 3), $top)", "!one !guarded yield from [k for k in range($top)]",
        "!one !guarded yield from range($top - 1, -1, -2)"),
    "takes of a table": (1.2, "!one yield from ($top - k for k in $table if 0 < k <= $top)",
        "!one for k in $table:\n    if $top >= k > 0:\n        yield $top - k",
        "!one for k in range(1, $top + 1):\n    if k in $table:\n        yield $top - k"),
    "state changed by slices": (2.5, "!tuple yield ($below,) + $state[1:]",
        "!tuple yield $state[:0] + ($below, *$state[1:])", "!tuple yield tuple([$top - 1, *$state[1:]])",
        "!tuple $tmp:x = list($state)\n$x[0] = $below\n$x[$(1|-1)] = $other\nyield tuple($x)",
        "!tuple yield tuple($top - 1 if i == 0 else ($inner:i) % 5 for i in range(len($state)))"),
}  # fmt: skip

CONSTANTS: Table = {  # shares of programs, how they are used, and texts
    "K": (0.5, "number", "$num", "$num", "True", "2**62", "2**63 - 1", "-(2**63)", "2**64 - 1"),
    "LIMIT": (0.4, "number", "$lit"),
    "STEPS": (1, "table flat", "($num, $num, $num)", "($num, $num)", "($num,)", "(True, $num)", "($num, 2**40, $num)"),
    "TAKES": (0.7, "table flat list", "[$num, $num, $num]", "[$num]"),
    "MORE": (0.4, "table flat", "($num, $num, $num, $num)"),
    "EMPTY": (0.3, "table", "()", "[]"),
    "MASKS": (1, "table flat", "!cells (1 << 63, 3 << 62, 5, 0xF << 60)"),
    "PAIRS": (0.6, "pairs rows", "(($num, $num), ($num, $num))", "(($num, $num), ($num, $num), ($num, $num))"),
    "ROWS": (0.3, "rows", "(($num,), ($num, $num), ($num, $num, $num))", "(($num, $num), (), ($num,))"),
    "NESTED": (0.2, "nested", "(($num, ($num, $num)), ($num, ($num, $num)))"),
    "FORKS": (0.2, "forks", "((($num, $num), $num),)"),
    "TRIPLES": (0.2, "triples", "(($num, $num, $num), ($num, $num, $num))"),
    "SET": (0.3, "set", "{$num, $num, 7}", "frozenset(($num, $num))", "set([$num, $num, $num])"),
    "PAIR_SET": (0.2, "pairset", "{($num, $num), ($num, $num)}"),
    "SPAN": (0.2, "range", "range(5)", "range(2, 9, 3)", "range(6, 0, -2)"),
    "OPS": (0.2, "lambdas", "(lambda k: $fn:k, lambda k: $fn:k)"),
}  # fmt: skip
METHODS = """\
    def change(self, x, y=1):
        return ($fn:x) + self.width * y + len(self.steps)
    def runs(self, x):
        for step in self.steps:
            yield step + ($fn:x)
"""
FIELDS = "    width: int\n    steps: tuple\n"
MADE = "\nHELPER = HELPER_($lit, ($num, $num))\nHELPERb = HELPER_($lit, ($num,))"
USED = """value HELPER.change($int)
value HELPERb.change($int, y=$int)
each HELPERb.runs($int)
table HELPER.steps
attribute HELPER.width
attribute HELPERb.steps[-1]"""
HELPERS: Table = {  # how they are used, and how they are written
    "helper: value": (3,
        ("value HELPER($int, $int)\nvalue HELPER(y=$int, x=$int)", "def HELPER(x, y):\n    $body:value,x,y")),
    "helper: test": (2, ("test HELPER($int)\ntest HELPER(x=$int)", "def HELPER(x):\n    $body:test,x")),
    "helper: pair": (2,
        ("pair HELPER($int, $int)\npair HELPER($int, y=$int)", "def HELPER(x, y):\n    $body:pair,x,y")),
    "helper: each": (2.5, ("each HELPER($int)", "def HELPER(x):\n    $body:each,x"),
        ("each HELPER($int, $int, $int)", "def HELPER(x, y, z):\n    $body:each,x,y,z")),
    "default argument": (1,
        ("value HELPER($int)\nvalue HELPER($int, $int)", "def HELPER(x, y=$(2|-3)):\n    $body:value,x,y"),
        ("test HELPER($int)\ntest HELPER($int, y=$int)", "def HELPER(x, y=1):\n    $body:test,x,y")),
    "positional-only": (0.8, ("value HELPER($int, $int)", "def HELPER(x, y, /):\n    $body:value,x,y")),
    "lambda helper": (2, ("value HELPER($int, $int)", "HELPER = lambda x, y: $fn:x,y")),
    "two lambdas on a line": (1,
        ("value HELPER($int)\nvalue HELPERb($int)", "HELPER, HELPERb = lambda x: $fn:x, lambda x: $fn:x")),
    "helper over a table": (2.5,
        ("over HELPER($table, $int)\nover HELPER($table$(|[1:]|[::-1]), $int)\nover HELPER($table + (9,), $int)",
        "def HELPER(over, x):\n    for k in over:\n        if k > x:\n            return k\n    $body:value,x"),
        ("each HELPER($rows[0], $int)\neach HELPER($table, $int)",
        "def HELPER(over, x):\n    for k in over:\n        yield k + x * len(over)\n    $body:each,x")),
    "helper: options": (4, ("options HELPER($top, $int)", "!one def HELPER(n, k):\n    $body:options,n,k"),
        ("options HELPER($top, $int, $int)", "!two def HELPER(a, b, k):\n    $body:options,a,b,k")),
    "closure": (2.2, ("value HELPER($int)\nvalue HELPERb($int)",
        "def make_HELPER(by):\n    return lambda x: ($fn:x,by) + by\nHELPER, HELPERb = make_HELPER(2), make_HELPER($(5|-1))"),
        ("value HELPER($int)",
        "def make_HELPER(by):\n    def inner(x):\n        return ($fn:x,by) + by\n    return inner\nHELPER = make_HELPER(3)")),
    "decorator with wraps": (2, ("value HELPER($int)",
        "def also_HELPER(f):\n    @functools.wraps(f)\n    def inner(x):\n        return $(f(x) + 1|f(x + 1)|-f(x)|f(x) % 5)\n    return inner\n@also_HELPER\ndef HELPER(x):\n    return $fn:x")),
    "decorator without wraps": (0.7, ("value HELPER($int)",
        "def also_HELPER(f):\n    def inner(x):\n        return f(x) if x > 2 else x\n    return inner\n@also_HELPER\n@also_HELPER\ndef HELPER(x):\n    return $fn:x")),
    "cached function": (0.7, ("value HELPER($int)", "@functools.$(cache|lru_cache)\ndef HELPER(x):\n    return $fn:x")),
    "function defined twice": (2.2,
        ("value HELPER($int)", "def HELPER(x):\n    return $fn:x\ndef HELPER(x):\n    return $fn:x"),
        ("value HELPER($int)",
        "if $(True|STEPS|not STEPS):\n    def HELPER(x):\n        return $fn:x\nelse:\n    def HELPER(x):\n        return $fn:x")),
    "constant that changed after a default": (1.8, ("value HELPER($int)\nvalue HELPER($int, by=$int)",
        "STEP_HELPER = 2\ndef HELPER(x, by=STEP_HELPER):\n    return ($fn:x,by) + by * STEP_HELPER\n$later:STEP_HELPER = $(5|-2)")),
    "object: named tuple": (1.2, (USED, "class HELPER_(NamedTuple):\n" + FIELDS + METHODS + MADE)),
    "object: frozen dataclass": (1.2, (USED, "@dataclass(frozen=True)\nclass HELPER_:\n" + FIELDS + METHODS + MADE)),
    "object: data": (1.2, (USED,
        "@dataclass(frozen=True)\nclass HELPER_:\n" + FIELDS + "    is_data = True\n" + METHODS + MADE)),
    "object: class": (1.2, (USED,
        "class HELPER_:\n    def __init__(self, width, steps):\n        self.width = width\n        self.steps = steps\n" + METHODS + MADE)),
    "property": (0.5, ("value HELPER.double",
        "class HELPER_(NamedTuple):\n    width: int\n    @property\n    def double(self):\n        return 2 * self.width\nHELPER = HELPER_($lit)")),
    "class method": (0.5, ("value HELPER.less($int)\nvalue HELPER.more($int)",
        "class HELPER_(NamedTuple):\n    width: int\n    @staticmethod\n    def less(x):\n        return x - 1\n    @classmethod\n    def more(cls, x):\n        return x + 1\nHELPER = HELPER_($lit)")),
    "own builtin": (0.7, ("value abs($int)", "def abs(x):\n    return ($fn:x) + 1"),
        ("value bool($int)", "def bool(x):\n    return ($fn:x) + 1"), ("", "$later:min, max = max, min"),
        ("", "$later:any, all = all, any"), ("", "$later:sum = len"), ("", "$later:abs = lambda x: x + 1"),
        ("", "$later:len = lambda given: 2")),
    "list argument": (0.7, ("value HELPER([1, 2], $int)\nvalue HELPER([*STEPS, 3], $int)\nvalue HELPER($list, $int)",
        "def HELPER(given, x):\n    $(given.append(x)|given[0] = x|given = [x]|given += [x]|x += 1)\n    return len(given) + sum(given) + x")),
    "keyword-only": (1.2,
        ("value HELPER($int)\nvalue HELPER($int, y=$int)", "def HELPER(x, *, y=2):\n    return $fn:x,y")),
    "list given as default": (0.7, ("value HELPER($int)",
        "def HELPER(x, found=[4, 2]):\n    for k in found:\n        if k > x:\n            return k\n    return $fn:x")),
    "starred argument": (0.7,
        ("starred HELPER(*$pairs[0])\nvalue HELPER(*(2, 5))", "def HELPER(x, y):\n    return $fn:x,y")),
    "helper with a flag": (2.5, ("over HELPER($(True|False|0|None|3 - 2|2000 * 3), $int)\nover HELPER($number, $int)",
        "def HELPER(flag, x):\n    if flag:\n        $body:value,x\n    $body:value,x")),
    "helper of a tuple": (1.8, ("over HELPER((2, 3), $int)\nover HELPER($pairs[0], $int)\nover HELPER((7, -1), $int)",
        "def HELPER(pair, x):\n    $(one, other = pair|other, one = pair[0], pair[1])\n    return one * 3 - other + ($fn:x)")),
}  # fmt: skip

WRAPPED = """\
def wrapped(f):
    @functools.wraps(f)
    def inner(GIVEN):
        {}
    return inner
@wrapped
def rules(SIGNED):
    $rules"""
BOUND = """\
class Game:
    limit = 4
    def rules(self, SIGNED):
        $rules
GAME = Game()
def rules(SIGNED):
    yield from {}.rules(GIVEN)"""
RULES: Table = {
    "rules": (25, "def rules(SIGNED):\n    $rules"),
    "rules that return": (2, "def rules(SIGNED):\n    $begin\n    if not (GUARD):\n        return ()\n    return $returned"),
    "rules as a lambda": (1, "rules = lambda GIVEN: ($option for $loop if GUARD)"),
    "decorated rules": (2, WRAPPED.format("yield from f(GIVEN)"), WRAPPED.format("for one in f(GIVEN): yield one"),
                        WRAPPED.format("yield from list(f(GIVEN))[:2]")),
    "bound method of the rules": (1.5, BOUND.format("GAME"), BOUND.format("GAME"), BOUND.format("Game()")),
    "rules in a factory": (1.5, "def factory(K0):\n    def rules(SIGNED):\n        $rules\n    return rules\nrules = factory(3)"),
}  # fmt: skip
RETURNED = ("[$option for $loop]", "($option for $loop)", "[$option, $option]", "($option, split($option))")
ACCELERATORS = {
    "canonical": ("def canonical(GIVEN):\n    return tuple(sorted((GIVEN)))",
                  "def canonical(GIVEN):\n    $statement\n    return STATE"),
    "components": ("def components(GIVEN):\n    parts = [STATE]\n    if $test:\n        parts.append(STATE)\n    return parts",
                   "def components(GIVEN):\n    $statement\n    yield STATE\n    if $test:\n        yield STATE"),
}  # fmt: skip

# The forms of states: weights, parameters, how they are unpacked, and how an option is written.
FORMS: dict[str, tuple[float, str, str, str]] = {
    "one": (26, "n", "", "$below"),
    "two": (20, "a, b", "", "($below, $other)"),
    "three": (7, "a, b, c", "", "($below, $other, $other)"),
    "four": (5, "a, b, c, d", "", "($below, $other, $other, $other)"),
    "tuple1": (5, "s", "a, = s", "($below,)"),
    "tuple2": (7, "s", "a, b = s", "($below, $other)"),
    "tuple3": (7, "s", "a, b, c = s", "($below, $other, $other)"),
    "tuple4": (5, "s", "a, b, c, d = s", "($below, $other, $other, $other)"),
    "nested": (5, "s", "a, (b, c) = s", "($below, ($other, $other))"),
    "nested pair": (5, "s", "(a, b), c = s", "(($below, $other), $other)"),
    "truth": (5, "a, flag", "", "($below, $(True|False|not $int|bool($int)))"),
    "mask": (5, "cells", "", "$mask"),
    "wide mask": (7, "cells", "", "$mask"),
    "wide pair": (5, "cells, turn", "", "($mask, $other)"),
    "negative": (5, "n", "", "max(-8, $top - 1 - abs($payload) % 3)"),
}  # fmt: skip
BELOW = ("($payload) % $top", "min(max($payload, 0), $top - 1)", "abs($payload) % $top", "$top - 1 - ($payload) % $top")
ANY = ("($payload)", "($payload)", "($payload) % 50", "($payload) & 255")
LOOPED = [table for _, table, _ in ITERABLES.values()]
TABLES: tuple[Table, ...] = (
    ATOMS,
    INTEGERS,
    TESTS,
    NUMBERS,
    PAIRED,
    SIMPLE,
    STATEMENTS,
    YIELDS,
    HELPERS,
    RULES,
    *LOOPED,
)
CONSTRUCTS: frozenset[str] = frozenset().union(*TABLES)


def texts_of(names: Collection[str]) -> Iterator[object]:
    """Yield the texts of some constructs."""
    for table in TABLES:
        for name in table.keys() & names:
            yield from table[name][1:]
