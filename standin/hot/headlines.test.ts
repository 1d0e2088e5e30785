// Tests the happenings that several lists tell: on more than one list, in different words, stable while they are told.
import { expect, test } from 'vitest'
import { createHappenings } from './headlines.ts'
import { type Life, membersAt } from './list-members.ts'

function reported(list: string, step: number) {
  const life: Life = { seed: 1, list, order: 'hottest', size: 30 }
  return createHappenings(life)(membersAt(life, step))
}
const wellKnown = ['weibo/a.html', 'zhihu/a.json', 'baidu/a.html', 'douyin/a.json', 'toutiao/a.json']

test('several news lists have the same happening in different words, other lists have none', () => {
  const comets = wellKnown.flatMap((list) => [...reported(list, 40).values()].filter((title) => title.includes('彗星')))
  expect(new Set(comets).size).toBeGreaterThan(1)
  expect(reported('acfun/a.json', 40).size).toBe(0)
})

test('a list has each happening at most once, in the same words at every step', () => {
  for (const list of wellKnown) {
    const titles = [...reported(list, 7).values()]
    expect(new Set(titles).size).toBe(titles.length)
    const next = reported(list, 8)
    for (const [serial, title] of reported(list, 7)) expect(next.get(serial) ?? title).toBe(title)
  }
})
