// The search form: keyword and source picker.
import { Search, SlidersHorizontal, X } from 'lucide-preact'
import type { RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useOpened } from '../components/use-opened.ts'
import { useLazyModule } from './lazy-parts.ts'
import { searchMessages } from './messages.ts'
import { emptySearch, isNarrowed, type SearchState } from './search-state.ts'
import { normalizeKeyword } from './search-url.ts'

interface BoxProps {
  readonly ask: SearchState
  /** Whether there are no results on the page. */
  readonly isAlone: boolean
  readonly onAsk: (ask: SearchState) => void
  /** Called on input, to preload the results view. */
  readonly onType: () => void
}

/** The selected sources stay for the next search; tab and filter words do not. */
export function SearchBox({ ask, isAlone, onAsk, onType }: BoxProps) {
  const messages = searchMessages.use()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => ask.kw || typedBefore())
  const shownKw = useRef(ask.kw)
  useEffect(() => {
    if (shownKw.current !== ask.kw) setTyped(ask.kw)
    shownKw.current = ask.kw
  }, [ask.kw])
  useFirstFocus(box, isAlone)
  /** A changed source selection also submits a keyword that was typed but not submitted. */
  const choose = (next: SearchState) => onAsk(ask.kw === '' ? next : { ...next, kw: normalizeKeyword(typed) || ask.kw })
  const search = (text: string) => {
    const kw = normalizeKeyword(text)
    if (kw === '') return box.current?.focus()
    setTyped(text)
    if (isTouchDevice()) box.current?.blur()
    const { tab, include, exclude } = kw === ask.kw ? ask : emptySearch
    onAsk({ ...ask, kw: text, tab, include, exclude })
  }
  const submit = (event: Event) => {
    event.preventDefault()
    search(typed)
  }
  const type = (text: string) => {
    setTyped(text)
    onType()
  }
  return (
    <search class="mb-2 block max-w-3xl">
      <form
        action="/"
        // The buttons have their places before they are parsed.
        class="relative grid grid-cols-[1fr_2.75rem_auto] gap-2"
        onSubmit={submit}
      >
        <KeywordInput box={box} typed={typed} onType={type} onPick={search} />
        <Sources ask={ask} onAsk={choose} />
        <Button type="submit" look="main" class="!min-h-11 rounded-xl! sm:px-5">
          {messages.search}
        </Button>
      </form>
    </search>
  )
}

interface InputProps {
  readonly box: RefObject<HTMLInputElement>
  readonly typed: string
  readonly onType: (text: string) => void
  /** Called with a suggestion. */
  readonly onPick: (kw: string) => void
}

/** The input, and while the user types the list of suggestions, as wide as the form. */
function KeywordInput({ box, typed, onType, onPick }: InputProps) {
  const messages = searchMessages.use()
  const { props, handleKey, setTyping, render } = useSuggestions()
  const clear = () => {
    onType('')
    box.current?.focus()
  }
  return (
    <>
      <div class="relative">
        <Search size={18} aria-hidden="true" class="pointer-events-none absolute start-3 top-3.5 text-soft" />
        <input
          {...props}
          ref={box}
          type="search"
          name="kw"
          value={typed}
          maxLength={2_000}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          enterKeyHint="search"
          aria-label={messages.search}
          aria-keyshortcuts="/"
          placeholder={messages.placeholder}
          class="h-11 w-full rounded-xl border border-edge bg-card ps-10 pe-10 text-base placeholder-shown:pe-3 [&::-webkit-search-cancel-button]:hidden"
          onKeyDown={(event) => {
            // During IME composition, keys belong to the input method.
            if (!event.isComposing && handleKey(event.key)) event.preventDefault()
          }}
          onInput={(event) => {
            setTyping(!event.isComposing)
            onType(event.currentTarget.value)
          }}
        />
        {typed !== '' && <IconButton icon={X} label={messages.clear} class="!absolute end-1 top-1" onClick={clear} />}
      </div>
      {render(normalizeKeyword(typed), onPick)}
    </>
  )
}

function loadSuggestions() {
  return import('./suggestions.tsx')
}

/** The list of suggestions: open from when the user types until Enter, Escape, or until the input loses the focus. */
function useSuggestions() {
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  const [activeId, setActiveId] = useState<string | undefined>()
  const onKey = useRef<(key: string) => boolean>(null)
  // Without a network there are none, which is no error.
  const list = useLazyModule(loadSuggestions, isTyping)
  const close = () => setTyping(false)
  return {
    setTyping,
    /** Returns whether the key was for the list, or led to the results. */
    handleKey(key: string): boolean {
      const isForList = onKey.current?.(key) === true
      if (key === 'Enter') close()
      return isForList || (key === 'ArrowDown' && focusFirstRow())
    },
    props: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': activeId !== undefined,
      'aria-controls': id,
      'aria-activedescendant': activeId || undefined,
      onCompositionEnd: () => setTyping(true),
      onBlur: close,
    } as const,
    render: (typed: string, onPick: (kw: string) => void) =>
      isTyping &&
      list &&
      typed !== '' && (
        <list.Suggestions id={id} typed={typed} onKey={onKey} onActive={setActiveId} onPick={onPick} onClose={close} />
      ),
  }
}

const SourcePicker = lazyComponent(async () => (await import('./source-picker.tsx')).SourcePicker, LoadErrorToast)

/** Opens the source picker. Without a keyword, the selection is stored in the URL. */
function Sources({ ask, onAsk }: Pick<BoxProps, 'ask' | 'onAsk'>) {
  const messages = searchMessages.use()
  const sources = useOpened('dialog')
  const isOpen = sources.value === 'sources'
  const isNarrow = isNarrowed(ask)
  return (
    <>
      <span class="relative">
        <IconButton
          icon={SlidersHorizontal}
          label={messages.choose}
          aria-expanded={isOpen}
          class="!size-11 border border-edge bg-card"
          onClick={() => sources.open('sources')}
        />
        {isNarrow && (
          <span
            aria-hidden="true"
            class="absolute -end-1 -top-1 size-3 rounded-full border-2 border-ground bg-accent"
          />
        )}
      </span>
      {isOpen && <SourcePicker ask={ask} onChange={onAsk} onClose={sources.close} />}
    </>
  )
}

/** The text that was typed into the box of the document before the script was there; it may begin with a space (`prerender.tsx`). */
function typedBefore(): string {
  return document.querySelector<HTMLInputElement>('#app input[name=kw]')?.value.trimStart() ?? ''
}

/** Focuses the first result; returns false if there is none. */
function focusFirstRow(): boolean {
  const first = document.querySelector<HTMLElement>('[data-row] :is(a, button)')
  first?.focus()
  return first !== null
}

/** Touch devices: a focused input opens the keyboard, which hides the results. */
function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

function useFirstFocus(box: RefObject<HTMLInputElement>, isAlone: boolean): void {
  useEffect(() => {
    if (isAlone || !isTouchDevice()) box.current?.focus({ preventScroll: true })
  }, [])
}
