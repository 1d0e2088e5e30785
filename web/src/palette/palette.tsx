// The command palette: lists, searches, views and settings by name, pinyin or a word.

import { useId, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord, SourcesAnswer } from '../../../src/contract/hotlist.ts'
import { Dialog } from '../components/dialog.tsx'
import { fullNameOf, ListName } from '../components/list-name.tsx'
import { ListOption } from '../components/list-option.tsx'
import { frameMessages } from '../frame-messages.ts'
import { nextIndex } from '../hot/arrow-keys.ts'
import { themes, usePage } from '../page-context.ts'
import { useSavedSearches } from '../search/front/use-saved-searches.ts'
import { SearchHistory } from '../search/history.ts'
import { emptySearch, type SearchState } from '../search/search-state.ts'
import { searchUrl } from '../search/search-url.ts'
import { useAnswer } from '../use-answer.ts'
import { type Command, type CommandGroups, offer } from './commands.ts'
import { paletteMessages } from './palette-messages.ts'

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const messages = paletteMessages.use()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const lists = useAnswer<SourcesAnswer>('/api/v1/sources', { isBackground: true }).answer?.sources ?? []
  const offered = offer(typed, useCommands(lists.filter(({ enabled }) => enabled)))
  const idOf = (at: number) => `${listId}-${at}`
  const pick = ({ run }: Command) => {
    onClose()
    // A closing dialog restores the focus; wait for that before what was picked takes it.
    setTimeout(run)
  }
  const onKey = (key: string) => {
    const to = nextIndex(key, active, offered.length)
    const picked = offered[active]
    if (to !== undefined) setActive(to)
    else if (key === 'Enter' && picked) pick(picked)
    else return false
    return true
  }
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div class="flex h-[70dvh] flex-col gap-2">
        <PaletteInput
          listId={listId}
          activeId={offered.length > 0 ? idOf(active) : undefined}
          value={typed}
          onType={(value) => {
            setActive(0)
            setTyped(value)
          }}
          onKey={onKey}
        />
        <div class="-mx-2 min-h-0 flex-1 overflow-y-auto px-2">
          <div id={listId} role="listbox" aria-label={messages.options}>
            {offered.map((command, at) => (
              <ListOption key={command.id} id={idOf(at)} isActive={at === active} onPick={() => pick(command)}>
                {command.record ? (
                  <ListName of={command.record} />
                ) : (
                  <span class="min-w-0 truncate">{command.label}</span>
                )}
                <span class="ms-auto shrink-0 text-xs text-soft">{command.kind}</span>
              </ListOption>
            ))}
          </div>
          {offered.length === 0 && <p class="px-2 py-3 text-sm text-soft">{messages.none}</p>}
        </div>
      </div>
    </Dialog>
  )
}

interface InputProps {
  readonly listId: string
  /** Id of the selected option. */
  readonly activeId: string | undefined
  readonly value: string
  readonly onType: (typed: string) => void
  /** Returns whether it handled the key. */
  readonly onKey: (key: string) => boolean
}

/** Has the initial focus. */
function PaletteInput({ listId, activeId, value, onType, onKey }: InputProps) {
  const messages = paletteMessages.use()
  return (
    <input
      type="text"
      role="combobox"
      aria-label={messages.label}
      aria-expanded={activeId !== undefined}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autofocus
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      enterkeyhint="go"
      maxLength={100}
      placeholder={messages.placeholder}
      value={value}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        // During IME composition, keys belong to the input method.
        if (!event.isComposing && onKey(event.key)) event.preventDefault()
      }}
    />
  )
}

const maxSearches = 6

function useCommands(records: readonly SourceRecord[]): CommandGroups {
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
  const recent = useMemo(() => new SearchHistory(storage), [storage]).entries.value
  const saved = useSavedSearches().entries
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
