// Mirrored files: downloaded rarely, with conditional requests, and never replaced by something worse.
import { describe, expect, it } from 'vitest'
import { answers, hangs, type Reply, type ScriptedServer, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { createMemoryFiles, failureOf, makeAsk, makeClock, makeWire } from '../../../test/kit/wire.ts'
import { createFileMirrors } from './file-mirror.ts'

const dayMs = 86_400_000
const tagged = { etag: '"one"', 'last-modified': 'Fri, 20 Nov 2026 00:00:00 GMT' }

async function make(replies: readonly Reply[]) {
  const server = await scriptedServer(replies)
  const clock = makeClock()
  const shelf = createMemoryFiles()
  const wire = makeWire(clock)
  const file = {
    url: server.url('/all.txt'),
    everyMs: dayMs,
    read(bytes: Uint8Array) {
      const text = Buffer.from(bytes).toString()
      if (!text.endsWith('.')) throw new Error('cut off')
      return { text }
    },
  }
  const warned: unknown[] = []
  const start = () => createFileMirrors(shelf, wire, { warn: (...args: unknown[]) => void warned.push(args) })
  const copies = start()
  const ask = makeAsk({ attempts: 1 })
  const read = async (from = copies) => (await from.read('plugin:a', file, ask)).text
  const readOf = async (path: string) => (await copies.read('plugin:a', { ...file, url: server.url(path) }, ask)).text
  /** The value that a caller gets, and the error that is reported to it. */
  const told = async () => {
    const errors: unknown[] = []
    const { text } = await copies.read('plugin:a', file, ask, (error) => void errors.push(error))
    return { text, errors }
  }
  return { server, clock, shelf, warned, copies, read, readOf, told, restarted: start }
}

/** Waits until the background download that is request number `count` has ended, which nothing reports. */
async function settled(server: Pick<ScriptedServer, 'until' | 'heard'>, count: number): Promise<void> {
  await server.until(count)
  await server.heard[count - 1]?.over
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a copy', () => {
  it('is downloaded once however many wait for it, and serves for as long as it is new', async () => {
    const { server, clock, read } = await make([answers('one.')])
    expect(await Promise.all([read(), read(), read()])).toEqual(['one.', 'one.', 'one.'])
    clock.advance(dayMs - 1)
    expect(await read()).toBe('one.')
    expect(server.heard.length).toBe(1)
  })

  it('serves while a newer one is fetched under conditions', async () => {
    const { server, clock, read } = await make([answers('one.', tagged), answers('two.')])
    await read()
    clock.advance(dayMs)
    expect(await read()).toBe('one.')
    await settled(server, 2)
    expect(server.heard[1]?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT',
    })
    expect(await read()).toBe('two.')
  })

  it('is fresh again when the upstream replies that it has not changed', async () => {
    const { server, clock, read } = await make([answers('one.', tagged), answers('', {}, 304)])
    await read()
    clock.advance(dayMs)
    await read()
    await settled(server, 2)
    clock.advance(dayMs - 1)
    expect(await read()).toBe('one.')
    expect(server.heard.length).toBe(2)
  })

  it('serves on when the newer one is cut off, which is logged once and asked for again after a pause only', async () => {
    const { server, clock, warned, read } = await make([answers('one.'), answers('tw'), answers('two.')])
    await read()
    clock.advance(dayMs)
    await Promise.all([read(), read(), read()])
    await settled(server, 2)
    expect(await read()).toBe('one.')
    expect(server.heard.length).toBe(2)
    clock.advance(60_000)
    await read()
    await settled(server, 3)
    expect(await read()).toBe('two.')
    expect(warned).toEqual([
      [
        { kind: 'mismatch', detail: 'the file is not what this source expects', source: 'plugin:a', ageMs: dayMs },
        'failed to refresh a mirrored file; using the older version',
      ],
    ])
  })

  it('outlives a restart', async () => {
    const { server, read, restarted } = await make([answers('one.')])
    await read()
    expect(await read(restarted())).toBe('one.')
    expect(server.heard.length).toBe(1)
  })

  it('that cannot be had fails as its download did, and rests before the next', async () => {
    const { server, clock, read } = await make([answers('no', {}, 500), answers('one.')])
    expect(await failureOf(read())).toMatchObject({ kind: 'unavailable' })
    expect(await failureOf(read())).toMatchObject({ kind: 'unavailable' })
    expect(server.heard.length).toBe(1)
    clock.advance(60_000)
    expect(await read()).toBe('one.')
  })

  it('does not log a refresh that is aborted on shutdown', async () => {
    const { server, clock, warned, copies, read } = await make([answers('one.'), hangs])
    await read()
    clock.advance(dayMs)
    await read()
    await server.until(2)
    copies.close()
    await settled(server, 2)
    expect(warned).toEqual([])
  })

  it('reports the failure once it is two intervals old, until it is refreshed', async () => {
    const { server, clock, told } = await make([answers('one.'), answers('tw'), answers('tw'), answers('three.')])
    const failure = expect.objectContaining({ kind: 'mismatch' })
    await told()
    clock.advance(dayMs)
    await told()
    await settled(server, 2)
    expect(await told()).toEqual({ text: 'one.', errors: [] })
    clock.advance(dayMs)
    expect(await told()).toEqual({ text: 'one.', errors: [failure] })
    await settled(server, 3)
    clock.advance(60_000)
    expect(await told()).toEqual({ text: 'one.', errors: [failure] })
    await settled(server, 4)
    expect(await told()).toEqual({ text: 'three.', errors: [] })
  })

  it('serves without a failure when it is old but no refresh has failed', async () => {
    const { clock, told } = await make([answers('one.'), hangs])
    await told()
    clock.advance(2 * dayMs)
    expect(await told()).toEqual({ text: 'one.', errors: [] })
  })

  it('is evicted from memory after a hundred others, and read from disk again', async () => {
    const { server, shelf, readOf } = await make([answers('one.')])
    for (let at = 0; at <= 100; at += 1) await readOf(`/${at}`)
    shelf.files.clear()
    expect(await readOf('/100')).toBe('one.')
    expect(server.heard.length).toBe(101)
    expect(await readOf('/0')).toBe('one.')
    expect(server.heard.length).toBe(102)
  })

  it('that is still being downloaded for the first time does not make later callers wait', async () => {
    const { clock, read } = await make([hangs])
    void read().catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(4_001)
    expect(await failureOf(read())).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('still being downloaded'),
    })
  })
})
