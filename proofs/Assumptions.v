(* What each theorem rests on beyond Coq itself: nothing. `make` fails if this prints another answer. *)
From Grundy Require Mex SpragueGrundy Codes GuySmith Checker Examples Moves.
Print Assumptions Mex.mex_is_mex.
Print Assumptions Mex.mex_unique.
Print Assumptions Mex.smaller_member.
Print Assumptions Moves.moves_spec.
Print Assumptions Moves.moves_end.
Print Assumptions SpragueGrundy.nimber_exists.
Print Assumptions SpragueGrundy.nimber_unique.
Print Assumptions SpragueGrundy.Sprague_Grundy.
Print Assumptions SpragueGrundy.winning_move.
Print Assumptions Codes.options_legal.
Print Assumptions Codes.heaps_end.
Print Assumptions Codes.nimber_mex.
Print Assumptions Codes.nimber_unique.
Print Assumptions Codes.nimber_unique_below.
Print Assumptions Codes.heaps_Sprague_Grundy.
Print Assumptions GuySmith.Guy_Smith.
Print Assumptions GuySmith.Guy_Smith_classical.
Print Assumptions Checker.check_sound.
Print Assumptions Checker.table_sound.
Print Assumptions Checker.winner_sound.
Print Assumptions Examples.kayles_period.
Print Assumptions Examples.dawsons_kayles_period.
Print Assumptions Examples.kayles_first_player_wins.
Print Assumptions Examples.one_comparison_less_is_false.
Print Assumptions Examples.preperiod_zero_is_false.
