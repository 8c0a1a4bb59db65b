(* Values for the checker of sparse spaces, and how far its witnesses reach. Nothing rests on this file: the checker
   proves each value, and wrong ones make it say that nothing is proved. *)

let most = 1 lsl 17                                             (* far is at most that, for the time it takes *)
let parity v = let rec go v p = if v = 0 then p else go (v land (v - 1)) (1 - p) in go v 0

(* At least the first n0 + 2 p + far + k values of a code, and far, which no rare heap exceeds, and no small heap of a
   witness. The given values, beyond all rare heaps, are the first ones; the others are the least common numbers that no
   move that leaves one heap is worth, and none that leaves a rare heap and another. *)
let make digits mask side n0 p given =
  let at bit = List.filter (fun t -> digits.(t) land bit <> 0) (List.init (Array.length digits) Fun.id) in
  let singles = List.filter ((<) 0) (at 2) and splits = at 4 in
  let k = List.fold_left max 0 (at 15) in
  let limit = min most ((if n0 = 0 then Array.length given else n0) - k - 1) in       (* a larger far proves nothing *)
  let common n v = (parity (v land mask) + match side with None -> 0 | Some s -> n + s) land 1 = 1 in
  let rares = List.filter (fun r -> not (common r given.(r))) (List.init (max 0 (Array.length given - 1)) succ) in
  let vs = ref given and seen = Array.make 65536 0 in
  let mark n v = if v < 65536 then seen.(v) <- n in
  let pairs = Array.of_list (List.concat_map (fun t -> List.map (fun r -> (t + r, given.(r))) rares) splits) in
  let extend total =
    let known = Array.length !vs in
    if known < total then vs := Array.append !vs (Array.make (total - known) 0);
    let vs = !vs in
    for n = known to total - 1 do
      List.iter (fun t -> if t < n then mark n vs.(n - t)) singles;
      Array.iter (fun (shift, x) -> if shift < n then mark n (x lxor vs.(n - shift))) pairs;
      let rec least v = if common n v && seen.(v) <> n then v else least (v + 1) in
      vs.(n) <- (try least 0 with Invalid_argument _ -> 0)
    done in
  (* The least size of the smaller heap with which each number below G(n) is found; n if there is none. *)
  let need n =
    let vs = !vs in
    let v = vs.(n) in
    let todo = ref v and stamp = -n in
    let found z = if z < v && z < 65536 && seen.(z) <> stamp then (seen.(z) <- stamp; decr todo) in
    List.iter (fun t -> if t < n then found vs.(n - t)) singles;
    let rec go i =
      if !todo = 0 then i - 1 else if i >= n then n
      else (List.iter (fun t -> if t + i < n then found (vs.(i) lxor vs.(n - t - i))) splits; go (i + 1)) in
    go 1 in
  let rec settle from far =
    extend (n0 + 2 * p + far + k);
    let total = Array.length !vs in
    let reach = ref far in
    for n = from to total - 1 do if !reach <= limit then reach := max !reach (need n) done;
    if !reach = far || !reach > limit then (!vs, !reach) else settle total !reach in
  let last = List.fold_left max 1 rares in
  settle (last + k + 1) last
