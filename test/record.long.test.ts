// Tests the recorder as a process: over a stand-in with faults, and over sites that send secrets.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from './kit/disk.ts'
import { run } from './kit/process.ts'
import { answers, httpProxy, type Reply, scriptedServer } from './kit/scripted-server.ts'

async function standin(faults: readonly object[] = []): Promise<string> {
  const [, url = ''] = await run('standin/main.ts', ['--port', '0', '--weather', 'calm'], {}).says(
    /listens on (http:\/\/127\.0\.0\.1:\d+)/,
  )
  await fetch(`${url}/__standin/fault`, { method: 'POST', body: JSON.stringify(faults) })
  return url
}

async function record(args: readonly string[], env: Readonly<Record<string, string>>) {
  const program = run('tools/record.ts', args, env)
  return { status: await program.ended, said: program.output() }
}

async function gatewayOf(reply: Reply): Promise<string> {
  return (await scriptedServer([reply])).url('').replace(/\/$/, '')
}

function jsonIn(folder: string, file: string) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}

/** All written files, names included. */
function textOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n')
}

/** Replies by path. */
function byPath(replies: Readonly<Record<string, Reply>>): Reply {
  return (response, received) => {
    const reply = replies[received.path.split('?', 1).join('')] ?? answers('', {}, 404)
    reply(response, received)
  }
}

const plugin = `// A site that wants a token, a cookie and a signature.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { siteAddress } from '../../reading/settings.ts'

const settings = z.object({ base_url: siteAddress('http://planted.example.org'), cookie: z.string().default('') })
const reply = z.object({ hits: z.array(z.object({ id: z.union([z.number(), z.string()]), title: z.string(), url: z.string() })) })

export default {
  home: 'http://planted.example.org/',
  settings,
  async ask({ kw }, io, { base_url, cookie }) {
    const headers = { cookie, referer: base_url + '/' }
    const { token } = await io.json(base_url + '/begin', z.object({ token: z.string() }), { headers })
    const time = Math.floor(io.now.getTime() / 1000)
    const sign = createHash('md5').update(token + cookie + time).digest('hex')
    const query = new URLSearchParams({ kw, time: String(time), token, sign })
    const authorization = 'Bearer ' + token
    const { hits } = await io.json(base_url + '/search?' + query, reply, { headers: { ...headers, authorization } })
    return hits.map(({ id, title, url }) => ({
      id: String(id), title, text: url, anchors: [{ start: 0, end: 0, href: url }], tags: [], images: [], aside: '',
    }))
  },
}
`

const token = 'planted0Token1for2You3abcdefXYZ'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoicGxhbnRlZCJ9.c2lnbmF0dXJlcGxhbnRlZA'
const hits = Array.from({ length: 40 }, (_, at) => ({
  id: 7_000_000_000_000_000,
  title: `纸鹤 ${at}`,
  url: `https://pan.quark.cn/s/0a1b2c3d4e${at + 10}`,
  picture: `https://cdn.example.org/${at}.jpg?w=200&auth_key=1789344000-0-0-plantedkey${at}abcdef0123`,
}))
/** Larger than JavaScript's safe integers. */
const searched = JSON.stringify({ session_id: 'planted-session-77', hits, note: { jwt } }).replaceAll(
  '7000000000000000,',
  '71234567890123456789,',
)

function plantedSite(): Reply {
  const setCookie = ['SID=planted-sid-0123456789; Path=/; HttpOnly', 'lang=zh; Path=/']
  return byPath({
    '/begin': answers(JSON.stringify({ token, csrfToken: 'planted-csrf-1' }), { 'set-cookie': setCookie }),
    '/search': answers(searched, { 'content-type': 'application/json' }),
  })
}

function sources(): string {
  const folder = join(newFolder(), 'sources')
  mkdirSync(folder)
  writeFileSync(join(folder, 'planted.ts'), plugin)
  return folder
}

describe('before a stand-in', () => {
  it('writes a fixture with the origin hand-made, and overwrites it only with --force', async () => {
    const env = { UPSTREAM_GATEWAY: await standin() }
    const into = join(newFolder(), 'labi')
    const args = ['labi', '--kw', '纸鹤', '--into', into, '--now', '2026-11-20T12:00:00Z']
    const refused = await record(args, env)
    expect(refused.status).toBe(2)
    expect(refused.said).toContain('UPSTREAM_GATEWAY is set')
    expect(existsSync(into)).toBe(false)
    const written = await record([...args, '--through-gateway'], env)
    expect(written).toMatchObject({ status: 0, said: expect.stringContaining('origin: hand-made') })
    const query = { kw: '纸鹤', ext: {} }
    const now = '2026-11-20T12:00:00.000Z'
    expect(jsonIn(into, 'fixture.json')).toMatchObject({ origin: 'hand-made', source: 'plugin:labi', query, now })
    expect(jsonIn(into, 'expected.json').length).toBeGreaterThan(0)
    writeFileSync(join(into, 'stray.txt'), 'x')
    const again = await record([...args, '--through-gateway'], env)
    expect(again).toEqual({
      status: 2,
      said: `${into} is there already: --force overwrites it, --into writes elsewhere\n`,
    })
    expect((await record([...args, '--through-gateway', '--force'], env)).status).toBe(0)
    expect(existsSync(join(into, 'stray.txt'))).toBe(false)
  })

  it.each([
    ['429', 'blocked: answered 429'],
    ['challenge-200', 'blocked: answered with a challenge page'],
    ['reset', 'network: the connection was reset'],
    ['garbage', 'mismatch: '],
    ['half', 'network: '],
    ['no-posts', 'plugin:yunsou gave nothing'],
  ])('says how the source failed and writes nothing when it meets %s', async (kind, sentence) => {
    const url = await standin([{ kind }])
    const folder = newFolder()
    const args = ['yunsou', '--kw', '纸鹤', '--into', join(folder, 'yunsou'), '--through-gateway']
    const { status, said: text } = await record(args, { UPSTREAM_GATEWAY: url })
    expect({ status, said: text }).toEqual({ status: 1, said: expect.stringContaining(sentence) })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('before a site that hands out secrets', () => {
  it('writes none of them, and what it writes is still asked for as the source asks', async () => {
    const site = await scriptedServer([plantedSite()])
    const proxy = await httpProxy()
    const into = join(newFolder(), 'planted')
    const env = {
      SOURCES_DIR: sources(),
      PLANTED_BASE_URL: `http://planted.example.org:${site.port}`,
      PLANTED_COOKIE: 'login=planted-login-99; theme=planted-theme',
      UPSTREAM_PROXY: `http://someone:planted-password@127.0.0.1:${proxy.port}`,
    }
    const { status, said: output } = await record(['planted', '--kw', '纸鹤', '--into', into, '--keep', '3'], env)
    expect({ status, said: output }).toEqual({
      status: 0,
      said: expect.stringContaining('3 items; origin: recorded 20'),
    })
    const text = textOf(into)
    const sign = new URL(site.heard[1]?.path ?? '', 'http://x').searchParams.get('sign') ?? ''
    expect(sign).toHaveLength(32)
    for (const secret of [token, jwt, sign, 'planted-', 'plantedkey', 'plantedToken'])
      expect(text).not.toContain(secret)
    const [begin, search] = jsonIn(into, 'fixture.json').exchanges
    expect(begin.headers['set-cookie']).toEqual([
      expect.stringMatching(/^SID=[a-z]{7}-[a-z]{3}-\d{10}; Path=\/; HttpOnly$/),
      expect.stringMatching(/^lang=[a-z]{2}; Path=\/$/),
    ])
    // The token of the first reply is in the second request, which is signed again with the replacement of the cookie.
    const { token: stand } = jsonIn(into, begin.body)
    expect(new URL(search.url).searchParams.get('token')).toBe(stand)
    expect(search.sent).toEqual({
      cookie: 'contains login=',
      referer: `http://planted.example.org:${site.port}/`,
      authorization: 'matches .',
    })
  })

  it('cuts lists to a few entries and leaves numbers as they were spelled', async () => {
    const into = join(newFolder(), 'planted')
    const args = ['planted', '--into', into, '--keep', '3', '--through-gateway']
    const env = { UPSTREAM_GATEWAY: await gatewayOf(plantedSite()), SOURCES_DIR: sources() }
    expect((await record(args, env)).status).toBe(0)
    const reply = readFileSync(join(into, 'reply-2.json'), 'utf8')
    expect(reply.match(/71234567890123456789/g)).toHaveLength(3)
    expect(reply.length).toBeLessThan(1500)
    expect(jsonIn(into, 'expected.json')).toHaveLength(3)
  })

  it('takes them out of a declared list too, and writes what it declares', async () => {
    const file = join(newFolder(), 'sources.yaml')
    writeFileSync(
      file,
      'mine:\n  name: 某站\n  json: https://planted.example.org/list?token=planted-in-address-1\n  items: hits\n  title: title\n  url: url\n' +
        '  headers:\n    cookie: sid=planted-cookie-1\n    x-api-key: planted-api-key-1\nother:\n  name: planted-other\n  feed: https://x.example.org/\n',
    )
    const into = join(newFolder(), 'mine')
    const env = { UPSTREAM_GATEWAY: await gatewayOf(answers(searched)), SOURCES_FILE: file }
    const { status } = await record(['mine', '--into', into, '--keep', '2', '--through-gateway'], env)
    expect(status).toBe(0)
    expect(textOf(into)).not.toContain('planted-')
    expect(readFileSync(join(into, 'sources.yaml'), 'utf8')).toContain('x-api-key: ')
    expect(jsonIn(into, 'fixture.json').exchanges[0].url).toMatch(/^https:\/\/planted\.example\.org\/list\?token=\w/)
    const without = await record(['mine', '--through-gateway'], env)
    expect(without).toEqual({ status: 2, said: expect.stringContaining('say with --into FOLDER') })
  })

  it('gives replies from a private address the origin hand-made', async () => {
    const site = await scriptedServer([plantedSite()])
    const env = {
      SOURCES_DIR: sources(),
      PLANTED_BASE_URL: `http://127.0.0.1:${site.port}`,
      UPSTREAM_PRIVATE: '127.0.0.1',
    }
    const { said: text } = await record(['planted', '--into', join(newFolder(), 'planted')], env)
    expect(text).toContain('origin: hand-made')
  })
})

it('refuses what it cannot mean: no name, a name of several, a time that is none', async () => {
  const [none, several, time] = await Promise.all([
    record([], {}),
    record(['acfun*'], {}),
    record(['zhihu', '--now', 'yesterday'], {}),
  ])
  expect(none).toEqual({ status: 2, said: 'one NAME is needed, as in `npm run record weibo`\n' })
  expect(several).toEqual({ status: 2, said: expect.stringContaining('acfun* means several: acfun') })
  expect(time).toEqual({ status: 2, said: expect.stringContaining('--now must be a time like') })
})
