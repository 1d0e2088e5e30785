// Tests that under a Chinese locale `trawl` says everything in Chinese: help, wrong usage, what servers and sites answer. Names, flags, addresses
// and what sites say stay as they are.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runInfoCommand } from '../src/app/settings.ts'
import { runTrawl } from '../src/cli/commands/run.ts'
import { terminalRows } from '../src/cli/terminal/sentences.ts'
import { settingRows } from '../src/config/setting-words.ts'
import { run, runTrawl as runTrawlService, serveAll } from './kit/process.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'
import { fewSources, runCommand } from './kit/terminal.ts'

const root = join(import.meta.dirname, '..')
const trawl = serveAll(fewSources, { seed: 7 })
const zh = { LANG: 'zh_CN.UTF-8' }
let env: Readonly<Record<string, string>>
beforeEach(() => {
  env = { ...zh, TRAWL_URL: trawl.url, HOME: '/home/me' }
})

/** Commands to type, flags with their example, addresses, and what is quoted. */
const allowed = [
  /`[^`]*`/g,
  /“[^”]*”/g,
  /https?:\S+/g,
  /\| ?jq [^|]*(?:\| trawl check -)?/g,
  /npm (?:(?:run|install) \S+|start)/g,
  /trawl(?: [\w'*:/.…<-][^\s（，。；]*)*/g,
  /--[\w-]+(?:=\S+)?(?: [\w|,.-]+)?/g,
]

/** Places where English words follow each other. */
function englishIn(said: string): string[] {
  const rest = allowed.reduce((text, known) => text.replace(known, '·'), said)
  return [...rest.matchAll(/[^\n]*[A-Za-z]{2,}[;:]? [a-z]{2,}[^\n]*/g)].map(String)
}

async function say(words: readonly string[], options: Parameters<typeof runCommand>[2] = {}) {
  const { out, err } = await runCommand(runTrawl, words, { ...options, env: { ...env, ...options.env } })
  return out + err
}

test('finds English sentences', () => {
  expect(englishIn('没有这个\nunknown flag --x')).toEqual(['unknown flag ·'])
  expect(englishIn('用 --limit 0 显示全部；trawl hot weibo')).toEqual([])
})

/** The commands that run inside this process, from the help. */
async function commandNames(): Promise<string[]> {
  const { out } = await runCommand(runTrawl, ['--help'])
  const names = [...out.matchAll(/^ {2}trawl ([a-z]+) /gm)].flatMap(([, name]) => name ?? [])
  return names.filter((name) => !['migrate', 'help', 'start'].includes(name))
}

test('the help of every command, with the flags of the English one', async () => {
  for (const words of [['--help'], ...(await commandNames()).map((name) => [name, '--help'])]) {
    const [english, chinese] = await Promise.all([runCommand(runTrawl, words), say(words)])
    expect(englishIn(chinese)).toEqual([])
    const flagsIn = (text: string) => [...text.matchAll(/^ {2}(--[\w-]+|trawl \w+)/gm)].map(([, flag]) => flag)
    expect(flagsIn(chinese)).toEqual(flagsIn(english.out))
  }
})

test('trawl start: the help with every setting, and wrong arguments', async () => {
  const [english, chinese] = await Promise.all([
    runInfoCommand(['--help'], '1', 110),
    runInfoCommand(['--help'], '1', 110, 'zh'),
  ])
  const said = (chinese?.text ?? '').replaceAll(/openssl rand -hex \d+|Trawl \([^)]*\)/g, '·')
  expect(englishIn(said)).toEqual([])
  expect(chinese?.text.match(/^ {2}[A-Z\d_]+$/gm)).toEqual(english?.text.match(/^ {2}[A-Z\d_]+$/gm))
  const flat = english?.text.replaceAll(/\s+/g, ' ') ?? ''
  const unsaid = settingRows.filter(([row]) => row.split(/\{\w+\}/).some((part) => !flat.includes(part.trim())))
  expect(unsaid).toEqual([])
  const wrong = await runTrawlService(['--port'], zh)
  expect(wrong.output).toBe('--port：没有这个参数；可以用 --open、--help 或 --version。设置是环境变量\n')
})

test('trawl migrate', async () => {
  for (const words of [['--help'], ['--from'], []]) {
    const program = run('src/cli/migrate.ts', words, zh)
    await program.ended
    expect(program.output()).toMatch(/\p{Script=Han}/u)
    expect(englishIn(program.output())).toEqual([])
  }
})

/** The flags that the help of a command names, each with its example. */
async function flagsOf(name: string): Promise<string[][]> {
  const { out } = await runCommand(runTrawl, [name, '--help'])
  const found = [...out.replace('--url URL', '--url 127.0.0.1:1').matchAll(/^ {2}(--[\w-]+)(?: (\S+))?/gm)]
  return found.map((groups) => groups.slice(1).filter((word) => word))
}

/** Wrong values of each flag, and each two flags, with a word and without. What would ask sites is left out; the doctor has no flags that exclude others. */
async function wrongUses(name: string): Promise<string[][]> {
  const flags = (await flagsOf(name)).filter(([flag]) => flag !== '--help')
  const values = flags.flatMap(([flag = '', example]) =>
    example === undefined ? [[`${flag}=x`]] : [[flag], [flag, '-x'], [`${flag}=nosuch`]],
  )
  const pairs = flags.flatMap((one) => flags.map((other) => [...one, ...other]))
  const further = name === 'doctor' ? [] : [...pairs, ...pairs.map((pair) => [...pair, 'word'])]
  const isHarmless = (words: readonly string[]) =>
    words[0] !== '--kw=nosuch' && (!words.includes('--alone') || words.includes('--url'))
  return [['--lmit'], ['-x'], ...values, ...further].filter(isHarmless).map((words) => [name, ...words])
}

test('flags that do not exist, wrong values, flags that exclude each other', async () => {
  env = { ...zh, TRAWL_URL: 'http://127.0.0.1:1' }
  const uses = (await Promise.all((await commandNames()).map(wrongUses))).flat()
  const said = await Promise.all(uses.map((words) => say(words)))
  expect([...new Set(said.flatMap(englishIn))]).toEqual([])
})

test('commands that do not exist, and no server', async () => {
  const said = await Promise.all([
    say(['serch', 'x']),
    say(['weibo']),
    say(['--json']),
    say(['search', 'x', '--url', 'http://127.0.0.1:1']),
    say(['search', 'x', '--url', 'ftp://x']),
    say(['search', 'x', '--url', 'http://a:b@x']),
    say(['search', 'x', '--key-file', '/nowhere/key']),
    say(['open', '1']),
    say(['open', 'x']),
    say(['hot', 'weibo', '--at', 'soon']),
    say(['hot', 'weibo', '--at', '2036-01-01 00:00']),
    say(['password', 'me'], { input: 'x' }),
    say(['password', 'me'], { input: 'a long password' }),
    say(['key', 'phone', '600/min']),
    say(['key', 'phone', 'often']),
  ])
  expect(said.flatMap(englishIn)).toEqual([])
  expect(said[0]).toBe('没有命令 serch；是不是 search？\n')
  expect(said[3]).toBe(
    '连不上 http://127.0.0.1:1：不能用这个端口\n服务器在运行吗？用 --url 指定另一个，或用 --alone 直接访问各网站\n',
  )
})

test('what a server answers, and what it cannot', async () => {
  trawl.standin.setFaults({ kind: '503', host: 'www.solidot.org' }, { kind: '429', host: 't.me' })
  const said = [
    await say(['hot', '微博', '--limit', '1']),
    await say(['hot', 'zhihuu']),
    await say(['hot', 'qqqqqqqq']),
    await say(['hot', 'solidot', 'weibo', '--limit', '1']),
    await say(['hot', '--list', '--column', 'china']),
    await say(['hot', 'weibo', '--history']),
    await say(['trends', '--limit', '1']),
    await say(['risers']),
    await say(['search', '纸鹤', '--details', '--limit', '1', '--refresh']),
    await say(['search', '纸鹤', '--channels', 'no']),
    await say(['search', '纸鹤', '--plugins', 'nosuch']),
    await say(['search', '纸'.repeat(300)]),
    await say(['check', 'https://pan.quark.cn/s/16c89a239db2', 'https://example.org/']),
  ]
  expect(said.flatMap(englishIn)).toEqual([])
  expect(said[0]).toMatch(/^微博 即 weibo$/m)
  expect(said[1]).toMatch(/^没有榜单 zhihuu；是不是 zhihu/m)
  expect(said[3]).toMatch(/^失败：返回 503$/m)
  expect(said[4]).toMatch(/^weibo +微博 实时热搜 +国内/m)
  // Whichever of the three the load allows.
  expect(said[8]).toMatch(/^tg:demo_one (?:失败：(?:返回 429|连续失败，暂停访问 t\.me)|没有及时回答)$/m)
})

test.each([
  [401, 'authorization: is missing: send an API key as X-API-Key or as Authorization: Bearer', '需要登录或密钥'],
  [403, 'address: 192.0.2.1 is not on the allow list of this service', '192.0.2.1 不在这个服务的 IP 白名单里'],
  [429, 'rate: at most 5 in 60 s for all requests of one client together; retry in 7 s', '7 秒后可以再试'],
  [503, 'service: overloaded (131 asks of sites are running); retry in 5 s', '服务器繁忙（正在访问 131 个来源）'],
  [500, 'internal error; see the log under request id 7', '服务器出错了'],
])('an error %s of a server', async (status, message, chinese) => {
  const server = await scriptedServer([answers(JSON.stringify({ code: status, message }), {}, status)])
  const said = await say(['hot', '--list', '--url', server.url('')])
  expect(said).toContain(chinese)
  expect(englishIn(said)).toEqual([])
})

test('the doctor', async () => {
  trawl.standin.setFaults({ kind: '503', host: 'www.solidot.org' }, { kind: 'garbage', host: 'tieba.baidu.com' })
  const gateway = { UPSTREAM_GATEWAY: trawl.standin.url }
  const said = [
    await say(['doctor', 'weibo', 'solidot', 'tieba', 'tg:demo_one'], { env: gateway }),
    await say(['doctor', 'tg:demo_one', '--channels'], { env: gateway }),
    await say(['doctor', 'zhihuu'], { env: gateway }),
  ]
  expect(said.flatMap(englishIn)).toEqual([])
  expect(said[0]).toMatch(/^来源 +状态 +条数 +用时 +问题$/m)
  expect(said[0]).toMatch(/^solidot +连不上 +0 .*返回 503$/m)
  expect(said[2]).toMatch(/^没有来源 zhihuu；是不是 zhihu/m)
})

test('every English sentence of the table is one that the code says, and has the same parts in Chinese', () => {
  const files = globSync('{src,client,tools/doctor}/**/*.ts', { cwd: root }).filter(
    (file) => !/sentences|\.test\.ts$/.test(file),
  )
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const bySystem =
    /^(?:E[A-Z]+:|connect |getaddrinfo |spawn |read |Connect Timeout|bad port|other side|terminated|Option |unknown cloud type)/
  const wrong = terminalRows.filter(([english, chinese]) => {
    const longest = english.split(/\{\w+\}/).toSorted((one, other) => other.length - one.length)[0] ?? ''
    const partsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(String)
    const isSaid = [longest.slice(0, 24), longest.slice(-24)].some((part) => code.includes(part.trim()))
    return !(isSaid || bySystem.test(english)) || partsOf(chinese).some((part) => !partsOf(english).includes(part))
  })
  expect(wrong.map(([english]) => english)).toEqual([])
})
