// What one way to write a share's address is.
import type { Share } from './shares.ts'

/** One way to write a share's address. */
export interface Spelling {
  readonly url: string
  /** The address itself says the access code. */
  readonly carriesCode: boolean
}

/** An address without its code. */
export function without(url: string): Spelling {
  return { url, carriesCode: false }
}
/** An address that says its code. */
export function carrying(url: string): Spelling {
  return { url, carriesCode: true }
}

/** All spellings of a share, the usual one first. */
export type LinkFormatter = (share: Share) => readonly Spelling[]
