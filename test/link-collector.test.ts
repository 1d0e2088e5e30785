// The collector that the page, the terminal and the agents' tools share: archived links, times, and replaced URLs.
import { describe, expect, it } from 'vitest'
import { cloudOrder, createLinkCollector } from '../client/link-collector.ts'
import { cloudTypes } from '../src/contract/cloud-types.ts'
import type { LinkItem } from '../src/contract/links.ts'

const item: LinkItem = {
  url: 'https://pan.quark.cn/s/a',
  password: '',
  note: '纸鹤',
  datetime: '2026-01-02T03:04:05Z',
  source: 'tg:abcd',
  images: [],
}
type LinksEvent = Parameters<ReturnType<typeof createLinkCollector>['add']>[0]

const given: LinksEvent = { merged_by_type: { quark: [item] } }
const recalled: LinksEvent = { ...given, archive: true }

function marks(...received: readonly LinksEvent[]): boolean[] {
  const gathered = createLinkCollector()
  gathered.begin()
  for (const links of received) gathered.add(links)
  return gathered.links().map(({ isFromArchive }) => isFromArchive)
}

it('the clouds of the client are those of the contract, in their order', () => {
  expect(cloudOrder).toEqual(cloudTypes)
})

describe('a share that gets another URL', () => {
  it('is listed once, under the new URL', () => {
    const other = { ...item, url: 'https://pan.quark.cn/s/b' }
    const gathered = createLinkCollector()
    gathered.add(given)
    gathered.add({ merged_by_type: { quark: [other] }, replaced: [item.url] })
    expect(gathered.links().map(({ url }) => url)).toEqual([other.url])
    expect(gathered.count()).toBe(1)
  })
})

describe('a link from memory', () => {
  it('is one that only the archive has', () => {
    expect(marks(recalled)).toEqual([true])
    expect(marks(recalled, recalled)).toEqual([true])
  })

  it('is none any more once a source gives it', () => {
    expect(marks(recalled, given)).toEqual([false])
  })

  it('is none any more when a source has it, which is then sent again as a whole', () => {
    const detailed = { quark: [{ ...item, key: 'quark:a', sources: ['tg:abcd'], relevance: 'title' as const }] }
    const first = { merged_by_type: detailed, archive: true as const }
    expect(marks(first, { merged_by_type: detailed })).toEqual([false])
  })

  it('does not become one when the archive has it after a source', () => {
    expect(marks(given, recalled)).toEqual([false])
  })

  it('becomes one when a search asked again has it from the archive only', () => {
    const gathered = createLinkCollector()
    gathered.add(given)
    gathered.begin()
    gathered.add(recalled)
    expect(gathered.links()[0]?.isFromArchive).toBe(true)
  })
})

describe('the time of a link', () => {
  it.each(['0001-01-01T00:00:00Z', 'yesterday', ''])('is unknown when the service says “%s”', (datetime) => {
    const gathered = createLinkCollector()
    gathered.add({ merged_by_type: { quark: [{ ...item, datetime }] } })
    expect(gathered.links()[0]?.at).toBeUndefined()
  })
})

describe('a service without details', () => {
  it('still has each address once, with the one source it names', () => {
    const gathered = createLinkCollector()
    gathered.add(given)
    gathered.add(given)
    expect(gathered.links()).toMatchObject([{ key: 'quark:https://pan.quark.cn/s/a', sources: ['tg:abcd'] }])
  })
})
