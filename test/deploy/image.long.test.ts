// Tests the image without a container engine: builds the page as it does, and starts the files that it would contain.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { execForm, isSent, readInstructions, root } from './image-files.ts'

const flag = z.boolean().optional()
const lockFile = z.object({
  packages: z.record(z.string(), z.object({ dev: flag, optional: flag, devOptional: flag })),
})

/** The project files that a stage copies. */
function filesOfStage(name: string): string[] {
  const all = readInstructions()
  const rest = all.slice(all.findIndex(({ words }) => words.endsWith(` AS ${name}`)) + 1)
  const stage = rest.slice(
    0,
    rest.findIndex((instruction) => instruction.name === 'FROM'),
  )
  const copied = stage.flatMap((one) => (one.name === 'COPY' ? one.words.split(' ').slice(0, -1) : []))
  return copied
    .flatMap((path) => globSync([path, `${path}/**`], { cwd: root, withFileTypes: true }))
    .flatMap((entry) => (entry.isFile() ? [relative(root, join(entry.parentPath, entry.name))] : []))
    .filter(isSent)
}

it('builds the page from what its stage copies, and nothing else', async () => {
  const app = mkdtempSync(join(tmpdir(), 'trawl-page-'))
  onTestFinished(() => rmSync(app, { recursive: true }))
  for (const file of filesOfStage('page')) cpSync(join(root, file), join(app, file))
  symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
  const building = spawn(process.execPath, ['tools/build-page.ts'], { cwd: app, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  building.stderr.on('data', (text: Buffer) => {
    said += text
  })
  await once(building, 'close')
  expect([building.exitCode, said]).toEqual([0, expect.not.stringContaining('rror')])
  expect(existsSync(join(app, 'web/dist/index.html'))).toBe(true)
})

/** Creates a folder with the contents of the image's /app, as symbolic links. */
function layOut(): string {
  const app = mkdtempSync(join(tmpdir(), 'trawl-image-'))
  onTestFinished(() => rmSync(app, { recursive: true }))
  const link = (path: string) => {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    symlinkSync(join(root, path), join(app, path))
  }
  const all = globSync(['src/**', 'client/**', 'bin/**'], { cwd: root, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)))
  for (const file of ['package.json', ...files].filter(isSent)) link(file)
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    const isWithin = path === '' || path.lastIndexOf('node_modules/') > 0
    if (!isWithin && !dev && !optional && !devOptional) link(path)
  }
  return app
}

/** Node resolves imports from the links, so that only files of the image are found. */
const asLinked = '--preserve-symlinks --preserve-symlinks-main'

/** Starts that folder as the image does; the result can be stopped. */
async function startLaidOut(app: string, settings: Readonly<Record<string, string>> = {}) {
  const [, ...args] = [...execForm('ENTRYPOINT'), ...execForm('CMD')]
  const env = { NODE_ENV: 'production', DATA_DIR: join(app, 'data'), HOST: '127.0.0.1', PORT: '0' }
  const asks = { UPSTREAM_GATEWAY: 'http://127.0.0.1:1', NODE_OPTIONS: asLinked, ...settings }
  const service = spawn(process.execPath, args, { cwd: app, env: { ...env, ...asks }, stdio: 'pipe' })
  onTestFinished(() => void service.kill('SIGKILL'))
  const parts: string[] = []
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => parts.push(`${chunk}`))
  const said = () => parts.join('')
  const port = await vi.waitFor(
    () => /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(said())?.[1] ?? expect.fail(said()),
    { timeout: 30_000 },
  )
  return { service, port, said }
}

it('starts with nothing else, is found well by its own check, and ends on SIGTERM', async () => {
  const app = layOut()
  expect(existsSync(join(app, 'node_modules/vitest'))).toBe(false)
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
    const { service, said } = await startLaidOut(app, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    service.kill('SIGTERM')
    await once(service, 'close')
    return said()
  }
  const files = ['src/main.ts', 'src/search/search.ts', 'src/store/trawl-db/thread.ts', 'src/store/archive/thread.ts']
  const found = (said: string) =>
    files.filter((file) => said.includes(`cache for StrippedTypeScript file://${join(app, file)}...success`))
  expect(found(await startAndEnd())).toEqual([])
  expect(existsSync(join(app, 'node_modules/.cache/trawl'))).toBe(true)
  // Threads write their reports to one stream, where lines may mix; several starts together show all.
  const shown = new Set<string>()
  for (let starts = 0; starts < 4 && shown.size < files.length; starts += 1)
    for (const file of found(await startAndEnd())) shown.add(file)
  expect([...shown].sort()).toEqual(files.toSorted())
})

it('has the terminal, which needs nothing else either', async () => {
  const app = layOut()
  const env = { NODE_ENV: 'production', NODE_OPTIONS: asLinked, UPSTREAM_GATEWAY: 'http://127.0.0.1:1' }
  const words = ['bin/trawl.js', 'hot', '--list', '--alone', '--json']
  const terminal = spawn(process.execPath, words, { cwd: app, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  terminal.stdout.on('data', (text: Buffer) => {
    said += text
  })
  await once(terminal, 'close')
  expect(terminal.exitCode).toBe(0)
  expect(said).toContain('"id":"weibo"')
})
