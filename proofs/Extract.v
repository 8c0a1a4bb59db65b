(* The checker and the rules as an OCaml program, with Coq's own numbers. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Grundy Require Import Codes Checker Examples.
Extraction Language OCaml.
Extraction "extracted.ml" check options values_of.
