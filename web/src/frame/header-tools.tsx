// Buttons of the header, loaded after it: theme, language, login, settings and palette. On phones the palette has the rest.
import { KeyRound, Languages, type LucideIcon, Menu, Monitor, Moon, Settings, Sun } from 'lucide-preact'
import { useLocation } from 'preact-iso'
import { IconButton } from '../components/button.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { badgeMessages, useUnseenCount } from '../components/use-unseen-count.ts'
import { frameMessages } from '../frame-messages.ts'
import { themes, usePage } from '../page-context.ts'

const themeIcons: Readonly<Record<(typeof themes)[number], LucideIcon>> = { system: Monitor, light: Sun, dark: Moon }

/** `max-sm` of the styles. */
const phone = 'not all and (min-width: 40rem)'

export function HeaderTools() {
  return (
    <>
      <span class="flex max-sm:hidden">
        <ThemeButton />
        <LanguageButton />
        <LoginButton />
      </span>
      <SettingsLink />
      <PaletteButton />
    </>
  )
}

/** On the link to the watched view, above its text on phones. */
export function WatchBadge() {
  const { unseen } = badgeMessages.use()
  const count = useUnseenCount()
  if (count === 0) return null
  return (
    <span class="figures absolute start-1/2 top-1 ms-2 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-medium text-on-accent sm:start-auto sm:-end-1 sm:top-0">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span class="sr-only">{unseen(count)}</span>
    </span>
  )
}

/** As the icon buttons beside it. */
function SettingsLink() {
  const { settings } = frameMessages.use()
  const { path } = useLocation()
  return (
    <a
      href="/settings"
      aria-label={settings}
      aria-current={path === '/settings' ? 'page' : undefined}
      title={settings}
      class="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-raised hover:text-ink aria-[current]:text-accent"
    >
      <Settings size={18} aria-hidden="true" />
    </a>
  )
}

function PaletteButton() {
  const messages = frameMessages.use()
  const { openDialog } = usePage()
  const isPhone = useNarrow(phone)
  const open = () => {
    openDialog.value = isPhone ? 'menu' : 'palette'
  }
  return <IconButton icon={Menu} label={messages.palette} onClick={open} />
}

function ThemeButton() {
  const messages = frameMessages.use()
  const { theme } = usePage().preferences
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  const label = `${messages.theme}: ${messages.themes[theme.value]}`
  return <IconButton icon={themeIcons[theme.value]} label={label} onClick={() => theme.set(next)} />
}

function LanguageButton() {
  const messages = frameMessages.use()
  const { language } = usePage().preferences
  return (
    <IconButton
      icon={Languages}
      label={messages.otherLanguage}
      onClick={() => language.set(language.value === 'zh' ? 'en' : 'zh')}
    />
  )
}

function LoginButton() {
  const messages = frameMessages.use()
  const { credential, isLoginOpen } = usePage()
  const open = () => {
    isLoginOpen.value = true
  }
  return <IconButton icon={KeyRound} label={messages.login} aria-pressed={credential.value !== ''} onClick={open} />
}
