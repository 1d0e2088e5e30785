// `?` shows the keys.
import { useEffect, useState } from 'preact/hooks'
import { useLazyModule } from '../lazy-parts.ts'
import { takesKeys } from '../takes-keys.ts'

function loadHelp() {
  return import('./help-dialog.tsx')
}

export function HelpKey() {
  const [isOpen, setOpen] = useState(false)
  const help = useLazyModule(loadHelp, isOpen)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === '?' && !takesKeys(event.target)) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return isOpen && help ? <help.HelpDialog onClose={() => setOpen(false)} /> : null
}
