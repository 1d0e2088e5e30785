// The commands of the page.
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { fullNameOf } from '../components/list-name.tsx'
import { frameMessages } from '../frame-messages.ts'
import { themes, usePage } from '../page-context.ts'
import { useSavedSearches } from '../search/front/use-saved-searches.ts'
import { createSearchHistory } from '../search/history.ts'
import { emptySearch, type SearchState } from '../search/search-state.ts'
import { searchUrl } from '../search/search-url.ts'
import type { Command, CommandGroups } from './commands.ts'
import { paletteMessages } from './palette-messages.ts'

/** The maximum number of recent and of saved searches. */
const maxSearches = 6

export function useCommands(records: readonly SourceRecord[]): CommandGroups {
  const { route } = useLocation()
  const messages = paletteMessages.use()
  const { kinds } = messages
  return {
    records,
    toList: (record) => ({
      id: `list ${record.id}`,
      label: fullNameOf(record),
      kind: kinds.list,
      record,
      run: () => route(`/hot?list=${encodeURIComponent(record.id)}`),
    }),
    commands: [...useViews(), ...useSettings()],
    searches: useSearches(),
    withText: (text) => [
      { id: 'search', label: messages.search(text), run: () => route(searchUrl({ ...emptySearch, kw: text })) },
      { id: 'word', label: messages.findWord(text), run: () => route(`/hot?find=${encodeURIComponent(text)}`) },
    ],
  }
}

function useSearches(): readonly Command[] {
  const { route } = useLocation()
  const { storage } = usePage()
  const { kinds } = paletteMessages.use()
  const recent = useMemo(() => createSearchHistory(storage), [storage]).entries.value
  const saved = useSavedSearches().entries.value
  const toCommand = (kind: string) => {
    return ({ ask }: { readonly ask: SearchState }): Command => {
      const url = searchUrl(ask)
      return { id: `${kind} ${url}`, label: ask.kw, kind, run: () => route(url) }
    }
  }
  return [
    ...recent.slice(0, maxSearches).map(toCommand(kinds.recent)),
    ...saved.slice(0, maxSearches).map(toCommand(kinds.saved)),
  ]
}

const views = [
  { path: '/', name: 'search', words: 'search sousuo home 首页' },
  { path: '/hot', name: 'hot', words: 'hot lists rebang' },
  { path: '/watched', name: 'watched', words: 'watched watches guanzhu' },
  { path: '/status', name: 'status', words: 'status zhuangtai' },
  {
    path: '/settings',
    name: 'settings',
    words:
      'settings shezhi export import qr proxy daili channel pindao feed notify tongzhi 代理 频道 订阅源 通知 屏蔽词 导出 导入',
  },
] as const

function useViews(): readonly Command[] {
  const { route } = useLocation()
  const frame = frameMessages.use()
  const { kinds } = paletteMessages.use()
  return views.map(({ path, name, words }) => ({
    id: path,
    label: frame[name],
    kind: kinds.view,
    words,
    run: () => route(path),
  }))
}

const themeWords = { system: 'system xitong', light: 'light qianse', dark: 'dark shense' } as const

function useSettings(): readonly Command[] {
  const { preferences, isLoginOpen, openDialog } = usePage()
  const frame = frameMessages.use()
  const messages = paletteMessages.use()
  const kind = messages.kinds.command
  const { theme, language } = preferences
  const openKeys = () => {
    openDialog.value = 'keys'
  }
  const login = () => {
    isLoginOpen.value = true
  }
  return [
    ...themes.map((name) => ({
      id: name,
      label: frame.themes[name],
      kind: messages.kinds.theme,
      words: `theme zhuti ${themeWords[name]}`,
      run: () => theme.set(name),
    })),
    {
      id: 'language',
      label: messages.language,
      kind,
      words: 'language yuyan 语言 english 中文',
      run: () => language.set(language.value === 'zh' ? 'en' : 'zh'),
    },
    { id: 'login', label: frame.login, kind, words: 'login key denglu miyao 密钥', run: login },
    { id: 'keys', label: messages.keys, kind, words: 'keyboard keys jianpan ?', run: openKeys },
  ]
}
