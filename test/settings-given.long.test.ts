// More tests of an operator's settings: `.env`, secret files, the command line; the service as a process.
import { describe, expect, it } from 'vitest'
import { documentSourceSettings } from '../src/app/sources.ts'
import { documentedSettings } from '../src/config/schema.ts'
import { folderOf, runTrawl } from './kit/process.ts'

describe('npm start', () => {
  it('stops at a .env that is no text, and at mistakes in it and in settings of plugins at once', async () => {
    const binary = await runTrawl([], {}, folderOf({ '.env': new Uint8Array([0xff, 0xfe, 0x50]) }))
    expect(binary).toEqual({ code: 1, output: '.env: must be saved as UTF-8\n' })
    const wrong = await runTrawl([], { LABI_DETAILS: 'many' }, folderOf({ '.env': 'PORT=http' }))
    expect(wrong).toEqual({
      code: 1,
      output: 'PORT: must be a whole number from 0 to 65535\nLABI_DETAILS: must be a whole number from 1 to 20\n',
    })
  })

  it('reports mistakes in settings of plugins and of lists together', async () => {
    const { code, output } = await runTrawl([], {
      HOST: '127.0.0.1',
      PORT: '0',
      LABI_DETAILS: '0',
      ENABLED_SOURCES: 'nosuch',
    })
    expect(code).toBe(1)
    expect(output).toContain('LABI_DETAILS: must be ')
    expect(output).toContain('ENABLED_SOURCES: unknown list nosuch')
  })
})

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
