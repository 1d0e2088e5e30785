// Page header: name, navigation and tools. On phones the navigation is at the bottom.

import { Activity, Bell, Flame, Search } from 'lucide-preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { LoadErrorToast, lazyComponent, Nothing } from '../components/lazy.tsx'
import { takesKeys } from '../components/takes-keys.ts'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'

const views = [
  { path: '/', name: 'search', icon: Search },
  { path: '/hot', name: 'hot', icon: Flame },
  { path: '/watched', name: 'watched', icon: Bell },
  { path: '/status', name: 'status', icon: Activity },
] as const

const HeaderTools = lazyComponent(async () => (await import('./header-tools.tsx')).HeaderTools, LoadErrorToast)
// In the same chunk. A failure to load it is shown once.
const WatchBadge = lazyComponent(async () => (await import('./header-tools.tsx')).WatchBadge, Nothing)

export function Header() {
  const messages = frameMessages.use()
  const { hasContent } = usePage()
  usePageKeys()
  return (
    <>
      <a
        href="#main"
        class="sr-only rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        {messages.skip}
      </a>
      <header class="mx-auto flex h-14 max-w-(--page-width) items-center gap-4 px-3 sm:max-md:gap-2 sm:px-5">
        <a href="/" class="flex shrink-0 items-center gap-2 text-lg font-bold tracking-tight">
          <Logo />
          Trawl
        </a>
        <Navigation />
        <div class="ms-auto flex h-9 min-w-18 sm:min-w-45">{hasContent.value && <HeaderTools />}</div>
      </header>
    </>
  )
}

/** The drawing of `icon.svg`: as part of the document it is there at once, and is not asked for. */
function Logo() {
  return (
    <svg viewBox="0 0 64 64" width="28" height="28" aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="#0b6e75" />
      <g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round">
        <path d="M12 17h40" stroke-width="4" />
        <path d="M14 17c0 19 6 34 18 34s18-15 18-34" stroke-width="5" />
        <path d="M25 18c0 13 2 24 7 31M39 18c0 13-2 24-7 31M17 31h30" stroke-width="3" />
      </g>
      <path d="M13 16h0M32 16h0M51 16h0" stroke="#fff" stroke-width="10" stroke-linecap="round" />
    </svg>
  )
}

function Navigation() {
  const messages = frameMessages.use()
  const { path, url } = useLocation()
  const { hasContent } = usePage()
  // From other views the first link leads back to the last search; in the search view it empties.
  const lastSearch = useRef('/')
  if (path === '/') lastSearch.current = url
  return (
    <nav
      aria-label={messages.views}
      // On phones each link has its place before the next one is parsed.
      class="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 grid-rows-[3.5rem] border-t border-line bg-card pb-[env(safe-area-inset-bottom)] sm:static sm:flex sm:gap-1 sm:border-0 sm:bg-transparent sm:pb-0"
    >
      {views.map(({ path: href, name, icon: Icon }) => (
        <a
          key={href}
          href={path === '/' || href !== '/' ? href : lastSearch.current}
          aria-current={path === href ? 'page' : undefined}
          class="relative flex flex-col items-center justify-center gap-0.5 text-xs whitespace-nowrap text-soft hover:text-ink aria-[current]:text-accent sm:h-9 sm:flex-row sm:gap-1.5 sm:rounded-lg sm:px-2 md:px-3 sm:max-lg:[&_svg]:hidden sm:text-sm sm:font-medium sm:aria-[current]:bg-wash"
        >
          <Icon size={18} aria-hidden="true" />
          {messages[name]}
          {name === 'watched' && path !== href && hasContent.value && <WatchBadge />}
        </a>
      ))}
    </nav>
  )
}

/** After `g`. */
const viewByKey: Readonly<Record<string, string>> = { s: '/', h: '/hot', w: '/watched', t: '/status' }

function usePageKeys(): void {
  const { openDialog } = usePage()
  const { route } = useLocation()
  const isAfterG = useRef(false)
  // A layout effect: no key is lost between the first paint and the effect.
  useLayoutEffect(() => {
    const onPlainKey = (key: string): boolean => {
      const view = isAfterG.current ? viewByKey[key] : undefined
      isAfterG.current = key === 'g'
      if (view !== undefined) route(view)
      else if (key === '/') focusSearchBox(route)
      else if (key === '?') openDialog.value = 'keys'
      else return false
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const key = event.key.toLowerCase()
      const isControl = event.ctrlKey || event.metaKey
      const isPalette = key === 'k' && isControl && !event.altKey
      if (isPalette && !document.querySelector('dialog[open]')) openDialog.value = 'palette'
      if (isPalette || (!isControl && !event.altKey && !takesKeys(event.target) && onPlainKey(key)))
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [openDialog, route])
}

/** From other views it leads to the search view, whose box takes the focus. */
function focusSearchBox(route: (url: string) => void): void {
  const box = document.querySelector<HTMLInputElement>('input[name=kw]')
  box?.focus()
  box?.select()
  if (!box) route('/')
}
