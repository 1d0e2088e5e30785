// Measures the parsing of channel pages: our parser, plain htmlparser2 events over the whole page, and a tree, in one run.
import { deepStrictEqual } from 'node:assert'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Post } from '../src/search/plugin.ts'
import { readChannelPage } from '../src/search/telegram/page.ts'
import { readByTree } from './parse/cheerio-reader.ts'
import { fixturePages, makePages } from './parse/corpus.ts'
import { readByEvents } from './parse/htmlparser2-reader.ts'

const rounds = 9
const warmUps = 2
const pageCount = 100

/** A parser: from the page's bytes, decoding included, or from a string decoded before the measurement. */
interface Reader {
  readonly name: string
  readonly read: (page: { readonly bytes: Buffer; readonly text: string }) => readonly Post[]
}

const readers: readonly Reader[] = [
  { name: 'ours, from bytes', read: ({ bytes }) => readChannelPage(bytes) },
  { name: 'htmlparser2 events, from bytes', read: ({ bytes }) => readByEvents(bytes.toString()) },
  { name: 'cheerio tree, from bytes', read: ({ bytes }) => readByTree(bytes.toString()) },
  { name: 'htmlparser2 events, from a string', read: ({ text }) => readByEvents(text) },
  { name: 'cheerio tree, from a string', read: ({ text }) => readByTree(text) },
]

/** Prints milliseconds per page and ratios. @throws when the parsers return different results for a fixture or page. */
export async function benchParse(): Promise<void> {
  const pages = makePages(pageCount, 20_261_121).map((bytes) => ({ bytes, text: bytes.toString() }))
  const weights = pages.map(({ text }) => text.length).sort((a, b) => a - b)
  console.info(
    `parse: ${pageCount} pages of ${weights[0]} to ${weights.at(-1)} characters, ${rounds} rounds, interleaved`,
  )
  const compared = compareReaders([...fixturePages(), ...pages.map(({ bytes }) => bytes)])
  console.info(`parse: all readers gave identical posts: ${compared.posts} posts of ${compared.pages} pages`)
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const times = readers.map((): number[] => [])
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, { read }] of readers.entries()) {
      // Collects the previous parser's garbage before the measurement; garbage of the measured parser counts.
      collect()
      const spent = timeOf(pages, read)
      if (round >= 0) times[index]?.push(spent)
      await new Promise((resume) => setImmediate(resume))
    }
  }
  print(times)
}

function compareReaders(pages: readonly Buffer[]): { pages: number; posts: number } {
  let posts = 0
  for (const bytes of pages) {
    const ours = readChannelPage(bytes)
    posts += ours.length
    for (const { read } of readers.slice(1)) deepStrictEqual(read({ bytes, text: bytes.toString() }), ours)
  }
  return { pages: pages.length, posts }
}

/**
 * CPU milliseconds per page, collector and compiler threads included; unlike wall time it does not depend on other
 * load.
 */
function timeOf(pages: Parameters<Reader['read']>[0][], read: Reader['read']): number {
  const start = process.cpuUsage()
  let posts = 0
  for (const page of pages) posts += read(page).length
  const { user, system } = process.cpuUsage(start)
  const spent = (user + system) / 1000 / pages.length
  if (posts === 0) throw new Error('no posts were read')
  return spent
}

function print(times: readonly (readonly number[])[]): void {
  const medians = times.map((spent) => [...spent].sort((a, b) => a - b)[spent.length >> 1] ?? Number.NaN)
  for (const [index, { name }] of readers.entries()) {
    const spent = times[index] ?? []
    const median = medians[index] ?? Number.NaN
    const ratio = median / (medians[0] ?? Number.NaN)
    console.info(
      `parse: ${name.padEnd(34)} ${median.toFixed(3)} CPU ms/page (${Math.min(...spent).toFixed(3)} to ` +
        `${Math.max(...spent).toFixed(3)}), ${ratio.toFixed(1)} times ours`,
    )
  }
}
