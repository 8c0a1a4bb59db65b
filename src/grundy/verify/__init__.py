"""The independent checker of certificates: it needs Python and NumPy, and imports nothing else of grundy.

- `reading` opens certificates and their files; `rules` and `board_rules` read games;
- `definition` checks nimbers of heaps against all options; `proof` checks those of millions of heaps;
- `boards` checks the rectangles of boards; `misere` checks misère quotients;
- `formal` runs the program that Coq has proved right, which `proofs/` builds;
- `main` is the command; `single_file` joins the modules into one program, ``python -m grundy.verify --single-file``.
"""
