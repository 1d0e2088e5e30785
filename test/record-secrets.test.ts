// What the recorder takes for secret in replies, and what it puts there.
import { describe, expect, it } from 'vitest'
import { createSecrets, isSecretValue, withoutCookieValues, withoutNamed } from '../tools/record-secrets.ts'

function scrubbed(text: string): string {
  return withoutNamed(text, createSecrets())
}

describe('what stands for a secret', () => {
  it('has its shape, is the same each time, and differs from that of another', () => {
    const secrets = createSecrets()
    const made = secrets.standInFor('aB3-x_9')
    expect(made).toMatch(/^[a-z][A-Z]\d-[a-z]_\d$/)
    expect(secrets.standInFor('aB3-x_9')).toBe(made)
    expect(secrets.standInFor('cD4-y_8')).not.toBe(made)
    expect(secrets.standInFor('00ff00ff')).toMatch(/^[1-9a-f]{8}$/)
    expect(secrets.count()).toBe(3)
  })

  it('stands wherever the secret does, however that is spelled', () => {
    const secrets = createSecrets()
    const made = secrets.standInFor('ab/cd+ef=12')
    const [one, other, third] = ['ab/cd+ef=12', 'ab%2Fcd%2Bef%3D12', 'ab\\/cd+ef=12'].map(secrets.replaced)
    expect(one).toBe(made)
    expect(decodeURIComponent(other ?? '')).toBe(made)
    expect(third).toBe(made.replaceAll('/', '\\/'))
  })

  it('does not touch short values and mere numbers where they stand without their name', () => {
    const secrets = createSecrets()
    for (const value of ['zh', '1789344000']) secrets.standInFor(value)
    expect(secrets.replaced('{"lang":"zh","at":1789344000}')).toBe('{"lang":"zh","at":1789344000}')
  })
})

describe('a secret by its name', () => {
  it.each([
    '{"access_token":"HIDE-me"}',
    '{"csrfToken" : "HIDE-me"}',
    '{\\"sessionId\\":\\"HIDE-me\\"}',
    'window.token = "HIDE-me";',
    '<meta name="csrf-token" content="HIDE-me">',
    '<input type="hidden" value="HIDE-me" name="_token"/>',
    '<div data-session="HIDE-me">',
    '<a href="/x?a=1&amp;token=HIDE-me&amp;b=2">',
    '{"url":"https://x.example/?a=1\\u0026access_token=HIDE-me"}',
    '{"h5_sid":"HIDE-me"}',
    '<img src="https://cdn.example/1.jpg?auth_key=1789344000-0-HIDE-me0">',
    '{"sign":"HIDE-me0123456789"}',
  ])('is replaced in %s', (text) => {
    expect(scrubbed(text)).not.toContain('HIDE-me')
    expect(scrubbed(text)).toHaveLength(text.length)
  })

  it('is replaced in a number without quotation marks, which stays a number', () => {
    expect(JSON.parse(scrubbed('{"sid":1234567890}')).sid).toBeGreaterThan(999_999_999)
    expect(scrubbed('{"sid":1234567890}')).not.toContain('1234567890')
  })

  it.each([
    '{"key":"纸鹤","author":"somebody","keyword":"linux"}',
    '{"sign":"爱生活","signature":"my motto"}',
    '<a href="https://pan.baidu.com/s/1abcDEF?pwd=k3m9">提取码</a>',
    '{"password":"8888","pwd":"x7k2"}',
    '{"token":true,"session":null,"cookie":""}',
    '<input name="q" value="some words">',
    '{"monkey":"abcdef0123456789"}',
  ])('is nothing of %s', (text) => {
    expect(scrubbed(text)).toBe(text)
  })

  it('is a web token whatever it is called', () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoiYSJ9.abc_def-123'
    expect(scrubbed(`<p>${jwt}</p>`)).not.toContain('eyJhbGciOiJIUzI1NiJ9')
  })

  it('is noted once when two rules find it', () => {
    const secrets = createSecrets()
    const text = '<input name="csrf_token" data-token="abc-DEF-123" value="abc-DEF-123">'
    const made = withoutNamed(text, secrets)
    expect(secrets.count()).toBe(1)
    expect(made.match(new RegExp(secrets.standInFor('abc-DEF-123'), 'g'))).toHaveLength(2)
  })
})

it('doubtful names need a value that looks made up', () => {
  expect(isSecretValue('key', 'a1b2c3d4e5')).toBe(true)
  expect(isSecretValue('key', 'waterfall')).toBe(false)
  expect(isSecretValue('token', 'waterfall')).toBe(true)
})

it('of cookies the names stay', () => {
  expect(withoutCookieValues('SUB=abc123; SUBP=; x=y=z', createSecrets())).toMatch(
    /^SUB=[a-z]{3}\d{3}; SUBP=; x=[a-z]=[a-z]$/,
  )
})
