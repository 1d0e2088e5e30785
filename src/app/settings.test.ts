// The settings as a whole: every mistake is told at once, from whichever reader, and nothing secret with it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../test/kit/disk.ts'
import { documentedSettings } from '../config/schema.ts'
import { readSettings, runInfoCommand, storeOptions } from './settings.ts'
import { documentSourceSettings } from './sources.ts'

/** Nothing but `.env`, with this text. */
function onlyEnvFile(text: string) {
  return (path: string) => {
    if (path !== '.env') throw new Error(`ENOENT: no such file, open '${path}'`)
    return Buffer.from(text)
  }
}

async function mistakesIn(env: Readonly<Record<string, string>>, file = ''): Promise<string[]> {
  return readSettings(env, onlyEnvFile(file)).then(
    () => [],
    (error: Error) => error.message.split('\n'),
  )
}

it('mistakes of all readers are told at once', async () => {
  const told = await mistakesIn({
    PORT: 'x',
    UPSTREAM_PROXY: 't.me=ftp://someone:s3cret@host',
    HTTP_PROXY: 'ftp://someone:s3cret@host',
    UPSTREAM_PRIVATE: '10.0.0.0/99',
    TRUST_PROXY: '10.0.0.0/99',
    RATE_LIMITS: 'often',
    ADMIN_TOKEN_FILE: '/no/such/file',
    API_KEYS: 'bot:s3cret',
    AUTH_ENABLED: 'true',
    AUTH_USERS: 's3cret',
    AUTH_JWT_SECRET: 's3cret',
    CHANNELS: 'a,+b',
    ENABLED_PLUGINS: 'nosuch',
    DISABLED_PLUGINS: 'nosuch',
    LABI_DETAILS: '0',
    WANOU_BASE_URL: 's3cret',
    ZHIHU_COOKIE: '曲奇 s3cret',
    ENABLED_SOURCES: 'nosuch',
    DISABLED_SOURCES: 'nosuch',
  })
  const named = told.map((sentence) => /([A-Z_]{4,}): /.exec(sentence)?.[1])
  expect(named.toSorted()).toEqual(
    [
      'ADMIN_TOKEN_FILE API_KEYS AUTH_JWT_SECRET AUTH_USERS CHANNELS DISABLED_PLUGINS DISABLED_SOURCES ENABLED_PLUGINS ENABLED_SOURCES HTTP_PROXY LABI_DETAILS',
      'PORT RATE_LIMITS TRUST_PROXY UPSTREAM_PRIVATE UPSTREAM_PROXY WANOU_BASE_URL ZHIHU_COOKIE',
    ].flatMap((line) => line.split(' ')),
  )
  expect(told.join()).not.toContain('s3cret')
})

it('paths of DailyHotApi’s clients can be limited where they stand, and nowhere else', async () => {
  const limits = { RATE_LIMITS: '/hotapi/:id=60/min,/hotapi/all=1/min' }
  expect((await readSettings({ ...limits, DAILYHOT_PREFIX: '/hotapi' }, onlyEnvFile(''))).rates.size).toBe(2)
  expect((await readSettings({ RATE_LIMITS: '/:id=60/min' }, onlyEnvFile(''))).rates.size).toBe(1)
  expect(await mistakesIn(limits)).toEqual(['RATE_LIMITS: there is no /hotapi/:id; GET / lists what there is'])
  expect(await mistakesIn({ RATE_LIMITS: '/:id=60/min', DAILYHOT_PREFIX: 'off' })).toHaveLength(1)
})

it('a file of lists that cannot be read is no mistake, and neither is the name of a list that it may have', async () => {
  const told = await mistakesIn({ PORT: 'x', SOURCES_FILE: '/no/such/file', ENABLED_SOURCES: 'my-list' })
  expect(told).toEqual([expect.stringMatching(/^PORT: /)])
})

it('a slip of the pen is told beside the mistake it made', async () => {
  const told = await mistakesIn({}, 'LOG_LEVEL=loud\nENABLED_SOURCE=weibo\nDISK_MB 99\n')
  expect(told).toEqual([
    'LOG_LEVEL: must be one of debug, info, warn, error, silent',
    '.env: the line with DISK_MB has no =, so it has no effect',
    'ENABLED_SOURCE: unknown setting; did you mean ENABLED_SOURCES?',
  ])
})

it('what is right is read from the environment, from .env, and from the files of secrets', async () => {
  const folder = newFolder()
  const [token, cookie] = [join(folder, 'token'), join(folder, 'cookie')]
  writeFileSync(token, 'correct-horse-battery\n')
  writeFileSync(cookie, 'SUB=x')
  const file = onlyEnvFile(`PORT=81\nDISK_MB=99\nWEIBO_COOKIE_FILE=${cookie}\nOTEL_SERVICE_NAME=mine\n`)
  const readFile = (path: string) => (path === '.env' ? file(path) : readFileSync(path))
  const {
    config,
    env,
    fromEnvFile: added,
    typos: slips,
  } = await readSettings({ PORT: '80', ADMIN_TOKEN_FILE: token }, readFile)
  expect(config).toMatchObject({ PORT: 80, DISK_MB: 99, ADMIN_TOKEN: 'correct-horse-battery' })
  expect(env).toEqual({
    PORT: '80',
    DISK_MB: '99',
    OTEL_SERVICE_NAME: 'mine',
    ADMIN_TOKEN: 'correct-horse-battery',
    WEIBO_COOKIE: 'SUB=x',
  })
  // These are put into the environment of the process, which others can see more of than of our memory.
  expect(added).toEqual({ DISK_MB: '99', WEIBO_COOKIE_FILE: cookie, OTEL_SERVICE_NAME: 'mine' })
  expect(slips).toEqual([])
})

it('a setting that only earlier versions had is named with what to do instead, and the start goes on', async () => {
  const { typos } = await readSettings({}, onlyEnvFile('WORKERS=4'))
  expect(typos).toEqual([
    'WORKERS: has no effect any more: one process answers all requests; for more, start replicas over REDIS_URL (docs/scale.md)',
  ])
  expect((await readSettings({ WORKERS: '' }, onlyEnvFile(''))).typos).toEqual([])
})

it('passwords in plain text are hashed wherever the settings are kept, and warned of without being repeated', async () => {
  const folder = newFolder()
  const users = join(folder, 'users')
  const plain = 'admin:s3cret-one,bob:s3cret-two'
  writeFileSync(users, plain)
  const readFile = (text: string) => (path: string) => (path === '.env' ? Buffer.from(text) : readFileSync(path))
  const on = { AUTH_ENABLED: 'true' }
  const given = await readSettings({ ...on, AUTH_USERS: plain }, readFile(''))
  const inFile = await readSettings(on, readFile(`AUTH_USERS=${plain}`))
  const inSecretFile = await readSettings({ ...on, AUTH_USERS_FILE: users }, readFile(''))
  const hashed = given.config.AUTH_USERS
  expect(hashed).toMatch(/^admin:scrypt\.\S+,bob:scrypt\.\S+$/)
  // `added` is put into the environment of the process.
  expect([given.fromEnvFile, inFile.fromEnvFile, inSecretFile.fromEnvFile]).toEqual([
    { AUTH_USERS: hashed },
    { AUTH_USERS: hashed },
    {},
  ])
  for (const { config, env, typos: slips, login } of [given, inFile, inSecretFile]) {
    expect([config.AUTH_USERS, env.AUTH_USERS]).toEqual([hashed, hashed])
    expect([...(login?.users.keys() ?? [])]).toEqual(['admin', 'bob'])
    expect(slips).toEqual([
      'AUTH_USERS: the password of admin, bob is plain text, visible to everybody who can read the settings; trawl password NAME prints an entry with a hash to use instead',
    ])
  }
})

it.each([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  [' "', '" '],
])('a setting in quotes %s…%s counts without them, for every part that reads the environment', async (open, close) => {
  const plain = {
    https_proxy: 'http://127.0.0.1:7890',
    NO_PROXY: 'example.org',
    HOST: '127.0.0.1',
    PORT: '80',
    DATA_DIR: '/srv/trawl',
    UPSTREAM_GATEWAY: 'http://gateway:1',
    REDIS_URL: 'redis://redis:1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:1',
  }
  const quoted = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, open + value + close]))
  const settings = await readSettings(quoted, onlyEnvFile(''))
  expect(settings.config).toEqual((await readSettings(plain, onlyEnvFile(''))).config)
  expect(settings.proxyFor(new URL('https://t.me/'))).toBe('http://127.0.0.1:7890/')
  expect(settings.env).toMatchObject(plain)
  expect(settings.fromEnvFile).toEqual(plain)
})

it('a secret keeps its quotes, and so does what is quoted on one side', async () => {
  const ADMIN_TOKEN = '"a-token-of-more-than-sixteen"'
  const { config } = await readSettings({ ADMIN_TOKEN, DATA_DIR: '"data' }, onlyEnvFile(''))
  expect(config).toMatchObject({ ADMIN_TOKEN, DATA_DIR: '"data' })
})

it.each(['/.dockerenv', '/run/.containerenv'])('a process is in a container where there is %s', async (mark) => {
  const readMark = (path: string) => {
    if (path !== mark) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
    return new Uint8Array()
  }
  expect((await readSettings({}, readMark)).isContainer).toBe(true)
  expect((await readSettings({}, onlyEnvFile(''))).isContainer).toBe(false)
})

it.each([true, false])('the store has an archive as ARCHIVE=%s says', async (hasArchive) => {
  const { config } = await readSettings({ ARCHIVE: `${hasArchive}` }, onlyEnvFile(''))
  expect(storeOptions(config)).toMatchObject({ hasArchive })
})

describe('the arguments', () => {
  it.each([
    [['--help'], expect.stringContaining('--open')],
    [['-h'], expect.stringContaining('--open')],
    [['x', '--help'], expect.stringContaining('--open')],
    [['--version'], '1.2.3'],
    [['-v'], '1.2.3'],
  ])('%j ask for a text', async (args, text) => {
    expect(await runInfoCommand(args, '1.2.3', 80)).toEqual({ text, exitCode: 0 })
  })

  it('--help shows every setting, those of plugins and lists too', async () => {
    const { text = '' } = (await runInfoCommand(['--help'], '1.2.3', 80)) ?? {}
    const settings = [...documentedSettings(), ...(await documentSourceSettings())]
    expect(Array.from(text.matchAll(/^ {2}(\w+)$/gm), ([, name]) => name)).toEqual(settings.map(({ name }) => name))
    expect(text).toMatch(/LABI_DETAILS\n {6}maximum number of result pages opened per search/)
  })

  it.each([[[]], [['--open']]])('%j ask for the server', async (args) => {
    expect(await runInfoCommand(args, '1.2.3', 80)).toBeUndefined()
  })

  it.each([
    [['--port', '80'], '--port'],
    [['--admin-token=secret'], '--admin-token'],
    [['ADMIN_TOKEN=secret'], 'ADMIN_TOKEN'],
    [['secret'], 'an argument'],
    [['--version', 'secret'], '--version'],
    [['--open', 'secret'], '--open'],
  ])('%j are refused by name, without a value', async (args, name) => {
    const text = `${name}: unknown argument; use --open, --help or --version. Settings are environment variables`
    expect(await runInfoCommand(args, '1.2.3', 80)).toEqual({ text, exitCode: 2 })
  })
})
