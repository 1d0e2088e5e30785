// The limit on what waits for a client that does not read its streams.
import { setImmediate as immediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createUnreadLimit } from './unread-limit.ts'

/** Streams of events of 40 bytes, of which a client may leave 100 unread; `made` counts the events that searches have made. */
function makeStreams() {
  const limit = createUnreadLimit(100)
  const state = { made: 0 }
  async function* events() {
    for (;;) {
      state.made += 1
      yield { data: 'x'.repeat(40) }
    }
  }
  const open = (client: string | undefined, signal = new AbortController().signal) => limit(events(), client, signal)
  return { open, state }
}

/** Asks for the next event of a stream; `isThere` once it was yielded. */
function nextOf(stream: AsyncGenerator<unknown>) {
  const next = { isThere: false, done: Promise.resolve() }
  next.done = stream.next().then(() => {
    next.isThere = true
  })
  return next
}

it('pauses the third stream of a client until one of the others is read', async () => {
  const { open, state } = makeStreams()
  const [first, second, third] = [open('a'), open('a'), open('a')]
  await first.next()
  await second.next()
  const paused = nextOf(third)
  await immediate()
  expect([paused.isThere, state.made]).toEqual([false, 3])
  await first.return(undefined)
  await paused.done
})

it('lets another client go on while one does not read', async () => {
  const { open } = makeStreams()
  await open('a').next()
  await open('a').next()
  await nextOf(open('b')).done
})

it('ends a paused stream when its client disconnects', async () => {
  const { open } = makeStreams()
  const gone = new AbortController()
  await open('a').next()
  await open('a').next()
  const paused = open('a', gone.signal).next()
  await immediate()
  gone.abort(new Error('gone'))
  await expect(paused).rejects.toThrow('gone')
})

it('lets one event wait that is larger than the limit', async () => {
  const limit = createUnreadLimit(10)
  async function* events() {
    yield { data: 'x'.repeat(40) }
  }
  expect((await limit(events(), 'a', new AbortController().signal).next()).done).toBe(false)
})

it('does not limit a client without a name', async () => {
  const { open } = makeStreams()
  for (let count = 0; count < 5; count += 1) await nextOf(open(undefined)).done
})
