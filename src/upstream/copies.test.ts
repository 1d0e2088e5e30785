// Files of upstreams kept here: downloaded seldom, under conditions, and never worse than what was there.
import { describe, expect, it } from 'vitest'
import { answers, type Reply, type ScriptedServer, scriptedServer } from '../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeClock, makeShelf, makeWire } from '../../test/kit/wire.ts'
import { createCopies } from './copies.ts'

const dayMs = 86_400_000
const tagged = { etag: '"one"', 'last-modified': 'Fri, 20 Nov 2026 00:00:00 GMT' }

async function make(replies: readonly Reply[]) {
  const server = await scriptedServer(replies)
  const clock = makeClock()
  const shelf = makeShelf()
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
  const copies = createCopies(shelf, wire)
  const ask = makeAsk({ attempts: 1 })
  const read = async (from = copies) => (await from.read('plugin:a', file, ask)).text
  return { server, clock, read, restarted: () => createCopies(shelf, wire) }
}

/** Lets the download in the background that is the `count`-th request come to its end, which nobody is told of. */
async function settled(server: Pick<ScriptedServer, 'until' | 'heard'>, count: number): Promise<void> {
  await server.until(count)
  await server.heard[count - 1]?.over
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a copy', () => {
  it('is downloaded once and serves for as long as it is new', async () => {
    const { server, clock, read } = await make([answers('one.')])
    expect(await read()).toBe('one.')
    clock.advance(dayMs - 1)
    expect(await read()).toBe('one.')
    expect(server.heard.length).toBe(1)
  })

  it('is downloaded once however many wait for it', async () => {
    const { server, read } = await make([answers('one.')])
    expect(await Promise.all([read(), read(), read()])).toEqual(['one.', 'one.', 'one.'])
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

  it('is new again when the upstream says that it has not changed', async () => {
    const { server, clock, read } = await make([answers('one.', tagged), answers('', {}, 304)])
    await read()
    clock.advance(dayMs)
    await read()
    await settled(server, 2)
    clock.advance(dayMs - 1)
    expect(await read()).toBe('one.')
    expect(server.heard.length).toBe(2)
  })

  it('serves on when the newer one is cut off, which is asked for again after a pause only', async () => {
    const { server, clock, read } = await make([answers('one.'), answers('tw'), answers('two.')])
    await read()
    clock.advance(dayMs)
    await read()
    await settled(server, 2)
    expect(await read()).toBe('one.')
    expect(server.heard.length).toBe(2)
    clock.advance(60_000)
    await read()
    await settled(server, 3)
    expect(await read()).toBe('two.')
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

  it('that is cut off and the first is a mismatch', async () => {
    const { read } = await make([answers('on')])
    expect(await failureOf(read())).toMatchObject({ kind: 'mismatch' })
  })
})
