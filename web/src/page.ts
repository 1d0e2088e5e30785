// Context of the page, for all components: preferences, API client, storage.
import { type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Asking } from './fetching.ts'
import type { Kept, Shelf } from './kept.ts'
import type { Language } from './languages.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Preferences, stored in the browser. */
export interface Choices {
  readonly language: Kept<Language>
  readonly theme: Kept<Theme>
}

/** Credential: an API key, the admin token or a session token. Empty if there is none. */
export type Pass = Kept<string>

/** A toast. */
export interface Notice {
  readonly text: string
  /** A button in the toast. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

export interface PageParts {
  readonly choices: Choices
  readonly pass: Pass
  readonly asking: Asking
  /** Browser storage; undefined if it is not available. */
  readonly shelf: Shelf | undefined
  /** Whether the login dialog is open. */
  readonly entering: Signal<boolean>
  readonly notice: Signal<Notice | undefined>
}

const Page = createContext<PageParts | undefined>(undefined)

export const WithPage = Page.Provider

/** Returns the page context. @throws Error outside of the provider. */
export function usePage(): PageParts {
  const parts = useContext(Page)
  if (!parts) throw new Error('usePage: no page context above this component')
  return parts
}

/** Returns the preferences. */
export function useChoices(): Choices {
  return usePage().choices
}

/** Creates the signals shared across the page. */
export function createShared(): Pick<PageParts, 'entering' | 'notice'> {
  return { entering: signal(false), notice: signal(undefined) }
}
