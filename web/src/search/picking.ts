// Logic of the source picker: parses names, toggles them, and builds the search.
import type { SearchAsk } from './ask.ts'
import { cloudOrder } from './cloud-names.ts'

/** Selection in the picker. */
export type Choice = Pick<SearchAsk, 'src' | 'types' | 'channels' | 'plugins'>

/** Sources to choose from. */
export interface Offered {
  readonly channels: readonly string[]
  readonly plugins: readonly string[]
}

/** Limits of the API. */
const mostChannels = 500
const mostPlugins = 100

const spelling =
  /^(?:@?(?<name>[a-z][a-z0-9_]{3,31})|(?:https?:\/\/)?t\.me\/(?:s\/)?(?<addressed>[a-z][a-z0-9_]{3,31})\/?(?:[?#].*)?)$/i

/** Parses channel names separated by spaces or commas; returns the other pieces too. */
export function channelsIn(text: string): { readonly names: readonly string[]; readonly others: readonly string[] } {
  const names: string[] = []
  const others: string[] = []
  for (const piece of text.split(/[\s,，、;；]+/)) {
    const groups = spelling.exec(piece)?.groups
    const name = groups?.name ?? groups?.addressed
    if (name !== undefined) names.push(name)
    else if (piece !== '') others.push(piece)
  }
  return { names: together([], names), others }
}

/** Merges lists without duplicates, ignoring letter case; the first spelling wins. */
export function together(names: readonly string[], more: readonly string[]): readonly string[] {
  const byName = new Map<string, string>()
  for (const name of [...names, ...more]) {
    const key = name.toLowerCase()
    if (!byName.has(key)) byName.set(key, name)
  }
  return [...byName.values()]
}

/** Returns the names that are not in `others`, ignoring letter case. */
export function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const gone = new Set(others.map((name) => name.toLowerCase()))
  return names.filter((name) => !gone.has(name.toLowerCase()))
}

/** Adds the name, or removes it if present. */
export function toggled<Name extends string>(names: readonly Name[], name: Name): readonly Name[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
}

/** Returns the names that contain the typed text; ignores letter case, a leading @ and surrounding spaces. */
export function namesWith(names: readonly string[], typed: string): readonly string[] {
  const sought = typed.trim().replace(/^@/, '').toLowerCase()
  return names.filter((name) => name.toLowerCase().includes(sought))
}

/** Returns the selection with the server's spelling of names. */
export function spelledAs(choice: Choice, offered: Offered): Choice {
  const spelled = (names: readonly string[], listed: readonly string[]) => {
    const byName = new Map(listed.map((name) => [name.toLowerCase(), name]))
    return names.map((name) => byName.get(name.toLowerCase()) ?? name)
  }
  return {
    ...choice,
    channels: spelled(choice.channels, offered.channels),
    plugins: spelled(choice.plugins, offered.plugins),
  }
}

/**
 * Builds the search for this selection. If everything is selected, the list is empty, which also includes sources added
 * later. Sources excluded by `src` are dropped.
 */
export function askOf(ask: SearchAsk, choice: Choice, offered: Offered): SearchAsk {
  const { src } = choice
  const types = cloudOrder.filter((type) => choice.types.includes(type))
  const channels = src === 'plugin' || isAll(choice.channels, offered.channels) ? [] : choice.channels
  const plugins = src === 'tg' || isAll(choice.plugins, offered.plugins) ? [] : choice.plugins
  return {
    ...ask,
    src,
    types: types.length === cloudOrder.length ? [] : types,
    channels: channels.slice(0, mostChannels),
    plugins: plugins.slice(0, mostPlugins),
    // The tab of a cloud that is not requested would be empty.
    tab: ask.tab !== 'all' && types.length > 0 && !types.includes(ask.tab) ? 'all' : ask.tab,
  }
}

function isAll(chosen: readonly string[], offered: readonly string[]): boolean {
  return offered.length > 0 && without(offered, chosen).length === 0 && without(chosen, offered).length === 0
}
