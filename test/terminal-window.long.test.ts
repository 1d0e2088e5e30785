// `trawl` in a terminal window: progress bar, columns, colours, and sanitized text.
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../src/cli/terminal/text-width.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'
import { node, runTerminal, startServedTrawl } from './kit/terminal.ts'

/** Runs the command in a terminal of `columns`; returns both streams as one text with control sequences. */
async function runInWindow(columns: number, words: readonly string[], env: Readonly<Record<string, string>>) {
  const quoted = [...node, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const start = ['script', '-qec', `stty cols ${columns} rows 40; ${quoted}`, '/dev/null']
  const { status, out } = await runTerminal([], { start, env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env } })
  return { status, out: out.replaceAll('\r\n', '\n') }
}

const esc = '\x1b'
/** A removed progress bar, and words before a cleared line. */
const wiped = [
  new RegExp(`${esc}7[\\s\\S]*?${esc}8${esc}\\[1G${esc}\\[2K`, 'g'),
  new RegExp(`[^\\n]*\\r${esc}\\[K`, 'g'),
]

/** The text that a terminal shows at the end: without colours and cleared text. */
function asShown(sent: string): string {
  return stripVTControlCharacters(wiped.reduce((text, gone) => text.replaceAll(gone, ''), sent))
}

const search = ['search', '纸鹤', '--by', 'cloud', '--limit', '3', '--type', 'quark,baidu']

describe('in a window', () => {
  it('a search shows a bar until its links stand there, in colours, on as many lines as the window asks for', async () => {
    const { env } = await startServedTrawl()
    const wide = await runInWindow(160, search, env)
    expect(wide.status).toBe(0)
    expect(wide.out).toMatch(/asking [█░]{30} \d\/5 sources {2}\d+ links? {2}\d s/)
    expect(wide.out).toContain('\x1b[1mquark\x1b[22m')
    expect(asShown(wide.out)).toMatch(/^baidu {2}\d[^\n]*\n {2}\S.* {2}https:\/\/pan\.baidu\.com\/\S+ {2}code \w+$/m)
    // The terminal modes are unchanged: no hidden cursor, no disabled wrapping.
    expect(wide.out).not.toMatch(/\[\?(?:25l|7l)/)

    const narrow = await runInWindow(60, search, env)
    const lines = asShown(narrow.out).split('\n')
    expect(lines[0]).toMatch(/^baidu {2}\d/)
    for (const line of lines) if (!line.includes('://')) expect(displayWidth(line)).toBeLessThanOrEqual(60)
    const middle = asShown((await runInWindow(80, search, env)).out)
    expect(middle).toMatch(/^ {2}\S.* +\d+ (?:min|h|d|mo|y) {2}\S.*\n {4}https:\/\/pan\.baidu\.com\/\S+/m)
  })

  it('lists are shown side by side, and without colours when NO_COLOR is set', async () => {
    const { env } = await startServedTrawl()
    const words = ['hot', 'weibo', 'zhihu', '--limit', '2']
    const wide = await runInWindow(100, words, env)
    expect(asShown(wide.out).split('\n')[0]).toMatch(/^微博 {2}weibo {10,}知乎 {2}zhihu$/)
    const narrow = await runInWindow(60, words, env)
    expect(asShown(narrow.out).split('\n')[0]).toBe('微博  weibo')
    const plain = await runInWindow(60, words, { ...env, NO_COLOR: '1' })
    expect(plain.out).not.toContain('\x1b[1m')
    const linked = await runInWindow(60, words, { ...env, FORCE_HYPERLINK: '1' })
    expect(linked.out).toContain('\x1b]8;;https://s.weibo.com/weibo?q=')
    const piped = await runTerminal(words, { env: { ...env, FORCE_COLOR: '1' } })
    expect(piped.out).toContain('\x1b[1m微博\x1b[22m')
    expect(piped.out).not.toContain('\x1b]8')
  })

  it('an answer that is not as Trawl’s are ends in a sentence', async () => {
    const type = { 'content-type': 'application/json' }
    const shapeless = [
      ['hot', '{"sources":[{"id":7}]}', '--list'],
      ['hot', '{"results":{}}', 'weibo'],
      ['hot', '{"results":[{"id":"weibo","data":[{}]}],"invalidSources":[]}', 'weibo'],
      ['check', '{"results":[{"state":7}]}', 'https://pan.quark.cn/s/0a1b2c3d4e5f'],
      ['search', '{"data":null}', 'x', '--json'],
    ] as const
    for (const [command, body, ...words] of shapeless) {
      const server = await scriptedServer([answers(body, type)])
      const { status, err } = await runTerminal([command, ...words], { env: { TRAWL_URL: server.url('') } })
      expect([command, status, err.trim().split('\n').slice(-1)]).toEqual([
        ...[
          command,
          2,
          [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/? returned an answer of an unexpected shape \(/)],
        ],
      ])
    }
    const event = 'event: works\ndata: {"works":7}\n\nevent: source\ndata: {}\n\nevent: end\ndata: {}\n\n'
    const stream = await scriptedServer([answers(event, { 'content-type': 'text/event-stream' })])
    const { status, err } = await runTerminal(['search', 'x'], { env: { TRAWL_URL: stream.url('') } })
    expect([status, err]).toEqual([2, expect.not.stringContaining('    at ')])
  })

  it('control characters in titles do not reach the terminal', async () => {
    const evil = '\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202Egpj\\u2028next\\r\\nline'
    const head = '"code":0,"message":"success"'
    const link = `{"url":"https://pan.quark.cn/s/1${evil}","password":"${evil}","note":"${evil}","datetime":"2026-11-20T00:00:00Z","source":"tg:${evil}","images":[]}`
    const meta = '"complete":true,"sources":{"asked":1,"answered":1,"failed":0,"pending":0}'
    const stream = [
      `event: start\ndata: {"sources":["tg:${evil}"],"warnings":[{"kind":"unknown_plugin","detail":"${evil}"}]}`,
      `event: links\ndata: {"merged_by_type":{"quark":[${link}]}}`,
      `event: source\ndata: {"source":"tg:${evil}","state":"failed","took_ms":1,"count":0,"failure":{"kind":"timeout","detail":"${evil}"}}`,
      `event: end\ndata: {${meta},"took_ms":3}`,
    ].join('\n\n')
    const events = await scriptedServer([answers(`${stream}\n\n`, { 'content-type': 'text/event-stream' })])
    const shown = await runInWindow(100, ['search', 'x', '--by', 'cloud', '--details'], { TRAWL_URL: events.url('') })
    expect(shown.status).toBe(0)
    expect(asShown(shown.out).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E\u2028]/u)
    const json = await scriptedServer([
      answers(`{${head},"data":{"total":1,"merged_by_type":{"quark":[${link}]}},"meta":{${meta}}}`, {
        'content-type': 'application/json',
      }),
    ])
    const piped = await runTerminal(['search', 'x', '--json'], { env: { TRAWL_URL: json.url('') } })
    expect(piped.out).not.toMatch(/[\p{Cc}\u202E\u2028]./u)
    const refused = await scriptedServer([
      answers(`{"code":400,"message":"${evil}"}`, { 'content-type': 'application/json' }, 400),
    ])
    const text = await runTerminal(['search', 'x'], { env: { TRAWL_URL: refused.url('') } })
    expect(text).toMatchObject({ status: 2, out: '' })
    expect(text.err).not.toMatch(/[\p{Cc}]./u)
  })
})
