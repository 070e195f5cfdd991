-- The fixtures of the example: a library with a corpus to read and two programs, and two agents.
--
-- iteration | agent        | what happens
-- ----------+--------------+------------------------------------------------------------------------
-- alpha-1   | kernel/alpha | runs the library's reader over the corpus; stores the claims as JSON: once
--           |              | as an object (refused by the tool's schema, with a lesson), then as a string
-- alpha-2   | kernel/alpha | publishes a program of its own, and sets a price of 5 scrip for it
-- beta-1    | kernel/beta  | finds the claims by a glob, reads them, pays 5 for alpha's program
-- beta-2    | kernel/beta  | wants to pay alpha more than it may, and has; pays what it can afford
-- beta-3    | kernel/beta  | may not write to the corpus; a program that never ends is stopped; it notes both

select kernel_principal('library', loop => false);
select kernel_principal('alpha', scrip => 100, llm_budget => 0.50, disk_quota => 10000);
select kernel_principal('beta', scrip => 40, llm_budget => 0.50, disk_quota => 10000);

select kernel_artifact('discourse_corpus', 'text',
  'Cooperation lowers the cost of building. Trust grows with each kept promise. '
  || 'A price tells what others need. Nobody reads what nobody can find.', 'library');

select kernel_artifact('corpus_reader', 'executable', $js$
function run(corpus) {
  const claims = read(corpus).content.split('.').map(s => s.trim()).filter(s => s.length > 0);
  return { source: corpus, claims: claims, count: claims.length };
}
$js$, 'library', executable => true);

select kernel_artifact('endless_search', 'executable', $js$
function run() { for (;;) { } }
$js$, 'library', executable => true);
