// Who searches for a word wants the tutorial before the attributes of that name.
var Scorer = {
  objNameMatch: 6,
  objPartialMatch: 3,
  objPrio: { 0: 0, 1: -2, 2: -4 },
  objPrioDefault: 0,
  title: 30,
  partialTitle: 20,
  term: 5,
  partialTerm: 2,
};
