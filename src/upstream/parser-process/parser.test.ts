// Large replies and files are parsed in a child process: same result, asked once, even if that process dies.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeParsing } from '../../../test/kit/parsing.ts'
import { answers, answersAfter, hangs, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeShelf } from '../../../test/kit/wire.ts'
import { isExpensiveToParse } from '../ask/call-source.ts'

const megabyte = 1024 * 1024
const small = 'x'.repeat(1_000)
const large = 'x'.repeat(megabyte + 1)
const manyMistakes = `{"rows":[${'{},'.repeat(30_000)}{}]}`

/** Padded to exceed the size limit. */
function padded(text: string): string {
  return text.padEnd(megabyte + 1)
}

function elsewhere(said: unknown) {
  return { pid: expect.toSatisfy((pid) => pid !== process.pid), said }
}

function failed(kind: string, detail: unknown) {
  return { state: 'failed', failure: { kind, detail } }
}

/** A server that answers each path with its text. */
function site(bodies: Readonly<Record<string, string>>): Reply {
  return (response, heard) => answers(bodies[heard.path] ?? '')(response, heard)
}

async function makeSite(bodies: Readonly<Record<string, string>>) {
  const server = await scriptedServer([site(bodies)])
  const asked = () => server.heard.map(({ path }) => path)
  return { server, asked, urls: (...paths: string[]) => ({ urls: paths.map((path) => server.url(path)) }) }
}

const here = expect.objectContaining({ pid: process.pid })

describe('a body', () => {
  it('of any kind is read here when it is small, in the other process when it is large', async () => {
    const { ask } = makeParsing()
    const feed = '<rss><item><title>一</title></item></rss>'
    const ways = [
      ['text', small, large, 1_000, megabyte + 1],
      ['json', '{"rows":[{"n":1}]}', padded('{"rows":[{"n":1}]}'), 1, 1],
      ['html', '<b>1</b>', padded('<b>1</b><b>2</b>'), 1, 2],
      ['feed', feed, padded(feed), [1], [1]],
    ] as const
    for (const [way, one, other, saidOne, saidOther] of ways) {
      const { urls, asked } = await makeSite({ '/small': one, '/large': other })
      expect(await ask(way, urls('/small'))).toMatchObject({ items: [{ pid: process.pid, said: saidOne }] })
      expect(await ask(way, urls('/large'))).toMatchObject({ state: 'fresh', items: [elsewhere(saidOther)] })
      expect(asked()).toEqual(['/small', '/large'])
    }
  })

  it('with very many small parts counts as large', () => {
    const heavy = (text: string) => isExpensiveToParse(Buffer.from(text))
    expect([heavy(manyMistakes), heavy('<b>'.repeat(20_001)), heavy('<b>'.repeat(20_000))]).toEqual([true, true, false])
    expect([heavy('x'.repeat(megabyte)), heavy(large)]).toEqual([false, true])
  })

  it('that is wrong fails in the same words in both processes', async () => {
    const wrong = '{"rows":[{"n":"one"}]}'
    const { urls } = await makeSite({ '/small': wrong, '/large': padded(wrong) })
    const { ask } = makeParsing()
    const failure = { state: 'failed', failure: (await ask('json', urls('/small'))).failure }
    expect(failure).toMatchObject(failed('mismatch', expect.stringContaining('rows.0.n')))
    expect(await ask('json', urls('/large'))).toMatchObject(failure)
  })

  it('after others does not have these asked for again', async () => {
    const { urls, asked } = await makeSite({ '/a': small, '/b': large, '/c': large, '/d': small })
    const { ask } = makeParsing()
    const outcome = await ask('all', urls('/a', '/b', '/c', '/a', '/d'))
    expect(outcome).toMatchObject({ items: [elsewhere([1_000, megabyte + 1, megabyte + 1, 1_000, 1_000])] })
    expect(asked().sort()).toEqual(['/a', '/a', '/b', '/c', '/d'])
  })

  it('is no failure that a source could take for one', async () => {
    const { ask } = makeParsing()
    const ways = { catching: megabyte + 1, firstOf: String(megabyte + 1), some: [megabyte + 1] }
    for (const [way, said] of Object.entries(ways)) {
      const { urls, asked } = await makeSite({ '/large': large })
      const outcome = await ask(way, urls('/large'))
      expect(outcome).toMatchObject({ items: [elsewhere(said)] })
      expect(outcome.failure).toBeUndefined()
      expect(outcome).not.toMatchObject({ skippedUpstream: expect.anything() })
      expect(asked()).toEqual(['/large'])
    }
  })

  it('is parsed without blocking this process', async () => {
    const { urls } = await makeSite({ '/large': large })
    const { ask } = makeParsing()
    const folder = mkdtempSync(join(tmpdir(), 'trawl-parser-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const stopFile = join(folder, 'stop')
    const asked = ask('waits busily', { ...urls('/large'), stopFile })
    // It parses until this process stops it: within one process nothing could.
    const timer = setTimeout(() => writeFileSync(stopFile, ''), 1)
    expect(await asked.finally(() => clearTimeout(timer))).toMatchObject({ items: [elsewhere('stopped')] })
  })
})

describe('what happens in the other process', () => {
  it('is reported with the answer: missing parts and skipped upstreams', async () => {
    const server = await scriptedServer([
      (response, heard) => {
        if (heard.path === '/down') answers('', {}, 500)(response, heard)
        else answers(large)(response, heard)
      },
    ])
    const { ask } = makeParsing()
    const urls = ['/down', '/large'].map((path) => server.url(path))
    const failure = { kind: 'unavailable', detail: expect.stringContaining('500') }
    expect(await ask('some', { urls })).toMatchObject({ items: [elsewhere([megabyte + 1])], failure })
    expect(await ask('firstOf', { urls })).toMatchObject({
      items: [elsewhere(String(megabyte + 1))],
      skippedUpstream: failure,
    })
  })

  it('makes the host be let alone when the source reads there that it is to be', async () => {
    const { urls, asked } = await makeSite({ '/large': large })
    const { ask } = makeParsing()
    expect(await ask('blocked', urls('/large'))).toMatchObject(failed('blocked', `too many of ${megabyte + 1}`))
    expect(await ask('text', urls('/large'))).toMatchObject(failed('open', expect.anything()))
    expect(asked()).toEqual(['/large'])
  })

  it('is in the log when it is a bug', async () => {
    const { urls } = await makeSite({ '/large': large })
    const { ask, lines } = makeParsing()
    expect(await ask('throws a bug', urls('/large'))).toMatchObject(
      failed('mismatch', 'the source could not read the answer (TypeError)'),
    )
    expect(lines).toMatchObject([
      { err: { message: `of ${megabyte + 1}`, stack: expect.stringContaining('parser-sources') } },
    ])
  })

  it('is remembered in both, and made once', async () => {
    const { urls, asked } = await makeSite({ '/token': 'token', '/large': large, '/small': small })
    const { ask } = makeParsing()
    expect(await ask('remembering', urls('/token', '/large'))).toMatchObject({
      items: [elsewhere(['token', megabyte + 1])],
    })
    expect(await ask('remembering', urls('/token', '/small'))).toMatchObject({ items: [here] })
    expect(await ask('remembering', urls('/token', '/large'))).toMatchObject({
      items: [elsewhere(['token', megabyte + 1])],
    })
    expect(asked()).toEqual(['/token', '/large', '/small', '/large'])
  })

  it('makes what is remembered where that is made of a large body, for all who wait for it', async () => {
    const { urls, asked } = await makeSite({ '/token': large, '/small': small, '/other': small })
    const { ask } = makeParsing()
    const [one, other] = await Promise.all([
      ask('remembering', urls('/token', '/small')),
      ask('remembering', urls('/token', '/other')),
    ])
    expect(one).toMatchObject({ items: [elsewhere(['xxxxx', 1_000])] })
    expect(other).toMatchObject({ items: [{ said: ['xxxxx', 1_000] }] })
    expect(await ask('remembering', urls('/token', '/small'))).toMatchObject({ items: [here] })
    expect(asked().filter((path) => path === '/token').length).toBeLessThanOrEqual(2)
  })
})

describe('the process', () => {
  it('that runs out of memory fails its current ask; others are repeated without new requests', async () => {
    const { server, urls, asked } = await makeSite({
      '/large': large,
      '/second': small,
      '/other': large,
      '/end': small,
    })
    const end = Promise.withResolvers<void>()
    const slow = await scriptedServer([answersAfter(end.promise, 'the end')])
    const { ask, lines, children } = makeParsing({ heapMb: 64 })
    const other = ask('all', { urls: [server.url('/other'), slow.url('/end')] })
    await slow.until(1)
    expect(await ask('hoards', urls('/large', '/second'))).toMatchObject(
      failed('mismatch', 'parsing the reply takes more memory than allowed'),
    )
    end.resolve()
    expect(await other).toMatchObject({ items: [elsewhere([megabyte + 1, 7])] })
    expect([...asked(), ...slow.heard.map(({ path }) => path)].sort()).toEqual(['/end', '/large', '/other', '/second'])
    expect(lines).toMatchObject([{ source: 'hoards', why: 'parsing the reply takes more memory than allowed' }])
    expect(children).toHaveLength(2)
  })

  it('that reads for ever is ended, and the next ask gets another', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server, urls } = await makeSite({ '/large': large, '/second': small })
    const { ask, lines } = makeParsing()
    const looping = ask('loops', urls('/large', '/second'))
    await server.until(2)
    vi.advanceTimersByTime(60_000)
    expect(await looping).toMatchObject(failed('mismatch', 'parsing the reply takes longer than 30 s'))
    expect(await ask('text', urls('/large'))).toMatchObject({ items: [elsewhere(megabyte + 1)] })
    expect(lines).toMatchObject([{ source: 'loops' }])
  })

  it('that crashes by an uncaught error is replaced for the next ask', async () => {
    const { urls } = await makeSite({ '/large': large })
    const { ask } = makeParsing()
    const words = 'uncaught exception in the code of the source'
    expect(await ask('throws where nobody catches', urls('/large'))).toMatchObject(failed('mismatch', words))
    expect(await ask('text', urls('/large'))).toMatchObject({ items: [elsewhere(megabyte + 1)] })
  })

  it('is notified when no caller waits', async () => {
    const { server } = await makeSite({ '/large': large })
    const hanging = await scriptedServer([hangs])
    const { ask } = makeParsing()
    const leaving = new AbortController()
    const asked = ask('all', { urls: [server.url('/large'), hanging.url('/')] }, leaving.signal)
    await hanging.until(1)
    leaving.abort()
    expect(await asked).toMatchObject({ state: 'failed' })
    await hanging.heard[0]?.over
    expect(await ask('text', { urls: [server.url('/large')] })).toMatchObject({ items: [elsewhere(megabyte + 1)] })
  })

  it('ends with the service without a warning', async () => {
    const { urls } = await makeSite({ '/large': large })
    const { ask, upstream, lines } = makeParsing()
    await ask('text', urls('/large'))
    await upstream.close()
    expect(lines).toEqual([])
  })

  it('ends with the service, also while it reads', async () => {
    const { server, urls } = await makeSite({ '/large': large, '/second': small })
    const { ask, upstream, children } = makeParsing()
    const looping = ask('loops', urls('/large', '/second'))
    await server.until(2)
    await upstream.close()
    expect(await looping).toMatchObject({ state: 'failed', failure: { kind: 'timeout' } })
    expect(children.map(({ signalCode, exitCode }) => signalCode ?? exitCode)).toEqual([expect.anything()])
    expect(await ask('text', urls('/large'))).toMatchObject({ state: 'failed' })
  })
})

describe('a file', () => {
  const dayMs = 86_400_000
  const whole = (mark: string) => `${mark}${'x'.repeat(3 * megabyte)}.`

  it('is read in the other process only, once, and the older one serves while it is renewed', async () => {
    const server = await scriptedServer([
      answers(whole('one'), { etag: '"1"' }),
      answers('cut off'),
      answers(whole('two')),
    ])
    const { ask, clock, children, lines } = makeParsing()
    const said = async () => await ask('copy', { urls: [server.url('/all')] })
    const read = (mark: string) => [mark, 3 * megabyte + 4, children[0]?.pid]
    expect(await said()).toMatchObject({ items: [elsewhere(read('one'))] })
    expect(await said()).toMatchObject({ items: [elsewhere(read('one'))] })
    expect(server.heard).toHaveLength(1)
    clock.advance(dayMs)
    expect(await said()).toMatchObject({ items: [{ said: read('one') }] })
    await vi.waitFor(() => expect(lines).toMatchObject([{ kind: 'mismatch', detail: 'cut off', source: 'copy' }]))
    expect(server.heard[1]?.headers).toMatchObject({ 'if-none-match': '"1"' })
    clock.advance(60_000)
    await vi.waitFor(async () => expect(await said()).toMatchObject({ items: [{ said: read('two') }] }))
    expect(server.heard).toHaveLength(3)
  })

  it('outlives a restart', async () => {
    const server = await scriptedServer([answers(whole('one'))])
    const first = makeParsing()
    expect(await first.ask('copy', { urls: [server.url('/all')] })).toMatchObject({ state: 'fresh' })
    await vi.waitFor(() => expect(first.files.size).toBe(1))
    const { ask, children } = makeParsing({ shelf: first.shelf })
    const outcome = await ask('copy', { urls: [server.url('/all')] })
    expect(outcome).toMatchObject({ items: [{ said: ['one', 3 * megabyte + 4, children[0]?.pid] }] })
    expect(server.heard).toHaveLength(1)
  })

  it('that ends the process is not downloaded again at once, and the older one serves', async () => {
    const server = await scriptedServer([answers(whole('one')), answers('hoard.'), answers(whole('two'))])
    const { ask, clock, children, files } = makeParsing({ heapMb: 64 })
    const said = () => ask('copy', { urls: [server.url('/all')] })
    expect(await said()).toMatchObject({ state: 'fresh' })
    await vi.waitFor(() => expect(files.size).toBe(1))
    clock.advance(dayMs)
    expect(await said()).toMatchObject({ state: 'fresh' })
    await vi.waitFor(() => expect(children[0]?.signalCode ?? children[0]?.exitCode).not.toBeNull())
    expect(await said()).toMatchObject({ items: [{ said: ['one', 3 * megabyte + 4, children[1]?.pid] }] })
    expect(server.heard).toHaveLength(2)
    clock.advance(60_000)
    await vi.waitFor(async () =>
      expect(await said()).toMatchObject({ items: [{ said: expect.arrayContaining(['two']) }] }),
    )
    expect(server.heard).toHaveLength(3)
  })

  it('that ends the process from disk is downloaded anew', async () => {
    const server = await scriptedServer([answers(whole('one')), answers(whole('two'))])
    const { ask, files } = makeParsing({ heapMb: 64 })
    const said = () => ask('copy', { urls: [server.url('/all')] })
    await said()
    await vi.waitFor(() => expect(files.size).toBe(1))
    const [[name = '', bytes = new Uint8Array()] = []] = files
    files.set(name, Buffer.concat([bytes.subarray(0, bytes.indexOf(10) + 1), Buffer.from('hoard.')]))
    const later = makeParsing({ heapMb: 64, shelf: { ...makeShelf(), files, read: async () => files.get(name) } })
    const saidLater = () => later.ask('copy', { urls: [server.url('/all')] })
    expect(await saidLater()).toMatchObject(failed('mismatch', 'parsing the reply takes more memory than allowed'))
    expect(await saidLater()).toMatchObject({ items: [{ said: expect.arrayContaining(['two']) }] })
    expect(server.heard).toHaveLength(2)
  })
})
