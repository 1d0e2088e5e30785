// Runs all benchmarks, or those named. Figures are ratios and medians of one run on one machine.

import { benchArchive } from './archive.ts'
import { benchCacheHits } from './cache-hits.ts'
import { benchAnswers } from './cached-answers.ts'
import { benchCold } from './cold.ts'
import { benchPage } from './page.ts'
import { benchPageScroll } from './page-scroll.ts'
import { benchQuality } from './quality.ts'
import { benchSearch } from './search.ts'
import { benchStart } from './startup.ts'
import { benchStories } from './stories.ts'
import { benchWorks } from './works.ts'

const benches: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['search', benchSearch],
  ['cold', benchCold],
  ['quality', benchQuality],
  ['works', benchWorks],
  ['stories', benchStories],
  ['start', benchStart],
  ['answers', benchAnswers],
  ['hits', benchCacheHits],
  ['archive', benchArchive],
  ['page', benchPage],
  ['scroll', benchPageScroll],
])

// Options after the names belong to the benchmark.
const words = process.argv.slice(2)
const named = words.slice(0, words.findIndex((word) => word.startsWith('--')) >>> 0)
const unknown = named.filter((name) => !benches.has(name))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}; there are ${[...benches.keys()].join(', ')}.`)
  process.exit(2)
}
console.info(`Node ${process.version}; medians, in brackets the least and the most`)
for (const [name, bench] of benches) if (named.length === 0 || named.includes(name)) await run(name, bench)

/** Runs a benchmark; if the process ends during it, a sentence says so. */
async function run(name: string, bench: () => Promise<void>): Promise<void> {
  const onExit = (status: number) => {
    // Node ends with this status when nothing is left that could settle what is awaited, such as after the death of a browser.
    if (status === 13)
      console.error(`The benchmark ${name} stopped: a process that it waits for ended without an answer. Run it again.`)
  }
  // Playwright would close its browser and let this process go on without it.
  const onTerminate = () => {
    console.error(
      `The benchmark ${name} was ended by SIGTERM, such as by a time limit; what it has printed is complete.`,
    )
    process.exit(143)
  }
  process.on('exit', onExit).on('SIGTERM', onTerminate)
  await bench()
  process.off('exit', onExit).off('SIGTERM', onTerminate)
}
