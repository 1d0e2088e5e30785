// The dialogs of the board (find a list, search a word, arrange), each loaded when first opened.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useBoard } from './board-context.ts'

const ArrangeDialog = lazyComponent(async () => (await import('./arrange-dialog.tsx')).ArrangeDialog, LoadErrorToast)
const Finder = lazyComponent(async () => (await import('./finder.tsx')).Finder, LoadErrorToast)
const FindWord = lazyComponent(async () => (await import('./word-search-dialog.tsx')).WordSearchDialog, LoadErrorToast)
const AsItStood = lazyComponent(
  async () => (await import('./history/as-it-stood-dialog.tsx')).AsItStoodDialog,
  LoadErrorToast,
)

export type DialogName = 'find' | 'word' | 'arrange'

export interface Dialogs {
  readonly shown: DialogName | undefined
  open(name: DialogName): void
  close(): void
}

/** Holds which dialog is open. Ctrl+K opens the list finder from anywhere. */
export function useDialogs(): Dialogs {
  const [shown, setShown] = useState<DialogName | undefined>(undefined)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setShown('find')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return useMemo(() => ({ shown, open: setShown, close: () => setShown(undefined) }), [shown])
}

interface DialogsProps {
  readonly dialogs: Dialogs
  /** Called with the list to scroll to. */
  readonly onPick: (id: string) => void
}

export function BoardDialogs({ dialogs: { shown, close }, onPick }: DialogsProps) {
  const { board } = useBoard()
  const records = board.records.value
  const inPast = records.find(({ id }) => id === board.listInPast.value)
  const leavePast = () => {
    board.listInPast.value = undefined
  }
  return (
    <>
      {shown === 'find' && <Finder records={records} layout={board.layout} onPick={onPick} onClose={close} />}
      {shown === 'word' && <FindWord records={records} onClose={close} />}
      {inPast && <AsItStood record={inPast} onClose={leavePast} />}
      {shown === 'arrange' && <ArrangeDialog records={records} layout={board.layout} onClose={close} />}
    </>
  )
}
