// Secrets of the environment are removed from output.
import { expect, it } from 'vitest'
import { createRedactor } from '../observability/redact.ts'
import { findSecrets, isSecretName } from './find-secrets.ts'

it('is what is named so, each cookie by itself, and who logs in by an address', () => {
  const env = {
    WEIBO_COOKIE: 'SUB=cookie-one; x=cookie-two',
    ADMIN_TOKEN: 'a-token-of-the-admin',
    API_KEYS: 'first-key-0001,second-key-0002',
    UPSTREAM_PROXY: 'http://some%40body:pass%20word@127.0.0.1:1',
    LABI_BASE_URL: 'http://mirror.example.org',
    PORT: '8888',
  }
  const hide = createRedactor(findSecrets(env))
  const said =
    'cookie-one cookie-two a-token-of-the-admin second-key-0002 some@body pass word pass%20word http://mirror.example.org 8888'
  expect(hide(said)).toBe(`${Array.from({ length: 7 }, () => '***').join(' ')} http://mirror.example.org 8888`)
})

it.each([
  ['accessToken', true],
  ['X-Api-Key', true],
  ['PHPSESSID', true],
  ['sessionid', true],
  ['author', false],
  ['keyword', false],
  ['design', false],
  ['csrfmiddlewaretoken', true],
])('%s: %s', (name, is) => {
  expect(isSecretName(name)).toBe(is)
})
