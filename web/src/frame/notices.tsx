// What is told in passing, at the foot of the screen; screen readers hear it too.
import { X } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { frameWords } from './words.ts'

/** What wants nothing of the reader goes by itself. */
const shownForMs = 4_000

/** The latest notice, if there is one. */
export function Notices() {
  const { notice } = usePage()
  const { close } = useWords(frameWords)
  const told = notice.value
  useEffect(() => {
    if (!told || told.action) return
    const timer = setTimeout(() => {
      notice.value = undefined
    }, shownForMs)
    return () => clearTimeout(timer)
  }, [told, notice])
  const leave = () => {
    notice.value = undefined
  }
  return (
    <div
      id="notice"
      role="status"
      class="pointer-events-none fixed inset-x-0 bottom-20 z-40 flex justify-center px-4 sm:bottom-6"
    >
      {told && (
        <div class="pointer-events-auto flex items-center gap-2 rounded-xl bg-ink py-1 ps-4 pe-1 text-sm text-ground shadow-lg">
          <span class="py-1.5">{told.text}</span>
          {told.action && (
            <Button
              class="!min-h-8"
              onClick={() => {
                told.action?.run()
                leave()
              }}
            >
              {told.action.label}
            </Button>
          )}
          <IconButton
            icon={X}
            label={close}
            size={16}
            class="!size-8 text-ground hover:!bg-transparent hover:!text-ground"
            onClick={leave}
          />
        </div>
      )}
    </div>
  )
}
