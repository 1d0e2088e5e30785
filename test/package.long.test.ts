// The package as npm installs it: packed from dist, installed offline into an empty folder, and used as a new user would.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { documentedExample, runCommand } from './kit/process.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'
import { standinOfTest } from './kit/standin.ts'
import { fewSources } from './kit/terminal.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'trawl-package-'))
const maxBytes = 7_000_000

/** Where `node` is the Node of the tests. */
const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, HOME: folder }

beforeAll(() => {
  const npm = (words: readonly string[]) => execFileSync('npm', words, { cwd: folder, env, encoding: 'utf8' })
  execFileSync(process.execPath, ['tools/build-package.ts'], { cwd: root })
  npm(['pack', join(root, 'dist'), '--loglevel=error'])
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  npm(['install', `./trawl-${manifest.version}.tgz`, ...quiet])
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the installed command with these words. */
function trawl(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return runCommand([join(folder, 'node_modules/.bin/trawl'), ...words], { ...env, ...settings }, folder)
}

async function serve(settings: Readonly<Record<string, string>> = {}) {
  const standin = await standinOfTest({ seed: 7, weather: 'calm' })
  const asks = { UPSTREAM_GATEWAY: standin.url, ...fewSources, ...settings }
  const data = { DATA_DIR: mkdtempSync(join(folder, 'data-')), HOST: '127.0.0.1', PORT: '0' }
  const service = trawl([], { ...asks, ...data })
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  return { service, url }
}

describe('npm pack ./dist', () => {
  it('is at most 7 MB and brings no other package', () => {
    const { size } = statSync(join(folder, `trawl-${manifest.version}.tgz`))
    console.info(`package: ${size} bytes`)
    expect(size).toBeLessThanOrEqual(maxBytes)
    expect(globSync('node_modules/*', { cwd: folder })).toEqual(['node_modules/trawl'])
    expect(globSync('node_modules/trawl/{LICENSE,README.md,licenses.md}', { cwd: folder })).toHaveLength(3)
    expect(globSync('node_modules/trawl/**/.*', { cwd: folder })).toEqual([])
  })

  it('starts the service without words, with the page; commands ask it, and SIGTERM ends it', async () => {
    const { service, url } = await serve()
    await service.says(/3 Telegram channels and 2 plugins and has \d{3} hot lists on/)
    expect(service.output()).not.toContain('the web page is not built')
    expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('<!doctype html>')
    for (const path of ['/docs/reference.js', '/openapi.json', '/metrics', '/api/hot-list?id=weibo'])
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200])
    const poster = await fetch(`${url}/api/v1/picture?w=56&url=https://cdn4.telesco.pe/file/crane.jpg`)
    expect(poster.headers.get('content-type')).toBe('image/webp')
    const search = trawl(['search', '纸鹤', '--json'], { TRAWL_URL: url })
    expect([await search.ended, search.output()]).toEqual([0, expect.stringMatching(/"url":"https:\/\//)])
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('has the other commands', async () => {
    const { version } = manifest
    const npx = runCommand(['npx', '--offline', 'trawl', '--version'], env, folder)
    expect([await npx.ended, npx.output()]).toEqual([0, expect.stringContaining(version)])
    for (const [words, output] of [
      [['--version'], `${version}\n`],
      [['start', '--version'], `${version}\n`],
      [['start', '--help'], /LABI_BASE_URL/],
      [['key', 'phone'], /^ {2}API_KEYS=phone:sha256-/m],
      [['migrate', '--help'], /trawl migrate: copies/],
      [['password', '--help'], /NAME/],
      [['hot', '--list', '--alone', '--json'], /"id":"weibo"/],
    ] as const) {
      const command = trawl(words, { DATA_DIR: '', UPSTREAM_GATEWAY: 'http://127.0.0.1:1' })
      expect([words, await command.ended, command.output()]).toEqual([words, 0, expect.stringMatching(output)])
    }
  })

  it('loads the sources of an operator as a checkout does: the documented example, and copies of ours', async () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    const ours = globSync('src/search/plugins/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    for (const file of ours) cpSync(join(root, file), join(own, basename(file)))
    writeFileSync(join(own, 'example.ts'), documentedExample())
    const { service, url } = await serve({ SOURCES_DIR: own, ENABLED_PLUGINS: 'labi,example' })
    await service.says(new RegExp(`${ours.length + 1} plugins of SOURCES_DIR`))
    const found = await (await fetch(`${url}/api/search?kw=纸鹤&src=plugin&plugins=labi`)).json()
    expect(found).toMatchObject({ meta: { complete: true, sources: { answered: 1 } } })
  })

  it('has the lists that a file of the operator declares', async () => {
    const feed =
      '<rss version="2.0"><channel><title>x</title><item><title>纸鹤与灯塔</title><link>https://blog.example.org/7</link></item></channel></rss>'
    const upstream = await scriptedServer([answers(feed)])
    const file = join(folder, 'lists.yaml')
    writeFileSync(file, 'my-blog:\n  name: 某博客\n  feed: https://blog.example.org/rss.xml\n')
    const { url } = await serve({ SOURCES_FILE: file, UPSTREAM_GATEWAY: upstream.url('').replace(/\/$/, '') })
    const list = await (await fetch(`${url}/api/v1/sources/my-blog`)).json()
    expect(list).toMatchObject({ total: 1, data: [{ title: '纸鹤与灯塔' }] })
  })

  it('has trawl/client and trawl/plugin', async () => {
    const { url } = await serve()
    const script = `
      import { createClient } from 'trawl/client'
      import { UpstreamError, chinaTime } from 'trawl/plugin'
      const { name } = await createClient({ url: '${url}' }).version()
      console.info(name, UpstreamError.name, typeof chinaTime)`
    writeFileSync(join(folder, 'ask.js'), script)
    const program = runCommand([process.execPath, 'ask.js'], env, folder)
    expect([await program.ended, program.output()]).toEqual([0, 'trawl UpstreamError function\n'])
  })
})
