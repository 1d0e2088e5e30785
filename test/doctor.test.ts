// Tests the doctor inside this process, over a stand-in with faults and over sites whose replies have changed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runTrawl } from '../src/cli/commands/run.ts'
import type { DoctorReport } from '../src/cli/doctor/report.ts'
import type { FaultRule } from '../standin/faults.ts'
import { createReplyComparison } from '../tools/doctor/compare-replies.ts'
import { newFolder } from './kit/disk.ts'
import { answers, hangs, type Reply, scriptedServer } from './kit/scripted-server.ts'
import { standinOfTest } from './kit/standin.ts'
import { runCommand, startCommand } from './kit/terminal.ts'

const fixtures = join(import.meta.dirname, '../fixtures')

/** Starts the stand-in with these faults. */
async function standin(...faults: readonly FaultRule[]): Promise<string> {
  const { url, setFaults } = await standinOfTest({ weather: 'calm' })
  setFaults(...faults)
  return url
}

async function gatewayOf(...replies: Reply[]): Promise<string> {
  const server = await scriptedServer(replies)
  return server.url('').replace(/\/$/, '')
}

/** Runs the doctor as `npm run doctor` does. */
async function doctor(gateway: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const run: typeof runTrawl = (words, terminal) => runTrawl(words, terminal, createReplyComparison())
  const { status, out, err } = await runCommand(run, ['doctor', ...args], {
    env: { UPSTREAM_GATEWAY: gateway, ...env },
  })
  return { status, said: out + err }
}

async function report(gateway: string, args: readonly string[]) {
  const { status, said: text } = await doctor(gateway, ['--json', ...args])
  const written: DoctorReport = JSON.parse(text)
  return { ...written, status }
}

function statesIn({ sources }: DoctorReport): Record<string, string> {
  return Object.fromEntries(sources.map(({ name, state }) => [name, state]))
}

function fixture(path: string): string {
  return readFileSync(join(fixtures, path), 'utf8')
}

describe('a list of an operator', () => {
  const entry = 'my-blog:\n  name: x\n  json: https://blog.example.org/api\n  title: t\n  url: u\n  hot: n\n'
  const fileOf = (text: string) => {
    const folder = newFolder()
    writeFileSync(join(folder, 's.yaml'), text)
    return join(folder, 's.yaml')
  }

  it('that is named is shown with what each of its keys found', async () => {
    const gateway = await gatewayOf(answers('[{"t":"a","u":"/1"},{"t":"b","u":"/2"}]'))
    const env = { SOURCES_FILE: fileOf(entry) }
    const { status, said: text } = await doctor(gateway, ['my-blog'], env)
    expect(status).toBe(0)
    expect(
      text
        .split('\n')
        .slice(1, 6)
        .map((line) => line.trim()),
    ).toEqual([
      expect.stringMatching(/^my-blog +answers +2 /),
      'blog.example.org: 2 rows',
      'title: t finds “a” · “b”',
      'url: u finds “/1” · “/2”',
      'hot: n finds nothing in any of 2 rows',
    ])
    expect(await doctor(gateway, ['--json', 'my-blog'], env)).toMatchObject({
      said: expect.stringContaining('hot: n finds'),
    })
  })

  it('at an address that is not public is refused, and the reason names the setting that allows it', async () => {
    const file = fileOf(entry.replace('blog.example.org', '192.168.1.9'))
    const { status, out } = await runCommand(runTrawl, ['doctor', 'my-blog'], { env: { SOURCES_FILE: file } })
    expect(status).toBe(1)
    expect(out).toMatch(/^my-blog +refused +0 .*192\.168\.1\.9 is not a public address and .*UPSTREAM_PRIVATE/m)
  })

  it('that has a mistake is reported with its line when it is named', async () => {
    const file = fileOf(entry.replace('url', 'link'))
    const { status, said: text } = await doctor(await gatewayOf(answers('')), ['my-blog'], { SOURCES_FILE: file })
    expect(status).toBe(2)
    expect(text).toContain(`${file}:5: my-blog.link: unknown key; did you mean url?`)
    expect(text).toContain('unknown source my-blog')
  })
})

describe('before a stand-in with faults', () => {
  it('says of each source how it does, and ends with 1', async () => {
    const url = await standin(
      { kind: 'no-posts', host: 'www.91panta.cn' },
      { kind: '429', host: 't.me' },
      { kind: 'challenge-200', host: 'store.steampowered.com' },
      { kind: 'reset', host: 'haisou.cc' },
      { kind: '503', host: 'www.solidot.org' },
      { kind: 'half', host: 'sspai.com' },
      { kind: 'garbage', host: 'tieba.baidu.com' },
    )
    const names = 'zhihu labi panta tg:demo_share tg:demo_two steam haisou sspai tieba solidot'.split(' ')
    const channels = Array.from({ length: 40 }, (_, at) => `tg:channel_${at}`)
    const found = await report(url, [...names, ...channels, '--kw', '纸鹤'])
    expect(statesIn(found)).toMatchObject({
      zhihu: 'answers',
      'plugin:labi': 'answers',
      'plugin:panta': 'empty',
      steam: 'blocked',
      'plugin:haisou': 'dead',
      sspai: 'dead',
      solidot: 'dead',
      tieba: 'drifted',
    })
    expect(found.counts).toMatchObject({ answers: 2, empty: 1, blocked: 43, dead: 3, drifted: 1 })
    // After a block, requests to the host are paused, so its other channels are blocked too, not dead.
    expect(found.sources.some(({ state, failure }) => state === 'blocked' && failure?.kind === 'open')).toBe(true)
    const one = (name: string) => found.sources.find((source) => source.name === name)
    expect(one('zhihu')).toMatchObject({ kind: 'list', count: 2, notes: [], changes: [], tookMs: expect.any(Number) })
    expect(one('solidot')?.failure).toMatchObject({ kind: 'unavailable', detail: 'answered 503' })
    expect(one('steam')?.notes).toEqual(['blocked: answered with a challenge page'])
    expect({ status: found.status, isComplete: found.isComplete, hasFixtures: found.hasFixtures }).toEqual({
      status: 1,
      isComplete: true,
      hasFixtures: true,
    })
  })

  it('asks all that is on, and ends with 0 when all answer or are empty', async () => {
    const url = await standin()
    const settings = { CHANNELS: 'demo_share', ENABLED_PLUGINS: 'labi,pansearch', ENABLED_SOURCES: 'column:science' }
    const data = newFolder()
    const { status, said: text } = await doctor(url, ['--kw', '纸鹤'], { ...settings, DATA_DIR: data })
    expect(status).toBe(0)
    expect(text).toMatch(/^SOURCE +STATE +ITEMS +TIME +WHAT IS WRONG\n/)
    expect(text).toMatch(/^plugin:labi +answers +[1-9]\d* +\d+/m)
    expect(text).toMatch(/^tg:demo_share +answers/m)
    expect(text).toContain(`asked all through the gateway ${url}`)
    expect(text).not.toContain('weibo')
    expect(text).not.toContain('\x1b')
    expect(readdirSync(data)).toEqual([])
  })
})

it('reports its progress on stderr every ten sources for a pipe, and not with JSON', async () => {
  const url = await standin()
  const env = { UPSTREAM_GATEWAY: url }
  const channels = Array.from({ length: 25 }, (_, at) => `tg:channel_${at}`)
  const { out, err } = await runCommand(runTrawl, ['doctor', ...channels], { env })
  expect(err).toBe('10 of 25 asked\n20 of 25 asked\n')
  expect(out).toMatch(/^SOURCE /)
  expect((await runCommand(runTrawl, ['doctor', '--json', ...channels], { env })).err).toBe('')
})

it('ends with a line for .env that takes out channels that are gone', async () => {
  const url = await standin()
  const env = { CHANNELS: 'nosuch_demo,demo_share', ENABLED_PLUGINS: 'none', ENABLED_SOURCES: 'zhihu' }
  const { said: text } = await doctor(url, [], env)
  expect(text).toMatch(/\n\nTo take out what is gone, put this into \.env:\nCHANNELS=demo_share\n$/)
})

describe('before a site that has changed', () => {
  it('calls drifted what answers without a field that the fixture always has', async () => {
    const { data, ...rest }: { data: { hotRankList: { templateMaterial: object }[] } } = JSON.parse(
      fixture('hotlist/36kr-hot/36kr-rank.json'),
    )
    const [row] = data.hotRankList
    const rows = [1, 2, 3].map((itemId) => {
      return { ...row, itemId, templateMaterial: { ...row?.templateMaterial, itemId, authorName: undefined } }
    })
    const reply = JSON.stringify({ ...rest, data: { hotRankList: rows } })
    const { sources } = await report(await gatewayOf(answers(reply)), ['36kr-hot'])
    expect(sources[0]).toMatchObject({
      state: 'drifted',
      count: 3,
      notes: ['info is missing in all 3 items; every item of the fixture has it'],
      changes: ['data.hotRankList[].templateMaterial.authorName is gone'],
    })
  })
})

describe('wrong arguments', () => {
  it('ends with 2 and a sentence when a name or a setting is wrong, and asks nobody', async () => {
    const server = await scriptedServer([hangs])
    const url = server.url('').replace(/\/$/, '')
    const [name, setting] = await Promise.all([
      doctor(url, ['weibbo']),
      doctor(url, [], { ENABLED_SOURCES: 'nothing-like-it' }),
    ])
    expect(name).toEqual({ status: 2, said: 'unknown source weibbo; did you mean weibo?\n' })
    expect(setting.status).toBe(2)
    expect(setting.said).toContain('ENABLED_SOURCES: unknown list nothing-like-it')
    expect(server.heard).toEqual([])
  })
})

describe('a run that is ended', () => {
  it('prints on Ctrl+C what is known so far', async () => {
    const server = await scriptedServer([hangs])
    const gateway = server.url('').replace(/\/$/, '')
    const running = startCommand(runTrawl, ['doctor', 'zhihu'], { env: { UPSTREAM_GATEWAY: gateway } })
    await server.until(1)
    running.interrupt()
    const { status, out } = await running.ended
    expect(status).toBe(130)
    expect(out).toMatch(/^zhihu +unasked +0 /m)
    expect(out).toContain('1 not finished')
  })

  it('ends when its time is over', async () => {
    const found = await report(await gatewayOf(hangs), ['zhihu', '--timeout-s', '1'])
    expect(found).toMatchObject({ status: 1, isComplete: false, counts: { unasked: 1 } })
  })
})
