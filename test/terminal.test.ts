// `trawl` as a process, against a service over the stand-in: output and exit status.
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { checkResponse } from '../src/contract/check.ts'
import { hotListAnswers, streamMessage } from '../src/contract/hotlist.ts'
import { cloudTypes, searchResponse } from '../src/contract/search.ts'
import type { Standin } from '../standin/server.ts'
import { answers, hangs, scriptedServer } from './kit/scripted-server.ts'
import { startServed } from './kit/served-terminal.ts'
import { runTerminal, startTerminal } from './kit/terminal.ts'

vi.setConfig({ testTimeout: 90_000 })

/** Whether a channel is being searched for this keyword. */
function isAsked(standin: Standin, kw: string): boolean {
  return standin.asked().some(({ upstreamUrl }) => {
    const { host, searchParams } = new URL(upstreamUrl)
    return host === 't.me' && searchParams.get('q') === kw
  })
}

const linked = z.looseObject({ merged_by_type: z.record(z.string(), z.array(z.object({ url: z.string() }))) })

describe('trawl search', () => {
  it('shows links by cloud in the order of the answer, of which --json is every word', async () => {
    const { env, url } = await startServed()
    const few = await runTerminal(['search', '纸鹤', '--limit', '2'], { env })
    expect(few.status).toBe(0)
    expect(few.out).toMatch(/^quark {2}2 of \d+$/m)
    expect(few.out).not.toContain('\x1b')
    const summary =
      /^\n\d+ links of \d+ kinds, \d+ shown \(--limit 0 shows all\); 5 of 5 sources answered in [\d.]+ m?s \(/
    expect(few.err).toMatch(summary)
    expect(few.err).toContain(`(${url})`)

    const json = await runTerminal(['search', '纸鹤', '--json'], { env })
    const answer = searchResponse.parse(JSON.parse(json.out))
    const sent = await fetch(`${url}/api/search?kw=${encodeURIComponent('纸鹤')}&conc=128`)
    expect([answer, json.err]).toEqual([await sent.json(), ''])

    const all = await runTerminal(['search', '纸鹤', '--limit', '0'], { env })
    const shown = all.out.split(/\s+/).filter((word) => /^(?:https?|magnet|ed2k):/.test(word))
    const found = linked.parse(answer.data).merged_by_type
    const links = cloudTypes.flatMap((type) => found[type] ?? [])
    expect(shown).toEqual(links.map((link) => link.url))
  })

  it('ends with 1 when nothing is found, and with 3 when that may be because sources failed', async () => {
    const { env, standin } = await startServed()
    const nothing = await runTerminal(['search', 'zzqqxx', '--channels', 'demo_one', '--src', 'tg'], { env })
    expect(nothing).toMatchObject({ status: 1, out: '' })
    expect(nothing.err).toMatch(/^no links; 1 of 1 source answered/)
    standin.setFaults({ kind: '503', host: 't.me' })
    const words = ['search', 'zzqqyy', '--channels', 'demo_two', '--src', 'tg']
    const unsure = await runTerminal([...words, '--details'], { env })
    expect(unsure.status).toBe(3)
    expect(unsure.err).toMatch(
      /^no links; 0 of 1 source answered.*\n1 source failed\ntg:demo_two failed: unavailable: /,
    )
    expect((await runTerminal([...words, '--json'], { env })).status).toBe(3)
    const wrong = await runTerminal(['search', '纸鹤', '--channels', 'no'], { env })
    expect(wrong).toMatchObject({ status: 2, out: '', err: expect.stringMatching(/^channels: .*\n$/) })
    const unknown = await runTerminal(['search', '纸鹤', '--plugins', 'labi,nosuch', '--src', 'plugin'], { env })
    expect(unknown).toMatchObject({ status: 0, err: expect.stringContaining('nosuch') })
  })

  it('ends quietly when nobody reads on', async () => {
    const { env } = await startServed()
    const command = join(import.meta.dirname, '../src/cli/trawl.ts')
    const start = ['bash', '-c', 'set -o pipefail; "$0" "$@" | head -1', process.execPath, command]
    const { status, out, err } = await runTerminal(['search', '纸鹤', '--limit', '0'], { env, start })
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/^\w+ {2}\d+\n$/) })
    expect(err).not.toContain('EPIPE')
  })

  it('shows after Ctrl+C what has come by then, and of JSON nothing', async () => {
    const { env, standin } = await startServed()
    standin.setFaults({ kind: 'hang', host: 't.me' })
    const going = startTerminal(['search', '纸鹤', '--limit', '1'], { env })
    const json = startTerminal(['search', '灯塔', '--json'], { env })
    // Both must be running to receive the signal.
    for (const kw of ['纸鹤', '灯塔']) await expect.poll(() => isAsked(standin, kw), { timeout: 30_000 }).toBe(true)
    going.signal('SIGINT')
    json.signal('SIGINT')
    const stopped = await going.ended
    expect(stopped.status).toBe(130)
    expect(stopped.err).toMatch(/(?:links? of \d+ kinds?.*|no links) so far: \d of \d sources finished/)
    expect(await json.ended).toEqual({ status: 130, out: '', err: '' })
  })

  it('shows what had come when the service goes, and says so', async () => {
    const { env, standin, kill } = await startServed()
    standin.setFaults({ kind: 'hang', host: 't.me' })
    const going = startTerminal(['search', '纸鹤', '--limit', '1'], { env })
    await expect.poll(() => isAsked(standin, '纸鹤'), { timeout: 30_000 }).toBe(true)
    kill()
    const { status, err } = await going.ended
    expect(status).toBe(2)
    expect(err).toMatch(/http:\/\/127\.0\.0\.1:\d+ could not be reached|the answer from http:\S+ was interrupted/)
    expect(err).not.toMatch(/^ +at /m)
    const gone = await runTerminal(['search', '纸鹤'], { env })
    expect(gone).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(/could not be reached: .*\nIs the server running\?/),
    })
  })
})

describe('trawl hot', () => {
  it('shows lists with their age, names what is near an unknown one, and says what failed', async () => {
    const { env, standin } = await startServed({ ENABLED_SOURCES: 'default' })
    const two = await runTerminal(['hot', 'zhihu', 'weibo', '--limit', '1'], { env })
    expect(two).toMatchObject({ status: 0, err: expect.stringMatching(/^\n2 lists \(http/) })
    expect(two.out).toMatch(/^知乎 {2}zhihu\njust now\n 1 .+\n\n微博 {2}weibo\njust now\n 1 .+\n$/)
    const unknown = await runTerminal(['hot', 'weibo', 'zhihuu'], { env })
    expect(unknown).toMatchObject({
      status: 2,
      err: expect.stringContaining('unknown list zhihuu; did you mean zhihu'),
    })
    standin.setFaults({ kind: '503', host: 'www.solidot.org' })
    const failed = await runTerminal(['hot', 'solidot', 'weibo'], { env })
    expect(failed).toMatchObject({ status: 1, err: expect.stringContaining('1 of 2 lists failed') })
    expect(failed.out).toMatch(/^Solidot {2}solidot\nfailed: unavailable: /m)
    const json = await runTerminal(['hot', 'weibo', '--json', '--limit', '2'], { env })
    expect(hotListAnswers.batch.parse(JSON.parse(json.out)).results.map(({ data }) => data.length)).toEqual([2])
    const whole = await runTerminal(['hot', 'weibo', '--json'], { env })
    const [weibo] = hotListAnswers.batch.parse(JSON.parse(whole.out)).results
    expect(weibo?.data.length).toBe(weibo?.count)
    const usual = await runTerminal(['hot', '--limit', '1'], { env })
    expect(usual.out).toMatch(/^微博 {2}weibo$[\s\S]*^知乎 {2}zhihu$/m)
  })

  it('names the lists there are', async () => {
    const { env } = await startServed()
    const { status, out } = await runTerminal(['hot', '--list', '--column', 'tech', '--all'], { env })
    expect(status).toBe(0)
    expect(out).toMatch(/^ithome +IT之家 .*tech/m)
    expect(out).not.toMatch(/^weibo /m)
    const json = await runTerminal(['hot', '--list', '--json'], { env })
    expect(hotListAnswers.sources.parse(JSON.parse(json.out)).count).toBeGreaterThan(50)
  })

  it('follows a list until Ctrl+C, for people and for programs', async () => {
    const { env, standin } = await startServed({}, { lists: 'growing' })
    standin.setStep(1)
    const following = startTerminal(['hot', 'weibo', '--follow', '--limit', '2'], { env })
    const messages = startTerminal(['hot', 'weibo', '--follow', '--json'], { env })
    await Promise.all([following.says(/^ 2 /m), messages.says(/"type":"end"/)])
    following.signal('SIGINT')
    messages.signal('SIGINT')
    expect(await following.ended).toMatchObject({
      status: 130,
      out: expect.stringMatching(/^微博 {2}weibo\n/),
      err: '',
    })
    const { status, out } = await messages.ended
    expect(status).toBe(130)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => streamMessage.parse(JSON.parse(line)).type)
        .slice(0, 2),
    ).toEqual(['start', 'data'])
    const unknown = await runTerminal(['hot', 'weibbo', '--follow'], { env })
    expect(unknown).toMatchObject({ status: 2, err: 'unknown list weibbo; did you mean weibo?\n' })
  })
})

describe('trawl hot --follow', () => {
  it('goes on after the Trawl was away, says so, and shows again only what is new', async () => {
    const { env, standin, kill, startAgain } = await startServed({}, { lists: 'growing' })
    const following = startTerminal(['hot', 'weibo', '--follow', '--limit', '1'], { env })
    const messages = startTerminal(['hot', 'weibo', '--follow', '--json'], { env })
    await Promise.all([following.says(/^ 1 /m), messages.says(/"type":"end"/)])
    kill()
    await Promise.all(
      [following, messages].map(({ says }) => says(/was interrupted: .*\nReconnecting until the server is back\.$/m)),
    )
    standin.setStep(1)
    await startAgain()
    await Promise.all([following.says(/^ 1 [\s\S]*^ 1 /m), messages.says(/"type":"end"[\s\S]*"type":"end"/)])
    for (const one of [following, messages]) one.signal('SIGINT')
    for (const { status, err } of await Promise.all([following.ended, messages.ended]))
      expect([status, err.match(/Reconnecting/g)?.length]).toEqual([130, 1])
  })

  it('ends when it cannot be followed in the first place', async () => {
    const { env, kill } = await startServed()
    kill()
    const { status, err } = await runTerminal(['hot', 'weibo', '--follow'], { env })
    expect([status, err]).toEqual([2, expect.stringContaining('could not be reached')])
  })
})

const json = { 'content-type': 'application/json' }

describe('a list that could be had and cannot any more', () => {
  it('is shown as failed, and not as it was', async () => {
    const state = '"data":[],"total":1,"cached":false,"stale":false,"updatedAt":1'
    const item = '{"id":"1","rank":1,"title":"一","url":"https://a.example/"}'
    const messages = [
      `{"type":"start","sourceId":"a",${state}}`,
      `{"type":"data","sourceId":"a","data":[${item}],"total":1}`,
      '{"type":"end","sourceId":"a","data":[],"total":1}',
      '{"type":"error","sourceId":"a","data":[],"total":0,"error":{"kind":"unavailable","message":"gone"}}',
    ]
    const server = await scriptedServer([
      answers('{"sources":[]}', json),
      answers(`${messages.join('\n')}\n`, { 'content-type': 'application/x-ndjson' }),
    ])
    const following = startTerminal(['hot', 'a', '--follow'], { env: { TRAWL_URL: server.url('') } })
    await following.says(/Reconnecting until the server is back/)
    following.signal('SIGINT')
    const { status, out } = await following.ended
    expect([status, out]).toEqual([130, expect.stringMatching(/ 1 一\n\na {2}a\nfailed: unavailable: gone\n\n$/)])
  })
})

describe('trawl check', () => {
  it('shows what is known when a long list breaks off, but no half of a document', async () => {
    const result = { disk_type: 'quark', normalized_url: '', cache_hit: false, checked_at: 1, expires_at: 2 }
    const known = Array.from({ length: 64 }, (_, at) => ({ ...result, url: `${at}`, state: 'ok', summary: 'there' }))
    const first = answers(JSON.stringify({ results: known }), json)
    const input = Array.from({ length: 70 }, (_, at) => `${at}\n`).join('')
    const refused = answers('{"code":429,"message":"too many"}', { ...json, 'retry-after': '9' }, 429)
    const busy = await scriptedServer([first, refused])
    const env = { TRAWL_URL: busy.url('') }
    const some = await runTerminal(['check', '-'], { env, input })
    expect(some.status).toBe(2)
    expect(some.out.split('\n')).toHaveLength(65)
    expect(some.err).toMatch(/^\n64 of 70 links: 64 ok \(.*\)\ntoo many \(retry in 9 s\)\n$/)
    expect(await runTerminal(['check', '-', '--json'], { env, input })).toMatchObject({ status: 2, out: '' })

    const silent = await scriptedServer([first, hangs])
    const going = startTerminal(['check', '-'], { env: { TRAWL_URL: silent.url('') }, input })
    await silent.until(2)
    going.signal('SIGINT')
    const stopped = await going.ended
    expect([stopped.status, stopped.err]).toEqual([130, expect.stringMatching(/^\n64 of 70 links: 64 ok/)])
  })

  it('says of each address how it is, and ends with what that comes to', async () => {
    const { env } = await startServed()
    const search = await runTerminal(['search', '纸鹤', '--type', 'quark', '--json'], { env })
    const [first] = linked.parse(searchResponse.parse(JSON.parse(search.out)).data).merged_by_type.quark ?? []
    const url = first?.url ?? ''
    const one = await runTerminal(['check', url, '--json'], { env })
    const [result] = checkResponse.parse(JSON.parse(one.out)).results
    expect(result?.url).toBe(url)
    const expected = result?.state === 'ok' ? 0 : 3
    expect(one.status).toBe(result?.state === 'bad' ? 1 : expected)
    const list = await runTerminal(['check', '-'], { env, input: `# of today\n\n${url}\nhttps://example.org/x a1b2\n` })
    expect(list.out.split('\n')[1]).toMatch(/^unsupported {2}https:\/\/example\.org\/x +\S/)
    expect(list.err).toMatch(/^\n2 links: /)
    const coded = await runTerminal(['check', url, 'https://example.org', '--code', 'x'], { env })
    expect(coded).toMatchObject({ status: 2, err: expect.stringContaining('--code applies to a single URL') })
    expect((await runTerminal(['check', '-'], { env })).err).toMatch(/^no URLs given/)
  })
})
