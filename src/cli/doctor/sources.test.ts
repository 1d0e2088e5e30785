// Resolution of names and flags to sources, over all existing sources.
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../app/sources.ts'
import { readConfig } from '../../config/schema.ts'
import { parseDoctorFlags } from './doctor.ts'
import { loadTargets, resolveNames, selectTargets } from './sources.ts'

const env = { CHANNELS: 'demo_share', ENABLED_PLUGINS: 'labi', ENABLED_SOURCES: 'zhihu,acfun*' }
const all = await loadTargets({ config: readConfig(env, []), env }, silentLog)

function idsOf(...names: string[]): string[] {
  return resolveNames(names, all).map(({ id }) => id)
}

function chosen(...args: string[]): string[] {
  return selectTargets(all, parseDoctorFlags(args)).map(({ id }) => id)
}

describe('a name', () => {
  it('is an id, or a plugin or channel without what stands before the colon, in whatever case', () => {
    expect(idsOf('zhihu', 'LABI', 'plugin:labi', 'demo_share')).toEqual(['zhihu', 'plugin:labi', 'tg:demo_share'])
  })

  it('is the beginning of ids, or a family without a list of that id', () => {
    const some = idsOf('cls-*')
    expect(some.length).toBeGreaterThan(1)
    expect(some.every((id) => id.startsWith('cls-'))).toBe(true)
    expect(idsOf('cls')).toEqual(some)
  })

  it('is any valid channel, listed or not', () => {
    expect(idsOf('tg:Some_Channel')).toEqual(['tg:Some_Channel'])
    expect(() => idsOf('tg:no')).toThrow('unknown source tg:no')
  })

  it('that nobody has is answered with those near it, and where nothing is near with where names stand', () => {
    expect(() => idsOf('weibbo')).toThrow(/^unknown source weibbo; did you mean weibo\?$/)
    expect(() => idsOf('laby')).toThrow('did you mean plugin:labi')
    expect(() => idsOf('zzzzqqqq')).toThrow('/docs/sources of a running Trawl lists the hot lists')
  })
})

describe('a choice', () => {
  it('is what is on, unless names, --only or --all say otherwise', () => {
    const on = chosen()
    expect(on).toEqual(expect.arrayContaining(['zhihu', 'acfun', 'plugin:labi', 'tg:demo_share']))
    expect(on.filter((id) => /^(?:weibo|plugin:panta|tg:yunpanx)$/.test(id))).toEqual([])
    expect(chosen('--only', 'search')).toEqual(['plugin:labi', 'tg:demo_share'])
    expect(chosen('--only', 'lists')).not.toContain('plugin:labi')
    expect(chosen('--all')).toEqual(expect.arrayContaining(['weibo', 'plugin:panta', 'tg:yunpanx']))
    expect(chosen('weibo')).toEqual(['weibo'])
  })

  it('of nothing is a mistake', () => {
    expect(() => chosen('labi', '--only', 'lists')).toThrow('no source selected')
  })
})

describe('flags', () => {
  it.each([
    [['--only', 'sites'], '--only must be one of search, lists, not "sites"'],
    [['--timeout-s', '0'], '--timeout-s must be a whole number from 1 to 3600, not "0"'],
    [['--timeout-s', 'soon'], '--timeout-s must be a whole number'],
    [['--kw', ' '], '--kw needs a keyword'],
    [['--quick'], 'unknown flag --quick'],
  ])('%j are answered with a sentence', (args, sentence) => {
    expect(() => parseDoctorFlags(args)).toThrow(sentence)
  })
})
