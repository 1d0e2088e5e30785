// The archive's write queue: only the newest of each sighting, and length limits.
import { expect, it, vi } from 'vitest'
import { sighting } from '../../../test/kit/archive.ts'
import { noon } from '../../../test/kit/disk.ts'
import type { NewSighting } from './types.ts'
import { createArchiveWriteQueue } from './write-queue.ts'

/** The queue after these were added. */
function waitingOf(...sightings: readonly NewSighting[]) {
  const waiting = createArchiveWriteQueue(10)
  for (const [at, one] of sightings.entries()) waiting.put([one], noon + at)
  return waiting.take(10).batch.sightings
}

it('has one sighting for each share, source and title', () => {
  const other = sighting('a', 'x', { source: 'tg:two' })
  const waiting = waitingOf(sighting('a', 'x'), sighting('a', 'y'), other, sighting('a', 'x'))
  expect(waiting).toMatchObject([{ title: 'y' }, { source: 'tg:two' }, { title: 'x', seenAt: noon + 3 }])
})

it('has the newer of two posts, with the code of the other where it has none', () => {
  const newer = sighting('a', 'x', { post: '2', at: noon })
  const older = sighting('a', 'x', { post: '1', at: noon - 1, password: 'p' })
  for (const both of [
    [newer, older],
    [older, newer],
  ])
    expect(waitingOf(...both)).toMatchObject([{ post: '2', password: 'p', seenAt: noon + 1 }])
})

it('passes over what is too long to be an address, and cuts titles', () => {
  const long = 'x'.repeat(4_097)
  const tooLong = [{ key: long }, { url: long }, { post: long }, { password: long }]
  const fits = sighting('b', `${'x'.repeat(499)}😀`, { url: long.slice(1), heading: long })
  const waiting = waitingOf(...tooLong.map((other) => sighting('a', 'x', other)), fits)
  expect(waiting).toMatchObject([{ title: `${'x'.repeat(499)}\ufffd`, heading: 'x'.repeat(500) }])
})

it('notes nothing of shares whose keys are too long', () => {
  const waiting = createArchiveWriteQueue(10)
  waiting.putStates(new Map([['x'.repeat(4_097), { state: 'bad', at: noon }]]))
  expect(waiting.hasSome()).toBe(false)
})

it('takes 240,000 entries at once and has the newest of them, the oldest first', () => {
  const waiting = createArchiveWriteQueue(50_000)
  const keys = Array.from({ length: 240_000 }, (_, at) => `${at}`)
  waiting.put(
    keys.map((key) => sighting(key, 'x')),
    noon,
  )
  waiting.putWorks(
    keys.map((share) => ({ share, work: 'film:x' })),
    noon,
  )
  const { batch, done } = waiting.take(60_000)
  expect(batch.sightings.map(({ key }) => key)).toEqual(keys.slice(-50_000).map((key) => `quark:${key}`))
  expect(batch.works?.map(({ share }) => share)).toEqual(keys.slice(-50_000))
  expect(waiting.dropped()).toBe(380_000)
  done(true)
  expect([waiting.hasSome(), waiting.dropped()]).toEqual([false, 0])
})

it('finds its oldest entry without passing over those that were dropped before it', () => {
  // V8 passes over each deleted entry of a Map when it looks for the first one that is left.
  const keysOfMap = vi.spyOn(Map.prototype, 'keys')
  const waiting = createArchiveWriteQueue(2)
  for (const key of ['a', 'b', 'c', 'd']) waiting.put([sighting(key, 'x')], noon)
  expect(keysOfMap).not.toHaveBeenCalled()
  keysOfMap.mockRestore()
  expect(waiting.take(10).batch.sightings).toMatchObject([{ key: 'quark:c' }, { key: 'quark:d' }])
})

it('removes unwanted sightings wherever they are in the queue', () => {
  const waiting = createArchiveWriteQueue(10)
  for (const key of ['a', 'b', 'c', 'd', 'e']) waiting.put([sighting(key, 'x')], noon)
  waiting.drop(({ key }) => key !== 'quark:c')
  expect(waiting.count()).toBe(1)
  waiting.drop(() => true)
  expect(waiting.hasSome()).toBe(false)
})
