// Tests an operator's own sources and choice of sources: the service as a process over a local server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentedExample, run, startWithSources } from './kit/process.ts'

const root = join(import.meta.dirname, '..')

describe('a folder of own sources', () => {
  it('takes a copy of one of ours unchanged, in place of it', async () => {
    const { service } = await startWithSources({
      'jikepan.ts': readFileSync(join(root, 'src/search/plugins/jikepan.ts'), 'utf8'),
    })
    await service.says(/SOURCES_DIR: jikepan replaces our plugin of that name/)
    await service.says(/126 Telegram channels and 45 plugins/)
  })

  it('still loads a file that imports by the paths and names of version 0.1, and names the new address', async () => {
    const plugin = `import type { Plugin } from '../plugin.ts'
      import { listed } from '../reading.ts'
      import { rows, word } from '../../reading/rows.ts'
      import { siteAddress } from '../../reading/settings.ts'
      import { UpstreamError } from '../../upstream/errors.ts'
      const used = [listed, rows, word, siteAddress, UpstreamError].every((one) => typeof one === 'function')
      export default { home: used ? 'https://a.test/' : 'nowhere', ask: async () => [] } satisfies Plugin`
    const { service } = await startWithSources({ 'older.ts': plugin })
    await service.says(/older\.ts imports \S+; import from 'trawl\/plugin' instead/)
    await service.says(/1 plugins of SOURCES_DIR: older/)
  })

  it('names every bad file with the reason, passes it over and goes on', async () => {
    const good = documentedExample()
    const { service } = await startWithSources(
      {
        'a-syntax.ts': 'export default {',
        'b-throws.js': 'throw new Error("not today")',
        'c-empty.ts': 'export const a = 1',
        'd-other.ts': 'export default { home: "nowhere" }',
        'E Name.ts': good,
        'f-import.ts': 'import nothing from "no-such-package"\nexport default nothing',
        'g-setting.ts': good,
        'good.mjs': 'export default { home: "https://a.test/", ask: async () => [] }',
        'helper.test.ts': 'throw new Error("tests are not to be run")',
        'notes.txt': 'no source',
      },
      { G_SETTING_ROWS: 'many', GOOD_ROWS: '1', EXAMPLE_ROW: '1' },
    )
    await service.says(/1 plugins of SOURCES_DIR: good/)
    const refused = service
      .output()
      .split('\n')
      .filter((line) => line.includes('is ignored'))
    for (const [name, reason] of [
      ['a-syntax.ts', /./],
      ['b-throws.js', /not today/],
      ['c-empty.ts', /it has no default export/],
      ['d-other.ts', /must have `home` \(a web address\) and `ask` \(a function\)/],
      ['E Name.ts', /its name must consist of a-z/],
      ['f-import.ts', /no-such-package/],
      ['g-setting.ts', /G_SETTING_ROWS: must be a whole number from 1 to 100/],
    ] as const) {
      const line = refused.find((one) => one.includes(name))
      expect(line, name).toMatch(reason)
    }
    expect(refused.length).toBe(7)
  })
})

describe('the choice of sources', () => {
  it('stops the start with a sentence when it names what is not there, or a plugin is set wrong', async () => {
    const wrong = async (env: Readonly<Record<string, string>>) => {
      const service = run('src/main.ts', [], { HOST: '127.0.0.1', PORT: '0', ...env })
      expect(await service.ended).toBe(1)
      return service.output()
    }
    expect(await wrong({ ENABLED_PLUGINS: 'nosuch' })).toMatch(
      /ENABLED_PLUGINS: unknown plugin nosuch; allowed are .*labi/,
    )
    expect(await wrong({ CHANNELS: 'a,+b' })).toContain(
      'CHANNELS: must be a list of names, or only +name and -name, not both',
    )
    expect(await wrong({ LABI_BASE_URL: 'nowhere' })).toContain(
      'LABI_BASE_URL: must be an address like https://example.org',
    )
    expect(await wrong({ SOURCES_DIR: '/no/such/folder' })).toContain('SOURCES_DIR: cannot be read')
  })

  it('leaves on what the settings say, and warns of a setting that no plugin has', async () => {
    const { service, url } = await startWithSources(
      {},
      {
        ENABLED_PLUGINS: 'labi,nosuchsite,wanou',
        DISABLED_PLUGINS: 'wanou',
        CHANNELS: 'somechannel,@other_one',
        LABI_BASEURL: 'http://x.test',
      },
    )
    await service.says(/ENABLED_PLUGINS: skipped unknown plugins: nosuchsite/)
    await service.says(/LABI_BASEURL: labi has no such setting; it has LABI_BASE_URL/)
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({
      plugins: ['labi'],
      channels: ['somechannel', 'other_one'],
    })
  })
})
