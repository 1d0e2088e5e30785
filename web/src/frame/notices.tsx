// Toasts at the bottom of the screen, announced to screen readers.
import { useSignalEffect } from '@preact/signals'
import { X } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { useWords } from '../language.ts'
import { type Notice, usePage } from '../page.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { toldWith } from './told.ts'
import { frameWords } from './words.ts'

/** How long a toast without an action is shown. */
const shownForMs = 4_000

/** Shows the latest toast without an action, and every toast with one until it is used or dismissed. */
export function Notices() {
  const { notice } = usePage()
  const [told, setTold] = useState<readonly Notice[]>([])
  useSignalEffect(() => {
    const next = notice.value
    if (next) setTold((before) => toldWith(before, next))
  })
  return (
    <div
      id="notice"
      role="status"
      class="pointer-events-none fixed inset-x-0 bottom-20 z-40 flex flex-col items-center gap-2 px-4 sm:bottom-6"
    >
      {told.map((one) => (
        <OneNotice
          key={one.action?.label ?? ''}
          told={one}
          onLeave={() => setTold((before) => before.filter((other) => other !== one))}
        />
      ))}
    </div>
  )
}

interface OneProps {
  readonly told: Notice
  readonly onLeave: () => void
}

function OneNotice({ told, onLeave }: OneProps) {
  const { close } = useWords(frameWords)
  const { text, action } = told
  useEffect(() => {
    if (action) return
    const timer = setTimeout(onLeave, shownForMs)
    return () => clearTimeout(timer)
  }, [told])
  return (
    <div class="pointer-events-auto flex items-center gap-2 rounded-xl bg-ink py-1 ps-4 pe-1 text-sm text-ground shadow-lg">
      <span class="py-1.5">{text}</span>
      {action && (
        <Button
          class="!min-h-8"
          onClick={() => {
            action.run()
            onLeave()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        icon={X}
        label={close}
        size={16}
        class="!size-8 !text-ground hover:!bg-transparent"
        onClick={onLeave}
      />
    </div>
  )
}
