// `trawl` inside this process, against a service over the stand-in: output and exit status.
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runTrawl } from '../src/cli/commands/run.ts'
import { checkResponse } from '../src/contract/check.ts'
import { cloudTypes } from '../src/contract/cloud-types.ts'
import { hotListAnswers, streamMessage } from '../src/contract/hotlist.ts'
import { searchResponse } from '../src/contract/search.ts'
import { serveAll } from './kit/process.ts'
import { answers, hangs, scriptedServer } from './kit/scripted-server.ts'
import { fewSources, runCommand, startCommand } from './kit/terminal.ts'

const trawl = serveAll(fewSources, { seed: 7 })
let env: { readonly TRAWL_URL: string }
beforeEach(() => {
  env = { TRAWL_URL: trawl.url }
})

const json = { 'content-type': 'application/json' }
const works = z.looseObject({
  works: z.array(z.object({ title: z.string(), links: z.array(z.object({ url: z.string(), type: z.string() })) })),
})
const linked = z.looseObject({ merged_by_type: z.record(z.string(), z.array(z.object({ url: z.string() }))) })

describe('trawl search', () => {
  it('shows works with the best link of each cloud, and remembers them for trawl open', async () => {
    const files = new Map<string, string>()
    const own = { env: { ...env, HOME: '/home/me' }, files }
    expect(await runCommand(runTrawl, ['open', '1'], own)).toMatchObject({
      status: 2,
      err: 'there is no last search (nothing is saved in /home/me/.local/state/trawl/last-search.json); run trawl search WORDS first\n',
    })
    const few = await runCommand(runTrawl, ['search', '纸鹤', '--limit', '2'], own)
    expect(few.status).toBe(0)
    expect(few.err).toMatch(/^\n\d+ works with \d+ links, 2 shown \(--limit 0 shows all\); 5 of 5 sources answered/)
    const sent = await fetch(`${trawl.url}/api/search?kw=${encodeURIComponent('纸鹤')}&conc=128&res=works`)
    const [first, second] = works.parse(searchResponse.parse(await sent.json()).data).works
    if (!first || !second) throw new Error('several works are found')
    const headings = few.out.split('\n').filter((line) => /^\d/.test(line))
    expect(headings).toEqual([first, second].map(({ title }, at) => expect.stringMatching(`^${at + 1}  ${title}`)))
    const best = (links: typeof first.links) => [
      ...new Map(links.toReversed().map((link) => [link.type, link])).values(),
    ]
    const shown = few.out.split(/\s+/).filter((word) => /^(?:https?|magnet|ed2k):/.test(word))
    expect(shown.toSorted()).toEqual([...best(first.links), ...best(second.links)].map(({ url }) => url).sort())

    const opened = await runCommand(runTrawl, ['open', '2'], own)
    expect(opened).toMatchObject({ status: 0, out: expect.stringContaining(`${second.links[0]?.url}`) })
    expect(opened.err).toContain(second.title)
    const other = best(first.links).find(({ type }) => type !== first.links[0]?.type)
    const chosen = await runCommand(runTrawl, ['open', '1', '--cloud', `${other?.type}`], own)
    expect(chosen.out.split(/\s/)[0]).toBe(other?.url)
    expect(await runCommand(runTrawl, ['open', 'x'], own)).toMatchObject({
      status: 2,
      err: expect.stringContaining('trawl open needs the number of one work of the last search'),
    })
    expect(await runCommand(runTrawl, ['open', '3'], own)).toMatchObject({
      status: 2,
      err: 'there is no work 3: the last search (纸鹤) showed the works 1 to 2\n',
    })
    const none = await runCommand(runTrawl, ['open', '1', '--cloud', 'ed2k'], own)
    expect(none).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^--cloud: work 1 has no link of ed2k; it has/),
    })
  })

  it('shows links by cloud in the order of the answer, of which --json is every word', async () => {
    const few = await runCommand(runTrawl, ['search', '纸鹤', '--by', 'cloud', '--limit', '2'], { env })
    expect(few.status).toBe(0)
    expect(few.out).toMatch(/^quark {2}2 of \d+$/m)
    expect(few.out).not.toContain('\x1b')
    const summary =
      /^\n\d+ links of \d+ kinds, \d+ shown \(--limit 0 shows all\); 5 of 5 sources answered in [\d.]+ m?s \(/
    expect(few.err).toMatch(summary)
    expect(few.err).toContain(`(${trawl.url})`)

    const json = await runCommand(runTrawl, ['search', '纸鹤', '--json'], { env })
    const answer = searchResponse.parse(JSON.parse(json.out))
    const sent = await fetch(`${trawl.url}/api/search?kw=${encodeURIComponent('纸鹤')}&conc=128`)
    expect([answer, json.err]).toEqual([await sent.json(), ''])

    const all = await runCommand(runTrawl, ['search', '纸鹤', '--by', 'cloud', '--limit', '0'], { env })
    const shown = all.out.split(/\s+/).filter((word) => /^(?:https?|magnet|ed2k):/.test(word))
    const found = linked.parse(answer.data).merged_by_type
    const links = cloudTypes.flatMap((type) => found[type] ?? [])
    expect(shown).toEqual(links.map((link) => link.url))
  })

  it('ends with 1 when nothing is found, and with 2 when no known source was named', async () => {
    const nothing = await runCommand(runTrawl, ['search', 'zzqqxx', '--channels', 'demo_one', '--src', 'tg'], { env })
    expect(nothing).toMatchObject({ status: 1, out: '' })
    expect(nothing.err).toMatch(/^no links; 1 of 1 source answered/)
    const wrong = await runCommand(runTrawl, ['search', '纸鹤', '--channels', 'no'], { env })
    expect(wrong).toMatchObject({ status: 2, out: '', err: expect.stringMatching(/^channels: .*\n$/) })
  })

  it('says that no server can be reached', async () => {
    const { status, err } = await runCommand(runTrawl, ['search', '纸鹤', '--url', 'http://127.0.0.1:9'])
    expect(status).toBe(2)
    expect(err).toMatch(/could not be reached: .*\nIs the server running\?/)
  })
})

describe('trawl hot', () => {
  it('shows lists with their age, names what is near an unknown one, and says what failed', async () => {
    const two = await runCommand(runTrawl, ['hot', 'zhihu', 'weibo', '--limit', '1'], { env })
    expect(two).toMatchObject({ status: 0, err: expect.stringMatching(/^\n2 lists \(http/) })
    expect(two.out).toMatch(/^知乎 {2}zhihu\njust now\n 1 .+\n\n微博 {2}weibo\njust now\n 1 .+\n$/)
    const unknown = await runCommand(runTrawl, ['hot', 'weibo', 'zhihuu'], { env })
    expect(unknown).toMatchObject({
      status: 2,
      err: expect.stringContaining('unknown list zhihuu; did you mean zhihu'),
    })
    trawl.standin.setFaults({ kind: '503', host: 'www.solidot.org' })
    const failed = await runCommand(runTrawl, ['hot', 'solidot', 'weibo'], { env })
    expect(failed).toMatchObject({ status: 1, err: expect.stringContaining('1 of 2 lists failed') })
    expect(failed.out).toMatch(/^Solidot {2}solidot\nfailed: unavailable: /m)
    const json = await runCommand(runTrawl, ['hot', 'weibo', '--json', '--limit', '2'], { env })
    expect(hotListAnswers.batch.parse(JSON.parse(json.out)).results.map(({ data }) => data.length)).toEqual([2])
    const whole = await runCommand(runTrawl, ['hot', 'weibo', '--json'], { env })
    const [weibo] = hotListAnswers.batch.parse(JSON.parse(whole.out)).results
    expect(weibo?.data.length).toBe(weibo?.count)
    const usual = await runCommand(runTrawl, ['hot', '--limit', '1'], { env })
    expect(usual.out).toMatch(/^微博 {2}weibo$[\s\S]*^知乎 {2}zhihu$/m)
  })

  it('names the lists there are', async () => {
    const { status, out } = await runCommand(runTrawl, ['hot', '--list', '--column', 'tech', '--all'], { env })
    expect(status).toBe(0)
    expect(out).toMatch(/^ithome +IT之家 .*tech/m)
    expect(out).not.toMatch(/^weibo /m)
    const json = await runCommand(runTrawl, ['hot', '--list', '--json'], { env })
    expect(hotListAnswers.sources.parse(JSON.parse(json.out)).count).toBeGreaterThan(50)
  })

  it('follows a list until Ctrl+C, for people and for programs', async () => {
    const following = startCommand(runTrawl, ['hot', 'weibo', '--follow', '--limit', '2'], { env })
    const messages = startCommand(runTrawl, ['hot', 'weibo', '--follow', '--json'], { env })
    await Promise.all([following.says(/^ 2 /m), messages.says(/"type":"end"/)])
    following.interrupt()
    messages.interrupt()
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
    const unknown = await runCommand(runTrawl, ['hot', 'weibbo', '--follow'], { env })
    expect(unknown).toMatchObject({ status: 2, err: 'unknown list weibbo; did you mean weibo?\n' })
  })

  it('shows a list as failed that could be had before', async () => {
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
    const following = startCommand(runTrawl, ['hot', 'a', '--follow'], { env: { TRAWL_URL: server.url('') } })
    await following.says(/Reconnecting until the server is back/)
    following.interrupt()
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
    const some = await runCommand(runTrawl, ['check', '-'], { env, input })
    expect(some.status).toBe(2)
    expect(some.out.split('\n')).toHaveLength(65)
    expect(some.err).toMatch(/^\n64 of 70 links: 64 ok \(.*\)\ntoo many \(retry in 9 s\)\n$/)
    expect(await runCommand(runTrawl, ['check', '-', '--json'], { env, input })).toMatchObject({ status: 2, out: '' })

    const silent = await scriptedServer([first, hangs])
    const going = startCommand(runTrawl, ['check', '-'], { env: { TRAWL_URL: silent.url('') }, input })
    await silent.until(2)
    going.interrupt()
    const stopped = await going.ended
    expect([stopped.status, stopped.err]).toEqual([130, expect.stringMatching(/^\n64 of 70 links: 64 ok/)])
  })

  it('gives an address one line if it fits, and says what an ok says only once', async () => {
    const result = { disk_type: 'quark', normalized_url: '', cache_hit: false, checked_at: 1, expires_at: 2 }
    const long = `https://a.example/${'x'.repeat(70)}`
    const results = [
      { ...result, url: 'https://a.example/1', state: 'ok', summary: 'the share is there' },
      { ...result, url: 'https://a.example/2', state: 'bad', summary: 'deleted' },
      { ...result, url: long, state: 'bad', summary: 'deleted' },
    ]
    const server = await scriptedServer([answers(JSON.stringify({ results }), json)])
    const own = { TRAWL_URL: server.url(''), COLUMNS: '80' }
    const { out } = await runCommand(runTrawl, ['check', '-'], { env: own, input: '1\n2\n3\n' })
    const lines = ['ok           https://a.example/1', 'bad          https://a.example/2  deleted']
    expect(out.split('\n')).toEqual([...lines, `bad          ${long}`, '             deleted', ''])
  })

  it('says of each address how it is, and ends with what that comes to', async () => {
    const search = await runCommand(runTrawl, ['search', '纸鹤', '--type', 'quark', '--json'], { env })
    const [first] = linked.parse(searchResponse.parse(JSON.parse(search.out)).data).merged_by_type.quark ?? []
    const url = first?.url ?? ''
    const one = await runCommand(runTrawl, ['check', url, '--json'], { env })
    const [result] = checkResponse.parse(JSON.parse(one.out)).results
    expect(result?.url).toBe(url)
    const expected = result?.state === 'ok' ? 0 : 3
    expect(one.status).toBe(result?.state === 'bad' ? 1 : expected)
    const list = await runCommand(runTrawl, ['check', '-'], {
      env,
      input: `# of today\n\n${url}\nhttps://example.org/x a1b2\n`,
    })
    expect(list.out.split('\n')[1]).toMatch(/^unsupported {2}https:\/\/example\.org\/x +\S/)
    expect(list.err).toMatch(/^\n2 links: /)
    const coded = await runCommand(runTrawl, ['check', url, 'https://example.org', '--code', 'x'], { env })
    expect(coded).toMatchObject({ status: 2, err: expect.stringContaining('--code applies to a single URL') })
    expect((await runCommand(runTrawl, ['check', '-'], { env })).err).toMatch(/^no URLs given/)
  })
})
