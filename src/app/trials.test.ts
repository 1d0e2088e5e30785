// What is tried once, where the answers pass through JSON, as those of another replica do.
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { makeClock, makeTransport, makeUpstream } from '../../test/kit/wire.ts'
import { createChannelLook } from '../search/look-at-channel.ts'
import type { SearchSource } from '../search/plugin.ts'
import { withParsedPosts } from '../search/posts/parse-post.ts'
import type { AskCoordinator } from '../upstream/ask/coordination.ts'
import type { Transport } from '../upstream/net/transport.ts'
import { createSourceStatistics } from '../upstream/stats/source-statistics.ts'
import { createTrialsOfSleepers } from './trials.ts'

const dayMs = 24 * 60 * 60_000
const page = readFileSync(new URL('../../fixtures/search/telegram/page.html', import.meta.url))
const newestAt = Date.parse('2026-05-04T22:59:59Z')

/** All asks are made by another replica. */
const remote: AskCoordinator = {
  async once(_shared, ask) {
    const { outcome, isCacheable } = await ask()
    if (outcome.state === 'failed') return { outcome, isCacheable, isRemote: true }
    return { outcome: { ...outcome, items: JSON.parse(JSON.stringify(outcome.items)) }, isCacheable, isRemote: true }
  },
  onRemoteAskEnd: () => undefined,
  onMissedMessages: () => undefined,
}

const plugin: SearchSource = {
  id: 'plugin:one',
  home: 'https://a.site.test/',
  keyOf: ({ kw }) => kw,
  async ask() {
    const text = '三体 https://pan.quark.cn/s/0a1b2c3d4e5f'
    return [{ id: '1', text, anchors: [], at: new Date(newestAt), tags: [], images: [], aside: '' }]
  },
}

/** A service with the channel `demo_share` and the plugin `one`, a day after the newest post of the channel. */
function make(coordinator?: AskCoordinator) {
  const { epochMs, advance } = makeClock(newestAt + dayMs)
  const send: Transport['send'] = async () => ({
    ...{ status: 200, headers: {}, setCookies: [], discard: () => undefined },
    body: (async function* once() {
      yield new Uint8Array(page)
    })(),
  })
  const transport = { ...makeTransport(), send }
  const statistics = createSourceStatistics(epochMs)
  const { upstream } = makeUpstream({ epochMs, coordinator, transport, onAskEnd: statistics.record })
  const catalogue = { channels: ['demo_share'], plugins: new Map([['one', plugin]]) }
  const onError = (error: unknown) => expect.unreachable(String(error))
  const context = {
    runtime: { log: { error: onError }, epochMs },
    platform: { sources: { catalogue, lists: new Map(), switches: { isOn: () => true } } },
  }
  return { upstream, catalogue, statistics, advance, trials: createTrialsOfSleepers(context, upstream, statistics) }
}

/** A good answer without items. */
function nothing(at: number) {
  return { state: 'fresh', items: [], at: new Date(at), tookMs: 5 } as const
}

it('a channel whose page another replica has read does not fall asleep', async () => {
  const { statistics, trials } = make(remote)
  statistics.record('tg:demo_share', nothing(newestAt))
  trials.tick()
  await vi.waitFor(() => expect(statistics.of('tg:demo_share')?.pageReadAt).toBeDefined())
  expect(statistics.of('tg:demo_share')?.newestPostAt).toBe(newestAt)
  expect(statistics.isAsleep('tg:demo_share')).toBe(false)
})

it('a channel is looked at that another replica has just read', async () => {
  const { upstream, catalogue } = make(remote)
  expect(await createChannelLook(upstream, catalogue)('demo_share')).toMatchObject({
    last: { text: expect.stringMatching(/./), at: newestAt },
  })
})

it('a search for the keyword of the trials gets the posts that a trial has found', async () => {
  const { upstream, statistics, advance, trials } = make()
  const failed = { state: 'failed', failure: { kind: 'network', detail: 'no such host' }, tookMs: 5 } as const
  for (let day = 0; day <= 8; day += 1) {
    statistics.record('plugin:other', nothing(newestAt))
    statistics.record('plugin:one', failed)
    advance(dayMs)
  }
  expect(statistics.isAsleep('plugin:one')).toBe(true)
  trials.tick()
  await vi.waitFor(() => expect(statistics.isAsleep('plugin:one')).toBe(false))
  const found = await upstream.ask(withParsedPosts(plugin), { kw: '三体', ext: {} }, {})
  expect(found).toMatchObject({ state: 'cached', items: [{ links: [{ share: { key: 'quark:0a1b2c3d4e5f' } }] }] })
})
