// Buttons of the header, loaded after it: theme, language, login, settings and palette. On phones the palette has the rest.

import { KeyRound, Languages, type LucideIcon, Menu, Monitor, Moon, Settings, Sun } from 'lucide-preact'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { WatchEventsAnswer } from '../../../src/contract/watches.ts'
import { IconButton } from '../components/button.tsx'
import { createLastLook } from '../components/last-look.ts'
import { useNarrow } from '../components/use-narrow.ts'
import { useReport } from '../components/use-report.ts'
import { frameMessages } from '../frame-messages.ts'
import { themes, usePage } from '../page-context.ts'
import { createMessages } from '../use-messages.ts'

const themeIcons: Readonly<Record<(typeof themes)[number], LucideIcon>> = { system: Monitor, light: Sun, dark: Moon }

/** `max-sm` of the styles. */
const phone = 'not all and (min-width: 40rem)'

export function HeaderTools() {
  const messages = frameMessages.use()
  const { preferences, credential, isLoginOpen, openDialog } = usePage()
  const { path } = useLocation()
  const { theme, language } = preferences
  const isPhone = useNarrow(phone)
  const nextTheme = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  const themeLabel = messages.themeNow(messages.themes[theme.value])
  const nextLanguage = language.value === 'zh' ? 'en' : 'zh'
  const login = () => {
    isLoginOpen.value = true
  }
  const open = () => {
    openDialog.value = isPhone ? 'menu' : 'palette'
  }
  return (
    <>
      <span class="flex max-sm:hidden">
        <IconButton icon={themeIcons[theme.value]} label={themeLabel} onClick={() => theme.set(nextTheme)} />
        <IconButton icon={Languages} label={messages.otherLanguage} onClick={() => language.set(nextLanguage)} />
        <IconButton icon={KeyRound} label={messages.login} aria-pressed={credential.value !== ''} onClick={login} />
      </span>
      <a
        href="/settings"
        aria-label={messages.settings}
        aria-current={path === '/settings' ? 'page' : undefined}
        title={messages.settings}
        class="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-raised hover:text-ink aria-[current]:text-accent"
      >
        <Settings size={18} aria-hidden="true" />
      </a>
      <IconButton icon={Menu} label={messages.palette} onClick={open} />
    </>
  )
}

const pollMs = 5 * 60_000

/** On the link to the watched view, above its text on phones. */
export function WatchBadge() {
  const { unseen } = badgeMessages.use()
  const { storage } = usePage()
  const since = useMemo(() => createLastLook(storage), [storage]).value
  const path = `/api/v1/watches/events?since=${since}&limit=1`
  // After a failure the number stays as it is: the view shows the error.
  const count = useReport<WatchEventsAnswer>(path, { isEnabled: since > 0, everyMs: pollMs }).report?.total ?? 0
  if (count === 0) return null
  return (
    <span class="figures absolute start-1/2 top-1 ms-2 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-medium text-on-accent sm:start-auto sm:-end-1 sm:top-0">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span class="sr-only">{unseen(count)}</span>
    </span>
  )
}

const badgeMessages = createMessages({
  unseen: ['{0} 条新的', '{0} new'],
})
