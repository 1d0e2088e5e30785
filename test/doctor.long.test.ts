// Tests the doctor as a process: secrets, sources of the operator, and Ctrl+C.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from './kit/disk.ts'
import { run } from './kit/process.ts'

it('prints no secret of the settings, though a source says it', async () => {
  const folder = newFolder()
  const telltale = `import { z } from 'zod'
import { UpstreamError } from '../../upstream/errors.ts'
const settings = z.object({ cookie: z.string().default('') })
async function ask(_query, _io, { cookie }) { throw new UpstreamError('unavailable', 'they do not like ' + cookie) }
export default { home: 'https://x.example.org/', settings, ask }
`
  writeFileSync(join(folder, 'telltale.ts'), telltale)
  const secrets = {
    TELLTALE_COOKIE: 'planted-cookie-0123',
    UPSTREAM_PROXY: 'http://someone:planted-password@127.0.0.1:9',
  }
  const program = run('src/cli/trawl.ts', ['doctor', 'telltale', 'zhihu'], { ...secrets, SOURCES_DIR: folder })
  expect(await program.ended).toBe(1)
  expect(program.output()).toMatch(/^plugin:telltale +dead .*they do not like \*\*\*/m)
  expect(program.output()).toMatch(/^zhihu +dead/m)
  expect(program.output()).not.toContain('planted')
})
