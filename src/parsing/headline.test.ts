// Tests of headlines in brackets.
import { expect, it } from 'vitest'
import { splitHeadline } from './text.ts'

it.each([
  ['【某地发布细则】细则自八月起施行。', { title: '某地发布细则', rest: '细则自八月起施行。' }],
  [' 【一】\n二\n三', { title: '一', rest: '二\n三' }],
  ['【只有标题】 ', { title: '只有标题' }],
  ['【】没有标题', { title: '【】没有标题' }],
  ['白银走高【图】', { title: '白银走高【图】' }],
  ['【没有结束', { title: '【没有结束' }],
])('reads %j', (flash, parts) => {
  expect(splitHeadline(flash)).toEqual(parts)
})
