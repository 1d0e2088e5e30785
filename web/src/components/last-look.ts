// When the user last looked at what watches found, by the server's clock.
import { type BrowserStorage, createPersistentSignal, type PersistentSignal } from '../persistent-signal.ts'

/** 0: this browser has not seen watches yet, so there is nothing to ask for. */
export function createLastLook(storage: BrowserStorage | undefined): PersistentSignal<number> {
  return createPersistentSignal(storage, 'watched', (at) => (typeof at === 'number' ? at : undefined), 0)
}
