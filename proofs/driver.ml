(* grundy-formal check CODE N0 P < VALUES, window CODE MASK SIDE N0 P < FIRST VALUES, sparse CODE MASK SIDE < VALUES,
   misere CODE [N0 P] < CLAIM, board < SOLVED, options CODE N, values CODE LENGTH, picks T B L R < BOARD. SIDE is 0, 1 or -.
   A claim has a line each for the elements of heaps 0, 1, ..., for P, for the generators, and for each element, times each
   of them. A solved board has a line for the nimber, one for row and column of each winning pick, counted from 0, one for
   the nimbers of all rectangles, and the rows of the board, . and X. *)
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
let small = Array.init 4096 num                                 (* equal values are one object *)
let value v = if v < 4096 then small.(v) else num v
let read () =
  let ended n acc = if n < 0 then acc else if n < 1 lsl 30 then n :: acc else failwith "number out of range" in
  let rec go n acc = match input_char stdin with
    | '0' .. '9' as c when n < 1 lsl 30 -> go ((if n < 0 then 0 else 10 * n) + Char.code c - 48) acc
    | ' ' | '\n' -> go (-1) (ended n acc)
    | c -> failwith (Printf.sprintf "expected numbers, found %C" c)
    | exception End_of_file -> List.rev (ended n acc) in
  go (-1) []
let line () = List.map number (List.filter ((<>) "") (String.split_on_char ' ' (input_line stdin)))
let rec lines acc = match line () with l -> lines (List.map num l :: acc) | exception End_of_file -> List.rev acc
let answer proved claim =
  print_endline ((if proved then "proved: " else "NOT proved: ") ^ claim);
  exit (if proved then 0 else 1)
let misere code repeats heaps =
  let values = line () in let lost = line () in let generators = line () in let action = lines [] in
  answer (misere_check (digits code) repeats (List.map num values) (List.map num lost) (List.map nat generators) action)
    (Printf.sprintf "the misere quotient of %s, %s: order %d, %d P" code (heaps (List.length values - 1))
      (List.length action) (List.length lost))
let rec rows acc = match input_line stdin with
  | "" -> rows acc
  | row -> rows (List.map (function '.' -> true | 'X' -> false | _ -> failwith "a cell is . or X")
      (List.of_seq (String.to_seq row)) :: acc)
  | exception End_of_file -> List.rev acc
let rec two = function a :: b :: l -> (nat a, nat b) :: two l | _ -> []
let solved () =
  let nimber = List.hd (line ()) in let winning = two (line ()) in let table = List.map num (line ()) in
  answer (board_check (rows []) table (num nimber) winning)
    (Printf.sprintf "the board has nimber %d and %d winning picks" nimber (List.length winning))
let in_sparse_space code mask side n0 p check claim =
  let ds = digits code in
  let side = match side with "-" -> None | "0" -> Some 0 | "1" -> Some 1 | _ -> failwith "the side is -, 0 or 1" in
  let vs, far =
    Sparse_values.make (Array.of_list (List.map int_of_num ds)) (number mask) side n0 p (Array.of_list (read ())) in
  let rec listed i acc = if i < 0 then acc else listed (i - 1) (value vs.(i) :: acc) in
  let all = listed (Array.length vs - 1) [] in
  answer (far <= Sparse_values.most && check ds (num (number mask)) (Option.map ((=) 1) side) (nat far) all) (claim all)
let words show l = String.concat " " (List.map show l)

let run () = match Array.to_list Sys.argv with
  | [_; "check"; code; n0; p] ->
      answer (check (digits code) (List.map value (read ())) (nat (number n0)) (nat (number p)))
        (Printf.sprintf "%s has least preperiod %d and least period %d" code (number n0) (number p))
  | [_; "window"; code; mask; side; n0; p] ->
      in_sparse_space code mask side (number n0) (number p)
        (fun ds mask side far all -> window_check ds mask side far all (nat (number n0)) (nat (number p)))
        (fun all -> Printf.sprintf "%s has least preperiod %d and least period %d, by its first %d nimbers" code
          (number n0) (number p) (List.length all))
  | [_; "sparse"; code; mask; side] -> in_sparse_space code mask side 0 0 sparse_check
        (fun all -> Printf.sprintf "the first %d nimbers of %s" (List.length all) code)
  | [_; "misere"; code] -> misere code None (Printf.sprintf "heaps up to %d")
  | [_; "misere"; code; n0; p] -> misere code (Some (nat (number n0), nat (number p)))
      (fun _ -> Printf.sprintf "all heaps, least preperiod %d and least period %d" (number n0) (number p))
  | [_; "board"] -> solved ()
  | [_; "picks"; t; b; l; r] ->
      let n word = nat (number word) and show i = string_of_int (int_of_nat i) in
      let rectangle ((t, b), (l, r)) = words show [t; b; l; r] in
      List.iter (fun o -> print_endline (words rectangle o)) (picks (rows []) ((n t, n b), (n l, n r)))
  | [_; "options"; code; n] ->
      List.iter (fun o -> print_endline (words (fun h -> string_of_int (int_of_nat h)) o))
        (options (digits code) (nat (number n)))
  | [_; "values"; code; length] ->
      print_endline (words (fun v -> string_of_int (int_of_num v)) (values_of (digits code) (nat (number length))))
  | _ -> prerr_endline "usage: grundy-formal check CODE N0 P < VALUES | window CODE MASK SIDE N0 P < VALUES | misere CODE [N0 P] < CLAIM | ..."; exit 2

let () = try run () with
  | End_of_file -> prerr_endline "grundy-formal: the claim is too short"; exit 2
  | Failure message | Sys_error message -> prerr_endline ("grundy-formal: " ^ message); exit 2
  | Stack_overflow -> prerr_endline "grundy-formal: the stack is too small: ulimit -s unlimited"; exit 2
