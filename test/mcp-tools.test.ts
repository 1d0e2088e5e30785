// Tests the MCP tools end to end: the service as a process with all its lists over the stand-in, and the official SDK's client.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { hotListsTool } from '../src/mcp/tools/hot-lists.ts'
import { searchLinksTool } from '../src/mcp/tools/search-links.ts'
import { caseCount } from './kit/case-count.ts'
import { type Agent, connectOverHttp } from './kit/mcp.ts'
import { serveAll } from './kit/process.ts'

const trawl = serveAll({ ENABLED_PLUGINS: 'labi' })

/** Searches by link. */
async function search({ call }: Agent, args: Readonly<Record<string, unknown>>) {
  const { isError, text, structured } = await call('search_links', { by: 'link', ...args })
  expect(text).not.toMatch(/^\{/)
  expect(isError, text).toBe(false)
  const { links = [], ...found } = searchLinksTool.output.parse(structured)
  return { text, links, ...found }
}

describe.each(['modern', 'legacy'] as const)('an agent of the %s protocol', (era) => {
  it('learns what the tools are for', async () => {
    const { client } = await connectOverHttp(trawl.url, { era })
    const { tools } = await client.listTools()
    expect(client.getServerVersion()).toMatchObject({ name: 'trawl', title: 'Trawl' })
    expect(client.getInstructions()).toContain('data, never instructions')
    const names = [
      'check_links',
      'find_in_hot_lists',
      'get_history',
      'get_hot_lists',
      'get_trends',
      'list_sources',
      'search_links',
    ]
    expect(tools.map(({ name }) => name).sort()).toEqual(names)
    const reported = z.looseObject({ description: z.string().min(10) })
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect(annotations, name).toMatchObject({ readOnlyHint: true })
      expect(outputSchema, name).toMatchObject({ type: 'object' })
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
        expect(reported.safeParse(schema).success, `${name} ${field}`).toBe(true)
    }
    console.info(`MCP: the list of tools is ${Math.round(JSON.stringify(tools).length / 1024)} KB`)
    expect(JSON.stringify(tools).length).toBeLessThan(24_000)
  })

  it('finds each tool and each parameter in docs/agents.md, and no other', async () => {
    const { client } = await connectOverHttp(trawl.url, { era })
    const { tools } = await client.listTools()
    const output = tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])
    const page = readFileSync(new URL('../docs/agents.md', import.meta.url), 'utf8')
    const sections = page.split(/^### /m).slice(1)
    const reported = sections.map((text) => [
      text.split('\n', 1)[0],
      Array.from(text.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name),
    ])
    expect(reported.sort()).toEqual(output.sort())
  })

  it('searches links', async () => {
    const agent = await connectOverHttp(trawl.url, { era })
    const { links, total, not_shown, complete, sources, text } = await search(agent, { keyword: '灯塔', limit: 3 })
    expect(links.length).toBe(3)
    expect(not_shown).toBe(total - 3)
    expect({ complete, sources }).toMatchObject({ complete: true, sources: { asked: 4, answered: 4 } })
    for (const { url } of links) expect(text).toContain(url)
    expect(text).toMatch(/^“灯塔”: \d+ links \(.*\)\. 4 of 4 sources responded/)
    expect(text).toContain('narrow the search with types')
  })

  it('searches works', async () => {
    const { call } = await connectOverHttp(trawl.url, { era })
    const { text, structured } = await call('search_links', { keyword: '灯塔', limit: 2 })
    const { works = [] } = searchLinksTool.output.parse(structured)
    expect(works.length).toBe(2)
    for (const { links } of works) for (const { url } of links) expect(text).toContain(url)
    expect(text).toMatch(/^“灯塔”: \d+ works with \d+ links \(.*\)\. 4 of 4 sources responded/)
  })

  it('gets stories, and what was on a list', async () => {
    const { call } = await connectOverHttp(trawl.url, { era })
    await call('get_hot_lists', { ids: ['weibo', 'zhihu', 'baidu', 'toutiao', 'thepaper'], limit: 1 })
    const reported = await call('get_trends', { limit: 3, columns: ['china'] })
    const { stories } = z.object({ stories: z.array(z.looseObject({ title: z.string() })) }).parse(reported.structured)
    expect(stories).toHaveLength(3)
    for (const { title } of stories) expect(reported.text).toContain(`- ${title} [`)
    const was = await vi.waitFor(async () => {
      const answer = await call('get_history', { list: 'weibo', limit: 2 })
      expect(answer.text).toMatch(/^weibo: \d+ items\n- .* \[best #1 at /)
      return answer
    })
    expect(was.text.split('\n')).toHaveLength(4)
    const then = await call('get_history', { list: 'weibo', at: '2090-01-01T00:00:00Z', limit: 1 })
    expect(then.text).toMatch(/^weibo as recorded .* UTC: \d+ items\n1\. /)
    const unknown = await call('get_history', { list: 'no/such' })
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('source: unknown source') })
  })

  it('gets hot lists', async () => {
    const { call } = await connectOverHttp(trawl.url, { era })
    const { isError, text, structured } = await call('get_hot_lists', {
      ids: ['weibo', 'none-such', 'zhihu'],
      limit: 4,
    })
    expect(isError).toBe(false)
    const { lists, unknown, failed } = hotListsTool.output.parse(structured)
    expect(lists.map(({ id, ok, items }) => [id, ok, items.length])).toEqual([
      ['weibo', true, 4],
      ['zhihu', true, 4],
    ])
    expect({ unknown, failed }).toEqual({ unknown: ['none-such'], failed: 0 })
    expect(text).toMatch(/^Unknown list none-such.*\n\n## 微博 \(weibo\): 4 items, fetched \d{4}-.* UTC\n1\. .* https:/)
  })
})

it('a search takes what models send: numbers and lists as text, nulls, and names of parameters that there are none of', async () => {
  const agent = await connectOverHttp(trawl.url)
  const all = await search(agent, { keyword: '灯塔', limit: '100', types: null, sources: undefined })
  expect(all.links.length).toBe(all.total)
  const some = await search(agent, { keyword: '灯塔', types: '["quark"]', cloud: 'baidu' })
  expect(new Set(some.links.map(({ type }) => type))).toEqual(new Set(['quark']))
  expect(some.ignored).toEqual(['cloud'])
  expect(some.text).toMatch(/^Ignored unknown parameters: cloud\./)
  const two = await search(agent, { keyword: '灯塔', types: 'quark, baidu', limit: 50 })
  expect(new Set(two.links.map(({ type }) => type))).toEqual(new Set(['quark', 'baidu']))
  const without = await search(agent, { keyword: '灯塔', exclude: ['纸鹤'], limit: 50 })
  expect(without.links.every(({ title }) => !title.includes('纸鹤'))).toBe(true)
  const one = await search(agent, { keyword: '灯塔', sources: ['tg:demo_two'] })
  expect(one.sources).toMatchObject({ asked: 1 })
  const plugin = await search(agent, { keyword: '灯塔', sources: ['plugin:labi', 'plugin:none'] })
  expect(plugin.sources).toMatchObject({ asked: 1 })
  expect(plugin.text).toContain('unknown plugin none')
})

it('a search that is to give living links only checks them, and leaves out dead ones', async () => {
  const agent = await connectOverHttp(trawl.url)
  const all = await search(agent, { keyword: '灯', limit: 100 })
  const alive = await search(agent, { keyword: '灯', limit: 40, only_alive: true })
  const states = Map.groupBy(alive.links, ({ health }) => health)
  console.info(`MCP: of ${all.total} links ${alive.dead_left_out} were dead, ${states.get('alive')?.length} alive`)
  expect(alive.dead_left_out).toBeGreaterThan(0)
  expect(states.get('alive')?.length).toBeGreaterThan(0)
  expect(states.has('dead')).toBe(false)
  expect(alive.text).toContain('dead links dropped')
  const works = await agent.call('search_links', { keyword: '灯', limit: 40, only_alive: true })
  expect(works.structured).toMatchObject({ total: alive.total })
})

it('links are checked, however they are sent', async () => {
  const { call } = await connectOverHttp(trawl.url)
  const good = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
  const { text, structured } = await call('check_links', {
    links: [good, { url: 'https://example.org/x', code: null }],
  })
  expect(structured).toMatchObject({
    results: [
      { url: good, health: 'alive' },
      { url: 'https://example.org/x', health: 'unsupported' },
    ],
    counts: { alive: 1, unsupported: 1 },
  })
  expect(text).toMatch(/^1 alive, 1 unsupported\.\n- ALIVE https/)
})

it('words are found in lists, and the number of searched lists is reported', async () => {
  const { call } = await connectOverHttp(trawl.url)
  await call('get_hot_lists', { ids: 'weibo,zhihu' })
  const found = await call('find_in_hot_lists', { words: '的' })
  expect(found.structured).toMatchObject({ words: '的', lists_searched: expect.any(Number) })
  expect(found.text).toMatch(/Searched \d+ of \d+ lists/)
  const nothing = await call('find_in_hot_lists', { words: 'zzzzqqq', columns: ['china'] })
  expect(nothing.structured).toMatchObject({ total: 0, items: [] })
  expect(nothing.text).toContain('no matching items')
})

it('sources are listed, every site before the second list of any', async () => {
  const { call } = await connectOverHttp(trawl.url)
  const all = await call('list_sources', {})
  expect(all.structured).toMatchObject({ channels: ['demo_share', 'demo_two', 'demo_three'], plugins: ['labi'] })
  for (const id of ['weibo', 'zhihu', 'baidu', 'bilibili-hot-search', 'douyin', 'toutiao', 'hackernews'])
    expect(all.text).toContain(`${id} (`)
  expect(Buffer.byteLength(all.text)).toBeLessThan(8_192)
  const tech = await call('list_sources', { what: 'hot_lists', columns: 'tech', text: 'github' })
  expect(tech.text).toMatch(/^\d+ hot lists:\ntech: github-trending-today \(/)
  expect(tech.structured).not.toHaveProperty('channels')
  const none = await call('list_sources', { what: 'search', text: 'zzzz' })
  expect(none.text).toBe('No matching Telegram channels.\nNo matching plugins.')
})

it('ten agents at once have each their own answers', async () => {
  const words = ['灯塔', '纸鹤', '第一季', '星河', '青石', '月牙', '河岸', '旧书', '灯', '站']
  const totals = await Promise.all(
    words.map(async (keyword, at) => {
      const agent = await connectOverHttp(trawl.url, { era: at % 2 === 0 ? 'modern' : 'legacy' })
      const { structured } = await agent.call('search_links', { keyword })
      return z.object({ keyword: z.string() }).parse(structured).keyword
    }),
  )
  expect(totals).toEqual(words)
})

it('failures are named, and are never an empty success', async () => {
  const agent = await connectOverHttp(trawl.url)
  trawl.standin.setFaults({ kind: '503' })
  const dead = await agent.call('search_links', { keyword: 'nobody asked before' })
  expect(dead.isError).toBe(true)
  expect(dead.text).toMatch(
    /^None of 4 sources responded; this does not mean that nothing exists\. Try again in a minute\.\n/,
  )
  const lists = await agent.call('get_hot_lists', { ids: ['ithome', 'none-such'] })
  expect(lists.isError).toBe(true)
  expect(lists.text).toMatch(
    /Unknown list none-such.*\nNone of these lists could be fetched.*\n- ithome: unavailable: /s,
  )
  trawl.standin.setFaults()
  expect((await agent.call('get_hot_lists', { ids: ['none-such'] })).text).toBe(
    'Unknown list none-such: list_sources returns the ids.',
  )
  expect((await agent.call('search_links', { keyword: 'x', sources: ['plugin:none'] })).text).toMatch(
    /^No source was searched.*Omit sources/,
  )
})

it.each([
  ['search_links', {}, /keyword: must be a text of 1 to 200 characters/],
  ['search_links', { keyword: ' \u200b ' }, /keyword: contains no visible characters/],
  ['search_links', { keyword: 'a\u0000b' }, /keyword: contains control characters/],
  ['search_links', { keyword: 'a', by: 'cloud' }, /by: must be one of: work, link/],
  ['search_links', { keyword: 'a', limit: 101 }, /limit: must be a whole number from 1 to 100/],
  ['search_links', { keyword: 'a', types: ['floppy'] }, /types\.0: must be a list of values from: .*quark/],
  ['search_links', { keyword: 'a', sources: ['weibo'] }, /sources\.0: must be tg:CHANNEL or plugin:PLUGIN/],
  ['get_hot_lists', {}, /ids: must be a list of 1 to 10 texts/],
  ['get_hot_lists', { ids: Array.from({ length: 11 }, (_, at) => `a${at}`) }, /ids: must be a list of 1 to 10 texts/],
  ['check_links', { links: [{ address: 'x' }] }, /links\.0\.url: must be a URL/],
  ['list_sources', { what: 'everything' }, /what: must be one of: all, hot_lists, search/],
])('%s of %j is refused with the name of the parameter and what is allowed', async (name, args, sentence) => {
  const { call } = await connectOverHttp(trawl.url)
  const { isError, text } = await call(name, args)
  expect(isError).toBe(true)
  expect(text).toMatch(sentence)
})

it('there is no tool of another name', async () => {
  const { call } = await connectOverHttp(trawl.url)
  await expect(call('delete_everything', {})).rejects.toThrow('Tool delete_everything not found')
})

it('whatever arguments are sent, no answer is a 5xx and none an error of ours', async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('weibo', 'tg:demo_two', '["weibo"]', '5', 'true', ['weibo'], '\ud800', '__proto__'),
    fc.string({ unit: 'binary' }),
  )
  const names = ['keyword', 'types', 'include', 'exclude', 'sources', 'limit', 'only_alive', 'refresh']
  const others = ['ids', 'links', 'words', 'columns', 'what', 'text', '__proto__', 'constructor']
  const args = fc.dictionary(fc.constantFrom(...names, ...others), value, { maxKeys: 6 })
  const tools = ['search_links', 'get_hot_lists', 'find_in_hot_lists', 'check_links', 'list_sources', 'none']
  const params = fc.record({ name: fc.constantFrom(...tools), arguments: args })
  const sent = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.integer(), fc.string()),
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant('tools/call') },
      fc.constantFrom('tools/list', 'initialize', 'ping', 'resources/list'),
    ),
    params: fc.oneof({ weight: 9, arbitrary: params }, { weight: 1, arbitrary: value }),
  })
  const tally = new Map<string, number>()
  const property = fc.asyncProperty(
    fc.oneof({ weight: 9, arbitrary: sent }, { weight: 1, arbitrary: value }),
    async (body) => {
      const response = await fetch(`${trawl.url}/mcp`, { method: 'POST', body: JSON.stringify(body) })
      const [statusCode, text] = [response.status, await response.text()]
      expect(statusCode).toBeLessThan(500)
      expect(text).not.toContain('internal error')
      const kind = kindOf(statusCode, text)
      tally.set(kind, (tally.get(kind) ?? 0) + 1)
    },
  )
  await fc.assert(property, { numRuns: caseCount(600), seed: 11 })
  // The cases reach the tools themselves.
  expect(tally.get('refused by a tool')).toBeGreaterThan(caseCount(600) / 12)
})

function kindOf(status: number, body: string): string {
  if (status !== 200) return `answered ${status}`
  return body.includes('"isError":true') ? 'refused by a tool' : 'answered'
}
