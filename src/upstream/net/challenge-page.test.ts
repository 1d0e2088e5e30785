// Challenge pages, and pages that only mention them. All are hand-made.
import { describe, expect, it } from 'vitest'
import { answers, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeWire } from '../../../test/kit/wire.ts'
import { isChallenge } from './challenge-page.ts'
import { exchange } from './exchange.ts'

const html = 'text/html; charset=utf-8'
function page(text: string) {
  return Buffer.from(`<!doctype html><html><head>${text}</head><body></body></html>`)
}

describe('a challenge', () => {
  it.each([
    '<title>Just a moment...</title>',
    '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
    '<title>Access denied</title>',
    '<script src="/_Incapsula_Resource?x=1"></script>',
    '<title>滑动验证页面</title>',
    '<script>function toNumbers(d){',
    '<title>百度安全验证</title>',
    '<script>window.TTGCaptcha.init()</script>',
    '<textarea id="renderData">{"_waf_bd8ce2ce37":"x"}</textarea>',
  ])('is told by %s', (mark) => {
    expect(isChallenge(page(mark), html)).toBe(true)
    expect(isChallenge(page(mark), undefined)).toBe(true)
  })

  it.each([
    ['JSON', Buffer.from('{"code":501,"msg":"Intercept illegal requests"}'), 'application/json'],
    ['a page', page('<title>Intercept Illegal Requests</title>'), html],
    ['a text of no type', Buffer.from('Intercept illegal requests'), undefined],
  ])('may be the refusal of a firewall as %s', (_what, bytes, contentType) => {
    expect(isChallenge(bytes, contentType)).toBe(true)
  })

  it.each([
    ['an ordinary page', page('<title>电影</title>'), html],
    ['JSON that quotes one', page('<title>Just a moment...</title>'), 'application/json'],
    ['a long article about them', Buffer.concat([page('cf-chl-'), Buffer.alloc(64 * 1024, 'x')]), html],
    [
      'a long answer that quotes a firewall',
      Buffer.concat([Buffer.from('{"title":"Intercept illegal requests"}'), Buffer.alloc(2_048, ' ')]),
      'application/json',
    ],
    ['an empty body', new Uint8Array(), html],
  ])('is not %s', (_what, bytes, contentType) => {
    expect(isChallenge(bytes, contentType)).toBe(false)
  })

  it.each([
    ['with status 200', answers(page('<title>安全验证</title>'), { 'content-type': html })],
    ['with status 503, which would be retried', answers(page('cf-chl-'), { 'content-type': html }, 503)],
    [
      'as JSON of a firewall with status 501',
      answers('{"code":501,"msg":"Intercept illegal requests"}', { 'content-type': 'application/json' }, 501),
    ],
    ['named by a header only', answers('', { 'cf-mitigated': 'challenge' }, 403)],
  ])('means that we are blocked, %s', async (_how, reply) => {
    const server = await scriptedServer([reply])
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk(), makeWire()))
    expect(error).toMatchObject({ kind: 'blocked', message: 'answered with a challenge page' })
    expect(server.heard).toHaveLength(1)
  })
})
