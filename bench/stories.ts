// Measures the joining of stories on lists marked by hand, and the time for 200 lists.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { atOnce } from '../src/async/pieces.ts'
import { createStoryJoiner } from '../src/hotlist/stories/join-stories.ts'
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
  // In the order of time: each half has lists of all years.
  const half = (rest: 0 | 1) => moments.filter((_, index) => index % 2 === rest)
  console.info('stories')
  printScores('half to build with', folder, half(0))
  printScores('half held out', folder, half(1))
  printScores('two more moments to build with', more, marked)
  for (const name of publicLists) printScores(name, join(folder, name), readMoments(join(folder, name)))
  printTimes([...moments, ...marked])
}

/** Prints what the `score.mjs` of the marked set says. */
function printScores(name: string, from: string, moments: readonly Moment[]): void {
  const temporary = mkdtempSync(join(tmpdir(), 'trawl-stories-'))
  try {
    const truth = truthFile.parse(JSON.parse(readFileSync(join(from, 'truth.json'), 'utf8')))
    const marks = truth.moments.filter(({ id }) => moments.some((moment) => moment.id === id))
    writeFileSync(join(temporary, 'truth.json'), JSON.stringify({ ...truth, moments: marks }))
    const predicted = join(temporary, 'predictions.json')
    writeFileSync(predicted, JSON.stringify(predictStories(moments)))
    const printed = execFileSync(process.execPath, [join(folder, 'score.mjs'), temporary, predicted], {
      encoding: 'utf8',
    })
    const { precision, recall, f1, groupRecall, ...hard } = scores.parse(JSON.parse(printed))
    const [p, r, f, group] = [precision, recall, f1, groupRecall].map((value) => value.toFixed(3))
    const joined = `${hard.hardNegativesJoined} of ${hard.hardNegatives}`
    console.info(
      `  ${name}: precision ${p}, recall ${r}, F1 ${f}; recall by group ${group}; hard negatives joined ${joined}`,
    )
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

function printTimes(moments: readonly Moment[]): void {
  const [first, other, ...more] = manyLists(moments, listCount + 1)
  if (!first || !other) return
  const joinedAnew = noTimes()
  const changes = [
    { name: 'one list in another order', items: first.items.toReversed(), times: noTimes() },
    {
      name: 'ten new headlines in it',
      items: [...other.items.slice(0, 10), ...first.items.slice(10)],
      times: noTimes(),
    },
    { name: 'only new headlines in it', items: other.items, times: noTimes() },
  ]
  for (let round = -warmUps; round < rounds; round += 1) {
    const joiner = createStoryJoiner()
    let [ms, stories] = timed(() => atOnce(joiner.join([first, ...more], 0)))
    if (round >= 0) joinedAnew.push(ms)
    for (const { items, times } of changes) {
      ;[ms, stories] = timed(() => atOnce(joiner.join([{ ...first, items }, ...more], 1, stories)))
      if (round >= 0) times.push(ms)
    }
  }
  const shown = changes.map(({ name, times }) => `${name} ${spread(times)}`)
  console.info(`  CPU ms for ${listCount} lists of 50: joined anew ${spread(joinedAnew)}; ${shown.join('; ')}`)
}

function noTimes(): number[] {
  return []
}

function timed<Value>(run: () => Value): [ms: number, value: Value] {
  const start = process.cpuUsage()
  const value = run()
  const { user, system } = process.cpuUsage(start)
  return [(user + system) / 1000, value]
}
