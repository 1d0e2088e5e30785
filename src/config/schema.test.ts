// Tests of the settings: defaults, validation, no secrets in messages, and correct documentation.
import { describe, expect, it } from 'vitest'
import { documentedSettings, readConfig } from './schema.ts'

function read(env: Readonly<Record<string, string>>) {
  const mistakes: string[] = []
  return { config: readConfig(env, mistakes), mistakes }
}

function right(env: Readonly<Record<string, string>>) {
  const { config, mistakes } = read(env)
  expect(mistakes).toEqual([])
  return config
}

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(right({})).toEqual({
      HOST: '0.0.0.0',
      PORT: 8888,
      DAILYHOT_PREFIX: '/',
      LOG_LEVEL: 'info',
      DEFAULT_CONC: 10,
      SEARCH_DEADLINE_MS: 8000,
      SEARCH_EARLY_MS: 4000,
      CHECK_DEADLINE_MS: 8_000,
      RECHECK: true,
      REPORTS: 'closed',
      CACHE_MB: 32,
      DISK_MB: 1024,
      DATABASE_MB: 10_240,
      ARCHIVE: true,
      HISTORY: true,
      HISTORY_DAYS: 365,
      HISTORY_MB: 1024,
      DATA_DIR: 'data',
      MAX_LAG_MS: 500,
      AUTH_ENABLED: false,
      AUTH_TOKEN_EXPIRY: 24,
      REQUIRE_KEY: false,
      RATE_LIMITS:
        '*=1200/min,/api/search=300/min,/api/search/stream=300/min,/api/check/links=120/min,/api/v1/picture=600/min,/mcp=300/min,force=120/min',
    })
  })

  it('count as absent when empty or blank', () => {
    expect(right({ PORT: '', HOST: ' ', UPSTREAM_GATEWAY: '' })).toEqual(right({}))
  })

  it.each(['', ' '])('have no folder for data where it is set to %j, unlike where it is not set', (text) => {
    expect(right({ DATA_DIR: text }).DATA_DIR).toBeUndefined()
    expect(right({ DATA_DIR: ' some/where ' }).DATA_DIR).toBe('some/where')
  })

  it.each(['localhost', 'LOCALHOST'])('take %s for one address, where a system may know two', (host) => {
    expect(right({ HOST: host }).HOST).toBe('127.0.0.1')
  })

  it.each(['off', 'FALSE', '0', 'no'])('switch off by %s what is on unless it is set', (text) => {
    expect([right({ RECHECK: text }).RECHECK, right({ RECHECK: 'on' }).RECHECK]).toEqual([false, true])
  })

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(right({}))).toBe(true)
  })

  it('read the usual proxy variables in either letter case, small letters first', () => {
    const config = right({ HTTPS_PROXY: 'http://large:1', https_proxy: 'http://small:1', no_proxy: 'localhost' })
    expect(config).toMatchObject({ HTTPS_PROXY: 'http://small:1', NO_PROXY: 'localhost' })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL: must be an address like redis://host:6379'],
    [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL: must be an address like redis://host:6379'],
    [
      { DATABASE_URL: 'mysql://me:secret@host/db' },
      'DATABASE_URL: must be an address like postgres://user:password@host:5432/trawl',
    ],
    [{ CACHE_MB: '0' }, 'CACHE_MB: must be a whole number from 1 to 65536'],
    [{ DISK_MB: '15' }, 'DISK_MB: must be a whole number from 16 to 1048576'],
    [{ SEARCH_DEADLINE_MS: '8s' }, 'SEARCH_DEADLINE_MS: must be a whole number from 200 to 30000'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of debug, info, warn, error, silent'],
    [{ AUTH_ENABLED: 'ja' }, 'AUTH_ENABLED: must be true or false, on or off'],
    [{ ADMIN_TOKEN: 'x'.repeat(15) }, 'ADMIN_TOKEN: must be at least 16 characters of ASCII without blanks'],
    [{ ADMIN_TOKEN: 'correct horse battery' }, 'ADMIN_TOKEN: must be at least 16 characters'],
    [{ ADMIN_TOKEN: '一二三四五六七八九十一二三四五六' }, 'ADMIN_TOKEN: must be at least 16 characters'],
    [{ DAILYHOT_PREFIX: 'daily' }, 'DAILYHOT_PREFIX: must be /, a path like /dailyhot that is not below /api, or off'],
    [{ DAILYHOT_PREFIX: '/api/v1' }, 'DAILYHOT_PREFIX: must be /, a path'],
    [{ DAILYHOT_PREFIX: '/a//b' }, 'DAILYHOT_PREFIX: must be /, a path'],
    [{ DAILYHOT_PREFIX: '/:id' }, 'DAILYHOT_PREFIX: must be /, a path'],
    [{ UPSTREAM_GATEWAY: 'localhost:8899' }, 'UPSTREAM_GATEWAY: must be an address like http://host:port'],
  ])('%j is refused by name', (env, sentence) => {
    expect(read(env).mistakes).toEqual([expect.stringContaining(sentence)])
  })

  it.each([
    ['/', '/'],
    ['/hot/api/', '/hot/api'],
    ['OFF', undefined],
  ])('take %s for what paths begin with', (text, held) => {
    expect(right({ DAILYHOT_PREFIX: text }).DAILYHOT_PREFIX).toBe(held)
  })

  it('take an administrator’s token of 16 characters', () => {
    expect(right({ ADMIN_TOKEN: ' 0123456789abcde/ ' }).ADMIN_TOKEN).toBe('0123456789abcde/')
  })

  it('are all named when several are wrong, their values are not repeated, and the right ones are read', () => {
    const { config, mistakes } = read({
      PORT: 'x',
      ADMIN_TOKEN: 'a secret',
      UPSTREAM_GATEWAY: 'ftp://user:secret@host',
      DISK_MB: '300',
    })
    expect(mistakes.map((sentence) => sentence.split(':')[0])).toEqual(['PORT', 'UPSTREAM_GATEWAY', 'ADMIN_TOKEN'])
    expect(mistakes.join()).not.toContain('secret')
    expect(config).toMatchObject({ PORT: 8888, DISK_MB: 300 })
  })
})

describe('the documentation of each setting', () => {
  const settings = documentedSettings()

  it('names as its default what holds without it', () => {
    const held: Readonly<Record<string, unknown>> = right({})
    const stated = settings.filter(({ name }) => held[name] !== undefined)
    expect(stated.length).toBeGreaterThan(10)
    expect(stated.map(({ name, defaultValue }) => [name, defaultValue])).toEqual(
      stated.map(({ name }) => [name, String(held[name])]),
    )
  })

  it('has an example that is accepted and is not the default', () => {
    const whole = settings.filter(({ example }) => !/[…(]/.test(example))
    expect(whole.length).toBeGreaterThan(25)
    right(Object.fromEntries(whole.map(({ name, example }) => [name, example])))
    expect(whole.filter(({ example, defaultValue }) => example === defaultValue)).toEqual([])
  })

  it('says what is allowed where that is a number', () => {
    const reported = settings.flatMap(({ name, description }) => {
      const [bounds] = /a whole number from \d+ to \d+$/.exec(description) ?? []
      return bounds === undefined ? [] : [`${name}: must be ${bounds}`]
    })
    const { mistakes } = read(Object.fromEntries(settings.map(({ name }) => [name, 'x'])))
    expect(reported.toSorted()).toEqual(mistakes.filter((mistake) => mistake.includes('a whole number')).toSorted())
  })
})

describe('the path below which the service runs', () => {
  it.each([
    ['/trawl', '/trawl'],
    ['/trawl/', '/trawl'],
    ['/home/my.trawl-1~2', '/home/my.trawl-1~2'],
    ['/', undefined],
    ['', undefined],
  ])('%s is %s', (text, path) => {
    expect(right({ BASE_PATH: text }).BASE_PATH).toBe(path)
  })

  it.each(['trawl', '//trawl', '/a//b', '/a b', '/..', '/a/./b', '/?a', '/a"b', 'http://host/trawl', '/网盘'])(
    '%s is a mistake that says what is allowed',
    (text) => {
      const mistakes: string[] = []
      readConfig({ BASE_PATH: text }, mistakes)
      expect(mistakes).toEqual(['BASE_PATH: must be a path like /trawl'])
    },
  )
})
