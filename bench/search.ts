// Measures searches in the stand-in's ordinary weather: latency for a client, links of a first answer, bytes of a stream.
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { searchResponse } from '../src/contract/search.ts'
import { startTrawl } from './processes.ts'
import { spread } from './statistics.ts'

const words = ['纸鹤', '山谷', '灯塔', 'linux', '第一季']

interface Measured {
  readonly ms: number
  readonly complete: boolean
  readonly failed: number
}

/** Prints search times at conc 10 and 128, first answers and streams. */
export async function benchSearch(): Promise<void> {
  await benchTimes()
  for (const fields of [{}, { ext: '{"details":true}' }, { res: 'works' }]) await benchFirst(fields)
}

async function benchTimes(): Promise<void> {
  console.info(
    '\nSearch over 116 channels, stand-in at ordinary weather (median 300 ms, p95 1.5 s, 3 % hang, 3 % errors)',
  )
  const trawl = await startTrawl('ordinary', 7)
  const ask: Ask = async (fields) => {
    const before = performance.now()
    const response = await fetch(`${trawl.url}/api/search?${new URLSearchParams(fields)}`)
    const { meta } = searchResponse.parse(await response.json())
    return { ms: performance.now() - before, complete: meta.complete, failed: meta.sources.failed }
  }
  try {
    await ask({ kw: '预热', conc: '128' })
    await benchConc(ask)
  } finally {
    await trawl.stop()
  }
}

type Ask = (fields: Readonly<Record<string, string>>) => Promise<Measured>

async function benchConc(ask: Ask): Promise<void> {
  for (const [conc, goalMs] of [
    ['128', 4_200],
    ['10', 8_000],
  ] as const) {
    const rounds: Measured[] = []
    for (const kw of words) rounds.push(await ask({ kw, conc, src: 'tg', refresh: 'true' }))
    const late = rounds.filter(({ ms }) => ms > goalMs).length
    console.info(
      `  conc=${conc.padEnd(4)} ${spread(rounds.map(({ ms }) => ms))} ms; goal ${goalMs}; over it ${late} of ${rounds.length}; ` +
        `complete ${rounds.filter(({ complete }) => complete).length} of ${rounds.length}; ` +
        `failed sources named ${spread(rounds.map(({ failed }) => failed))}`,
    )
  }
}

/** Prints for a new service a search without parameters against a complete one, and the stream of such a search. */
async function benchFirst(fields: Readonly<Record<string, string>>): Promise<void> {
  const trawl = await startTrawl('ordinary', 1)
  const urlOf = (path: string, more: Readonly<Record<string, string>>) =>
    `${trawl.url}${path}?${new URLSearchParams({ kw: '纸鹤', ...more })}`
  const linksOf = (text: string) => new Set(text.match(/"url":"[^"]+"/g)).size
  try {
    const before = performance.now()
    const first = linksOf(await (await fetch(urlOf('/api/search', fields))).text())
    const seconds = ((performance.now() - before) / 1_000).toFixed(2)
    const compressed = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip' }
      const url = urlOf('/api/search/stream', { conc: '128', ext: '{"deadline_ms":30000}', ...fields })
      get(url, { headers }, resolve).once('error', reject)
    }).then(buffer)
    const all = linksOf(gunzipSync(compressed).toString())
    console.info(
      `  a new service, ${JSON.stringify(fields)}: first answer ${seconds} s, goal 4.5; ${first} of ${all} links, goal 95 %; ` +
        `stream ${(compressed.length / 1_000).toFixed(0)} KB compressed, goal 60`,
    )
  } finally {
    await trawl.stop()
  }
}
