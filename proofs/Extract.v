(* The checkers and the rules as an OCaml program, with Coq's own numbers. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Grundy Require Import Codes Checker MisereChecker WallMaking WindowChecker Examples.
Extraction Language OCaml.
Extraction "extracted.ml" check misere_check board_check sparse_check window_check options values_of picks.
