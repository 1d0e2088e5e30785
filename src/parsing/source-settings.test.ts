// Settings of plugins, their documentation and their errors.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentName, cookieText, readSettings, siteUrl, wholeNumber, wordList } from './source-settings.ts'

const schema = z.object({
  base_url: siteUrl('https://example.org'),
  pages: wholeNumber(1, 5, 2),
  hosts: wordList(['a', 'b']),
})

describe('the settings of a plugin', () => {
  it('are the defaults when nothing is set, or set to nothing', () => {
    const defaults = { base_url: 'https://example.org', pages: 2, hosts: ['a', 'b'] }
    expect(readSettings('demo', schema, {})).toEqual(defaults)
    expect(readSettings('demo', schema, { DEMO_PAGES: ' ', DEMO_BASE_URL: '' })).toEqual(defaults)
  })

  it('are read from variables with the name of the plugin', () => {
    const env = {
      MY_SITE_BASE_URL: 'http://10.0.0.1:8080/x/',
      MY_SITE_PAGES: ' 5 ',
      MY_SITE_HOSTS: 'c， d,,',
      DEMO_PAGES: '1',
    }
    expect(readSettings('my-site', schema, env)).toEqual({
      base_url: 'http://10.0.0.1:8080/x',
      pages: 5,
      hosts: ['c', 'd'],
    })
  })

  it('are refused by name, with what is allowed and without the value', () => {
    const env = { DEMO_PAGES: '6', DEMO_BASE_URL: 'ftp://secret' }
    expect(() => readSettings('demo', schema, env)).toThrow(
      'DEMO_BASE_URL: must be an address like https://example.org, without a name, query or fragment\nDEMO_PAGES: must be a whole number from 1 to 5',
    )
  })

  it.each(['http://user:pw@a.test', 'http://a.test/?a=1', 'http://a.test/#b', 'a.test', 'file:///etc'])(
    'have no address like %s',
    (DEMO_BASE_URL) => {
      expect(() => readSettings('demo', schema, { DEMO_BASE_URL })).toThrow('DEMO_BASE_URL: must be an address')
    },
  )

  it.each(['a=1\nb=2', '名=1', 'x'.repeat(5_000)])('have no cookie or name that cannot be sent: %j', (text) => {
    const sent = z.object({ cookie: cookieText().optional(), agent: agentName() })
    expect(() => readSettings('demo', sent, { DEMO_COOKIE: text })).toThrow('DEMO_COOKIE: must be')
    expect(() => readSettings('demo', sent, { DEMO_AGENT: text })).toThrow('DEMO_AGENT: must be')
  })

  it('are none where a plugin has none', () => {
    expect(readSettings('demo', undefined, {})).toBeUndefined()
  })
})
