// Links are marked as archived only if no source returned them.
import { describe, expect, it } from 'vitest'
import type { LinkItem } from '../../../src/contract/search.ts'
import { createLinkCollector, type LinksEvent } from './link-collector.ts'

const item: LinkItem = {
  url: 'https://pan.quark.cn/s/a',
  password: '',
  note: '纸鹤',
  datetime: '2026-01-02T03:04:05Z',
  source: 'tg:abcd',
  images: [],
}
const given: LinksEvent = { merged_by_type: { quark: [item] } }
const recalled: LinksEvent = { ...given, archive: true }

function marks(...came: readonly LinksEvent[]): boolean[] {
  const gathered = createLinkCollector()
  gathered.begin()
  for (const links of came) gathered.add(links)
  return gathered.rows().map(({ isFromArchive }) => isFromArchive)
}

describe('a link from memory', () => {
  it('is one that only the archive has told of', () => {
    expect(marks(recalled)).toEqual([true])
    expect(marks(recalled, recalled)).toEqual([true])
  })

  it('is none any more once a source gives it', () => {
    expect(marks(recalled, given)).toEqual([false])
  })

  it('is none any more when it comes again just for that, under the address it had', () => {
    const detailed = { quark: [{ ...item, key: 'quark:a', sources: ['tg:abcd'], relevance: 'title' as const }] }
    const first = { merged_by_type: detailed, archive: true as const }
    expect(marks(first, { merged_by_type: detailed, replaced: [item.url] })).toEqual([false])
  })

  it('does not become one when the archive tells of it after a source', () => {
    expect(marks(given, recalled)).toEqual([false])
  })

  it('becomes one when a search asked again has it from the archive only', () => {
    const gathered = createLinkCollector()
    gathered.add(given)
    gathered.begin()
    gathered.add(recalled)
    expect(gathered.rows()[0]?.isFromArchive).toBe(true)
  })
})

describe('the time of a link', () => {
  it.each(['0001-01-01T00:00:00Z', 'yesterday', ''])('is unknown when the service says “%s”', (datetime) => {
    const gathered = createLinkCollector()
    gathered.add({ merged_by_type: { quark: [{ ...item, datetime }] } })
    expect(gathered.rows()[0]?.at).toBeUndefined()
  })
})

describe('a service that tells no details', () => {
  it('still has each address once, with the one source it names', () => {
    const gathered = createLinkCollector()
    gathered.add(given)
    gathered.add(given)
    expect(gathered.rows()).toMatchObject([{ key: 'quark:https://pan.quark.cn/s/a', sources: ['tg:abcd'] }])
  })
})
