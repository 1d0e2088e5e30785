// Tests of the detection of other programs' settings, and of its agreement with docs/coming-from.md.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentSourceSettings } from '../app/sources.ts'
import peerSettings from './peer-settings.json' with { type: 'json' }
import { documentedSettings } from './schema.ts'
import { findPeerSettings, findTypos } from './typos.ts'

const ours = new Set([...documentedSettings(), ...(await documentSourceSettings())].map(({ name }) => name))

/** Rows of the table of one program’s settings in docs/coming-from.md: names and text. */
function rowsOf(program: string): { names: string[]; here: string }[] {
  const page = readFileSync(new URL('../../docs/coming-from.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split(`| ${program}’s setting | Here |\n|---|---|\n`)
  const [rows = ''] = table.split('\n\n')
  return rows.split('\n').flatMap((row) => {
    const [, names = '', here = ''] = /^\| (.*?) \| (.*) \|$/.exec(row) ?? []
    return names === '' ? [] : [{ names: [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name), here }]
  })
}

describe.each(Object.entries<Readonly<Record<string, string>>>(peerSettings))('settings of %s', (program, settings) => {
  const rows = rowsOf(program)

  it('stand in docs/coming-from.md, all of them and no other', () => {
    const named = rows.flatMap(({ names }) => names).filter((name) => !ours.has(name))
    expect(named.toSorted()).toEqual(Object.keys(settings).toSorted())
  })

  it('are called there what the log calls them', () => {
    for (const [name, use] of Object.entries(settings)) {
      const here = rows.find(({ names }) => names.includes(name))?.here ?? ''
      if (use === 'not needed') expect(here, name).toMatch(/^not needed/)
      for (const setting of use.match(/[A-Z_]{4,}/g) ?? []) {
        expect(ours, name).toContain(setting)
        expect(here, name).toContain(`\`${setting}`)
      }
    }
  })

  it('are no settings of ours, nor taken for slips of the pen', () => {
    expect(Object.keys(settings).filter((name) => ours.has(name))).toEqual([])
    expect(findTypos(Object.keys(settings), [...ours])).toEqual([])
  })
})

describe('the start', () => {
  it('says nothing where there is none, nor where one is empty', () => {
    expect(findPeerSettings({ PORT: '80', http_proxy: 'http://a:1', PROXY: ' ' }, [])).toEqual([])
  })

  it('says nothing of what Kubernetes sets for a service called redis, or of a secret of another program', () => {
    const set = { REDIS_PORT: 'tcp://10.0.0.1:6379', REDIS_HOST: '10.0.0.1', JWT_SECRET: 'x' }
    expect(findPeerSettings(set, [])).toEqual([])
    expect(findPeerSettings(set, ['JWT_SECRET'])).toEqual([expect.stringContaining('JWT_SECRET (not needed)')])
    expect(findPeerSettings({ ...set, RSS_MODE: 'true' }, [])).toEqual([expect.stringMatching(/REDIS_HOST.*RSS_MODE/)])
  })

  it('names each once, whichever programs have it', () => {
    const reported = findPeerSettings({ CACHE_TTL: '60' }, [])
    expect(reported).toHaveLength(1)
    expect(reported[0]?.match(/CACHE_TTL/g)).toHaveLength(1)
  })
})
