// Tests an operator's own sources and choice of sources: the service as a process over a local server.

import { describe, expect, it } from 'vitest'
import { documentedExample, startWithSources } from './kit/process.ts'

describe('a folder of own sources', () => {
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
