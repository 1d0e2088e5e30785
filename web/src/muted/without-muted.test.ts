// Tests of what muted words hide.
import { beforeAll, expect, it } from 'vitest'
import { collectedLink, collectedWork } from '../../../test/kit/page-data.ts'
import { loadFolding } from '../components/folding.ts'
import { unmuted } from './without-muted.ts'

beforeAll(loadFolding)

const titles = ['台风登陆', 'ＮＢＡ 战报', 'nba 交易', '新片上映'].map((title) => ({ title }))
const typhoon = { title: '台风' }
const quake = { title: '地震' }

it('muted words hide what has one of them in its title, whatever its case and width, and count it', () => {
  expect(unmuted(titles, ['NBA', '上映'])).toEqual({ items: [{ title: '台风登陆' }], count: 3 })
})

it.each([
  ['台风', '颱風來襲'],
  ['X-Men: First', 'X-Men.First.Class'],
])('the muted word %s hides %s', (word, title) => {
  expect(unmuted([{ title }], [word]).items).toEqual([])
})

it('without muted words everything is returned as it is', () => {
  expect(unmuted(titles, []).items).toBe(titles)
})

it('entries are hidden by the title of their item', () => {
  expect(unmuted([{ item: typhoon }, { item: quake }], ['台风'])).toEqual({ items: [{ item: quake }], count: 1 })
})

it('a story is hidden by any of its titles', () => {
  const story = { title: '台风来了', items: [{ title: '颱風來了' }] }
  const isShown = (word: string) => unmuted([story], [word]).items.includes(story)
  expect(['台风', '颱風', '地震'].map(isShown)).toEqual([false, false, true])
})

it('of lists the items are hidden and counted, and lists without others are left out', () => {
  const lists = [
    { id: 'a', data: [typhoon, quake] },
    { id: 'b', data: [typhoon] },
  ]
  expect(unmuted(lists, ['台风'])).toEqual({ items: [{ id: 'a', data: [quake] }], count: 2 })
})

it('of a work the links are hidden and counted, and all of them by its own title', () => {
  const links = ['4K', '枪版'].map((kind) => collectedLink(`quark:${kind}`, { title: `流浪地球 ${kind}` }))
  const work = collectedWork('film', links, { title: '流浪地球' })
  expect(unmuted([work], ['枪版'])).toEqual({ items: [{ ...work, links: [links[0]] }], count: 1 })
  expect(unmuted([work], ['流浪'])).toEqual({ items: [], count: 2 })
  expect(unmuted([work], ['台风']).items[0]).toBe(work)
})
