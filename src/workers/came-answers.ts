// The answers a worker has from the process that makes them, each under the targets it was asked for by.
import type { IncomingMessage } from 'node:http'
import { isEncoding } from '../http/encodings.ts'
import { ownBytes } from '../http/own-bytes.ts'
import { createCameReady, type Form, type KeptAnswer, type Stamp } from '../http/ready.ts'
import { readToldReady, readyHeader, type ToldReady } from '../http/told-ready.ts'

/** Where they are kept; `store/budget.ts` has it. */
interface Shelf {
  get(key: string): KeptAnswer | undefined
  set(key: string, kept: KeptAnswer, weight: { readonly bytes: number; readonly remakeMs: number }, until: number): void
}

/** What an answer says of itself. */
interface Came {
  readonly told: ToldReady
  readonly etag: string
  /** Absent when no bytes came, because the client had them already. */
  readonly form?: Form | undefined
}

export interface CameAnswers {
  /** What came for a GET of this target, if it still holds. */
  find(target: string): KeptAnswer | undefined
  /** Keeps the answer to a request, if it is one that may be sent again, once all of it is there. */
  came(request: IncomingMessage, answer: IncomingMessage): void
}

/** Makes the collection, empty. `isCurrent` tells whether what an answer rests on is still what it was. */
export function createCameAnswers(shelf: Shelf, isCurrent: (stamp: Stamp) => boolean): CameAnswers {
  const find = (target: string) => {
    const kept = shelf.get(target)
    return kept?.ready.stamp && isCurrent(kept.ready.stamp) ? kept : undefined
  }
  /** What came of the same answer in other encodings is kept with it. */
  function keep(target: string, { told: { bornAt, slots, sum, ...told }, etag, form }: Came): void {
    const before = shelf.get(target)?.ready
    const forms = new Map(before?.etag === etag ? before.forms : [])
    if (form) forms.set(form.encoding, form)
    const ready = createCameReady({ etag, bornAt, stamp: { slots, sum, until: told.until }, forms })
    const bytes = [...forms.values()].reduce((all, one) => all + one.bytes.length, 0)
    const around = 2 * target.length + 8 * slots.length + 1_000
    shelf.set(target, { ready, ...told }, { bytes: bytes + around, remakeMs: told.remakeMs }, told.until)
  }

  return {
    find,
    came({ method, url }, answer) {
      const {
        [readyHeader]: text,
        etag,
        'content-encoding': encoding = 'identity',
        'content-type': type,
      } = answer.headers
      if (method !== 'GET' || url === undefined || typeof text !== 'string' || etag === undefined) return
      const told = readToldReady(text)
      // Of an answer that the client had already there are no bytes, and no need of any for who has it too.
      if (answer.statusCode === 304) keep(url, { told, etag })
      if (answer.statusCode !== 200 || !isEncoding(encoding)) return
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('end', () => {
        if (answer.complete) keep(url, { told, etag, form: { encoding, type, bytes: ownBytes(Buffer.concat(pieces)) } })
      })
    },
  }
}
