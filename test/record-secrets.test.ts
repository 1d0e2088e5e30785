// Tests which values in replies the recorder treats as secret, and their replacements.
import { describe, expect, it } from 'vitest'
import { scrubbed as scrubbedExchanges } from '../tools/record/scrub.ts'
import { createSecrets, isSecretValue, withoutCookieValues, withoutNamed } from '../tools/record/secrets.ts'

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
    '{"authorization":"Bearer HIDE-me"}',
    '{"Authorization":"Basic HIDE-me="}',
    '{"cookie":"sid=HIDE-me; uid=HIDE-me2"}',
    'document.cookie = "sid=HIDE-me; path=/";',
    'curl -H Authorization:Bearer HIDE-me0123456789',
    '{"token":"abc\\/HIDE-me"}',
    'window.token = "abc\\/HIDE-me\\u003d";',
    '{"tokens":["HIDE-me","HIDE-me2"]}',
    '{"session":{"id":"HIDE-me","user":{"name":"HIDE-me"}}}',
    'back({"list":[{"cookies":[{"name":"sid","value":"HIDE-me"}]}]});',
    '<script>window.state = {"session":{"id":"HIDE-me"}};</script>',
    '{"state":"{\\"session\\":{\\"id\\":\\"HIDE-me\\"}}"}',
    '{"apikey":"HIDE-me"}',
    '{"accesstoken":"HIDE-me","authTokens":"HIDE-me"}',
    '<input value=HIDE-me name=csrf_token>',
    '<input name=csrf_token type=hidden value=HIDE-me>',
    "<meta content='HIDE-me' name='csrf-token'/>",
    '<div data-token=HIDE-me>',
    '<div data-state="{&quot;token&quot;:&quot;HIDE-me&quot;}">',
    'token=HIDE-me&a=1',
    'tokens = ["HIDE-me"];',
    'Cookie: sid=HIDE-me; uid=HIDE-me2',
    '{"query":"token=HIDE-me"}',
    'let token = HIDE-me0123456789',
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
    '{"tokens":["linux","kernel"],"session":{"state":"anonymous","home":"https://x.example/a1b2c3d4e5f6"}}',
    '{"list":[{"key":"waterfall","sign":{"id":"1","title":"paper-crane"}}]}',
    '{"cookie":"We keep a=b; c=d and more of it"}',
    '<p>the bearer of news: token = getToken(1)</p>',
  ])('is nothing of %s', (text) => {
    expect(scrubbed(text)).toBe(text)
  })

  it('leaves the names and the attributes of cookies, and the scheme of a login', () => {
    const text = '{"cookie":"sid=abc123; Path=/; Domain=x.example","authorization":"Bearer abc123"}'
    expect(scrubbed(text)).toMatch(
      /^\{"cookie":"sid=[a-z]{3}\d{3}; Path=\/; Domain=x\.example","authorization":"Bearer [a-f]{3}\d{3}"\}$/,
    )
  })

  it('leaves every other byte of JSON unchanged', () => {
    const [before, after] = ['{ "id" : 71234567890123456789,\n"t":"\\u4e2d\\/", "token" : ["', '"], "n":1.50e2 }']
    const made = scrubbed(`${before}ab\\/12\\u003d${after}`)
    expect(made.startsWith(before)).toBe(true)
    expect(made.slice(before.length)).toMatch(/^[a-f]{2}\\\/\d\d\\u003d"\], "n":1\.50e2 \}$/)
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

describe('what was scrubbed', () => {
  const exchange = (body: string) => {
    const url = 'https://site.example.org/'
    return { method: 'GET' as const, url, sent: {}, status: 200, headers: {}, body: Buffer.from(body) }
  }

  it('is refused when something in it still looks like a secret by its name', () => {
    const body = 'x.setToken({ of: 1 }), token ( [ "0a1b2c3d4e5f6a7b8c9d" ] )'
    expect(() => scrubbedExchanges([exchange(body)], createSecrets())).toThrow(/token/)
  })

  it('passes with a sentence behind such a name', () => {
    const body = '{"session_title":"GPT-5.1-Codex-Max-2025 and more","session_name":"GPT-5.1-Codex-Max-2025发布"}'
    const [one] = scrubbedExchanges([exchange(body)], createSecrets())
    expect(Buffer.from(one?.body ?? '').toString()).toBe(body)
  })

  it('passes when only what stands for secrets is left', () => {
    const body = '{"token":"0a1b2c3d4e5f6a7b8c9d","list":[{"id":"0a1b2c3d4e5f6a7b8c9e"}]}'
    const [one] = scrubbedExchanges([exchange(body)], createSecrets())
    expect(Buffer.from(one?.body ?? '').toString()).not.toContain('0a1b2c3d4e5f6a7b8c9d')
    expect(Buffer.from(one?.body ?? '').toString()).toContain('0a1b2c3d4e5f6a7b8c9e')
  })
})

it.each(['https://ada:planted-Pw1@host.example/x', 'https:\\/\\/ada:planted-Pw1@host.example'])(
  'the password of an address is replaced, the user name is not: %s',
  (address) => {
    const text = scrubbed(`{"link":"${address}"}`)
    expect(text).not.toContain('planted')
    expect(text).toContain('ada:')
    expect(scrubbed('{"time":"see https://host.example:8080/@me"}')).toBe(
      '{"time":"see https://host.example:8080/@me"}',
    )
  },
)
