// Measures the joining of stories on lists marked by hand, and the time for 200 lists.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { atOnce } from '../src/async/pieces.ts'
import { joinStories } from '../src/hotlist/stories/join-stories.ts'
import { createReader } from '../src/hotlist/stories/similarity.ts'
import { scoreOf } from './score.ts'
import { spread } from './statistics.ts'
import { manyLists } from './stories/many-lists.ts'
import { type Moment, predictStories, readMoments } from './stories/moments.ts'

const folder = join(import.meta.dirname, '../fixtures/stories')
const more = join(folder, 'more')
const publicLists = ['public-1', 'public-2-held-out']
const rounds = 9
const warmUps = 3
const listCount = 200
const truthFile = z.looseObject({ moments: z.array(z.looseObject({ id: z.string() })) })
const scores = z.looseObject({
  ...{ precision: z.number(), recall: z.number(), f1: z.number(), groupRecall: z.number() },
  ...{ hardNegativesJoined: z.number(), hardNegatives: z.number() },
})

export async function benchStories(): Promise<void> {
  const [moments, marked] = [readMoments(folder), readMoments(more)]
  console.info('stories')
  printScores('eight moments', folder, moments)
  printScores('four more', more, marked)
  for (const name of publicLists) printScores(name, join(folder, name), readMoments(join(folder, name)))
  printTimes([...moments, ...marked])
}

/** Prints what the `score.mjs` of the marked set says. */
function printScores(name: string, from: string, moments: readonly Moment[]): void {
  const truth = truthFile.parse(JSON.parse(readFileSync(join(from, 'truth.json'), 'utf8')))
  const marks = { ...truth, moments: truth.moments.filter(({ id }) => moments.some((moment) => moment.id === id)) }
  const printed = scoreOf(join(folder, 'score.mjs'), 'truth.json', marks, predictStories(moments))
  const { precision, recall, f1, groupRecall, ...hard } = scores.parse(JSON.parse(printed))
  const [p, r, f, group] = [precision, recall, f1, groupRecall].map((value) => value.toFixed(3))
  const joined = `${hard.hardNegativesJoined} of ${hard.hardNegatives}`
  console.info(
    `  ${name}: precision ${p}, recall ${r}, F1 ${f}; recall by group ${group}; hard negatives joined ${joined}`,
  )
}

function printTimes(moments: readonly Moment[]): void {
  const lists = manyLists(moments, listCount)
  const kept = createReader()
  for (const [name, readerOf] of [
    ['new titles', createReader],
    ['known titles', () => kept],
  ] as const) {
    const times: number[] = []
    for (let round = -warmUps; round < rounds; round += 1) {
      const ms = cpuMsOf(() => atOnce(joinStories(lists, 0, [], readerOf())))
      if (round >= 0) times.push(ms)
    }
    console.info(`  CPU ms for ${listCount} lists of 50, ${name}: ${spread(times)}`)
  }
}

function cpuMsOf(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
