// Tests the joining of stories on the samples of all hot lists.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { atOnce } from '../src/async/pieces.ts'
import { joinStories } from '../src/hotlist/stories/join-stories.ts'
import { readFixtures } from './kit/fixtures.ts'

const items = z.array(z.object({ id: z.string(), title: z.string(), url: z.string() }))

const lists = readFixtures('hotlist').map(({ source, expected }) => ({
  source,
  platform: source,
  at: 0,
  items: items.parse(expected),
}))

it('no story of the samples of all lists has both a Chinese headline and an English sentence', () => {
  const stories = atOnce(joinStories(lists, 0)).map((story) => story.items.map(({ title }) => title))
  const isEnglish = (title: string) => /^[\x20-\u{2fff}]+$/u.test(title) && title.split(' ').length > 3
  const english = stories.filter((titles) => titles.some(isEnglish))
  expect(english.filter((titles) => titles.some((title) => /\p{Script=Han}/u.test(title)))).toEqual([])
  expect([english.length > 2, stories.length - english.length > 2]).toEqual([true, true])
})
