// An option of the list finder.
import { EyeOff } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useMessages } from '../use-messages.ts'
import { dialogMessages } from './dialog-messages.ts'
import { ListName } from './list-name.tsx'
import { hotMessages } from './messages.ts'

interface OptionProps {
  readonly id: string
  readonly record: SourceRecord
  /** Whether Enter selects it. */
  readonly isActive: boolean
  readonly isHidden: boolean
  readonly onPick: (record: SourceRecord) => void
}

/** Focus and keyboard handling stay with the input, which refers to it by `aria-activedescendant`. */
export function FinderOption({ id, record, isActive, isHidden, onPick }: OptionProps) {
  const messages = useMessages(dialogMessages).finder
  const { tabs } = useMessages(hotMessages)
  const box = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={box}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      class="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg px-2 text-start text-sm hover:bg-raised aria-selected:bg-wash"
      onClick={() => onPick(record)}
    >
      <ListName of={record} />
      <span class="flex shrink-0 items-center gap-2 text-xs text-soft">
        {isHidden && (
          <span class="flex items-center gap-1 text-warn">
            <EyeOff size={14} aria-hidden="true" />
            {messages.hidden}
          </span>
        )}
        {tabs[record.column]}
      </span>
    </button>
  )
}
