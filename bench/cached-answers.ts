// Measures cached answers under load, compared with a bare node:http server that sends the same bytes and headers.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuMs, type Started, startAsking, startProgram, startStandinProcess } from './processes.ts'
import { spread } from './statistics.ts'
import { type Load, load, type Target, whyNoWrk } from './wrk.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const warmUpSeconds = 2
const lists = 50
/** Cases with such a name are measured, default all. */
const expected = new RegExp(process.env.BENCH_CASES ?? '')

/** A request that is repeated. */
interface Case {
  readonly name: string
  readonly target: string
  readonly encoding?: string
  readonly isUnchanged?: boolean
  /** Sent by POST. */
  readonly body?: string
}

/** Prints requests per second, latency and processor time for each kind of cached answer and for the bare server. */
export async function benchAnswers(): Promise<void> {
  const trouble = whyNoWrk()
  if (trouble !== undefined) return void console.error(trouble)
  console.info(
    `\nCached answers at 64 connections, ${rounds} rounds of ${seconds} s in turn with a bare node:http server that sends the same bytes and headers`,
  )
  console.info('  goals: at least 0.9 of its requests a second, p99 at most 1.3 times its p99')
  const standin = await startStandinProcess('calm', 7, ['--lists', 'growing'])
  const trawl = await startAsking(standin.url)
  try {
    const cases = await casesOf(trawl.url)
    for (const one of cases.filter(({ name }) => expected.test(name))) await withBare(one, trawl)
  } finally {
    await trawl.stop()
    await standin.stop()
  }
}

/** With these clouds the stand-in's links for the two words take about 30 and 300 KB. */
const clouds = 'baidu,aliyun,quark,uc,xunlei'

async function casesOf(url: string): Promise<Case[]> {
  const search = (kw: string, more = {}) =>
    `/api/search?${new URLSearchParams({ kw, src: 'tg', cloud_types: clouds, ...more })}`
  const channels = Array.from({ length: 150 }, (_, index) => `invented_channel_${index}`).join()
  const long = { kw: '山谷', src: 'tg', cloud_types: clouds, channels }
  const ids = await idsOf(url)
  return [
    ...formsOf('search', search('山谷')),
    ...formsOf('large search', search('链接')),
    { name: 'search of 150 channels', target: search('山谷', { channels }) },
    { name: 'the same by POST', target: '/api/search', body: JSON.stringify(long) },
    { name: `batch of ${lists}`, target: `/api/v1/batch?sources=${ids.slice(0, lists).join(',')}` },
    { name: 'hot-list', target: `/api/hot-list?id=${ids[0]}` },
  ]
}

function formsOf(name: string, target: string): Case[] {
  return [
    { name, target },
    { name: `${name}, gzip`, target, encoding: 'gzip' },
    { name: `${name}, br`, target, encoding: 'br' },
    { name: `${name}, 304`, target, isUnchanged: true },
  ]
}

async function withBare(one: Case, trawl: Started): Promise<void> {
  const { target, sample } = await readied(one, trawl.url)
  const folder = await mkdtemp(join(tmpdir(), 'trawl-bench-'))
  const file = join(folder, 'answer.json')
  await writeFile(file, JSON.stringify({ ...sample, body: sample.body.toString('base64') }))
  const bare = await startProgram(['bench/bare-server.ts', file])
  try {
    await compare(`${one.name}, ${kilobytes(sample.body)} KB`, [bare, trawl], target)
  } finally {
    await bare.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function kilobytes({ length }: Buffer): string {
  return (length / 1024).toFixed(1)
}

/** One load on one server. */
interface Round extends Load {
  /** User and system time of the server per request, in microseconds. */
  readonly cpuUsEach: number
}

async function compare(name: string, [bare, trawl]: readonly [Started, Started], target: Target): Promise<void> {
  const at = ({ url }: Started): Target => ({ ...target, url: `${url}${target.url}` })
  for (const one of [bare, trawl]) await load(at(one), warmUpSeconds)
  const pairs: { readonly bare: Round; readonly trawl: Round }[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that a change of the machine's speed affects both.
    const first = round % 2 === 0 ? await measured(bare, at(bare)) : undefined
    const ours = await measured(trawl, at(trawl))
    pairs.push({ bare: first ?? (await measured(bare, at(bare))), trawl: ours })
  }
  // A link that was found dead meanwhile moves, and the answer is another one.
  const { status } = await asked(at(trawl))
  if (status !== (target.headers && 'if-none-match' in target.headers ? 304 : 200))
    console.info(`  ${name}: answered ${status} in the end, so the figures are of two answers`)
  const ratio = (figure: (round: Round) => number) =>
    spread(
      pairs.map((pair) => figure(pair.trawl) / figure(pair.bare)),
      2,
    )
  const ofBare = (figure: (round: Round) => number, digits = 0) =>
    spread(
      pairs.map((pair) => figure(pair.bare)),
      digits,
    )
  const failed = pairs.reduce((sum, pair) => sum + pair.bare.failed + pair.trawl.failed, 0)
  console.info(`  ${name}${failed > 0 ? `; ${failed} FAILED` : ''}
    requests  ${ratio(({ perSecond }) => perSecond)} of bare, which answers ${ofBare(({ perSecond }) => perSecond)} a second
    p99       ${ratio(({ p99Ms }) => p99Ms)} times, bare ${ofBare(({ p99Ms }) => p99Ms, 1)} ms; p50 ${ratio(({ p50Ms }) => p50Ms)} times
    CPU each  ${ratio(({ cpuUsEach }) => cpuUsEach)} times, bare ${ofBare(({ cpuUsEach }) => cpuUsEach)} µs`)
}

async function measured(server: Started, target: Target): Promise<Round> {
  const before = await cpuMs(server.pid)
  const result = await load(target, seconds)
  return { ...result, cpuUsEach: (((await cpuMs(server.pid)) - before) * 1000) / result.requests }
}

/** An answer as received. */
interface Sample {
  readonly status: number
  /** Alternating names and values, without the headers that node:http adds. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

const own = new Set(['date', 'connection', 'keep-alive'])

async function asked({
  url,
  headers,
  body: sent,
}: Target): Promise<Sample & { readonly received: IncomingMessage['headers'] }> {
  const outgoing = request(url, { method: sent === undefined ? 'GET' : 'POST', headers, agent: false }).end(sent)
  const [response]: IncomingMessage[] = await once(outgoing, 'response')
  if (!response) throw new Error(`${url} was not answered`)
  const body = Buffer.concat(await response.toArray())
  const pairs = response.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 && !own.has(name.toLowerCase()) ? [name, all[index + 1] ?? ''] : [],
  )
  return { status: response.statusCode ?? 0, headers: pairs, body, received: response.headers }
}

const mostAsks = 200

/** Asks until the answer comes from the cache; returns it with its request. */
async function readied(
  { target, encoding, isUnchanged, body }: Case,
  url: string,
): Promise<{ target: Target; sample: Sample }> {
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
  for (let asks = 0; asks < mostAsks; asks += 1) {
    const { received, ...sample } = await asked({ url: `${url}${target}`, headers, body })
    if (received['x-cache'] !== 'HIT' || received['content-encoding'] !== encoding) continue
    if (!isUnchanged) return { target: { url: target, headers, body }, sample }
    const conditional = { ...headers, 'if-none-match': received.etag ?? '' }
    const { received: _, ...unchanged } = await asked({ url: `${url}${target}`, headers: conditional })
    if (unchanged.status !== 304) throw new Error(`${target} was answered ${unchanged.status} instead of 304`)
    return { target: { url: target, headers: conditional }, sample: unchanged }
  }
  throw new Error(`${target} was never answered from the cache`)
}

/** One list of each site. */
async function idsOf(url: string): Promise<string[]> {
  type Sources = { readonly sources: readonly { readonly id: string; readonly family: string }[] }
  const { sources } = (await (await fetch(`${url}/api/v1/sources`)).json()) as Sources
  return [...Map.groupBy(sources, ({ family }) => family).values()].flatMap(([first]) => first?.id ?? [])
}
