// Messages of clouds about shares, and similar messages that are not.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { requestJson, verdictByCode, verdictByMessage, verdictInText, verdicts } from './parse-reply.ts'

test.each([
  '分享不存在',
  '分享地址已失效',
  '该链接已过期，请联系分享者',
  '啊哦，你来晚了，分享的文件已经被取消了，下次要早点哟。',
  '好友已取消了分享',
  '文件已被删除',
  '分享不存在或已被取消',
  '外链不存在/外链被分享者取消',
  '抱歉，您访问的分享已失效',
  '该文件因含有违规内容被限制分享',
  '此链接分享内容可能因为涉及侵权、色情、反动、低俗等信息，无法访问！',
  '该分享因涉嫌违规无法查看',
])('"%s" is of a share that is gone', (words) => {
  expect(verdictInText(words)?.state).toBe('bad')
})

test.each(['需要提取码', '请输入提取码：', '访问码错误', '密码不正确', '请输入文件提取密码'])(
  '"%s" is of a share that wants an access code',
  (words) => {
    expect(verdictInText(words)?.state).toBe('locked')
  },
)

test.each([
  ['an expiry to come', '分享的过期时间：2031-05-05'],
  ['a login that has expired', '登录已过期，请登录后查看分享文件'],
  ['a fault on the way', '系统繁忙，分享文件可能不存在，请稍后重试'],
  ['a warning to everybody', '请勿分享违规内容'],
  ['something else that does not exist', '参数不存在'],
  ['an address of the interface', '接口地址不存在'],
  ['what was asked for', '请求的资源不存在'],
  ['a question that is too old', '请求内容已失效'],
  ['a file that may be any', '文件不存在'],
  ['a page that is not there', '您访问的页面不存在'],
  ['somebody who is not there', '用户不存在'],
  ['a link to something else', '下载链接已失效'],
  ['a share of the one who asks', '您的分享链接已失效'],
  ['another subject that only begins like a share', '分享功能因违规暂停'],
  ['a threat', '存在违规链接将取消分享'],
  ['an assurance', '本站内容不存在侵权'],
  ['an offer to the owner', '取消分享后链接将无法访问'],
  ['a share that is gone or wants an access code', '分享不存在。提取码错误'],
  ['the same in one sentence', '分享不存在或提取码错误'],
  ['nothing at all', ''],
])('%s says nothing of a share', (_what, words) => {
  expect(verdictInText(words)).toBeUndefined()
})

test('words decide only under codes of shares that are not known, or not for sure', () => {
  const meanings = new Map([
    [4101, verdicts.gone('known by its code')],
    [4103, verdicts.unclear('may be gone')],
    [31_002, verdicts.unclear('was not asked properly')],
  ])
  const stateOf = (code: number, message: string) => verdictByMessage({ code, message }, meanings, /^41\d\d$/).state
  expect(stateOf(4101, '需要提取码')).toBe('bad')
  expect(stateOf(4102, '需要提取码')).toBe('locked')
  expect(['分享不存在', '需要提取码', '分享不存在或提取码错误', ''].map((words) => stateOf(4103, words))).toEqual([
    'bad',
    'locked',
    'uncertain',
    'uncertain',
  ])
  expect([404, 31_001, 31_002].map((code) => stateOf(code, '分享不存在'))).toEqual(
    Array.from({ length: 3 }, () => 'uncertain'),
  )
  expect(verdictByCode({ code: 4102, message: '分享不存在' }, meanings)).toEqual({
    state: 'uncertain',
    summary: 'answered with an unknown code (4102)',
  })
})

test.each(['您的地址因违规已被限制访问', '您的IP已被限制访问', '访问被拒绝', '账号违规已被限制'])(
  'a cloud that shuts us out with "%s" is let alone',
  (message) => {
    const blocked = expect.objectContaining({ kind: 'blocked' })
    expect(() => verdictByCode({ code: 1, message }, new Map())).toThrow(blocked)
  },
)

test('a share that is shut is not taken for ourselves being shut out', () => {
  const message = '该分享因违规已被限制访问'
  expect(verdictByCode({ code: 1, message }, new Map()).state).toBe('uncertain')
  expect(
    verdictByCode({ code: 1, message: '限制访问' }, new Map([[1, verdicts.gone('known by its code')]])).state,
  ).toBe('bad')
})

test.each(['访问过于频繁，请稍后再试', '请完成安全验证', 'too many requests'])(
  'a cloud that says "%s" is let alone, whatever code stands beside it',
  (message) => {
    expect(() => verdictByCode({ code: 1, message }, new Map([[1, verdicts.gone('known by its code')]]))).toThrow(
      expect.objectContaining({ kind: 'blocked' }),
    )
  },
)

test.each([
  ['a page', '\n<!doctype html><p>链接不存在</p>', 'unavailable'],
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
  expect(await failureOf(requestJson(io, 'https://a.site.test/', shape, {}))).toMatchObject({ kind })
})
