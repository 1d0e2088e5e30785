// Tests that all replicas share the answers that one fetches: cached, forced and pending ones, and takeover when a replica dies.
import { expect, test } from 'vitest'
import { type Replica, startFleet, untilWell } from '../kit/fleet.ts'
import { askedFor } from '../kit/fleet-trial.ts'
import { readStream } from '../kit/process.ts'

const growing = { lists: 'growing', stepMs: 3_600_000 } as const

/** A fault that delays a site's reply by `amount` milliseconds. */
function slowly(amount: number, match: string) {
  return { kind: 'slow-start', amount, match } as const
}

function searchOf(kw: string, more = ''): string {
  return `/api/search?src=tg&channels=demo_share&${new URLSearchParams({ kw })}${more}`
}

async function titlesOf({ ask }: Replica, path: string): Promise<string[]> {
  const { data } = JSON.parse((await ask(path)).text)
  return data.map(({ title }: { title: string }) => title)
}

function wholeOf(text: string): unknown {
  const { data, meta } = JSON.parse(text)
  return { data, sources: meta.sources }
}

function setStep(replicas: readonly Replica[], step: number): void {
  for (const { standin } of replicas) standin.setStep(step)
}

test('an answer, a forced one and one that is still coming are there for all replicas', async () => {
  const { replicas } = await startFleet({ standin: growing })
  const [first, second, third] = replicas
  await untilWell(replicas)

  const told = await first.ask(searchOf('纸鹤'))
  for (const { ask } of [second, third]) expect(wholeOf((await ask(searchOf('纸鹤'))).text)).toEqual(wholeOf(told.text))
  expect(askedFor(replicas, ['纸鹤'])).toBe(1)
  const list = '/api/v1/sources/zhihu'
  const before = await titlesOf(first, list)
  expect([await titlesOf(second, list), await titlesOf(third, list)]).toEqual([before, before])
  expect(askedFor(replicas, ['zhihu.com'])).toBe(1)

  const followed = await readStream(`${second.url}/api/v1/stream?sources=zhihu&delay=0&chunkSize=50&follow=1`)
  await followed.until('"type":"end"')
  setStep(replicas, 100)
  const forced = await titlesOf(first, `${list}?force=true`)
  expect(forced).not.toEqual(before)
  await followed.until(
    (text) => text.split('"type":"end"').length === 3 && text.includes(JSON.stringify(forced.at(-1))),
  )
  followed.leave()
  expect([await titlesOf(second, list), await titlesOf(third, list)]).toEqual([forced, forced])
  // A client that forces soon after another gets the same answer.
  setStep(replicas, 200)
  expect(await titlesOf(third, `${list}?force=true`)).toEqual(forced)

  for (const { standin } of replicas) standin.setFaults(slowly(1_500, 'demo_share'))
  const asked = first.ask(searchOf('linux'))
  await expect.poll(() => askedFor([first], ['linux'])).toBe(1)
  const stream = await readStream(`${second.url}${searchOf('linux').replace('search?', 'search/stream?')}`)
  const events = await stream.rest()
  expect(events).toMatch(/event: end/)
  expect(events).toMatch(/"source":"tg:demo_share","state":"(?:fresh|cached)"/)
  expect((await asked).status).toBe(200)
  expect(askedFor(replicas, ['linux'])).toBe(1)

  // The replicas do not retry a failed site one after the other.
  for (const { standin } of replicas) standin.setFaults({ kind: 'challenge-403', match: 'q=broken' })
  const failures = await Promise.all(replicas.map(({ ask }) => ask(searchOf('broken'))))
  expect(failures.map(({ text }) => JSON.parse(text).meta.sources.failed)).toEqual([1, 1, 1])
  expect(askedFor(replicas, ['broken'])).toBe(1)
})

test('when one that asks dies, one other asks soon; when it only slept, what it brings late is not taken', async () => {
  const { replicas } = await startFleet({ standin: growing, settings: { SEARCH_EARLY_MS: '30000' } })
  const [first, second, third] = replicas
  await untilWell(replicas)
  const list = '/api/v1/sources/zhihu'
  await titlesOf(first, list)

  setStep(replicas, 100)
  first.standin.setFaults(slowly(500, 'zhihu.com'))
  const before = askedFor([first], ['zhihu.com'])
  const late = first.ask(`${list}?force=true`, { withinMs: 30_000 })
  await expect.poll(() => askedFor([first], ['zhihu.com']), { interval: 1 }).toBe(before + 1)
  first.program().signal('SIGSTOP')
  setStep(replicas, 200)
  const taken = await titlesOf(second, `${list}?force=true`)
  first.program().signal('SIGCONT')
  await late
  await expect.poll(() => titlesOf(first, list)).toEqual(taken)
  expect([await titlesOf(second, list), await titlesOf(third, list)]).toEqual([taken, taken])

  first.standin.setFaults({ kind: 'hang', match: 'orphan' })
  const lost = first.ask(searchOf('orphan')).catch(() => undefined)
  await expect.poll(() => askedFor([first], ['orphan'])).toBe(1)
  const waiting = [second, third].map(({ ask }) =>
    ask(searchOf('orphan', '&ext={"deadline_ms":20000}'), { withinMs: 20_000 }),
  )
  await first.kill()
  for (const answer of await Promise.all(waiting)) {
    const { meta } = JSON.parse(answer.text)
    expect(meta.sources).toEqual({ asked: 1, answered: 1, failed: 0, pending: 0 })
  }
  expect(askedFor([second, third], ['orphan'])).toBe(1)
  await lost
})
