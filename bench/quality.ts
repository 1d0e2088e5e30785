// Measures answer quality: nDCG@10 over hand-marked queries, duplicate shares, wrong or missing access codes; and the first places of answers by work.

import { printFirstFive } from './quality/first-five.ts'
import { createShareReader } from './quality/match-shares.ts'
import { createJudge, type Fault, mean, type Verdict } from './quality/metrics.ts'
import { type MarkedQuery, place, readQueries, readTruth } from './quality/queries.ts'
import { type OpenSearch, openSearch } from './quality/search.ts'
import { median } from './statistics.ts'

const shownWorst = 3
const shownFaults = 5

/** Prints the first places, which takes a second, and then the figures over all marked queries, the worst queries by name, and every kind of fault with examples. */
export async function benchQuality(): Promise<void> {
  await printFirstFive()
  const queries = readQueries()
  const mentions = readTruth()
  const judge = createJudge(mentions, createShareReader(mentions))
  console.info(
    `\nQuality: ${queries.length} queries marked by hand, all channels and plugins, calm weather, seed ${place.seed}`,
  )
  console.info('  without an archive:')
  print(await judgedAll(queries, judge, false))
  console.info('  with one in which all is that these queries find:')
  print(await judgedAll(queries, judge, true))
}

async function judgedAll(queries: readonly MarkedQuery[], judge: Judge, hasArchive: boolean): Promise<Verdict[]> {
  const search = await openSearch(place, hasArchive)
  try {
    if (hasArchive) for (const { wanted: _marks, ...fields } of queries) await search.ask(fields)
    const verdicts: Verdict[] = []
    for (const query of queries) verdicts.push(await judged(query, search, judge))
    return verdicts
  } finally {
    await search.close()
  }
}

type Judge = ReturnType<typeof createJudge>

async function judged(query: MarkedQuery, search: OpenSearch, judge: Judge): Promise<Verdict> {
  const { wanted: expected, ...fields } = query
  const { data, meta } = await search.ask(fields)
  if (!meta.complete) console.info(`  ${query.kw}: ${meta.sources.pending} sources had not answered`)
  return judge(query, 'merged_by_type' in data ? data.merged_by_type : {})
}

function print(verdicts: readonly Verdict[]): void {
  const scores = verdicts.map(({ ndcg }) => ndcg)
  const worst = verdicts.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, shownWorst)
  const perfect = scores.filter((score) => score === 1).length
  const sum = (of: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + of(verdict), 0)
  const links = sum((verdict) => verdict.links)
  const unrelated = sum((verdict) => verdict.strangers)
  const [expected, found] = [sum((verdict) => verdict.wanted), sum((verdict) => verdict.found)]
  console.info(
    `  nDCG@10        median ${median(scores).toFixed(3)}, mean ${mean(scores).toFixed(3)}, ${perfect} of ${scores.length} perfect`,
  )
  console.info(`  wanted links   ${found} of ${expected} answered`)
  console.info(`  worst          ${worst.map(({ kw, ndcg }) => `${kw} ${ndcg.toFixed(3)}`).join(' · ')}`)
  console.info(`  links judged   ${links}, of them ${unrelated} that the truth has no share for`)
  const faultsOf = (name: 'duplicates' | 'wrongCodes' | 'missingCodes') => verdicts.flatMap((verdict) => verdict[name])
  printFaults('duplicates', links, faultsOf('duplicates'))
  printFaults('wrong codes', links - unrelated, faultsOf('wrongCodes'))
  printFaults('missing codes', links - unrelated, faultsOf('missingCodes'))
}

function printFaults(name: string, of: number, faults: readonly Fault[]): void {
  const rate = of === 0 ? 0 : (100 * faults.length) / of
  console.info(`  ${name.padEnd(14)} ${faults.length} of ${of} (${rate.toFixed(2)} %)`)
  for (const { kw, url, said: text } of faults.slice(0, shownFaults)) console.info(`    ${kw}: ${url} ${text}`)
}
