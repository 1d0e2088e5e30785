// Measures streams: the delay from the first source's answer to its links on the wire, and the size as the page asks for it.
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { defaultNow } from '../standin/corpus/corpus.ts'
import { plainGet } from '../standin/mock-response.ts'
import { createSeededRandom } from '../standin/seeded-random.ts'
import { createTelegram } from '../standin/telegram/handler.ts'
import { startAsking, startTrawl } from './processes.ts'
import { spread } from './statistics.ts'

const words = ['纸鹤', '灯塔', '山谷', '云海', '雨巷', '星桥', '旧港', '青石', '麦田', '潮汐']
const rounds = 3

/**
 * A gateway that answers with prepared channel pages after a delay, and records when the first answer of a search was
 * sent completely.
 */
interface Gateway {
  readonly server: Server
  readonly url: string
  firstAt(): number | undefined
  forget(): void
}

export async function benchStream(): Promise<void> {
  await benchFirstLinks()
  await benchSize()
}

/** What a page asks for: links with details, or works. */
const forms = { links: { ext: '{"details":true}' }, works: { res: 'works' } } as const

/** Prints the events and bytes of the demo's search, for services without stored answers and then with them. */
async function benchSize(): Promise<void> {
  console.info('\nStream of the demo’s search (纸鹤, conc=128) over 131 sources: events, KB plain, KB compressed')
  for (const [name, fields] of Object.entries(forms)) {
    const runs: StreamSize[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const trawl = await startTrawl('ordinary', 1)
      try {
        runs.push([await streamSize(trawl.url, fields), await streamSize(trawl.url, fields)])
      } finally {
        await trawl.stop()
      }
    }
    for (const [at, state] of ['uncached', 'repeated'].entries()) {
      const sizes = runs.flatMap((run) => run[at] ?? [])
      const columns = (['links', 'events', 'plainKb', 'compressedKb'] as const).map((column) =>
        spread(sizes.map((size) => size[column])),
      )
      console.info(`  ${name}, ${state}: ${columns[0]} links, ${columns.slice(1).join(' | ')}; goal 110 and 60`)
    }
  }
}

interface StreamSize {
  readonly links: number
  readonly events: number
  readonly plainKb: number
  readonly compressedKb: number
}

async function streamSize(url: string, fields: Readonly<Record<string, string>>): Promise<StreamSize> {
  const query = new URLSearchParams({ kw: '纸鹤', conc: '128', ...fields })
  const headers = { 'accept-encoding': 'gzip' }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/api/search/stream?${query}`, { headers }, resolve).once('error', reject)
  })
  const compressed = await buffer(response)
  const plain = gunzipSync(compressed)
  const text = plain.toString()
  const links = new Set(text.match(/"url":"[^"]+"/g))
  const events = text.match(/^event: /gm) ?? []
  return {
    links: links.size,
    events: events.length,
    plainKb: plain.length / 1000,
    compressedKb: compressed.length / 1000,
  }
}

/** Prints the time from the first answer with links, handed to the service, until its links reach the client. */
async function benchFirstLinks(): Promise<void> {
  console.info('\nStream over 116 channels: from the first source’s answer to its links on the wire')
  const gateway = await startGateway()
  // The links of the archive would be first.
  const trawl = await startAsking(gateway.url, { ARCHIVE: 'off' })
  try {
    const figures: number[] = []
    for (let round = 0; round <= rounds; round += 1)
      for (const kw of words) {
        gateway.forget()
        const linksAt = await firstLinksAt(trawl.url, kw)
        const answeredAt = gateway.firstAt()
        // The first round is a warm-up.
        if (round > 0 && linksAt !== undefined && answeredAt !== undefined) figures.push(linksAt - answeredAt)
      }
    const late = figures.filter((ms) => ms > 30).length
    console.info(`  ${spread(figures)} ms over ${figures.length} streams; goal 30; over it ${late}`)
  } finally {
    await trawl.stop()
    gateway.server.closeAllConnections()
    gateway.server.close()
  }
}

async function firstLinksAt(url: string, kw: string): Promise<number | undefined> {
  const query = new URLSearchParams({ kw, src: 'tg', conc: '128', refresh: 'true' })
  const response = await fetch(`${url}/api/search/stream?${query}`)
  let at: number | undefined
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (at === undefined && text.includes('event: links')) at = performance.now()
  }
  return at
}

async function startGateway(): Promise<Gateway> {
  const player = createTelegram(7, defaultNow)
  const pages = new Map<string, Buffer>()
  let first: number | undefined
  let turn = 0
  const server = createServer((request, response) => {
    const url = String(request.headers['x-upstream-url'])
    const page = pages.get(url) ?? gzipSync(player.answer(new URL(url), plainGet).body)
    pages.set(url, page)
    const hasLinks = !url.endsWith('/s/telegram')
    turn += 1
    const delayMs = 150 * Math.exp(createSeededRandom('stream', turn).next() * 2)
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
      response.end(page, () => {
        if (hasLinks) first ??= performance.now()
      })
    }, delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    firstAt: () => first,
    forget: () => {
      first = undefined
    },
  }
}
