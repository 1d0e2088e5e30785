// A cache entry as JSON bytes: the garbage collector traverses every object that is cached, but no bytes.
import { z } from 'zod'
import type { AnswerEntry } from '../../upstream/cache/answer-entry.ts'
import type { FailureKind } from '../../upstream/errors.ts'

/** A cache entry whose items are parsed when they are read, unless something else still holds them. */
export interface SerializedEntry extends AnswerEntry {
  /** The JSON of the items and the failure. */
  readonly json: Uint8Array
  /** Whether something still holds the items; then they stay until the end of the turn. */
  isParsed(): boolean
}

const failureKinds: Readonly<Record<FailureKind, FailureKind>> = {
  timeout: 'timeout',
  network: 'network',
  unavailable: 'unavailable',
  blocked: 'blocked',
  mismatch: 'mismatch',
  open: 'open',
}

/** The content of the JSON. Items are validated by their source. */
const entryContent = z.object({
  items: z.array(z.unknown()),
  failure: z.object({ kind: z.enum(failureKinds), detail: z.string() }).exactOptional(),
})

type EntryContent = Pick<AnswerEntry, 'items' | 'failure'>

/** Serializes an entry. @throws TypeError if it has no JSON. */
export function serializeEntry({ items, failure, at }: AnswerEntry): SerializedEntry {
  return entryOf(new TextEncoder().encode(JSON.stringify({ items, failure })), at, { items, failure })
}

/** Reads an entry that another process may have written. @throws SyntaxError or ZodError if the bytes are no entry. */
export function readEntry(json: Uint8Array, at: number): SerializedEntry {
  return Object.assign(entryOf(json, at, parse(json)), { isUnchecked: true })
}

function entryOf(json: Uint8Array, at: number, { items, failure }: EntryContent): SerializedEntry {
  let parsed = new WeakRef(items)
  return {
    json,
    at,
    ...(failure && { failure }),
    isParsed: () => parsed.deref() !== undefined,
    get items() {
      let held = parsed.deref()
      if (!held) {
        held = parse(json).items
        parsed = new WeakRef(held)
      }
      return held
    },
  }
}

function parse(json: Uint8Array): EntryContent {
  return entryContent.parse(JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()))
}
