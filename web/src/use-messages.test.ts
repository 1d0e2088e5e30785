// Tables of messages in both languages.
import { expect, it } from 'vitest'
import { createMessages } from './use-messages.ts'

it('a table of messages is split by language, tables within it too, and a text with places is a function of their values', () => {
  const messages = createMessages({
    title: ['设置', 'Settings'],
    kinds: { list: ['榜单', 'List'] },
    count: ['{0} 条', '1 item|{0} items'],
    place: ['第 {1} 行：{0}', '{0} in row {1}'],
  })
  expect([messages.zh.title, messages.en.title]).toEqual(['设置', 'Settings'])
  expect([messages.zh.kinds.list, messages.en.kinds.list]).toEqual(['榜单', 'List'])
  expect([messages.zh.count(2), messages.en.count(2), messages.en.count(1)]).toEqual(['2 条', '2 items', '1 item'])
  expect([messages.zh.place('{1}', 3), messages.en.place('a', 3)]).toEqual(['第 3 行：{1}', 'a in row 3'])
})
