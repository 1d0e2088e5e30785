// The kind of a failure by the code and the words of an error reply.
import { expect, it } from 'vitest'
import { apiRefusal } from './api-refusal.ts'

it.each([
  ['维护中，请稍后再试', undefined, 'unavailable'],
  ['每日闭关', undefined, 'unavailable'],
  ['', 503, 'unavailable'],
  ['系统繁忙', 500, 'unavailable'],
  ['too_many_requests', 429, 'blocked'],
  ['请求过于频繁，请稍后再试', 1004, 'blocked'],
  ['参数错误', undefined, 'mismatch'],
])('%j with the code %j is %s', (text, code, kind) => {
  expect(apiRefusal(text, code).kind).toBe(kind)
})

it.each([
  [`参数错误\n${'好'.repeat(500)}`, undefined, `answered with an error: 参数错误 ${'好'.repeat(75)}`],
  ['请求失败: 参数错误', 400, 'answered with code 400: 请求失败: 参数错误'],
  ['', 429, 'answered with code 429'],
])('the words of a reply are quoted on one line and not at length', (text, code, message) => {
  expect(apiRefusal(text, code).message).toBe(message)
})
