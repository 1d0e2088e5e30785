// Context of the page, for all components: preferences, API client, storage.
import { type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { WatchRecord } from '../../src/contract/watches.ts'
import { type ApiClient, type ApiClientOptions, createApiClient } from './api-client.ts'
import { type Language, languages } from './languages.ts'
import type { Muting } from './muted/muting.ts'
import {
  type BrowserStorage,
  createPersistentSignal,
  type PersistentSignal,
  parseOneOf,
  parseString,
  parseStrings,
} from './persistent-signal.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Preferences {
  readonly language: PersistentSignal<Language>
  readonly theme: PersistentSignal<Theme>
  /** Words that hide what has them in its title. */
  readonly muted: PersistentSignal<readonly string[]>
}

/** Credential: an API key, the admin token or a session token. Empty if there is none. */
export type Credential = PersistentSignal<string>

export interface Toast {
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

/** The palette, the menu of phones, or the table of keys. */
export type PageDialog = 'palette' | 'menu' | 'keys'

/** A watch that a bell offers: where it does not differ, it is like any new one. */
export interface WatchOffer extends Partial<Omit<WatchRecord, 'words' | 'in'>> {
  readonly words: string
  readonly in: WatchRecord['in']
  /** Tells it from the other offers of the same bell. */
  readonly label?: string
}

export interface PageContext {
  readonly preferences: Preferences
  readonly credential: Credential
  readonly api: ApiClient
  /** Browser storage; undefined if it is not available. */
  readonly storage: BrowserStorage | undefined
  readonly openDialog: Signal<PageDialog | undefined>
  readonly isLoginOpen: Signal<boolean>
  /** The watches that a bell offers, while their dialog is open; the first is chosen. */
  readonly watchOffers: Signal<readonly WatchOffer[] | undefined>
  readonly toast: Signal<Toast | undefined>
  /** The functions that hide muted words; undefined until they are needed. */
  readonly muting: Signal<Muting | undefined>
  /** Whether the first view shows its content. What it does not need is loaded from then on. */
  readonly hasContent: Signal<boolean>
}

const Page = createContext<PageContext | undefined>(undefined)

export const PageScope = Page.Provider

/** Returns the page context. @throws Error outside of the provider. */
export function usePage(): PageContext {
  const context = useContext(Page)
  if (!context) throw new Error('usePage: no page context above this component')
  return context
}

export function usePreferences(): Preferences {
  return usePage().preferences
}

interface ContextOptions {
  readonly storage: BrowserStorage | undefined
  readonly fetch: ApiClientOptions['fetch']
  /** The language of a user who has not chosen one. */
  readonly language: Language
}

export function createPageContext({ storage, fetch, language }: ContextOptions): PageContext {
  const credential = createPersistentSignal(storage, 'pass', parseString, '')
  const isLoginOpen = signal(false)
  const api = createApiClient({
    fetch,
    credential: () => credential.value,
    isOnline: () => navigator.onLine,
    onUnauthorized: () => {
      isLoginOpen.value = true
    },
  })
  return {
    storage,
    credential,
    api,
    preferences: {
      language: createPersistentSignal(storage, 'language', parseOneOf(languages), language),
      theme: createPersistentSignal(storage, 'theme', parseOneOf(themes), 'system'),
      muted: createPersistentSignal<readonly string[]>(storage, 'muted', parseStrings, []),
    },
    isLoginOpen,
    openDialog: signal(undefined),
    watchOffers: signal(undefined),
    toast: signal(undefined),
    muting: signal(undefined),
    hasContent: signal(false),
  }
}
