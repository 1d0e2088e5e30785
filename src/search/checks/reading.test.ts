// The words by which clouds say what became of a share, and those that only look like it.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../test/kit/plugin-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { gone, jsonAnswer, settled, verdictOfWords } from './reading.ts'

test.each([
  '分享不存在',
  '分享地址已失效',
  '该链接已过期，请联系分享者',
  '啊哦，你来晚了，分享的文件已经被取消了，下次要早点哟。',
  '好友已取消了分享',
  '文件已被删除',
  '此链接分享内容可能因为涉及侵权、色情、反动、低俗等信息，无法访问！',
  '该分享因涉嫌违规无法查看',
])('"%s" is of a share that is gone', (words) => {
  expect(verdictOfWords(words)?.state).toBe('bad')
})

test.each(['需要提取码', '请输入提取码：', '访问码错误', '密码不正确', '请输入文件提取密码'])(
  '"%s" is of a share that wants an access code',
  (words) => {
    expect(verdictOfWords(words)?.state).toBe('locked')
  },
)

test.each([
  ['an expiry to come', '分享的过期时间：2031-05-05'],
  ['a login that has expired', '登录已过期，请登录后查看分享文件'],
  ['a fault on the way', '系统繁忙，分享文件可能不存在，请稍后重试'],
  ['a warning to everybody', '请勿分享违规内容'],
  ['something else that does not exist', '参数不存在'],
  ['an offer to the owner', '取消分享后链接将无法访问'],
  ['a share that is gone or wants an access code', '分享不存在。提取码错误'],
  ['nothing at all', ''],
])('%s says nothing of a share', (_what, words) => {
  expect(verdictOfWords(words)).toBeUndefined()
})

test('words decide only where the code is not known', () => {
  const meanings = new Map([[1, gone('known by its code')]])
  expect(settled({ code: 1, message: '需要提取码' }, meanings)).toEqual(gone('known by its code'))
  expect(settled({ code: 2, message: '需要提取码' }, meanings).state).toBe('locked')
  expect(settled({ code: 3, message: null }, meanings)).toEqual({
    state: 'uncertain',
    summary: 'answered with a code that is not known (3)',
  })
})

test.each(['访问过于频繁，请稍后再试', '请完成安全验证', 'too many requests'])(
  'a cloud that says "%s" is let alone, whatever code stands beside it',
  (message) => {
    expect(() => settled({ code: 1, message }, new Map([[1, gone('known by its code')]]))).toThrow(
      expect.objectContaining({ kind: 'blocked' }),
    )
  },
)

test.each([
  ['a page', '\n<!doctype html><p>链接不存在</p>', 'blocked'],
  ['half an answer', '{"code":', 'mismatch'],
  ['an answer of another shape', '{}', 'mismatch'],
])('%s instead of the answer is %s', async (_what, body, kind) => {
  const shape = {
    parse(value: unknown): unknown {
      if (typeof value === 'object' && value !== null && 'code' in value) return value
      throw new Error('no code')
    },
  }
  const { io } = answeringIo(() => body)
  expect(await failureOf(jsonAnswer(io, 'https://a.site.test/', shape, {}))).toMatchObject({ kind })
})
