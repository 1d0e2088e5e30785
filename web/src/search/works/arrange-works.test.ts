// Which works are shown, with which links, and where they stand.
import { describe, expect, it } from 'vitest'
import { collectedLink, collectedWork, noAttributes } from '../../../../test/kit/page-data.ts'
import { arrangeWorks, type ShownWork, stableSlots } from './arrange-works.ts'

const uhd = { ...noAttributes, quality: ['4K'] }
const film = collectedWork('film', [
  collectedLink('quark:a', { attributes: uhd, at: 1 }),
  collectedLink('baidu:b', { at: 2 }),
])
const book = collectedWork('book', [collectedLink('baidu:c', { at: 9 })], { kind: 'book' })
const mention = collectedWork('mention', [collectedLink('quark:d', { at: 10 })], { relevance: 'text' })
const all = [mention, film, book]
const everything = { attributes: [], hidesDead: false, clouds: [], sort: 'best' } as const

function shown(works: readonly ShownWork[]) {
  return works.map(({ work, links }) => [work.key, ...links.map(({ key }) => key)].join(' '))
}

describe('works', () => {
  it('with the word in a title stand before those with it in a text, else as they came', () => {
    const { works, hiddenBy } = arrangeWorks(all, everything, () => undefined)
    expect(shown(works)).toEqual(['film quark:a baidu:b', 'book baidu:c', 'mention quark:d'])
    expect(hiddenBy).toEqual({ attributes: false, dead: false, clouds: false })
  })

  it('can be sorted by their newest link', () => {
    const { works } = arrangeWorks(all, { ...everything, sort: 'time' }, () => undefined)
    expect(works.map(({ work }) => work.key)).toEqual(['book', 'film', 'mention'])
  })

  it('keep only links with the attributes that are asked for', () => {
    const { works, hiddenBy } = arrangeWorks(all, { ...everything, attributes: ['quality:4K'] }, () => undefined)
    expect(shown(works)).toEqual(['film quark:a'])
    expect(hiddenBy.attributes).toBe(true)
  })

  it('keep only links that may work', () => {
    const states = new Map<string, 'locked' | 'bad'>([
      ['quark:a', 'locked'],
      ['baidu:c', 'bad'],
    ])
    const stateOf = ({ key }: { readonly key: string }) => states.get(key)
    const { works, hiddenBy } = arrangeWorks(all, { ...everything, hidesDead: true }, stateOf)
    expect(shown(works)).toEqual(['film baidu:b', 'mention quark:d'])
    expect(hiddenBy.dead).toBe(true)
  })

  it('keep only links of the clouds that are asked for', () => {
    const { works, hiddenBy } = arrangeWorks(all, { ...everything, clouds: ['baidu'] }, () => undefined)
    expect(shown(works)).toEqual(['film baidu:b', 'book baidu:c'])
    expect(hiddenBy.clouds).toBe(true)
  })
})

describe('places', () => {
  const item = (key: string, ...links: string[]): ShownWork => {
    const work = collectedWork(
      key,
      links.map((link) => collectedLink(link)),
    )
    return { work, links: work.links }
  }
  const keysOf = (works: readonly ShownWork[]) => works.map(({ work }) => work.key)
  const before = [item('a', 'quark:1'), item('b', 'quark:2'), item('c', 'quark:3')]

  it('stay, whatever the order is now, and new works follow', () => {
    const latest = [item('new', 'quark:9'), item('c', 'quark:3'), item('b', 'quark:2'), item('a', 'quark:1')]
    expect(keysOf(stableSlots(before, latest))).toEqual(['a', 'b', 'c', 'new'])
  })

  it('stay with the links when a work goes on under another key', () => {
    const latest = [item('c', 'quark:3'), item('b 2036', 'quark:2', 'quark:9'), item('a', 'quark:1')]
    expect(keysOf(stableSlots(before, latest))).toEqual(['a', 'b 2036', 'c'])
  })

  it('that become free are filled from the end', () => {
    const joined = item('b', 'quark:1', 'quark:2')
    expect(keysOf(stableSlots(before, [joined, item('c', 'quark:3')]))).toEqual(['c', 'b'])
    const added = [joined, item('c', 'quark:3'), item('new', 'quark:9')]
    expect(keysOf(stableSlots(before, added))).toEqual(['new', 'b', 'c'])
  })

  it('of works by text stay behind those by title', () => {
    const text = { work: { ...mention }, links: mention.links }
    expect(keysOf(stableSlots([...before, text], [text, item('new', 'quark:9'), ...before]))).toEqual([
      ...['a', 'b', 'c', 'new', 'mention'],
    ])
  })
})
