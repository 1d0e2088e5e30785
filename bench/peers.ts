// npm run bench peers: asks peers, or Trawl under their paths, the same keywords and lists over the same stand-in; docs/proof.md says how to point a peer at it.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { recognise } from '../src/search/clouds/recognise.ts'
import { defaultNow } from '../standin/corpus/corpus.ts'
import { worksOf } from '../standin/corpus/works.ts'
import { openDoor } from './peers/door.ts'
import { type Protocol, type ProtocolName, protocols } from './peers/protocols.ts'
import { cpuMs, residentMb, startAsking, startStandinProcess } from './processes.ts'
import { findMentions, keyOf, mentionsOf } from './quality/ground-truth.ts'
import { createShareReader } from './quality/match-shares.ts'
import { spread } from './statistics.ts'

const seed = 1
const channels = ['demo_share', 'demo_two', 'demo_three', 'demo_one', 'yunpanshare']
const lists = ['weibo', 'zhihu', 'ithome', 'juejin', 'douyin']
const keywordCount = 8
const patienceMs = 60_000
/** Seconds to wait for a peer to be started. */
const mostLooks = 300
const names = ['pansou', 'newsnow', 'dailyhot'] as const satisfies readonly ProtocolName[]

interface Peer {
  readonly name: ProtocolName
  readonly url: string
  readonly pid: number | undefined
}

/** Addresses of peers and ids of their processes; without addresses Trawl is asked under all paths. */
function readPeers(): { peers: Peer[]; weather: string } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      ...{ pansou: text, newsnow: text, dailyhot: text, pid: text },
      weather: { ...text, default: 'ordinary' },
    },
  })
  const pid = values.pid === undefined ? undefined : Number(values.pid)
  const peers = names.flatMap((name) => {
    const url = values[name]
    return url === undefined ? [] : [{ name, url: url.replace(/\/$/, ''), pid }]
  })
  return { peers, weather: values.weather }
}

interface Asked {
  readonly addresses: readonly string[]
  readonly firstMs: number
  readonly lastMs: number
  readonly problem?: string
}

/** Asks one thing; the times are those of the first and the last byte of the answer. */
async function ask(peer: Peer, protocol: Protocol, what: string): Promise<Asked> {
  const began = performance.now()
  let firstMs = patienceMs
  try {
    const response = await fetch(peer.url + protocol.pathOf(what, channels), {
      signal: AbortSignal.timeout(patienceMs),
    })
    const parts: Uint8Array[] = []
    for await (const part of response.body ?? []) {
      if (parts.length === 0) firstMs = performance.now() - began
      parts.push(part)
    }
    const lastMs = performance.now() - began
    if (!response.ok) return { addresses: [], firstMs, lastMs, problem: `${what}: ${response.status}` }
    return { addresses: protocol.addressesIn(JSON.parse(Buffer.concat(parts).toString())), firstMs, lastMs }
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : 'failed'
    return { addresses: [], firstMs, lastMs: performance.now() - began, problem: `${what}: ${why}` }
  }
}

/** Compares the shares of an answer with those that the stand-in's channels have. */
function judge(kw: string, addresses: readonly string[], mentions: ReturnType<typeof mentionsOf>) {
  const inChannels = mentions.filter(({ source }) => source.startsWith('tg:'))
  // A post may have links of other works beside those that are wanted.
  const wanted = new Set(
    findMentions(inChannels, kw)
      .filter(({ work }) => work.includes(kw))
      .map(keyOf),
  )
  const known = new Set(inChannels.map(keyOf))
  const read = createShareReader(inChannels)
  const got = new Set(addresses.map((url) => read(recognise(url)?.type ?? 'others', url) ?? url))
  return {
    found: got.intersection(wanted).size,
    missing: wanted.difference(got).size,
    wrong: got.difference(known).size,
  }
}

async function countAsked(standin: string): Promise<number> {
  const counts: Record<string, number> = await (await fetch(`${standin}/__standin/asked`)).json()
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

async function measure(peer: Peer, standin: string): Promise<void> {
  const protocol: Protocol = protocols[peer.name]
  const keywords = [...new Set(worksOf(seed).map(({ title }) => title))].slice(0, keywordCount)
  const mentions = mentionsOf(channels, { seed, now: defaultNow })
  const [asked, cpu] = [await countAsked(standin), peer.pid === undefined ? 0 : await cpuMs(peer.pid)]
  const answers: (Asked & { what: string })[] = []
  for (const what of protocol.asks === 'keywords' ? keywords : lists)
    answers.push({ what, ...(await ask(peer, protocol, what)) })
  const upstream = (await countAsked(standin)) - asked
  const times = `first byte ${spread(answers.map(({ firstMs }) => firstMs))} ms, last ${spread(answers.map(({ lastMs }) => lastMs))} ms`
  const costs =
    peer.pid === undefined
      ? 'no --pid, so no processor time'
      : `${(await cpuMs(peer.pid)) - cpu} ms of processor, ${(await residentMb(peer.pid)).toFixed(0)} MB`
  const judged = answers.map(({ what, addresses }) => judge(what, addresses, mentions))
  const sum = (of: (one: (typeof judged)[number]) => number) => judged.reduce((all, one) => all + of(one), 0)
  const seen =
    protocol.asks === 'keywords'
      ? `${sum(({ found }) => found)} links found, ${sum(({ missing }) => missing)} missing, ${sum(({ wrong }) => wrong)} wrong`
      : `${answers.reduce((all, { addresses }) => all + addresses.length, 0)} items`
  console.info(
    `  ${peer.name.padEnd(9)} ${answers.length} asked: ${seen}; ${times}; ${upstream} requests upstream; ${costs}`,
  )
  for (const { problem } of answers) if (problem !== undefined) console.info(`    ${problem}`)
}

/** Waits for a peer that is started after this program told it the way to the stand-in. @throws when it does not come. */
async function untilThere({ name, url }: Peer): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    if (await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined)) return
    await pause(1_000)
  }
  throw new Error(`${name} does not answer at ${url}`)
}

/** Measures the peers that are given, else Trawl under the paths of each. */
export async function benchPeers(): Promise<void> {
  const { peers, weather } = readPeers()
  console.info(
    `\nPeers: ${keywordCount} keywords in ${channels.length} channels, ${lists.length} lists, ${weather} weather, seed ${seed}`,
  )
  const standin = await startStandinProcess(weather, seed)
  const door = await openDoor(standin.url)
  try {
    if (peers.length > 0) {
      console.info(`  start the peers with HTTPS_PROXY=${door.url} HTTP_PROXY=${door.url} and, so that they trust it,`)
      console.info(
        `  SSL_CERT_FILE=${door.authority} (Go) or NODE_EXTRA_CA_CERTS=${door.authority} NODE_USE_ENV_PROXY=1 (Node)`,
      )
      for (const peer of peers) await untilThere(peer)
      for (const peer of peers) await measure(peer, standin.url)
      return
    }
    console.info('  no peer is given: Trawl through the same proxy, under the paths of each')
    // As a peer would be started.
    const through = {
      UPSTREAM_GATEWAY: '',
      HTTPS_PROXY: door.url,
      NODE_EXTRA_CA_CERTS: door.authority,
      RATE_LIMITS: 'off',
    }
    const trawl = await startAsking('', { ...through, ARCHIVE: 'off' })
    try {
      for (const name of names) await measure({ name, url: trawl.url, pid: trawl.pid }, standin.url)
    } finally {
      await trawl.stop()
    }
  } finally {
    door.close()
    await standin.stop()
  }
}
