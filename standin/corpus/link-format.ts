// Types for the formats of a share link.
import type { Share } from './shares.ts'

/** One way to write a share link. */
export interface Spelling {
  readonly url: string
  /** True when the URL contains the access code. */
  readonly carriesCode: boolean
}

/** A URL without its access code. */
export function without(url: string): Spelling {
  return { url, carriesCode: false }
}
/** A URL that contains its access code. */
export function carrying(url: string): Spelling {
  return { url, carriesCode: true }
}

/** All formats of a share link, the most common first. */
export type LinkFormatter = (share: Share) => readonly Spelling[]
