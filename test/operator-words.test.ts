// Tests that what operators read is in Chinese under a Chinese locale: the sentences as the code makes them, and the process as a whole.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  egressSummary,
  listenErrorMessage,
  listenScope,
  openAccessNotice,
  ownerCodeNotice,
  warnIfUnreachable,
} from '../src/app/listening.ts'
import { operatorRows, translatorTo } from '../src/config/operator-words.ts'
import { readConfig } from '../src/config/schema.ts'
import { findTypos } from '../src/config/typos.ts'
import { createDatabaseHealth } from '../src/store/database.ts'
import { classifyFileError } from '../src/store/fault.ts'
import { UpstreamError } from '../src/upstream/errors.ts'
import { proxyError } from '../src/upstream/net/proxy-errors.ts'
import { createProxyChoice } from '../src/upstream/net/proxy-rules.ts'
import { newFolder } from './kit/disk.ts'
import { run, runTrawl } from './kit/process.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const root = join(import.meta.dirname, '..')
const inChinese = translatorTo('zh') ?? String
const signal = new AbortController().signal

function listenError(code: string, port: number): Error {
  return Object.assign(new Error(`listen ${code}: 0.0.0.0:${port}`), { code, port, syscall: 'listen' })
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no space`), { code, syscall: 'write' })
}

/** What the log says of t.me after this failure. */
async function unreachable(failure: UpstreamError, proxy = '') {
  const said: string[] = []
  const { kind, message: detail } = failure
  const check = async () => ({ state: 'unreachable', checkedAt: 0, failure: { kind, detail } }) as const
  const config = readConfig({}, [])
  const log = { warn: (line: unknown) => void said.push(String(line)) }
  const proxyFor = createProxyChoice({ upstreamProxy: proxy })
  await warnIfUnreachable({ check }, { config, proxyFor }, { log, isEnding: () => false })
  return said.join()
}

function refusedBy(address: string, isInContainer: boolean) {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })
  const error = new UpstreamError('network', 'connection refused', { cause })
  return proxyError(error, { address, isInContainer }, 't.me', signal) as UpstreamError
}

function healthLines(): string[] {
  const lines: string[] = []
  const say = (line: unknown) => void lines.push(String(line))
  const health = createDatabaseHealth(
    { name: 'trawl.db', at: { folder: '/data' } },
    { warn: say, info: say, error: say },
  )
  health.onReplaced('trawl.db.corrupt-1')
  health.set(classifyFileError(systemError('ENOSPC'), '/data'))
  health.set(undefined)
  return lines
}

function mistakesIn(env: Readonly<Record<string, string>>): string {
  const mistakes: string[] = []
  readConfig(env, mistakes)
  return mistakes.join('\n')
}

describe('a sentence for operators is Chinese', () => {
  const proxy = 'http://127.0.0.1:7890'
  test.each<[string, () => string | undefined | Promise<string>, string]>([
    [
      'port taken',
      () => listenErrorMessage(listenError('EADDRINUSE', 8888), () => 'node (process 7 in /srv)'),
      '端口 8888 被 node（进程 7，目录 /srv）占用。停掉它，或者把 PORT 设为空闲的端口，例如 PORT=8889',
    ],
    [
      'port taken by an unknown program',
      () => listenErrorMessage(listenError('EADDRINUSE', 80), () => undefined),
      '端口 80 被另一个程序占用。停掉它，或者把 PORT 设为空闲的端口，例如 PORT=81',
    ],
    ['port not allowed', () => listenErrorMessage(listenError('EACCES', 80)), '当前用户不能用 80 端口。'],
    [
      'wrong host',
      () => listenErrorMessage(listenError('EADDRNOTAVAIL', 80)),
      '：HOST 必须是本机的地址，0.0.0.0 或 :: 表示全部',
    ],
    [
      'wrong settings',
      () =>
        mistakesIn({
          PORT: 'x',
          REPORTS: 'x',
          ARCHIVE: 'x',
          ADMIN_TOKEN: 'x',
          REDIS_URL: 'x',
          BASE_PATH: 'x',
          DAILYHOT_PREFIX: 'x',
        }),
      'PORT：必须是 0 到 65535 的整数',
    ],
    [
      'wrong channel',
      () => startWholeTrawl({ env: { CHANNELS: '+a b' } }).then(String, (error: Error) => error.message),
      'CHANNELS：“a b”不是频道；可以写 名字、@名字、t.me/名字 或 https://t.me/s/名字，名字有 4 到 32 个字母、数字或 _，以字母开头',
    ],
    [
      'wrong proxy',
      () => {
        try {
          createProxyChoice({ httpProxy: 'ftp://x' })
        } catch (error) {
          return String(error).replace('Error: ', '')
        }
        return ''
      },
      'HTTP_PROXY：代理要写成 http://主机:端口',
    ],
    [
      'misspelt setting',
      () => findTypos(['TRUSTED_PROXY'], ['TRUST_PROXY']).join(),
      'TRUSTED_PROXY：没有这个设置；是不是 TRUST_PROXY？',
    ],
    [
      'unknown list',
      () => startWholeTrawl({ env: { ENABLED_SOURCES: 'weibbo' } }).then(String, (error: Error) => error.message),
      'ENABLED_SOURCES：没有榜单 weibbo；是不是 weibo？；可以写榜单的 id',
    ],
    [
      't.me without a proxy',
      () => unreachable(new UpstreamError('network', 'ETIMEDOUT')),
      '连不上 t.me（网络：ETIMEDOUT）。服务照常运行，搜索结果会列出失败的来源。现在没有用代理',
    ],
    [
      't.me through a proxy that refuses',
      () => unreachable(refusedBy(proxy, false), proxy),
      `连不上 t.me（网络：代理 ${proxy} 拒绝连接）。`,
    ],
    [
      'a proxy at 127.0.0.1 in a container',
      () => unreachable(refusedBy(proxy, true), proxy),
      '在容器里，这个地址是容器自己：改用 http://host.docker.internal:7890',
    ],
    [
      'the address',
      () =>
        `Trawl 1.0.0 listens on http://127.0.0.1:8888${listenScope('0.0.0.0', ['http://192.168.1.2:8888'])}; open it, or try /api/search?kw=linux`,
      'Trawl 1.0.0 已启动：本机打开 http://127.0.0.1:8888，其他设备打开 http://192.168.1.2:8888',
    ],
    [
      'the sources',
      () =>
        `it searches 126 Telegram channels and 45 plugins and has 80 hot lists on, ${egressSummary({ config: readConfig({}, []), proxyFor: createProxyChoice({}) })}`,
      '搜索 126 个 Telegram 频道和 45 个插件，开着 80 个热榜；访问外网不走代理',
    ],
    ['open to all', () => openAccessNotice('0.0.0.0', false), '能连到这里的人都可以搜索'],
    [
      'the code',
      () => ownerCodeNotice({ code: 'K7QM-2XHD', exists: () => false }),
      '在网页上点“登录”，输入验证码 K7QM-2XHD',
    ],
    [
      'the code of a forgotten password',
      () => ownerCodeNotice({ code: 'K7QM-2XHD', exists: () => true }),
      '管理员忘了密码',
    ],
    [
      'corrupt database',
      () => healthLines()[0],
      'DATA_DIR 里的 trawl.db 损坏了；已改名为 trawl.db.corrupt-1，并新建了一个',
    ],
    [
      'full disk',
      () => healthLines()[1],
      'DATA_DIR 所在的磁盘满了：腾出空间，或者把 DISK_MB 设小一些；恢复之前，新数据只留在内存里',
    ],
    ['recovered disk', () => healthLines()[2], 'DATA_DIR 又能存新数据了'],
    [
      'folder without permission',
      () =>
        'DATA_DIR (/data): the user node (uid 1000) may not write to trawl.db in it. Run: chown -R 1000 /data; or set DATA_DIR to a folder of this user. Until then, new data is kept in memory only',
      'DATA_DIR（/data）：用户 node（uid 1000）不能写入里面的 trawl.db。请运行：chown -R 1000 /data；或者把 DATA_DIR 设为这个用户的目录。在此之前，新数据只留在内存里',
    ],
  ])('%s', async (_what, say, chinese) => {
    const sentence = inChinese((await say()) ?? '')
    expect(sentence).toContain(chinese)
    expect(sentence).not.toMatch(/\b(?:must|may|the|is|in|or|and|to) [a-z]{2,}/)
  })
})

test('what has no translation stays as it is, and so does a text that only begins like one', () => {
  for (const text of ['', 'GET /api/search 200', 'Port 80 is taken by', 'PORT: strange', 'it searches nothing'])
    expect(inChinese(text)).toBe(text)
  expect(translatorTo('en')).toBeUndefined()
})

test('every English sentence of the table is one that the code says, and has the same parts in Chinese', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/operator-words|\.test\.ts$/.test(file))
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const wrong = operatorRows.filter(([english, chinese]) => {
    const longest = english.split(/\{\w+\}/).toSorted((one, other) => other.length - one.length)[0] ?? ''
    const partsOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted().join()
    // The code may have a part of it in a constant.
    const isSaid = [longest.slice(0, 40), longest.slice(-24)].some((part) => code.includes(part.trim()))
    return !isSaid || partsOf(english) !== partsOf(chinese)
  })
  expect(wrong.map(([english]) => english)).toEqual([])
})

describe('a process under a Chinese locale', () => {
  const zh = { LANG: 'zh_CN.UTF-8' }

  test('says in Chinese which settings are wrong, and in English where LC_ALL wants that', async () => {
    const wrong = { PORT: 'eighty', HISTORY_DAYS: '0' }
    const chinese = await runTrawl([], { ...zh, ...wrong })
    expect(chinese).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^PORT：必须是 0 到 65535 的整数\nHISTORY_DAYS：/),
    })
    const english = await runTrawl([], { ...zh, LC_ALL: 'C', ...wrong })
    expect(english.output).toMatch(/^PORT: must be a whole number/)
  })

  test('says in Chinese that its port is taken, and logs its start in Chinese', async () => {
    const nowhere = { ...zh, UPSTREAM_GATEWAY: 'http://127.0.0.1:1', HOST: '127.0.0.1', DATA_DIR: newFolder() }
    const service = run('src/main.ts', [], { ...nowhere, PORT: '0' })
    const [, port = ''] = await service.says(/已启动：打开 http:\/\/127\.0\.0\.1:(\d+)/)
    await service.says(/访问外网全部经过网关 http:\/\/127\.0\.0\.1:1"/)
    await service.says(/要成为这个服务的管理员，在网页上点“登录”，输入验证码 [\dA-Z]{4}-[\dA-Z]{4}/)
    const other = await runTrawl([], { ...nowhere, DATA_DIR: '', PORT: port })
    expect(other.output).toMatch(new RegExp(`^端口 ${port} 被 node（进程 ${service.pid}，目录 .*\\）占用。`, 'm'))
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })
})
