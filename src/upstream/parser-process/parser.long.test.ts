// Tests of the parser process that dies or hangs, and of the files that it reads.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeParsing } from '../../../test/kit/parsing.ts'
import { answers, answersAfter, hangs, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { createMemoryFiles } from '../../../test/kit/wire.ts'

const megabyte = 1024 * 1024
const small = 'x'.repeat(1_000)
const large = 'x'.repeat(megabyte + 1)

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
    const later = makeParsing({
      heapMb: 64,
      shelf: { ...createMemoryFiles(), files, read: async () => files.get(name) },
    })
    const saidLater = () => later.ask('copy', { urls: [server.url('/all')] })
    expect(await saidLater()).toMatchObject(failed('mismatch', 'parsing the reply takes more memory than allowed'))
    expect(await saidLater()).toMatchObject({ items: [{ said: expect.arrayContaining(['two']) }] })
    expect(server.heard).toHaveLength(2)
  })
})
