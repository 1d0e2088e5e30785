// More tests of an operator's settings: `.env`, secret files, the command line; the service as a process.
import { describe, expect, it } from 'vitest'
import { documentSourceSettings } from '../src/app/sources.ts'
import { documentedSettings } from '../src/config/schema.ts'
import { folderOf, runTrawl } from './kit/process.ts'

describe('npm start -- --help', () => {
  it('prints every setting, those of plugins and lists too, whatever the environment holds', async () => {
    const { code, output } = await runTrawl(
      ['--help'],
      { PORT: 'http', LOG_LEVEL: 'loud' },
      folderOf({ '.env': 'DISK_MB=x' }),
    )
    expect(code).toBe(0)
    const settings = [...documentedSettings(), ...(await documentSourceSettings())]
    expect(output.split('\n').flatMap((line) => /^ {2}(\w+)$/.exec(line)?.[1] ?? [])).toEqual(
      settings.map(({ name }) => name),
    )
    expect(output).toMatch(/LABI_DETAILS\n {6}maximum number of result pages opened per search/)
  })
})
