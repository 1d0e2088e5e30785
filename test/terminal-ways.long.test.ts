// Which server `trawl` asks, its credentials, how it is started, and usage errors.
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeKey, hashKey } from '../src/http/auth/api-keys.ts'
import { newFolder } from './kit/disk.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'
import { freePort } from './kit/servers.ts'
import { standinOfTest } from './kit/standin.ts'
import { fewSources, runTerminal, startServedTrawl, startTerminal } from './kit/terminal.ts'

const root = join(import.meta.dirname, '..')
const search = ['search', '纸鹤', '--limit', '1', '--type', 'quark']

/** An environment without a local server, whose sites are simulated. */
async function aloneEnv(): Promise<Readonly<Record<string, string>>> {
  const standin = await standinOfTest({ seed: 7, weather: 'calm' })
  return { PORT: `${await freePort()}`, UPSTREAM_GATEWAY: standin.url, ...fewSources }
}

describe('by itself', () => {
  it('it searches, shows lists and checks, keeps nothing, and ends at once', async () => {
    const folder = newFolder()
    const env = { ...(await aloneEnv()), API_KEYS: `me:${hashKey('x')}`, AUTH_ENABLED: 'true', AUTH_USERS: '' }
    const mistaken = await runTerminal(search, { env, cwd: folder })
    expect(mistaken).toMatchObject({ status: 2, out: '', err: expect.stringContaining('AUTH_USERS') })
    const own = {
      ...env,
      AUTH_ENABLED: '',
      DATA_DIR: join(folder, 'data'),
      REDIS_URL: 'redis://127.0.0.1:1',
    }
    const found = await runTerminal(search, { env: own, cwd: folder })
    expect(found).toMatchObject({ status: 0, out: expect.stringMatching(/^1 {2}\S.*\n {3}quark {2}/) })
    expect(found.err).toMatch(/5 of 5 sources answered in .* \(the sites themselves, all through the gateway http/)
    const hot = await runTerminal(['hot', 'weibo', '--json'], { env: own, cwd: folder })
    expect(hot).toMatchObject({ status: 0, err: '', out: expect.stringMatching(/^\{"apiVersion"/) })
    const url = /https:\/\/pan\.quark\.cn\/s\/\w+/.exec(found.out)?.[0] ?? ''
    expect((await runTerminal(['check', url], { env: own, cwd: folder })).out).toMatch(/^\w+ +https:/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('it heeds .env, and says of a wrong setting what the service says', async () => {
    const folder = newFolder()
    const { PORT = '', ...env } = await aloneEnv()
    writeFileSync(join(folder, '.env'), `PORT=${PORT}\nCHANNELS=demo_one\nENABLED_PLUGINS=none\n`)
    const { CHANNELS: _channels, ENABLED_PLUGINS: _plugins, ...bare } = env
    const found = await runTerminal(search, { env: bare, cwd: folder })
    expect(found.err).toMatch(/1 of 1 source answered/)
    const wrong = await runTerminal(search, { env: { ...bare, SEARCH_DEADLINE_MS: 'soon' }, cwd: folder })
    expect(wrong).toMatchObject({ status: 2, out: '', err: expect.stringMatching(/^SEARCH_DEADLINE_MS: must be/) })
  })
})

describe('a Trawl that runs', () => {
  it('on this machine is found by PORT, and passed over with --alone', async () => {
    const { url, standin } = await startServedTrawl()
    const env = { PORT: new URL(url).port, UPSTREAM_GATEWAY: standin.url, ...fewSources }
    expect((await runTerminal(search, { env })).err).toContain(`(http://127.0.0.1:${env.PORT})`)
    expect((await runTerminal([...search, '--alone'], { env })).err).toContain('(the sites themselves')
    const both = await runTerminal([...search, '--alone', '--url', url], { env })
    expect(both).toMatchObject({ status: 2, err: expect.stringContaining('--alone and --url exclude each other') })
    expect((await runTerminal([...search, '--url', url.replace('http://', '')], {})).status).toBe(0)
  })

  it('gets the key only after it has identified itself as Trawl', async () => {
    const other = await scriptedServer([answers('{"name":"something else"}', { 'content-type': 'application/json' })])
    const { PORT: _port, ...env } = await aloneEnv()
    const found = await runTerminal(search, { env: { ...env, PORT: `${other.port}`, TRAWL_KEY: 'secret' } })
    expect(found).toMatchObject({ status: 0, err: expect.stringContaining('(the sites themselves') })
    expect(other.heard.map(({ headers }) => headers.authorization)).toEqual([undefined])
    const key = encodeKey(new Uint8Array(32).fill(7))
    const { url } = await startServedTrawl({ API_KEYS: `me:${hashKey(key)}` })
    expect((await runTerminal(search, { env: { PORT: new URL(url).port, TRAWL_KEY: key } })).status).toBe(0)
  })

  it('that wants a key says how to give one, and is given it by the environment, a file or a flag', async () => {
    const key = encodeKey(new Uint8Array(32).fill(7))
    const { env, url } = await startServedTrawl({ API_KEYS: `me:${hashKey(key)}` })
    const without = await runTerminal(search, { env })
    expect(without).toMatchObject({ status: 2, out: '' })
    expect(without.err).toMatch(
      /\nThis server requires an API key or login token: set TRAWL_KEY, or use --key-file FILE\n$/,
    )
    const wrong = await runTerminal(search, { env: { ...env, TRAWL_KEY: `${key}x` } })
    expect(wrong.status).toBe(2)
    expect(wrong.err).not.toContain(key)
    const file = join(newFolder(), 'key')
    writeFileSync(file, `${key}\n`)
    const ways = await Promise.all([
      runTerminal(search, { env: { ...env, TRAWL_KEY: key } }),
      runTerminal([...search, '--key-file', file], { env }),
      runTerminal([...search, '--key', key], { env }),
    ])
    expect(ways.map(({ status }) => status)).toEqual([0, 0, 0])
    const missing = await runTerminal([...search, '--key-file', '/no/such', '--url', url], {})
    expect(missing).toMatchObject({ status: 2, err: expect.stringMatching(/^--key-file: ENOENT/) })
    const spoken = await runTerminal([...search, '--url', 'http://me:hunter22@127.0.0.1:1'], {})
    expect(spoken.status).toBe(2)
    expect(spoken.err).toMatch(/^--url: must not contain a user name or password/)
    expect(spoken.err).not.toContain('hunter22')
  })
})

describe('the command', () => {
  it('says what it can do, and what is near what it cannot', async () => {
    const output = async (...words: string[]) => {
      const { status, out, err } = await runTerminal(words, {})
      return [status, (out + err).split('\n')[0]]
    }
    const first = expect.stringMatching(
      /^Trawl \d+\.\d+\.\d+(?:-[\w.]+)?: searches for network-drive links, and shows hot lists\.$/,
    )
    expect(await output()).toEqual([0, first])
    expect(await output('help')).toEqual([0, first])
    expect(await output('help', 'help')).toEqual([0, first])
    expect(await output('--version')).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)])
    expect(await output('help', 'check')).toEqual([0, 'Checks whether shares still exist.'])
    expect(await output('hot', 'weibo', '-h')).toEqual([0, expect.stringMatching(/^Shows hot lists/)])
    expect(await output('help', 'doctor')).toEqual([0, expect.stringMatching(/^Asks every source once, live/)])
    expect(await output('serch', 'x')).toEqual([2, 'unknown command serch; did you mean search?'])
    expect(await output('流浪地球')).toEqual([2, 'unknown command 流浪地球; to search for it: trawl search 流浪地球'])
    expect(await output('--json')).toEqual([
      2,
      '--json must come after a command, for example: trawl search WORDS --json',
    ])
    expect(await output('hot', '--colum', 'tech')).toEqual([2, 'unknown flag --colum; did you mean --column?'])
  })

  it('is started by npx, by a link, and by a Node that cannot run it itself; Ctrl+C gets through', async () => {
    const folder = newFolder()
    const npx = ['npx', '--prefix', root, '--offline', 'trawl']
    const env = { HOME: folder, npm_config_cache: folder }
    expect(await runTerminal(['--version'], { env, start: npx, cwd: root })).toMatchObject({
      status: 0,
      out: expect.stringMatching(/\d\n$/),
    })
    symlinkSync(join(root, 'bin/trawl.js'), join(folder, 'trawl'))
    const linked = [join(folder, 'trawl')]
    expect(await runTerminal(['serch'], { env, start: linked })).toMatchObject({ status: 2, out: '' })
    // A Node that reports an older version: the one installed by npm ci is started instead.
    const older = [
      process.execPath,
      '--import',
      `data:text/javascript,${encodeURIComponent("Object.defineProperty(process.versions, 'node', { value: '20.1.0' })")}`,
      join(root, 'bin/trawl.js'),
    ]
    expect(await runTerminal(['--version'], { env, start: older })).toMatchObject({
      status: 0,
      out: expect.stringMatching(/\d\n$/),
    })
    const alone = await aloneEnv()
    const following = startTerminal(['hot', 'weibo', '--follow', '--json'], { env: alone, start: older })
    await following.says(/"type":"end"/)
    following.signal('SIGTERM')
    expect((await following.ended).status).toBe(130)
  })

  it('says why it cannot run from under node_modules, or without packages', async () => {
    const folder = join(newFolder(), 'node_modules/trawl')
    mkdirSync(folder, { recursive: true })
    for (const part of ['bin', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
    const start = [process.execPath, join(folder, 'bin/trawl.js')]
    expect(await runTerminal([], { start })).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('a checkout cannot be run from under node_modules'),
    })
    const plain = newFolder()
    for (const part of ['bin', 'package.json']) cpSync(join(root, part), join(plain, part), { recursive: true })
    const without = await runTerminal([], { start: [process.execPath, join(plain, 'bin/trawl.js')] })
    expect(without).toMatchObject({ status: 2, err: expect.stringContaining('run npm ci in') })
  })
})
