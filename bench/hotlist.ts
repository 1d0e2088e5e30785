// Measures a batch of hot lists: from the cache, and cold compared with its slowest upstream.
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAsking, startStandinProcess } from './processes.ts'
import { spread } from './statistics.ts'

const lists = 50
const coldRounds = 7
const warmRounds = 300

/**
 * Prints the time of a batch of 50 lists: cold in ordinary weather against its slowest upstream, and from the cache.
 */
export async function benchHotList(): Promise<void> {
  console.info(`\nA batch of ${lists} hot lists, stand-in in ordinary weather, lists of about 30 items`)
  const over: number[] = []
  const slowest: number[] = []
  const whole: number[] = []
  const warm: number[] = []
  for (let round = 1; round <= coldRounds; round += 1) {
    const standin = await startStandinProcess('ordinary', round, ['--lists', 'growing'])
    const watch = await startWatch(standin.url)
    const trawl = await startAsking(watch.url)
    try {
      const batch = `${trawl.url}/api/v1/batch?sources=${(await idsOf(trawl.url)).slice(0, lists).join(',')}`
      watch.forget()
      const cold = await timed(batch)
      slowest.push(watch.slowestMs())
      over.push(cold.ms - watch.slowestMs())
      whole.push(cold.success)
      for (let turn = 0; round === coldRounds && turn < warmRounds; turn += 1) warm.push((await timed(batch)).ms)
    } finally {
      await trawl.stop()
      watch.close()
      await standin.stop()
    }
  }
  console.info(
    `  cold   slowest upstream ${spread(slowest)} ms; the batch took ${spread(over)} ms more; goal at most 100`,
  )
  console.info(
    `         lists that came: ${spread(whole)} of ${lists}; a service of its own for each of ${coldRounds} rounds`,
  )
  const tail = warm.toSorted((a, b) => a - b)[Math.floor(warm.length * 0.99)] ?? 0
  console.info(
    `  kept   ${spread(warm)} ms, p99 ${tail.toFixed(0)}, over ${warm.length} requests one by one; goal under 10`,
  )
}

/** One list of each site. */
export async function idsOf(url: string): Promise<string[]> {
  type Sources = { readonly sources: readonly { readonly id: string; readonly family: string }[] }
  const { sources } = (await (await fetch(`${url}/api/v1/sources`)).json()) as Sources
  return [...Map.groupBy(sources, ({ family }) => family).values()].flatMap(([first]) => first?.id ?? [])
}

async function timed(url: string): Promise<{ readonly ms: number; readonly success: number }> {
  const began = performance.now()
  const body = Buffer.from(await (await fetch(url)).arrayBuffer())
  const ms = performance.now() - began
  const { summary } = JSON.parse(body.toString()) as { summary: { success: number } }
  return { ms, success: summary.success }
}

/** A proxy between the service and the stand-in that measures times. */
interface Watch {
  readonly url: string
  /** The longest time of a site, from the first request to the end of the last reply, in milliseconds. */
  slowestMs(): number
  forget(): void
  close(): void
}

async function startWatch(gateway: string): Promise<Watch> {
  const sites = new Map<string, { from: number; until: number }>()
  const server = createServer((asked, answer) => {
    const site = siteOf(new URL(String(asked.headers['x-upstream-url'])))
    const now = performance.now()
    const seen = sites.get(site) ?? { from: now, until: now }
    sites.set(site, seen)
    answer.once('close', () => {
      seen.until = performance.now()
    })
    const { method, headers, url } = asked
    const passed = request(`${gateway}${url}`, { headers, ...(method ? { method } : {}) }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
      reply.once('error', () => answer.destroy())
    })
    passed.once('error', () => answer.destroy())
    answer.once('close', () => passed.destroy())
    asked.pipe(passed)
  })
  return {
    url: await listening(server),
    slowestMs: () => Math.max(0, ...[...sites.values()].map(({ from, until }) => until - from)),
    forget: () => sites.clear(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Second upstreams with another host name than the first. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['firebaseio', 'ycombinator'],
  ['windows', 'kaopu'],
])

/** A cookie page, a fallback and the list itself usually have the same host. */
function siteOf({ hostname }: URL): string {
  const name = hostname.split('.').at(-2) ?? hostname
  return otherNames.get(name) ?? name
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
