// How long the event loop of the service is blocked, and how late `/livez` is, while every upstream sends as much as is read of a reply.
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { startAsking, startProgram, startStandinProcess } from '../processes.ts'
import type { Turns } from './turn-meter.ts'

const keywords = ['纸鹤', 'linux', '星图', '流浪', '海']
const everyMs = 50
/** Lists in one request. */
const batch = 40
const shown = 6

const standin = await startStandinProcess('calm', 1)
const gateway = await startProgram(['bench/hostile/gateway.ts', standin.url])
const trawl = await startAsking(gateway.url, { RATE_LIMITS: 'off', MAX_LAG_MS: '0' }, [
  '--import',
  'bench/hostile/turn-meter.ts',
])

/** Asks for `/livez` until aborted; resolves to the times in milliseconds. */
async function watchLiveness(signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    await (await fetch(`${trawl.url}/livez`)).text()
    times.push(performance.now() - startedAt)
    await setTimeout(everyMs)
  }
  return times
}

async function takeTurns(): Promise<Turns> {
  const reply = Promise.withResolvers<Turns>()
  const onMessage = (message: unknown) => {
    const { data } = z.array(z.number()).safeParse(message)
    if (data) reply.resolve(data)
  }
  trawl.child.on('message', onMessage)
  trawl.child.send('turns')
  return reply.promise.finally(() => trawl.child.off('message', onMessage))
}

function longest(times: readonly number[]): string {
  return times
    .toSorted((one, other) => other - one)
    .slice(0, shown)
    .map((ms) => ms.toFixed(0))
    .join(' ')
}

/** A request that arrives in one turn is answered in the next at the latest. */
function pairs(turns: Turns): number[] {
  return turns.map((ms, at) => ms + (turns[at + 1] ?? 0))
}

async function measure(what: string, path: string): Promise<void> {
  await takeTurns()
  const ending = new AbortController()
  const watched = watchLiveness(ending.signal)
  const reply = await fetch(trawl.url + path, { signal: AbortSignal.timeout(60_000) })
  const { length } = await reply.text()
  ending.abort()
  const [times, turns] = [await watched, await takeTurns()]
  console.info(
    `${what}: ${reply.status}, ${length} characters; longest turns ${longest(turns)} ms of processor time, two after each other ${longest(pairs(turns))}; /livez ${times.length} times, slowest ${longest(times)} ms`,
  )
}

try {
  for (const kw of keywords) await measure(`search ${kw}`, `/api/search?kw=${encodeURIComponent(kw)}&src=all&res=all`)
  const { sources } = z
    .object({ sources: z.array(z.object({ id: z.string() })) })
    .parse(await (await fetch(`${trawl.url}/api/v1/sources`)).json())
  for (let at = 0; at < sources.length; at += batch) {
    const ids = sources.slice(at, at + batch).map(({ id }) => id)
    await measure(`lists ${at + 1} to ${at + ids.length}`, `/api/v1/batch?sources=${ids.join(',')}`)
  }
} finally {
  await gateway.stop()
  await trawl.stop()
  await standin.stop()
}
