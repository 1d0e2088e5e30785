// Toasts at the bottom of the screen, announced to screen readers.

import { useSignalEffect } from '@preact/signals'
import { X } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { frameMessages } from '../frame-messages.ts'
import { type Toast, usePage } from '../page-context.ts'

const shownForMs = 4_000

/** Shows the latest toast without an action, and every toast with one until it is used or dismissed. */
export function Toasts() {
  const { toast } = usePage()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  useSignalEffect(() => {
    const next = toast.value
    if (next) setToasts((before) => stackToasts(before, next))
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What is shown as a popover last lies above an open dialog.
    if (!document.querySelector(':modal')) return
    box.current?.hidePopover()
    box.current?.showPopover()
  }, [toasts])
  return (
    <div
      ref={box}
      id="notice"
      popover="manual"
      role="status"
      class="pointer-events-none fixed inset-x-0 top-auto bottom-20 z-40 flex size-auto flex-col items-center gap-2 bg-transparent px-4 sm:bottom-6"
    >
      {toasts.map((one) => (
        <ToastItem
          key={one.action?.label ?? ''}
          toast={one}
          onDismiss={() => setToasts((before) => before.filter((other) => other !== one))}
        />
      ))}
    </div>
  )
}

function ToastItem({ toast, onDismiss }: { readonly toast: Toast; readonly onDismiss: () => void }) {
  const { close } = frameMessages.use()
  const { text, action } = toast
  useEffect(() => {
    if (action) return
    const timer = setTimeout(onDismiss, shownForMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div class="pointer-events-auto flex items-center gap-2 rounded-xl bg-ink py-1 ps-4 pe-1 text-sm text-ground shadow-lg">
      <span class="py-1.5">{text}</span>
      {action && (
        <Button
          class="!min-h-8"
          onClick={() => {
            action.run()
            onDismiss()
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
        onClick={onDismiss}
      />
    </div>
  )
}

/**
 * Adds a toast, the newest first. It replaces the toast with the same action, or the one without an action if it has
 * none itself; toasts with other actions stay.
 */
export function stackToasts(toasts: readonly Toast[], next: Toast): readonly Toast[] {
  return [next, ...toasts.filter(({ action }) => action?.label !== next.action?.label)]
}
