// The dialogs of the board (search a word, arrange), each loaded when first opened.

import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useOpened } from '../components/use-opened.ts'
import { useBoard } from './board-context.ts'

const ArrangeDialog = lazyComponent(async () => (await import('./arrange-dialog.tsx')).ArrangeDialog, LoadErrorToast)
const FindWord = lazyComponent(async () => (await import('./word-search-dialog.tsx')).WordSearchDialog, LoadErrorToast)
const AsItStood = lazyComponent(
  async () => (await import('./history/as-it-stood-dialog.tsx')).AsItStoodDialog,
  LoadErrorToast,
)

export type DialogName = 'word' | 'arrange'

type Dialogs = ReturnType<typeof useDialogs>

/** Holds which dialog is open. `?find=` in the URL opens the search for a word; `typed` is that word. */
export function useDialogs() {
  const { query, route } = useLocation()
  const [opened, setOpened] = useState<DialogName | undefined>(undefined)
  const shown = opened ?? (query.find === undefined ? undefined : 'word')
  const close = () => {
    setOpened(undefined)
    if (query.find !== undefined) route(query.topic ? `/hot?topic=${query.topic}` : '/hot', true)
  }
  return { shown, typed: query.find ?? '', open: setOpened, close }
}

export function BoardDialogs({ dialogs: { shown, typed, close } }: { readonly dialogs: Dialogs }) {
  const { board } = useBoard()
  const records = board.records.value
  const past = useOpened('past')
  const inPast = records.find(({ id }) => id === past.value)
  return (
    <>
      {shown === 'word' && <FindWord typed={typed} onClose={close} />}
      {inPast && <AsItStood record={inPast} onClose={past.close} />}
      {shown === 'arrange' && <ArrangeDialog records={records} layout={board.layout} onClose={close} />}
    </>
  )
}
