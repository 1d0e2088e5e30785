// What every piece of the page may use: the choices of its reader, and the service.
import { type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Asking } from './fetching.ts'
import type { Kept, Shelf } from './kept.ts'
import type { Language } from './languages.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** What a reader may choose, kept in the browser. */
export interface Choices {
  readonly language: Kept<Language>
  readonly theme: Kept<Theme>
}

/** What a reader proves himself with: a key, the administrator's token, or what a login gave. Empty when he does not. */
export type Pass = Kept<string>

/** Something that is told in passing. */
export interface Notice {
  readonly text: string
  /** What the reader can do about it. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

/** All of it. */
export interface PageParts {
  readonly choices: Choices
  readonly pass: Pass
  readonly asking: Asking
  /** Where things are kept in the browser; absent where it keeps nothing. */
  readonly shelf: Shelf | undefined
  /** Is the dialogue open in which one says who one is? */
  readonly entering: Signal<boolean>
  readonly notice: Signal<Notice | undefined>
}

const Page = createContext<PageParts | undefined>(undefined)

/** Gives the parts to all below. */
export const WithPage = Page.Provider

/** The parts. @throws where no provider stands above. */
export function usePage(): PageParts {
  const parts = useContext(Page)
  if (!parts) throw new Error('a piece of the page stands outside of it')
  return parts
}

/** The choices of the reader. */
export function useChoices(): Choices {
  return usePage().choices
}

/** Signals that pieces far from each other share. */
export function createShared(): Pick<PageParts, 'entering' | 'notice'> {
  return { entering: signal(false), notice: signal(undefined) }
}
