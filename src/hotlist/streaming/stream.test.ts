// The message stream: order within a source, interleaved sources, chunks and pauses, and disconnecting clients.
import { describe, expect, it } from 'vitest'
import { later, makeHotLists, pauseUnless as pause, type Rows, silence, staying } from '../../../test/kit/hot-lists.ts'
import { type StreamMessage, streamMessage } from '../../contract/hotlist.ts'
import { listMessages } from './follow-stream.ts'

const asked = { chunkSize: 5, delay: 500 }

/** Lists, and a function that reads their stream to the end with the time of each message. */
function make(rows: Rows) {
  const made = makeHotLists(rows)
  const { lists, time } = made
  const open = (sources: string[], more: Partial<typeof asked> = {}, signal = staying()) =>
    listMessages({ sources, ...asked, ...more }, { lists, pause }, signal)
  const read = async (messages: AsyncIterable<StreamMessage>) => {
    const begun = time.now()
    const received: { readonly at: number; readonly message: StreamMessage }[] = []
    for await (const message of messages) received.push({ at: time.now() - begun, message })
    return received
  }
  return { ...made, open, read }
}

function shown({ at, message: { type, sourceId, data } }: { readonly at: number; readonly message: StreamMessage }) {
  return [at, type, sourceId, ...data.map(({ id }) => id)].join(' ')
}

describe('a source in a stream', () => {
  it('comes as start, its items in chunks with a pause between them, and end', async () => {
    const { open, read, sites, time } = make({ a: {} })
    sites.says('a', 'q r s t u')
    const received = read(open(['a'], { chunkSize: 2, delay: 300 }))
    await time.advance(600)
    expect((await received).map(shown)).toEqual([
      '0 start a',
      '0 data a q r',
      '300 data a s t',
      '600 data a u',
      '600 end a',
    ])
  })

  it('has ranks that go on over its chunks, how many items there are, and its age', async () => {
    const { open, read, sites, time } = make({ a: {} })
    sites.says('a', 'q r s')
    const received = read(open(['a'], { chunkSize: 2 }))
    await time.advance(500)
    const messages = (await received).map(({ message }) => streamMessage.parse(message))
    expect(messages[0]).toMatchObject({ cached: false, stale: false, updatedAt: time.now() - 500 })
    expect(messages.flatMap(({ data }) => data.map(({ rank }) => rank))).toEqual([1, 2, 3])
    expect(messages.map(({ total }) => total)).toEqual([3, 3, 3, 3])
  })

  it('that fails comes as one error, which says why', async () => {
    const { open, read, sites } = make({ a: {}, off: { isOff: true } })
    sites.says('a', 500)
    const messages = (await read(open(['a', 'none', 'off']))).map(({ message }) => streamMessage.parse(message))
    const reported = messages.map(({ type, sourceId, error }) => `${type} ${sourceId} ${error?.kind}`)
    expect(reported.toSorted()).toEqual(['error a unavailable', 'error none unknown', 'error off disabled'])
    expect(messages.every(({ data, total }) => data.length === 0 && total === 0)).toBe(true)
  })

  it('comes under each of the names it was asked by', async () => {
    const { open, read, sites } = make({ 'a-hot': {} })
    sites.says('a-hot', 'x')
    const received = (await read(open(['a', 'a-hot']))).map(shown)
    for (const name of ['a', 'a-hot'])
      expect(received.filter((one) => one.split(' ')[2] === name)).toEqual([
        `0 start ${name}`,
        `0 data ${name} x`,
        `0 end ${name}`,
      ])
  })
})

describe('several sources in a stream', () => {
  it('come side by side: neither a slow nor a hanging one, nor the pauses of another, delay any', async () => {
    const { open, read, sites, time } = make({ long: {}, slow: {}, hanging: {}, quick: {} })
    sites.says('long', 'p q r')
    sites.says('slow', later(150, 's'))
    sites.says('hanging', silence)
    sites.says('quick', 'x')
    const received = read(open(['hanging', 'slow', 'long', 'quick'], { chunkSize: 1, delay: 100 }))
    await time.advance(10_000)
    const all = (await received).map(shown)
    const of = (id: string) => all.filter((one) => one.split(' ')[2] === id)
    expect(of('long')).toEqual(['0 start long', '0 data long p', '100 data long q', '200 data long r', '200 end long'])
    expect(of('slow')).toEqual(['150 start slow', '150 data slow s', '150 end slow'])
    expect(of('quick')).toEqual(['0 start quick', '0 data quick x', '0 end quick'])
    expect(of('hanging')).toEqual(['4000 error hanging'])
    expect(all).toHaveLength(12)
  })

  it('are all there for a client that reads slowly', async () => {
    const { open, sites, time } = make({ a: {}, b: {} })
    for (const id of ['a', 'b']) sites.says(id, 'x y z')
    const kinds: string[] = []
    const reading = (async () => {
      for await (const { type, sourceId } of open(['a', 'b'], { chunkSize: 1, delay: 10 })) {
        kinds.push(`${type} ${sourceId}`)
        await pause(1_000, staying())
      }
    })()
    await time.advance(10_000)
    await reading
    expect(kinds).toHaveLength(10)
    for (const id of ['a', 'b'])
      expect(kinds.filter((kind) => kind.endsWith(id))).toEqual([
        `start ${id}`,
        ...Array(3).fill(`data ${id}`),
        `end ${id}`,
      ])
  })
})

describe('a client of a stream', () => {
  it('that leaves ends the asks that only it waited for', async () => {
    const { open, read, batches, sites, time } = make({ mine: {}, shared: {} })
    for (const id of ['mine', 'shared']) sites.says(id, later(1_000, 'x'))
    const leaving = new AbortController()
    const received = read(open(['mine', 'shared'], {}, leaving.signal))
    const other = batches.batch({ sources: ['shared'], force: false, limit: 1 }, staying())
    await time.advance(500)
    leaving.abort()
    await time.advance(500)
    expect(sites.left).toEqual(['mine'])
    expect((await other).body.summary.success).toBe(1)
    expect(await received).toEqual([])
  })

  it('that disconnects during a pause gets nothing more, without an error', async () => {
    const { open, read, sites, time } = make({ a: {} })
    sites.says('a', 'x y z')
    const leaving = new AbortController()
    const received = read(open(['a'], { chunkSize: 1, delay: 1_000 }, leaving.signal))
    await time.advance(500)
    leaving.abort()
    await time.advance(0)
    expect((await received).map(shown)).toEqual(['0 start a', '0 data a x'])
  })

  it('that stops reading ends the asks as well', async () => {
    const { open, sites, time } = make({ quick: {}, slow: {} })
    sites.says('quick', 'x')
    sites.says('slow', silence)
    for await (const _first of open(['quick', 'slow'])) break
    await time.advance(0)
    expect(sites.left).toEqual(['slow'])
  })

  it('gets an error when the service has a bug', async () => {
    const { lists } = make({ a: {} })
    const broken = { ...lists, many: failing }
    const messages = listMessages({ sources: ['a'], ...asked }, { lists: broken, pause }, staying())
    await expect(messages.next()).rejects.toThrow('a bug of ours')
  })
})

async function* failing(): AsyncGenerator<never> {
  yield await Promise.reject(new Error('a bug of ours'))
}
