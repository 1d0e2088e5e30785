// The works of links while a search is running, and after its last update.
import { expect, it } from 'vitest'
import { mergedOf, result, shareAt } from '../../../test/kit/searching.ts'
import { groupWorks } from '../works/group-works.ts'
import { type RecognisedTitle, recogniseTitle } from '../works/recognise.ts'
import type { MergedLink } from './merge.ts'
import { createWorkIndex } from './work-index.ts'

const titles = ['沙丘 2021 4K', '沙丘 小说 epub', '沙丘2 2024 4K', '沙丘 预言 第一季', '沙丘 有声书', '沙丘 1984 1080P']

/** A link under each title, with a share of its own. */
function linksOf(notes: readonly string[]): MergedLink[] {
  return mergedOf(
    notes.map((note, at) => result('tg:alpha', `${note}\n${shareAt(at)}`)),
    '沙丘',
  )
}

function keysOf(recognised: readonly RecognisedTitle[]) {
  const { keys: works } = groupWorks(recognised, '沙丘')
  return recognised.map((title) => works.get(title))
}

it('a link has a work at once, and after the last update that of all titles together', () => {
  const index = createWorkIndex('沙丘')
  const links = linksOf(titles)
  const recognised = titles.map((title) => recogniseTitle(title, '沙丘'))
  const whole = keysOf(recognised)
  // The last title is the second film without a number, which gives the first a year in its key.
  const before = keysOf(recognised.slice(0, -1))
  index.update([], links.slice(0, -1), false)
  const works = () => links.map(({ share }) => index.workOf(share.key))
  expect(works()).toEqual([...before, undefined])
  index.update([], links.slice(-1), false)
  expect(works()).toEqual([...before, 'film:沙丘:'])
  const former = index.update([], [], true)
  expect(works()).toEqual(whole)
  expect([...former.values()]).toContain('film:沙丘:')
})

it('a share that is gone has no work', () => {
  const index = createWorkIndex('沙丘')
  const [link] = linksOf(titles.slice(0, 1))
  const key = link?.share.key ?? ''
  index.update([], link ? [link] : [], false)
  expect([...index.works()]).toEqual([{ share: key, work: 'film:沙丘:' }])
  expect(index.update([key], [], false)).toEqual(new Map([[key, 'film:沙丘:']]))
  expect([...index.works()]).toEqual([])
})
