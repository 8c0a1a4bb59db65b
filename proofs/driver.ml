(* grundy-formal check CODE N0 P < VALUES; grundy-formal options CODE N; grundy-formal values CODE LENGTH *)
open Extracted

let rec pos n = if n = 1 then XH else if n land 1 = 0 then XO (pos (n lsr 1)) else XI (pos (n lsr 1))
let num n = if n = 0 then N0 else Npos (pos n)
let rec int_of_pos = function XH -> 1 | XO p -> 2 * int_of_pos p | XI p -> 2 * int_of_pos p + 1
let int_of_num = function N0 -> 0 | Npos p -> int_of_pos p
let nat n = let rec go acc n = if n = 0 then acc else go (S acc) (n - 1) in go O n
let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let digits code = List.filter_map (fun c -> if c = '.' then None else Some (num (int_of_string (Printf.sprintf "0x%c" c))))
  (List.of_seq (String.to_seq code))
let number text = let n = int_of_string text in if 0 <= n && n < 1 lsl 30 then n else failwith "number out of range"
let rec read acc = match Scanf.scanf " %s" (fun word -> word) with
  | "" -> List.rev acc
  | word -> read (num (number word) :: acc)
let words show l = String.concat " " (List.map show l)

let run () = match Array.to_list Sys.argv with
  | [_; "check"; code; n0; p] ->
      let proved = check (digits code) (read []) (nat (number n0)) (nat (number p)) in
      Printf.printf "%s: %s has least preperiod %d and least period %d\n"
        (if proved then "proved" else "NOT proved") code (number n0) (number p);
      exit (if proved then 0 else 1)
  | [_; "options"; code; n] ->
      List.iter (fun o -> print_endline (words (fun h -> string_of_int (int_of_nat h)) o))
        (options (digits code) (nat (number n)))
  | [_; "values"; code; length] ->
      print_endline (words (fun v -> string_of_int (int_of_num v)) (values_of (digits code) (nat (number length))))
  | _ -> prerr_endline "usage: grundy-formal check CODE N0 P < VALUES | options CODE N | values CODE LENGTH"; exit 2

let () = try run () with
  | Failure message | Sys_error message -> prerr_endline ("grundy-formal: " ^ message); exit 2
  | Stack_overflow -> prerr_endline "grundy-formal: the stack is too small: ulimit -s unlimited"; exit 2
