// The archive's thread, without its thread.
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { archiveQuery, sighting } from '../../../test/kit/archive.ts'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { serveArchive } from './serve.ts'

it('does not say of a search that has waited too long that it found nothing', async () => {
  const { port1, port2 } = new MessageChannel()
  const clock = { ms: 0, stepMs: 0 }
  const tick = () => {
    clock.ms += clock.stepMs
    return clock.ms
  }
  await serveArchive({ folder: newFolder(), maxBytes: 16_000_000 }, port2, tick)
  let id = 0
  const ask = async (order: object) => {
    const reply = once(port1, 'message')
    port1.postMessage(JSON.stringify({ id: ++id, now: noon, mayWrite: true, ...order }))
    const [said] = await reply
    return said
  }
  onTestFinished(async () => {
    await ask({ kind: 'close' })
    port1.close()
  })
  await ask({ kind: 'open' })
  await ask({ kind: 'write', batch: { sightings: [{ ...sighting('a', 'x'), seenAt: noon }], states: [] } })
  expect(await ask({ kind: 'find', wanted: archiveQuery('x') })).toMatchObject({ found: [{ key: 'quark:a' }] })

  // Between its arrival and its turn.
  clock.stepMs = 1_001
  expect(await ask({ kind: 'find', wanted: archiveQuery('x') })).not.toHaveProperty('found')
})
