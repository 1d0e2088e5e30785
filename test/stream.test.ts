// Tests a stream from end to end: the app with real parts over the stand-in, and a client that reads events as they arrive.
import { expect, it } from 'vitest'
import type { SearchResponse } from '../src/contract/search.ts'
import { streamEvents } from '../src/contract/search-events.ts'
import { defaultChannels } from '../src/search/catalogue.ts'
import { loadPlugins } from '../src/search/load-plugins.ts'
import { caseCount } from './kit/case-count.ts'
import { startTrawl } from './kit/trawl.ts'

const quiet = { info: () => undefined, warn: () => undefined }

interface Reported {
  readonly event: string
  readonly data: unknown
}

/** The events of a text that ends with a complete one. */
function eventsIn(text: string): Reported[] {
  return Array.from(text.matchAll(/^event: (.*)\n(?:id: .*\n)?data: (.*)$/gm), ([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data),
  }))
}

/** The links that a reader of the events ends up with, as `address cloud code`. */
function linksAfter(events: readonly Reported[]): Set<string> {
  const byUrl = new Map<string, string>()
  for (const { event, data } of events) {
    if (event !== 'links') continue
    const { merged_by_type, replaced = [] } = streamEvents.links.parse(data)
    for (const url of replaced) byUrl.delete(url)
    for (const [cloud, links] of Object.entries(merged_by_type))
      for (const { url, password } of links) byUrl.set(url, `${cloud} ${password}`)
  }
  return new Set([...byUrl].map(([url, text]) => `${url} ${text}`))
}

function linksOf({ data }: SearchResponse): Set<string> {
  const byCloud = 'merged_by_type' in data ? Object.entries(data.merged_by_type) : []
  return new Set(byCloud.flatMap(([cloud, links]) => links.map(({ url, password }) => `${url} ${cloud} ${password}`)))
}

it('a client that reads a stream to its end has the links of the search', async () => {
  const plugins = await loadPlugins({}, {}, quiet)
  const channels = defaultChannels.slice(0, caseCount(30))
  const asked = channels.length + [...plugins.values()].filter(({ state = 'on' }) => state === 'on').length
  const { search, listen, errors } = await startTrawl(channels, { seed: 4, plugins })
  const url = await listen()
  let links = 0
  for (const kw of ['灯塔', '第一季', '纸鹤']) {
    const text = await (await fetch(`${url}/api/search/stream?kw=${encodeURIComponent(kw)}&conc=64`)).text()
    const events = eventsIn(text)
    expect(events.at(0)?.event).toBe('start')
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { complete: true, sources: { asked, pending: 0 } } })
    expect(events.filter(({ event }) => event === 'source').length).toBe(asked)
    const plain = linksOf(await search({ kw }))
    expect(linksAfter(events)).toEqual(plain)
    links += plain.size
  }
  console.info(`streams: ${links} links of 3 searches, the same as in their plain answers`)
  expect(links).toBeGreaterThan(caseCount(100))
  expect(errors).toEqual([])
})
