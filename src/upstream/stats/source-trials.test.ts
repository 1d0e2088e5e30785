// Trials of sources that are asleep, and of channels that may have stopped posting.
import { expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import type { Outcome } from '../source.ts'
import { createSourceStatistics } from './source-statistics.ts'
import { createSourceTrials } from './source-trials.ts'

const day = 24 * 60 * 60_000
const down: Outcome<object> = { state: 'failed', failure: { kind: 'network', detail: 'no such host' }, tookMs: 5 }

function answer(items: readonly object[] = []): Outcome<object> {
  return { state: 'fresh', items: [...items], at: new Date(0), tookMs: 5 }
}

/** Trials of these sources; `replies` are what they answer, and may be changed. */
function make(replies: Map<string, Outcome<object>>) {
  const clock = makeClock()
  const statistics = createSourceStatistics(clock.epochMs, [...replies.keys(), 'other'])
  const asked: string[] = []
  const askAs = (id: string) => async () => {
    asked.push(id)
    const outcome = replies.get(id) ?? down
    statistics.record(id, outcome)
    return outcome
  }
  const trials = createSourceTrials({
    statistics,
    ask: () => new Map([...replies.keys()].map((id) => [id, askAs(id)])),
    isOn: (id) => id !== 'off',
    onError: (error) => expect.unreachable(String(error)),
    epochMs: clock.epochMs,
  })
  /** Runs what is due and waits for it. */
  const tick = async () => {
    trials.tick()
    await new Promise((resolve) => setImmediate(resolve))
    return asked.splice(0)
  }
  return { clock, statistics, tick }
}

/** Has the source fail for a week while another one answers. */
function putToSleep({ clock, statistics }: ReturnType<typeof make>, id: string): void {
  statistics.record(id, down)
  for (let at = 0; at < 7; at += 1) {
    clock.advance(day)
    statistics.record('other', answer())
    statistics.record(id, down)
  }
}

it('a source that is asleep is asked once a day until it answers; one that is awake or off is not', async () => {
  const replies = new Map<string, Outcome<object>>([
    ['plugin:gone', down],
    ['awake', down],
    ['off', down],
  ])
  const made = make(replies)
  putToSleep(made, 'plugin:gone')
  putToSleep(made, 'off')
  made.statistics.record('awake', down)
  made.clock.advance(day)
  expect(await made.tick()).toEqual(['plugin:gone'])
  made.clock.advance(day - 1)
  expect(await made.tick()).toEqual([])
  made.clock.advance(1)
  replies.set('plugin:gone', answer())
  expect(await made.tick()).toEqual(['plugin:gone'])
  made.clock.advance(day)
  expect(await made.tick()).toEqual([])
})

it('the page of a channel in use is read until its newest post is known, and again when that is old', async () => {
  const replies = new Map([['tg:one', answer()]])
  const { clock, statistics, tick } = make(replies)
  expect(await tick()).toEqual([])
  replies.set('tg:one', answer([{ at: clock.epochMs() - 10 * day }, { at: clock.epochMs() - day }, {}]))
  statistics.record('tg:one', answer())
  expect(await tick()).toEqual(['tg:one'])
  clock.advance(80 * day)
  statistics.record('tg:one', answer())
  expect(await tick()).toEqual([])
  clock.advance(9 * day)
  statistics.record('tg:one', answer())
  expect(await tick()).toEqual(['tg:one'])
  expect(statistics.isAsleep('tg:one')).toBe(true)
  clock.advance(day)
  replies.set('tg:one', answer([{ at: clock.epochMs() }]))
  expect(await tick()).toEqual(['tg:one'])
  expect(statistics.isAsleep('tg:one')).toBe(false)
})

it('a source that is asleep is tried after the clock was set back, although it was tried while the clock was ahead', async () => {
  const made = make(new Map([['plugin:gone', down]]))
  putToSleep(made, 'plugin:gone')
  made.clock.advance(30 * day)
  expect(await made.tick()).toEqual(['plugin:gone'])
  made.clock.advance(-30 * day)
  expect(await made.tick()).toEqual(['plugin:gone'])
})
