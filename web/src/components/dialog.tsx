// Modal dialog: the browser traps and restores the focus; Escape and an outside click close it.
import { X } from 'lucide-preact'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { frameMessages } from '../frame-messages.ts'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Footer that does not scroll. */
  readonly foot?: ComponentChildren
  /** Shows the dialog at the side on wide screens, not centred. */
  readonly isAside?: boolean
  /** Shows the dialog at the foot of the screen. */
  readonly isSheet?: boolean
}

const middle = 'max-h-[92dvh] w-[min(36rem,94vw)] rounded-2xl'
const sheet = 'mb-0 max-h-[92dvh] w-full max-w-full rounded-t-2xl'
const aside = 'me-0 my-0 h-dvh max-h-dvh w-full max-w-104 sm:rounded-s-2xl'

/** The dialog is open while it is mounted. */
export function Dialog({ title, onClose, children, foot, isAside = false, isSheet = false }: DialogProps) {
  const { close } = frameMessages.use()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  useOutsideClick(box, onClose)
  return (
    <dialog
      ref={box}
      aria-label={title}
      class={`border border-line bg-card p-0 text-ink shadow-2xl ${(isSheet && sheet) || (isAside ? aside : middle)}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="flex h-full max-h-[inherit] flex-col">
        <div class="flex items-center justify-between gap-2 border-b border-line px-4 py-2">
          <h2 class="text-base font-semibold">{title}</h2>
          <IconButton icon={X} label={close} class="-my-1 -me-3 size-11!" onClick={onClose} />
        </div>
        <div class="relative min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        {foot}
      </div>
    </dialog>
  )
}

/** Closes on a click that began and ended outside: selecting text may end there. Escape arrives as `cancel`. */
function useOutsideClick(box: RefObject<HTMLDialogElement>, onPress: () => void): void {
  const pressStart = useRef<EventTarget | null>(null)
  useEffect(() => {
    const dialog = box.current
    const onPointerDown = ({ target }: Event) => {
      pressStart.current = target
    }
    const onClick = ({ target }: Event) => {
      if (target === dialog && pressStart.current === dialog) onPress()
    }
    dialog?.addEventListener('pointerdown', onPointerDown)
    dialog?.addEventListener('click', onClick)
    return () => {
      dialog?.removeEventListener('pointerdown', onPointerDown)
      dialog?.removeEventListener('click', onClick)
    }
  })
}
