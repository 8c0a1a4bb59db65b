"""The independent checker of certificates: it needs Python and NumPy, and imports nothing else of grundy.

- `reading` opens certificates and their files, `rules` and `board_rules` read games;
- `definition` checks nimbers of heaps against all options, `proof` those of millions of heaps, `boards` rectangles;
- `misere` checks misère quotients;
- `formal` asks the program that Coq has proved right, which `proofs/` builds;
- `main` is the command; `single_file` joins the modules into one program, ``python -m grundy.verify --single-file``.
"""
