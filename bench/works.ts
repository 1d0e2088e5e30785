// Measures the recognition of works on titles marked by hand: the half that the rules were made with, the half held out, and further sets.
import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { groupWorks } from '../src/search/works/group-works.ts'
import { createRecogniser } from '../src/search/works/recognise.ts'
import { scoreOf } from './score.ts'
import { spread } from './statistics.ts'
import { furtherSets, type MarkedQuery, predictWorks, readMarkedTitles } from './works/predictions.ts'

const folder = join(import.meta.dirname, '../fixtures/works')
const rounds = 9
const warmUps = 3
const repeats = 5
/** The first lines of the scores, without those of attributes. */
const groupingLines = 3

/** Prints the scores of both halves and of the further sets, beside a plain rule, and the time for a title. */
export async function benchWorks(): Promise<void> {
  const queries = readMarkedTitles(folder)
  console.info('works: the plain rule is what stands before the first mark of quality, year or season')
  printScores('half to build with', queries.filter(isToBuildWith))
  printScores(
    'half held out',
    queries.filter((query) => !isToBuildWith(query)),
  )
  for (const set of furtherSets(folder)) {
    const marked = readMarkedTitles(set)
    const isMarked = marked.some(({ items }) => items.some(({ attributes }) => Object.keys(attributes).length > 0))
    printScores(basename(set), marked, isMarked ? Number.POSITIVE_INFINITY : groupingLines)
  }
  const titles = queries.reduce((sum, { items }) => sum + items.length, 0)
  const recogniseAll = () =>
    queries.map(({ q, items }) => {
      const recognise = createRecogniser(q)
      return [q, items.map(({ title }) => recognise(title))] as const
    })
  const recognising = timesOf(titles, recogniseAll)
  const recognised = recogniseAll()
  const grouping = timesOf(titles, () => {
    for (const [query, members] of recognised) groupWorks(members, query)
  })
  console.info(`  CPU µs a title     recognising ${spread(recognising, 1)}, grouping ${spread(grouping, 1)}`)
}

/** Halves the search words by a hash, so that a query is always in the same half. */
function isToBuildWith({ q }: MarkedQuery): boolean {
  return (createHash('sha256').update(q).digest()[0] ?? 0) % 2 === 0
}

function printScores(name: string, queries: readonly MarkedQuery[], lines = Number.POSITIVE_INFINITY): void {
  const score = (predictions: object | string) =>
    scoreOf(join(folder, 'score.mjs'), 'titles.json', { queries }, predictions).split('\n')
  console.info(`  ${name}:`)
  for (const line of score(predictWorks(queries)).slice(0, lines)) console.info(`    ${line}`)
  for (const line of score('--baseline-cut').slice(1, groupingLines)) console.info(`    plain rule: ${line}`)
}

/** CPU microseconds a title, by round. */
function timesOf(titles: number, run: () => void): number[] {
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round += 1) {
    const start = process.cpuUsage()
    for (let repeat = 0; repeat < repeats; repeat += 1) run()
    const { user, system } = process.cpuUsage(start)
    if (round >= 0) times.push((user + system) / titles / repeats)
  }
  return times
}
