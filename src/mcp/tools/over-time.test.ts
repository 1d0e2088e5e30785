// The tools `get_trends` and `get_history` against a fake client: what they say, and their size.
import { expect, it } from 'vitest'
import { toolClientOf } from '../../../test/kit/mcp.ts'
import { byteSize, sizeLimits } from '../output.ts'
import type { ToolCall, ToolClient } from '../tool.ts'
import { historyTool } from './history.ts'
import { trendsTool } from './trends.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const envelope = { apiVersion: '1.0', timestamp: noon } as const
const long = '灯\u202e'.repeat(300)

/** A call with only the methods that a test passes. */
function callOf(some: Partial<ToolClient>): ToolCall {
  return { client: toolClientOf(some), signal: new AbortController().signal, progress: async () => undefined }
}

function storyOf(title: string) {
  const items = Array.from({ length: 20 }, (_, at) => ({
    source: 'weibo',
    id: `${at}`,
    title,
    url: 'https://a.test/',
    rank: at + 1,
  }))
  return { id: title, title, items, platforms: 2, score: 1, firstSeen: noon, firstSource: 'zhihu', why: [] }
}

function seen(title: string) {
  return {
    id: title,
    title,
    url: 'https://a.test/',
    firstSeen: noon,
    lastSeen: noon + 60_000,
    peak: { rank: 3, at: noon, hot: null },
  }
}

it('a story says where it stands, and when and where it began', async () => {
  const trends = async () => ({
    ...envelope,
    ...{ window: 0, count: 1, total: 1 },
    stories: [{ ...storyOf('山羊闯入图书馆'), items: storyOf('山羊').items.slice(0, 1) }],
  })
  const { content, text } = await trendsTool.run(trendsTool.input.parse({}), callOf({ trends }))
  expect(text).toBe(
    '1 story\n- 山羊闯入图书馆 [2 platforms, began 2026-11-21 12:00 UTC on zhihu: weibo #1] https://a.test/',
  )
  expect(trendsTool.output.parse(content)).toMatchObject({ total: 1, not_shown: 0 })
})

it('an item says its best rank and when it was seen; words select by title, however both are written', async () => {
  const found = [seen('Ship aground'), seen('燈塔.ship'), seen('灯塔')]
  const history = async () => ({ ...envelope, source: 'weibo', from: 0, to: noon, items: found, count: 3, total: 3 })
  const args = historyTool.input.parse({ list: 'weibo', words: 'SHIP 灯塔' })
  const { content, text } = await historyTool.run(args, callOf({ history }))
  expect(text).toBe(
    'weibo: 1 item\n- 燈塔.ship [best #3 at 2026-11-21 12:00 UTC, seen 2026-11-21 12:00 UTC to 2026-11-21 12:01 UTC] https://a.test/',
  )
  expect(historyTool.output.parse(content)).toMatchObject({ total: 1, items: [{ rank: 3 }] })
})

it('a list as it stood has the ranks of then', async () => {
  const data = [{ id: '1', title: 'a', url: 'https://a.test/', rank: 2 }]
  const at = async () => ({ ...envelope, source: 'weibo', updatedAt: noon, data, count: 1 })
  const { text } = await historyTool.run(
    historyTool.input.parse({ list: 'weibo', at: '2026-11-21T12:00:30Z' }),
    callOf({ at }),
  )
  expect(text).toBe('weibo as recorded 2026-11-21 12:00 UTC: 1 item\n2. a https://a.test/')
})

it('no answer is larger than an agent can read, and each says what is missing', async () => {
  const trends = async () => ({
    ...envelope,
    window: 0,
    count: 50,
    total: 50,
    stories: Array.from({ length: 50 }, () => storyOf(long)),
  })
  const items = Array.from({ length: 500 }, () => seen(long))
  const history = async () => ({ ...envelope, source: 'weibo', from: 0, to: noon, items, count: 500, total: 500 })
  const call = callOf({ trends, history })
  for (const { content, text } of [
    await trendsTool.run(trendsTool.input.parse({ limit: 50 }), call),
    await historyTool.run(historyTool.input.parse({ list: 'weibo', limit: 100 }), call),
  ]) {
    expect(byteSize(content)).toBeLessThan(sizeLimits.structured)
    expect(byteSize(text)).toBeLessThan(sizeLimits.text)
    expect(text).toMatch(/\d+ more are not listed/)
    expect(text).not.toContain('\u202e')
  }
})

it.each(['.', '..'])('the path %s is not the id of a list', (list) => {
  expect(historyTool.input.safeParse({ list }).error?.issues).toMatchObject([
    { path: ['list'], message: 'must be the id of a list from list_sources' },
  ])
})
