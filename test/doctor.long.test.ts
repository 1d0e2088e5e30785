// Tests the doctor as a process: secrets, sources of the operator, and Ctrl+C.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from './kit/process.ts'
import { hangs, scriptedServer } from './kit/scripted-server.ts'

it('ends with 130 on Ctrl+C and prints what is known so far', async () => {
  const server = await scriptedServer([hangs])
  const program = run('src/cli/trawl.ts', ['doctor', 'zhihu'], { UPSTREAM_GATEWAY: server.url('').replace(/\/$/, '') })
  await server.until(1)
  program.signal('SIGINT')
  expect(await program.ended).toBe(130)
  expect(program.output()).toMatch(/^zhihu +unasked +0 /m)
})

it('prints no secret of the settings, though a source says it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
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
  expect(program.output()).toMatch(/^plugin:telltale +dead .*they do not like \[hidden\]/m)
  expect(program.output()).toMatch(/^zhihu +dead/m)
  expect(program.output()).not.toContain('planted')
})

it('ends with 0 when a source says that it is closed at this hour', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const shop = `import { UpstreamError } from '../../upstream/errors.ts'
async function ask() { throw new UpstreamError('unavailable', 'closed on Mondays') }
export default { home: 'https://x.example.org/', ask }
`
  writeFileSync(join(folder, 'shop.ts'), shop)
  const program = run('src/cli/trawl.ts', ['doctor', 'shop'], { SOURCES_DIR: folder })
  expect(await program.ended).toBe(0)
  expect(program.output()).toMatch(/^plugin:shop +closed +0 .*unavailable: closed on Mondays/m)
  expect(program.output()).toContain('1 source, asked directly: 1 closed;')
})
