// What is kept in the browser: small values as signals, each under its own name, read back only if they are what they should be.
import { type Signal, signal } from '@preact/signals'

/** Where it is kept; `localStorage` is one. */
export interface Shelf extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Calls back when another window has changed what is kept under this key. */
  readonly changed?: (key: string, hear: () => void) => void
}

/** A value that outlasts the page. */
export interface Kept<Value> {
  readonly value: Value
  readonly signal: Signal<Value>
  set(value: Value): void
}

/**
 * Makes a kept value. What stands in the browser under `trawl.<name>` is taken if `read` makes a value of it, else `fallback`; what
 * another window puts there is taken as well. A browser that
 * keeps nothing (private windows, full storage) loses it with the page.
 */
export function createKept<Value>(
  shelf: Shelf | undefined,
  name: string,
  read: (stored: unknown) => Value | undefined,
  fallback: Value,
): Kept<Value> {
  const key = `trawl.${name}`
  const state = signal(readStored(shelf, key, read) ?? fallback)
  shelf?.changed?.(key, () => {
    state.value = readStored(shelf, key, read) ?? fallback
  })
  return {
    get value() {
      return state.value
    },
    signal: state,
    set(value) {
      state.value = value
      try {
        shelf?.setItem(key, JSON.stringify(value))
      } catch {
        // It holds until the page is closed.
      }
    },
  }
}

function readStored<Value>(
  shelf: Shelf | undefined,
  key: string,
  read: (stored: unknown) => Value | undefined,
): Value | undefined {
  try {
    return read(JSON.parse(shelf?.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Reads one of these words. */
export function oneOf<Word extends string>(words: readonly Word[]): (stored: unknown) => Word | undefined {
  return (stored) => words.find((word) => word === stored)
}

/** Reads a list of texts; others in it are left out. */
export function texts(stored: unknown): string[] | undefined {
  return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : undefined
}

/** Reads a text. */
export function text(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined
}

/** Reads yes or no. */
export function flag(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined
}
