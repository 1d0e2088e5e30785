// Page header: name, navigation, theme, language and login. On phones the navigation is at the bottom.
import { Activity, Flame, KeyRound, Languages, type LucideIcon, Monitor, Moon, Search, Sun } from 'lucide-preact'
import { useLocation } from 'preact-iso'
import { IconButton } from '../components/button.tsx'
import { themes, usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { frameMessages } from './messages.ts'

const views = [
  { path: '/', name: 'search', icon: Search },
  { path: '/hot', name: 'hot', icon: Flame },
  { path: '/status', name: 'status', icon: Activity },
] as const

const themeIcons: Readonly<Record<(typeof themes)[number], LucideIcon>> = { system: Monitor, light: Sun, dark: Moon }

export function Header() {
  const messages = useMessages(frameMessages)
  return (
    <>
      <a
        href="#main"
        class="sr-only rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        {messages.skip}
      </a>
      <header class="mx-auto flex h-14 max-w-(--page-width) items-center gap-4 px-3 sm:px-5">
        <a href="/" class="flex items-center gap-2 text-lg font-bold tracking-tight">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Trawl
        </a>
        <Navigation />
        <div class="ms-auto flex">
          <ThemeButton />
          <LanguageButton />
          <LoginButton />
        </div>
      </header>
    </>
  )
}

function Navigation() {
  const messages = useMessages(frameMessages)
  const { path } = useLocation()
  return (
    <nav
      aria-label={messages.views}
      class="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] sm:static sm:gap-1 sm:border-0 sm:bg-transparent sm:pb-0"
    >
      {views.map(({ path: href, name, icon: Icon }) => (
        <a
          key={href}
          href={href}
          aria-current={path === href ? 'page' : undefined}
          class="flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs whitespace-nowrap text-soft hover:text-ink aria-[current]:text-accent sm:h-9 sm:flex-row sm:gap-1.5 sm:rounded-lg sm:px-3 sm:text-sm sm:font-medium sm:aria-[current]:bg-wash"
        >
          <Icon size={18} aria-hidden="true" />
          {messages[name]}
        </a>
      ))}
    </nav>
  )
}

function ThemeButton() {
  const messages = useMessages(frameMessages)
  const { theme } = usePage().preferences
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  const label = `${messages.theme}: ${messages.themes[theme.value]}`
  return <IconButton icon={themeIcons[theme.value]} label={label} onClick={() => theme.set(next)} />
}

function LanguageButton() {
  const messages = useMessages(frameMessages)
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
  const messages = useMessages(frameMessages)
  const { credential, isLoginOpen } = usePage()
  const open = () => {
    isLoginOpen.value = true
  }
  return <IconButton icon={KeyRound} label={messages.login} aria-pressed={credential.value !== ''} onClick={open} />
}
