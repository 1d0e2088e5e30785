// Tables of messages in both languages.
import { expect, it } from 'vitest'
import { createMessages } from './use-messages.ts'

it('a table of messages is split by language, tables within it too', () => {
  const messages = createMessages({
    title: ['设置', 'Settings'],
    kinds: { list: ['榜单', 'List'] },
    count: [(count: number) => `${count} 条`, (count: number) => `${count} items`],
  })
  expect([messages.zh.title, messages.en.title]).toEqual(['设置', 'Settings'])
  expect([messages.zh.kinds.list, messages.en.kinds.list]).toEqual(['榜单', 'List'])
  expect([messages.zh.count(2), messages.en.count(2)]).toEqual(['2 条', '2 items'])
})
