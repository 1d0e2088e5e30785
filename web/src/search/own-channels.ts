// Channels added by the user: stored in this browser, and asked in every search of all channels.
import {
  type BrowserStorage,
  createPersistentSignal,
  type PersistentSignal,
  parseStrings,
} from '../persistent-signal.ts'
import { isRestricted, type SearchState } from './search-state.ts'

export function ownChannels(storage: BrowserStorage | undefined): PersistentSignal<readonly string[]> {
  return createPersistentSignal<readonly string[]>(storage, 'channels', parseStrings, [])
}

/** A search of all channels asks the user's own besides: in its address they have a `+`. */
export function withOwnChannels(ask: SearchState, own: readonly string[]): SearchState {
  const isAll = ask.src !== 'plugin' && !isRestricted(ask.channels)
  return isAll ? { ...ask, channels: own.map((name) => `+${name}`) } : ask
}
