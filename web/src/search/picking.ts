// What the dialogue of sources does with names: reads them as people write them, picks them, and makes a search of the choice.
import type { SearchAsk } from './ask.ts'
import { cloudOrder } from './cloud-names.ts'

/** What is chosen in the dialogue. */
export type Choice = Pick<SearchAsk, 'src' | 'types' | 'channels' | 'plugins'>

/** What there is to choose from. */
export interface Offered {
  readonly channels: readonly string[]
  readonly plugins: readonly string[]
}

/** What a request may name. */
const mostChannels = 500
const mostPlugins = 100

const spelling =
  /^(?:@?(?<name>[a-z][a-z0-9_]{3,31})|(?:https?:\/\/)?t\.me\/(?:s\/)?(?<addressed>[a-z][a-z0-9_]{3,31})\/?(?:[?#].*)?)$/i

/** The channels that a text names, with blanks or commas between them; and the pieces that name none. */
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

/** Both lists, each name once: names that differ only in letter case are the same, and the first spelling is kept. */
export function together(names: readonly string[], more: readonly string[]): readonly string[] {
  const byName = new Map<string, string>()
  for (const name of [...names, ...more]) {
    const key = name.toLowerCase()
    if (!byName.has(key)) byName.set(key, name)
  }
  return [...byName.values()]
}

/** The names of the list that are not among the others, however those are spelled. */
export function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const gone = new Set(others.map((name) => name.toLowerCase()))
  return names.filter((name) => !gone.has(name.toLowerCase()))
}

/** The list with the name, or without it where it is in. */
export function toggled<Name extends string>(names: readonly Name[], name: Name): readonly Name[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
}

/** The names that have the typed text somewhere in them; letter case, a leading @ and blanks around it say nothing. */
export function namesWith(names: readonly string[], typed: string): readonly string[] {
  const sought = typed.trim().replace(/^@/, '').toLowerCase()
  return names.filter((name) => name.toLowerCase().includes(sought))
}

/** A choice with the names as the service spells them, whatever an address says. */
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
 * The search with this choice. Whoever ticked all there is means all, today and tomorrow, which is an empty list. What is not looked at
 * because of `src` is left out.
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
    // A tab of a cloud that is not asked for any more would be empty.
    tab: ask.tab !== 'all' && types.length > 0 && !types.includes(ask.tab) ? 'all' : ask.tab,
  }
}

function isAll(chosen: readonly string[], offered: readonly string[]): boolean {
  return offered.length > 0 && without(offered, chosen).length === 0 && without(chosen, offered).length === 0
}
