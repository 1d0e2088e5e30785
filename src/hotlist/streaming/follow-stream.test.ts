// Following lists: when a list is sent again, what keeps it fresh, and how the stream ends.
import { describe, expect, it, onTestFinished } from 'vitest'
import { ban, createTestBans, lift } from '../../../test/kit/disk.ts'
import { later, makeHotLists, pauseUnless as pause, type Rows, staying } from '../../../test/kit/hot-lists.ts'
import { makeClock } from '../../../test/kit/wire.ts'
import { type StreamMessage, streamMessage } from '../../contract/hotlist.ts'
import { createVersionCounters } from '../../upstream/cache/versions.ts'
import { listMessages } from './follow-stream.ts'
import { createSubscriptions, maxPerClient } from './subscriptions.ts'

const minute = 60_000

/** A message in short form: type, list, failure, items. */
function inWords({ type, sourceId, error, data }: StreamMessage): string {
  return [type, sourceId, ...(error ? [error.kind] : []), ...data.map(({ id }) => id)].join(' ')
}

/** Options of a follow request. */
interface How {
  readonly chunkSize?: number
  readonly delay?: number
  readonly since?: number
}

/** Lists with a refresher that ticks every second, and functions to follow them. */
function make(rows: Rows) {
  const made = makeHotLists(rows)
  const { lists, following, refresher, time, metrics } = made
  const timer = setInterval(refresher.tick, 1_000)
  onTestFinished(() => clearInterval(timer))

  const open = (sources: readonly string[], { chunkSize = 50, delay = 0, since }: How = {}) => {
    const follower = following.subscribe()
    if (!follower) throw new Error('there is no room')
    const leaving = new AbortController()
    const request = { sources: [...sources], chunkSize, delay, follow: true, since }
    const messages = listMessages(request, { lists, follower, pause }, leaving.signal)
    const leave = () => {
      leaving.abort()
      follower.unsubscribe()
    }
    return { messages, leave }
  }
  /** Follows and keeps reading; `news` returns the messages since its last call. */
  const follow = async (sources: readonly string[], how: How = {}) => {
    const { messages, leave } = open(sources, how)
    const received: StreamMessage[] = []
    const ended = (async () => {
      for await (const message of messages) received.push(streamMessage.parse(message))
    })()
    await time.advance(0)
    return { news: () => received.splice(0).map(inWords), whole: () => received.splice(0), ended, leave }
  }
  const followers = async () => /trawl_streams_following (\d+)/.exec(await metrics.text())?.[1]
  return { ...made, open, follow, followers }
}

describe('a list that is followed', () => {
  it('is not sent after it was removed, and is sent again when it is back', async () => {
    const { follow, sites, time, all, list, lists } = make({ a: {} })
    sites.says('a', 'x', 'y', 'z')
    const { news } = await follow(['a'])
    expect(news()).toEqual(['start a', 'data a x', 'end a'])
    const a = list('a')
    all.delete('a')
    lists.onSetChanged()
    await lists.one(a, { force: true, signal: staying() })
    await time.advance(0)
    expect(news()).toEqual([])
    all.set('a', { ...a })
    lists.onSetChanged()
    await time.advance(minute)
    expect(news()).toEqual(['start a', 'data a z', 'end a'])
  })

  it('is sent once, and again as a whole when it has changed', async () => {
    const { follow, sites, time } = make({ a: {} })
    sites.says('a', 'x y z', 'y x')
    const { news } = await follow(['a'], { chunkSize: 2 })
    expect(news()).toEqual(['start a', 'data a x y', 'data a z', 'end a'])
    await time.advance(minute - 1_000)
    expect(news()).toEqual([])
    await time.advance(2_000)
    expect(news()).toEqual(['start a', 'data a y x', 'end a'])
  })

  it('is sent again with its new age when a refresh brought the same items', async () => {
    const { follow, sites, time } = make({ a: {} })
    sites.says('a', 'x')
    const begun = time.now()
    const { whole } = await follow(['a'])
    expect(whole()[0]).toMatchObject({ updatedAt: begun, cached: false, stale: false })
    await time.advance(minute)
    expect(whole()[0]).toMatchObject({ type: 'start', updatedAt: begun + minute, cached: true, stale: false })
  })

  it('is not sent again for changes of another list, for refreshes without a change, or for other bans', async () => {
    const { follow, sites, lists, list, bans, time } = make({ a: { interval: 3_600 }, b: {} })
    sites.says('a', 'x')
    sites.says('b', 'x', 'y')
    const { news } = await follow(['a'])
    news()
    await lists.one(list('b'), { force: false, signal: staying() })
    await lists.one(list('a'), { force: false, signal: staying() })
    await ban(bans, 'word', 'elsewhere')
    await time.advance(30 * minute)
    expect(news()).toEqual([])
  })

  it('is sent with the failure and its older items when it begins to fail, once per failure, and when it recovers', async () => {
    const { follow, sites, time } = make({ a: {} })
    sites.says('a', 'x', 500, 500, 500, 'y')
    const { news, whole } = await follow(['a'])
    whole()
    await time.advance(minute)
    const [start, ...others] = whole()
    expect(start).toMatchObject({ type: 'start', stale: true, cached: true, error: { kind: 'unavailable' } })
    expect(others.map(inWords)).toEqual(['data a x', 'end a'])
    while (sites.timesAsked('a') < 4) await time.advance(minute)
    expect(news()).toEqual([])
    await time.advance(30 * minute)
    expect(news().slice(0, 3)).toEqual(['start a', 'data a y', 'end a'])
  })

  it('is not sent in the first round to a client that has this version, but when it has changed', async () => {
    const { follow, sites, time } = make({ a: {}, b: {} })
    sites.says('a', 'x', 'y')
    sites.says('b', 500)
    const begun = time.now()
    const early = await follow(['a'], { since: begun - 1 })
    expect(early.news()).toEqual(['start a', 'data a x', 'end a'])
    const { news } = await follow(['a', 'b'], { since: begun })
    expect(news()).toEqual(['error b unavailable'])
    await time.advance(minute)
    expect(news()).toEqual(['start a', 'data a y', 'end a'])
  })

  it('is sent in the first round to a client whose version is from before a change of the bans, and to none later', async () => {
    const { follow, sites, bans, time } = make({ a: { interval: 3_600 } })
    sites.says('a', 'apple pear')
    const { leave } = await follow(['a'])
    leave()
    await time.advance(minute)
    const away = time.now()
    expect((await follow(['a'], { since: away })).news()).toEqual([])
    await time.advance(minute)
    await ban(bans, 'word', 'pear')
    expect((await follow(['a'], { since: away })).news()).toEqual(['start a', 'data a apple', 'end a'])
    expect((await follow(['a'], { since: time.now() })).news()).toEqual(['start a', 'data a apple', 'end a'])
    expect((await follow(['a'], { since: time.now() + 1 })).news()).toEqual([])
    await time.advance(minute)
    await lift(bans, 'word', 'pear')
    expect((await follow(['a'], { since: time.now() - 1 })).news()).toEqual(['start a', 'data a apple pear', 'end a'])
  })

  it('that has nothing to show is an error until it has', async () => {
    const { follow, sites, time } = make({ a: {} })
    sites.says('a', 500, 404, 'x')
    const { news } = await follow(['a'])
    expect(news()).toEqual(['error a unavailable'])
    await time.advance(minute)
    expect(news()).toEqual(['error a mismatch'])
    await time.advance(60 * minute)
    expect(news().slice(0, 3)).toEqual(['start a', 'data a x', 'end a'])
  })

  it('is sent without a banned item as soon as it is banned, and with it when the ban is lifted', async () => {
    const { follow, sites, bans, time } = make({ a: {} })
    sites.says('a', 'apple pear')
    const { news } = await follow(['a'])
    news()
    await ban(bans, 'word', 'pear')
    await time.advance(0)
    expect(news()).toEqual(['start a', 'data a apple', 'end a'])
    await lift(bans, 'word', 'pear')
    await time.advance(0)
    expect(news()).toEqual(['start a', 'data a apple pear', 'end a'])
  })

  it('is sent again after a round in which one of its items was banned', async () => {
    const { follow, sites, bans, time } = make({ a: {} })
    sites.says('a', 'apple pear')
    const { news } = await follow(['a'], { chunkSize: 1, delay: 5_000 })
    await ban(bans, 'word', 'pear')
    await time.advance(10_000)
    expect(news()).toEqual(['start a', 'data a apple', 'data a', 'end a', 'start a', 'data a apple', 'end a'])
  })

  it('never has a round begin before the last is over', async () => {
    const { follow, sites, time } = make({ a: { interval: 30 } })
    sites.says('a', 'p q r', 's', 't', 'u')
    const { news } = await follow(['a'], { chunkSize: 1, delay: 40_000 })
    await time.advance(85_000)
    // Changes during the first round are skipped: only the current state is sent.
    expect(news()).toEqual(['start a', 'data a p', 'data a q', 'data a r', 'end a', 'start a', 'data a t', 'end a'])
  })
})

describe('who follows', () => {
  it('keeps a list fresh for as long as he follows, at its own interval however many do', async () => {
    const { follow, sites, time } = make({ a: {} })
    sites.says('a', 'x')
    const boards = await Promise.all(Array.from({ length: 20 }, () => follow(['a'])))
    await time.advance(180 * minute)
    expect(sites.timesAsked('a')).toBe(181)
    for (const { leave } of boards) leave()
    await time.advance(60 * minute)
    const asked = sites.timesAsked('a')
    await time.advance(180 * minute)
    expect(sites.timesAsked('a')).toBe(asked)
  })

  it('that does not read gets the current lists once it does, and nothing of what changed in between', async () => {
    const { open, sites, time } = make({ a: {}, b: {} })
    sites.says('a', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6')
    sites.says('b', 'y')
    const { messages } = open(['a', 'b'])
    const next = async () => {
      const { value } = await messages.next()
      return value === undefined ? 'nothing' : inWords(value)
    }
    const first = next()
    await time.advance(0)
    const received = [await first]
    await time.advance(4 * minute + 1_000)
    while (received.length < 12) {
      const coming = next()
      await time.advance(0)
      received.push(await coming)
    }
    expect(received.filter((words) => words.startsWith('data a'))).toEqual(['data a x1', 'data a x5'])
    expect(received.filter((words) => words.startsWith('data b'))).toEqual(['data b y', 'data b y'])
  })

  it('leaves no subscription behind after it disconnects', async () => {
    const { follow, followers, sites, time, errors } = make({ a: {}, slow: {} })
    sites.says('a', 'x y')
    sites.says('slow', later(2_000, 'z'))
    const early = await follow(['a', 'slow'], { chunkSize: 1, delay: 10_000 })
    const late = await follow(['a'])
    expect(await followers()).toBe('2')
    early.leave()
    await early.ended
    late.news()
    late.leave()
    await late.ended
    await time.advance(10 * minute)
    expect([late.news(), await followers(), sites.left, errors()]).toEqual([[], '0', ['slow'], []])
  })

  it('is disconnected when the service stops, and no new subscriber is accepted', async () => {
    const { follow, following, sites, followers } = make({ a: {} })
    sites.says('a', 'x')
    const { ended, leave } = await follow(['a'])
    following.close()
    await ended
    expect(following.subscribe()).toBeUndefined()
    leave()
    expect(await followers()).toBe('0')
  })

  it('there are at most 500 subscribers', () => {
    const { following } = make({ a: {} })
    const all = Array.from({ length: 500 }, () => following.subscribe())
    expect(all.every((one) => one !== undefined)).toBe(true)
    expect(following.subscribe()).toBeUndefined()
    all[0]?.unsubscribe()
    all[0]?.unsubscribe()
    expect(following.subscribe()).toBeDefined()
    expect(following.subscribe()).toBeUndefined()
  })

  it('one client has at most 32 subscriptions', () => {
    const { following } = make({ a: {} })
    const his = Array.from({ length: maxPerClient }, () => {
      expect(following.isAtClientLimit('him')).toBe(false)
      return following.subscribe('him')
    })
    expect([following.isAtClientLimit('him'), following.isAtClientLimit('her')]).toEqual([true, false])
    his[0]?.unsubscribe()
    his[0]?.unsubscribe()
    expect(following.isAtClientLimit('him')).toBe(false)
    following.subscribe('him')
    expect(following.isAtClientLimit('him')).toBe(true)
  })

  it('only what can never change is done after one round', async () => {
    const { follow } = make({ off: { isOff: true } })
    const { news, ended } = await follow(['none', 'off'])
    await ended
    expect(news()).toEqual(['error none unknown', 'error off disabled'])
  })

  it('gets an error when the service has a bug', async () => {
    const { follow, lists, sites, time } = make({ a: {} })
    sites.says('a', 'x', 'y')
    const { ended } = await follow(['a'])
    Object.assign(lists, { known: () => Promise.reject(new Error('a bug of ours')) })
    const received = expect(ended).rejects.toThrow('a bug of ours')
    await time.advance(minute)
    await received
  })
})

it.each([
  ['is taken to have changed at the start', 'when there is a ban', true],
  ['never changed', 'when there is none', false],
])('what is banned %s %s: what an earlier process told may hold it', (_so, _when, isBanned) => {
  const clock = makeClock()
  const begun = clock.epochMs()
  const following = createSubscriptions({
    versions: createVersionCounters(),
    bans: isBanned ? createTestBans(['word', 'pear']) : createTestBans(),
    refresher: { keepFresh: () => () => undefined },
    metrics: { gauge: () => undefined },
    epochMs: clock.epochMs,
  })
  clock.advance(60_000)
  expect(following.subscribe()?.bansChangedAt()).toBe(isBanned ? begun : Number.NEGATIVE_INFINITY)
})
