// When visible links are checked, and when not.
import { beforeEach, describe, expect, test } from 'vitest'
import type { CollectedWorkLink as Row } from '../../../client/work-collector.ts'
import type { CheckResult } from '../../../src/contract/check.ts'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { collectedLink, createScriptedTimers } from '../../../test/kit/page-data.ts'
import { ApiError, type RequestOptions } from '../api-client.ts'
import { createLinkChecking } from './link-checking.ts'

const dayMs = 86_400_000

type Item = Pick<CheckResult, 'disk_type' | 'url'> & { password: string }

interface Post {
  readonly items: readonly Item[]
  readonly signal: AbortSignal | null | undefined
  readonly isQuiet: boolean | undefined
  readonly answer: { resolve(answer: unknown): void; reject(error: Error): void }
}

function row(name: string, more: Partial<Row> = {}): Row {
  const { type = 'quark' } = more
  return collectedLink(`${type}:${name}`, { type, url: `https://${type}/${name}`, ...more })
}

function rows(count: number, more: Partial<Row> = {}): Row[] {
  return Array.from({ length: count }, (_, at) => row(`r${at}`, more))
}

/** A clock, timers and a server controlled by the test. */
function setting() {
  const { timers, now, pass, settle } = createScriptedTimers()
  const posts: Post[] = []
  const checking = createLinkChecking({
    epochMs: now,
    timers,
    api: {
      post: async <Answer>(path: string, body: object, want?: RequestOptions) => {
        expect(path).toBe('/api/check/links')
        const answer = Promise.withResolvers<Answer>()
        const { items } = JSON.parse(JSON.stringify(body))
        posts.push({ items, signal: want?.signal, isQuiet: want?.isBackground, answer })
        want?.signal?.addEventListener('abort', () => answer.reject(new Error('aborted')))
        return answer.promise
      },
    },
  })
  const answer = async (state: CheckResult['state'] = 'ok', lastsMs = dayMs) => {
    const post = posts.at(-1)
    const results = post?.items.map(({ disk_type, url }) => ({
      disk_type,
      url,
      normalized_url: url,
      state,
      cache_hit: false,
      checked_at: now(),
      expires_at: now() + lastsMs,
      summary: `it is ${state}`,
    }))
    post?.answer.resolve({ results })
    await settle()
  }
  const refuse = async (error: Error) => {
    posts.at(-1)?.answer.reject(error)
    await settle()
  }
  /** The screen shows these rows, and is still. */
  const show = (visible: readonly Row[]) => {
    checking.setVisibleRows(visible)
    return pass(400)
  }
  const asked = () => posts.map(({ items }) => items.length)
  return { checking, posts, asked, show, pass, answer, refuse }
}

describe('checking what is on the screen', () => {
  let at = setting()
  beforeEach(() => {
    at = setting()
  })

  test('nothing is asked before the screen has been still', async () => {
    at.checking.setVisibleRows(rows(1))
    await at.pass(399)
    at.checking.setVisibleRows(rows(2))
    await at.pass(399)
    expect(at.asked()).toEqual([])
    await at.pass(1)
    expect(at.asked()).toEqual([2])
  })

  test('the same screen told of again is as still as before', async () => {
    at.checking.setVisibleRows(rows(1))
    await at.pass(300)
    at.checking.setVisibleRows(rows(1))
    await at.pass(100)
    expect(at.asked()).toEqual([1])
  })

  test('a link goes out with its cloud, address and access code', async () => {
    await at.show([row('a', { password: 'k3m9' })])
    expect(at.posts[0]?.items).toEqual([{ disk_type: 'quark', url: 'https://quark/a', password: 'k3m9' }])
  })

  test('at most ten are asked about at once, and one request follows the other', async () => {
    await at.show(rows(23))
    expect(at.asked()).toEqual([10])
    await at.pass(10_000)
    expect(at.asked()).toEqual([10])
    await at.answer()
    expect(at.asked()).toEqual([10, 10])
    await at.answer()
    await at.answer()
    expect(at.asked()).toEqual([10, 10, 3])
    await at.pass(10_000)
    expect(at.asked()).toHaveLength(3)
  })

  test('Baidu, which is slow, comes after all others, a few at once', async () => {
    await at.show([...rows(6, { type: 'baidu' }), ...rows(3)])
    await at.answer()
    await at.answer()
    await at.answer()
    expect(at.posts.map(({ items }) => items.map(({ disk_type }) => disk_type))).toEqual([
      ['quark', 'quark', 'quark'],
      ['baidu', 'baidu', 'baidu', 'baidu'],
      ['baidu', 'baidu'],
    ])
  })

  test.each<CloudType>(['magnet', 'ed2k', 'others', 'guangya'])('a link of %s is never asked about', async (type) => {
    at.checking.setVisibleRows(rows(3, { type }))
    await at.pass(dayMs)
    expect(at.asked()).toEqual([])
  })

  test('a link that the service would not take does not spoil the others', async () => {
    await at.show([row('long', { url: 'x'.repeat(2_049) }), row('code', { password: 'x'.repeat(101) }), row('a')])
    expect(at.posts[0]?.items.map(({ url }) => url)).toEqual(['https://quark/a'])
  })

  test('what is told is known, and whoever shows it hears of it', async () => {
    const state = at.checking.stateOf('quark:r0')
    const states: unknown[] = []
    const leave = state.subscribe((value) => states.push(value?.state))
    await at.show(rows(1))
    await at.answer('bad')
    leave()
    expect(states).toEqual([undefined, 'asking', 'bad'])
    expect(state.value).toEqual({ state: 'bad', checkedAt: 400, summary: 'it is bad' })
    expect(at.checking.version.value).toBe(2)
  })

  test('nothing is asked twice before it is out of date, wherever it is shown meanwhile', async () => {
    await at.show(rows(2))
    await at.answer('ok', 100_000)
    at.checking.setVisibleRows([])
    await at.pass(50_000)
    at.checking.setVisibleRows(rows(2))
    await at.pass(49_000)
    expect(at.asked()).toEqual([2])
    await at.pass(1_000)
    expect(at.asked()).toEqual([2, 2])
  })

  test('what a search knows of a link already counts until it is out of date', async () => {
    const health = { state: 'ok', checkedAt: 0, expiresAt: 5_000 } as const
    await at.show([row('a', { health }), row('b', { health: { ...health, expiresAt: 0 } })])
    expect(at.posts[0]?.items.map(({ url }) => url)).toEqual(['https://quark/b'])
    await at.answer()
    await at.pass(5_000)
    expect(at.posts[1]?.items.map(({ url }) => url)).toEqual(['https://quark/a'])
  })

  test('what is out of date at once is asked again, ever more seldom', async () => {
    await at.show(rows(1))
    for (const restMs of [10_000, 20_000, 40_000]) {
      const before = at.asked().length
      await at.answer('uncertain', 0)
      await at.pass(restMs - 1)
      expect(at.asked()).toHaveLength(before)
      await at.pass(1)
      expect(at.asked()).toHaveLength(before + 1)
    }
  })

  test('a screen that moves on during a request is asked about when it is still', async () => {
    await at.show(rows(1))
    at.checking.setVisibleRows([row('next')])
    await at.answer()
    expect(at.asked()).toEqual([1])
    await at.pass(400)
    expect(at.posts[1]?.items.map(({ url }) => url)).toEqual(['https://quark/next'])
  })

  test.each([
    ['rate', 7, 7_000],
    ['busy', 3, 3_000],
    ['rate', undefined, 60_000],
    ['unreachable', undefined, 60_000],
    ['serverError', 3, 60_000],
  ] as const)('after the refusal “%s” (%s s) it pauses for %d ms', async (refusal, retryAfterS, restMs) => {
    await at.show(rows(1))
    await at.refuse(new ApiError(refusal, 'no', retryAfterS))
    expect(at.checking.stateOf('quark:r0').value).toBeUndefined()
    at.checking.setVisibleRows(rows(2))
    await at.pass(restMs - 1)
    expect(at.asked()).toEqual([1])
    await at.pass(1)
    expect(at.asked()).toEqual([1, 2])
  })

  test('who has not said who he is is not asked for it, and nothing more is checked', async () => {
    await at.show(rows(1))
    expect(at.posts[0]?.isQuiet).toBe(true)
    await at.refuse(new ApiError('unauthorized', 'who are you?'))
    at.checking.setVisibleRows(rows(3))
    await at.pass(dayMs)
    expect(at.asked()).toEqual([1])
  })

  test('what the service calls wrong is left alone, and others go on', async () => {
    await at.show(rows(1))
    await at.refuse(new ApiError('badRequest', 'items.0.url'))
    at.checking.setVisibleRows([row('r0'), row('other')])
    await at.pass(600_000)
    expect(at.posts[1]?.items.map(({ url }) => url)).toEqual(['https://quark/other'])
  })

  test('an answer that is short of results leaves no link waiting', async () => {
    await at.show(rows(1))
    at.posts[0]?.answer.resolve({ results: [] })
    await at.pass(60_000)
    expect(at.checking.stateOf('quark:r0').value).toBeUndefined()
    expect(at.asked()).toEqual([1])
  })

  test('stopping ends the request and what was to come; what is known stays', async () => {
    await at.show(rows(11))
    await at.answer('ok')
    expect(at.asked()).toEqual([10, 1])
    at.checking.stop()
    await at.pass(dayMs / 2)
    expect(at.posts[1]?.signal?.aborted).toBe(true)
    expect(at.asked()).toEqual([10, 1])
    expect(at.checking.stateOf('quark:r0').value?.state).toBe('ok')
    expect(at.checking.stateOf('quark:r10').value).toBeUndefined()
    await at.show(rows(11))
    expect(at.asked()).toEqual([10, 1, 1])
  })

  test('it remembers two thousand links, not more', async () => {
    for (let page = 0; page < 201; page += 1) {
      await at.show(Array.from({ length: 10 }, (_, index) => row(`p${page}-${index}`)))
      await at.answer()
    }
    expect(at.checking.stateOf('quark:p0-9').value).toBeUndefined()
    expect(at.checking.stateOf('quark:p1-0').value?.state).toBe('ok')
  })
})
