// An io for tests of one plugin, answered by a function instead of an upstream; the rest of it is real.
import { Readable } from 'node:stream'
import { createIo } from '../../src/upstream/io.ts'
import type { Transport } from '../../src/upstream/transport.ts'
import { makeAsk, makeKeeping, makeWire } from './wire.ts'

/** An io whose every request is answered by what `answer` makes of its address and JSON: JSON, or a status. */
export function answeringIo(answer: (url: URL, sent: unknown) => unknown) {
  const wire = makeWire()
  const send: Transport['send'] = async ({ url, body }) => {
    const made = answer(url, JSON.parse(body ?? 'null'))
    const bytes = Readable.from([Buffer.from(JSON.stringify(made))])
    return { status: typeof made === 'number' ? made : 200, headers: {}, body: bytes, discard: () => undefined }
  }
  const context = { ...wire, transport: { ...wire.transport, send } }
  return createIo(makeAsk({ attempts: 1 }), context, { source: 'plugin:test', ...makeKeeping(wire) })
}
