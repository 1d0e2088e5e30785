// The settings: defaults, what is refused, and that nothing secret is repeated.
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toEqual({
      HOST: '0.0.0.0',
      PORT: 8888,
      LOG_LEVEL: 'info',
      SEARCH_DEADLINE_MS: 8000,
      SEARCH_EARLY_MS: 4000,
      CACHE_MB: 128,
      DISK_MB: 1024,
      WORKERS: 1,
      DATA_DIR: 'data',
    })
  })

  it('count as absent when empty or blank', () => {
    expect(readConfig({ PORT: '', HOST: ' ', UPSTREAM_GATEWAY: '' })).toEqual(readConfig({}))
  })

  it.each(['', ' '])('have no folder for data where it is set to %j, unlike where it is not set', (text) => {
    expect(readConfig({ DATA_DIR: text }).DATA_DIR).toBeUndefined()
    expect(readConfig({ DATA_DIR: ' some/where ' }).DATA_DIR).toBe('some/where')
  })

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })

  it('read the usual proxy variables in either letter case, small letters first', () => {
    const config = readConfig({ HTTPS_PROXY: 'http://large:1', https_proxy: 'http://small:1', no_proxy: 'localhost' })
    expect(config).toMatchObject({ HTTPS_PROXY: 'http://small:1', NO_PROXY: 'localhost' })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ CACHE_MB: '0' }, 'CACHE_MB: must be a whole number from 1 to 65536'],
    [{ DISK_MB: '15' }, 'DISK_MB: must be a whole number from 16 to 1048576'],
    [{ WORKERS: '65' }, 'WORKERS: must be a whole number from 1 to 64'],
    [{ SEARCH_DEADLINE_MS: '8s' }, 'SEARCH_DEADLINE_MS: must be a whole number from 200 to 30000'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of debug, info, warn, error, silent'],
    [{ ADMIN_TOKEN: 'x'.repeat(15) }, 'ADMIN_TOKEN: must be at least 16 characters of ASCII without blanks'],
    [{ ADMIN_TOKEN: 'correct horse battery' }, 'ADMIN_TOKEN: must be at least 16 characters'],
    [{ ADMIN_TOKEN: '一二三四五六七八九十一二三四五六' }, 'ADMIN_TOKEN: must be at least 16 characters'],
    [{ UPSTREAM_GATEWAY: 'localhost:8899' }, 'UPSTREAM_GATEWAY: must be an address like http://host:port'],
  ])('%j is refused by name', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('take an administrator’s token of 16 characters', () => {
    expect(readConfig({ ADMIN_TOKEN: ' 0123456789abcde/ ' }).ADMIN_TOKEN).toBe('0123456789abcde/')
  })

  it('are all named when several are wrong, and their values are not repeated', () => {
    const wrong = { PORT: 'x', ADMIN_TOKEN: 'a secret', UPSTREAM_GATEWAY: 'ftp://user:secret@host' }
    expect(() => readConfig(wrong)).toThrow(/^PORT: .*\nUPSTREAM_GATEWAY: (?!.*secret)/s)
  })
})
