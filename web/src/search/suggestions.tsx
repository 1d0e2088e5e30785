// The list below the search box while the user types: recent searches that match, then titles that the server suggests.
import { Search } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { SuggestAnswer } from '../../../src/contract/suggest.ts'
import { fold } from '../components/folding.ts'
import { ListOption } from '../components/list-option.tsx'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { SearchHistory } from './history.ts'
import { moreMessages } from './more-messages.ts'

const askAfterMs = 200
const maxOptions = 8
const maxRecent = 3

interface SuggestionsProps {
  readonly id: string
  readonly typed: string
  /** Receives the function that handles a key of the input and returns whether it did. */
  readonly onKey: RefObject<(key: string) => boolean>
  /** Called with the id of the active option: empty if none is active, undefined if the list is closed. */
  readonly onActive: (optionId: string | undefined) => void
  readonly onPick: (kw: string) => void
  readonly onClose: () => void
}

/** Renders nothing if nothing matches. The focus stays in the input. */
export function Suggestions({ id, typed, onKey, onActive, onPick, onClose }: SuggestionsProps) {
  const messages = moreMessages.use().suggestions
  const [active, setActive] = useState('')
  const recent = useRecentKeywords(typed)
  const options = [...new Set([...recent, ...useTitles(typed)])].slice(0, maxOptions)
  const at = options.indexOf(active)
  const pick = (kw: string) => {
    onClose()
    onPick(kw)
  }
  const activeId = at < 0 ? '' : `${id}-${at}`
  const isOpen = options.length > 0
  useEffect(() => setActive(''), [typed])
  useEffect(() => onActive(isOpen ? activeId : undefined), [isOpen, activeId])
  useEffect(() => () => onActive(undefined), [])
  useKeyHandler(onKey, (key) => {
    const next = nextOption(key, at, options)
    if (next !== undefined) setActive(next)
    else if (key === 'Enter' && at >= 0) pick(active)
    else if (key === 'Escape' && isOpen) onClose()
    else return false
    return true
  })
  if (!isOpen) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={messages.label}
      class="absolute inset-x-0 top-full z-30 mt-1 max-h-[50dvh] overflow-y-auto rounded-xl border border-line bg-card p-1 text-start shadow-lg"
      // The input would lose the focus, and the list close before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((kw, index) => (
        <ListOption key={kw} id={`${id}-${index}`} isActive={index === at} onPick={() => pick(kw)}>
          <Search size={16} aria-hidden="true" class="shrink-0 text-soft" />
          <span class="min-w-0 truncate">{kw}</span>
          {recent.includes(kw) && <span class="ms-auto shrink-0 text-xs text-soft">{messages.recent}</span>}
        </ListOption>
      ))}
    </div>
  )
}

function useKeyHandler(onKey: SuggestionsProps['onKey'], handle: (key: string) => boolean): void {
  useLayoutEffect(() => {
    onKey.current = handle
    return () => {
      onKey.current = null
    }
  })
}

/** The option that a key leads to; without an active one, ↑ leads to the last. */
function nextOption(key: string, at: number, options: readonly string[]): string | undefined {
  if (key === 'ArrowDown') return options[(at + 1) % options.length]
  return key === 'ArrowUp' ? options.at(Math.max(at, 0) - 1) : undefined
}

/** Keywords of recent searches that contain what is typed. */
function useRecentKeywords(typed: string): readonly string[] {
  const { storage } = usePage()
  const { entries } = useMemo(() => new SearchHistory(storage), [storage])
  const part = fold(typed)
  const keywords = entries.value.map(({ ask }) => ask.kw).filter((kw) => fold(kw).includes(part) && kw !== typed)
  return [...new Set(keywords)].slice(0, maxRecent)
}

/** Titles that the server suggests; those for the text before stay until it has answered. A failure means no titles. */
function useTitles(typed: string): readonly string[] {
  const path = `/api/v1/suggest?q=${encodeURIComponent(typed)}&limit=${maxOptions}`
  const isAsked = isPartOfTitle(typed)
  const { answer } = useAnswer<SuggestAnswer>(isAsked ? path : undefined, { pauseMs: askAfterMs, isBackground: true })
  const titles = isAsked ? (answer?.suggestions.map(({ title }) => title) ?? []) : []
  return titles.filter((title) => title !== typed)
}

/** From one Chinese character or two letters on, up to the limit of the server; no address of a share. */
function isPartOfTitle(typed: string): boolean {
  return (
    /\p{Script=Han}|[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(typed) &&
    typed.length <= 100 &&
    !/:\/\/|magnet:|\w\.\w+\//i.test(typed)
  )
}
