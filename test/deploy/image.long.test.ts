// Tests the image without a container engine: starts the files that it would contain.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newFolder } from '../kit/disk.ts'
import { execForm, lastStage, root } from './image-files.ts'

/** Creates a folder with the contents of the image's /app. */
function layOut(): string {
  const app = newFolder()
  for (const { name, words } of lastStage()) {
    const [from, ...paths] = words.split(' ').slice(0, -1)
    if (name !== 'COPY' || from !== '--from=build') continue
    for (const path of paths)
      cpSync(join(root, relative('/build', path)), join(app, basename(path)), { recursive: true })
  }
  return app
}

/** Starts that folder as the image does; the result can be stopped. */
async function startLaidOut(app: string, settings: Readonly<Record<string, string>> = {}) {
  const [, ...words] = [...execForm('ENTRYPOINT'), ...execForm('CMD')]
  const args = words.map((word) => word.replace('/app', app))
  const env = { NODE_ENV: 'production', DATA_DIR: join(app, 'data'), HOST: '127.0.0.1', PORT: '0' }
  const asks = { UPSTREAM_GATEWAY: 'http://127.0.0.1:1', ...settings }
  const service = spawn(process.execPath, args, { cwd: app, env: { ...env, ...asks }, stdio: 'pipe' })
  onTestFinished(() => void service.kill('SIGKILL'))
  const parts: string[] = []
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => parts.push(`${chunk}`))
  const text = () => parts.join('')
  const port = await vi.waitFor(() => /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(text())?.[1] ?? expect.fail(text()))
  return { service, port, said: text }
}

it('starts with nothing else, is found well by its own check, and ends on SIGTERM', async () => {
  const app = layOut()
  const { service, port } = await startLaidOut(app)
  const [, ...check] = execForm('HEALTHCHECK')
  const healthOf = async (PORT: string) => {
    const asking = spawn(process.execPath, check, { cwd: app, env: { PORT }, stdio: 'inherit' })
    await once(asking, 'close')
    return asking.exitCode
  }
  expect(await healthOf(port)).toBe(0)
  service.kill('SIGTERM')
  await once(service, 'close')
  expect(service.exitCode).toBe(0)
  expect(await healthOf(port)).toBe(1)
})

it('finds compiled at its second start what the first one and its threads had to compile', async () => {
  const app = layOut()
  const startAndEnd = async () => {
    // Node's own report, https://github.com/nodejs/node/blob/v24.21.0/doc/api/module.md#module-compile-cache
    const { service, said: text } = await startLaidOut(app, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    service.kill('SIGTERM')
    await once(service, 'close')
    return text()
  }
  const files = ['main.js', 'src-store-thread-thread.js'].map((file) => join(app, 'server', file))
  const found = (text: string) =>
    files.filter((file) => text.includes(`V8 code cache for ESM file://${file} was accepted`))
  expect(found(await startAndEnd())).toEqual([])
  expect(existsSync(join(app, 'server/.cache'))).toBe(true)
  // Threads write their reports to one stream, where lines may mix; several starts together show all.
  const shown = new Set<string>()
  for (let starts = 0; starts < 4 && shown.size < files.length; starts += 1)
    for (const file of found(await startAndEnd())) shown.add(file)
  expect([...shown].sort()).toEqual(files.toSorted())
})

it('has the terminal, which needs nothing else either', async () => {
  const app = layOut()
  const env = { NODE_ENV: 'production', UPSTREAM_GATEWAY: 'http://127.0.0.1:1' }
  const words = ['bin/trawl.js', 'hot', '--list', '--alone', '--json']
  const terminal = spawn(process.execPath, words, { cwd: app, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  terminal.stdout.on('data', (text: Buffer) => {
    output += text
  })
  await once(terminal, 'close')
  expect(terminal.exitCode).toBe(0)
  expect(output).toContain('"id":"weibo"')
})
