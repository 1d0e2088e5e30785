// The menu of phones: a sheet with theme, language, clouds, settings and login, and below them the way to the palette.
import { Cloud, KeyRound, Languages, type LucideIcon, Search, Settings } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { CloudCheckboxes } from '../components/cloud-checkboxes.tsx'
import { Dialog } from '../components/dialog.tsx'
import { frameMessages } from '../frame-messages.ts'
import { themes, usePage } from '../page-context.ts'
import { useMyClouds } from '../search/works/my-clouds.ts'
import { paletteMessages } from './palette-messages.ts'

export function PhoneMenu({ onClose }: { readonly onClose: () => void }) {
  const messages = paletteMessages.use().menu
  const frame = frameMessages.use()
  const { preferences, isLoginOpen, openDialog } = usePage()
  const { theme, language } = preferences
  const login = () => {
    onClose()
    isLoginOpen.value = true
  }
  const openPalette = () => {
    openDialog.value = 'palette'
  }
  return (
    <Dialog title={messages.title} onClose={onClose} isSheet>
      <div class="flex flex-col gap-1">
        <fieldset aria-label={frame.theme} class="mb-2 grid grid-cols-3 gap-2">
          {themes.map((name) => (
            <Button key={name} class="min-h-11" aria-pressed={theme.value === name} onClick={() => theme.set(name)}>
              {frame.themes[name]}
            </Button>
          ))}
        </fieldset>
        <Row icon={Languages} onClick={() => language.set(language.value === 'zh' ? 'en' : 'zh')}>
          {frame.otherLanguage}
        </Row>
        <Clouds />
        <a
          href="/settings"
          class="flex min-h-11 items-center gap-3 rounded-lg px-2 text-sm hover:bg-raised"
          onClick={onClose}
        >
          <Settings size={18} aria-hidden="true" class="text-soft" />
          {messages.settings}
        </a>
        <Row icon={KeyRound} onClick={login}>
          {frame.login}
        </Row>
        <Button icon={Search} class="mt-2 min-h-11 justify-start! text-soft!" onClick={openPalette}>
          {messages.find}
        </Button>
      </div>
    </Dialog>
  )
}

interface RowProps {
  readonly icon: LucideIcon
  readonly onClick: () => void
  readonly children: string
}

function Row({ icon: Icon, onClick, children }: RowProps) {
  return (
    <button
      type="button"
      class="flex min-h-11 items-center gap-3 rounded-lg px-2 text-start text-sm hover:bg-raised"
      onClick={onClick}
    >
      <Icon size={18} aria-hidden="true" class="text-soft" />
      {children}
    </button>
  )
}

function Clouds() {
  const messages = paletteMessages.use().menu
  const { clouds } = useMyClouds()
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="flex min-h-11 list-none items-center gap-3 rounded-lg px-2 hover:bg-raised [&::-webkit-details-marker]:hidden">
        <Cloud size={18} aria-hidden="true" class="text-soft" />
        {messages.clouds}
      </summary>
      {isOpen && <CloudCheckboxes chosen={clouds.value} onChange={clouds.set} />}
    </details>
  )
}
