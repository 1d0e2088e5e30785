// Tests of 金十数据 that its fixture cannot show: titles, advertisements, and scripts that are not its list.
import { expect, test } from 'vitest'
import { builtInFamily, makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const jin10 = await builtInFamily('jin10')

function asking(script: string) {
  return makeAskingList(jin10, 'jin10', () => script)
}

test('a title goes before the content, and advertisements are dropped', async () => {
  const flashes = [
    { id: '3', time: '2026-07-06 11:45:00', data: { title: '推广', content: '' }, extras: { ad: true } },
    {
      id: '2',
      time: '',
      data: { title: '<b>【标题】</b>更多', content: '【别的】内容' },
      important: '1',
      extras: null,
    },
    { id: '1', data: { content: '多行<br/>内容' }, channel: null },
  ]
  const { ask } = asking(`var newest=${JSON.stringify(flashes)}`)
  const { items } = await ask()
  expect(items).toEqual([
    { id: '2', title: '标题', url: 'https://flash.jin10.com/detail/2', info: '✰', hover: '更多' },
    { id: '1', title: '多行 内容', url: 'https://flash.jin10.com/detail/1' },
  ])
})

test.each([
  ['another variable', 'var others = [{"id":"1"}];'],
  ['a list that breaks off', 'var newest = [{"id":"1","data":{"content":"快讯"'],
  ['a list of something else', 'var newest = [1, 2, 3];'],
])('%s is a mismatch', async (_what, script) => {
  expect(await failureOf(asking(script).ask())).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
})
