// A worker's cache of the primary's responses, by request target.
import type { IncomingMessage } from 'node:http'
import { isEncoding } from '../http/encodings.ts'
import { ownBytes } from '../http/own-bytes.ts'
import { createCameReady, type Form, type KeptAnswer, type Stamp } from '../http/ready.ts'
import { readToldReady, readyHeader, type ToldReady } from '../http/told-ready.ts'

/** Storage of the cache; `store/budget.ts` provides it. */
interface Shelf {
  get(key: string): KeptAnswer | undefined
  set(key: string, kept: KeptAnswer, weight: { readonly bytes: number; readonly remakeMs: number }, until: number): void
}

/** A response of the primary. */
interface Came {
  readonly told: ToldReady
  readonly etag: string
  /** Absent for a 304: the client had the body already. */
  readonly form?: Form | undefined
}

export interface CameAnswers {
  /** The valid cached response for a GET of this target. */
  find(target: string): KeptAnswer | undefined
  /** Caches the response to a request once it is complete, if its headers allow. */
  came(request: IncomingMessage, answer: IncomingMessage): void
}

/** Creates an empty cache. `isCurrent` tests whether the versions in a stamp are unchanged. */
export function createCameAnswers(shelf: Shelf, isCurrent: (stamp: Stamp) => boolean): CameAnswers {
  const find = (target: string) => {
    const kept = shelf.get(target)
    return kept?.ready.stamp && isCurrent(kept.ready.stamp) ? kept : undefined
  }
  /** Keeps earlier encodings of the same response. */
  function keep(target: string, { told: metadata, etag, form }: Came): void {
    const previous = shelf.get(target)?.ready
    const forms = new Map(previous?.etag === etag ? previous.forms : [])
    if (form) forms.set(form.encoding, form)
    const { route, what, until, bornAt, remakeMs, slots, sum } = metadata
    const ready = createCameReady({ etag, bornAt, stamp: { slots, sum, until }, forms })
    const bodyBytes = [...forms.values()].reduce((total, { bytes }) => total + bytes.length, 0)
    const overheadBytes = 2 * target.length + 8 * slots.length + 1_000
    shelf.set(target, { ready, route, what, until, remakeMs }, { bytes: bodyBytes + overheadBytes, remakeMs }, until)
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
      // A 304 has no body, but its metadata serve later conditional requests.
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
