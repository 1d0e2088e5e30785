// Logic of the source picker: parses names and builds the search.

import { channelName } from '../../../src/contract/channel-spelling.ts'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import { fold } from '../components/folding.ts'
import type { SearchState } from './search-state.ts'
import { mergeNames } from './search-url.ts'

export type SourceSelection = Pick<SearchState, 'src' | 'types' | 'channels' | 'plugins'>

export interface AvailableSources {
  readonly channels: readonly string[]
  readonly plugins: readonly string[]
}

/** Limits of the API. */
const maxChannels = 500
const maxPlugins = 100

/** Parses channel names separated by spaces or commas; returns the other pieces too. */
export function parseChannelNames(text: string): {
  readonly names: readonly string[]
  readonly others: readonly string[]
} {
  const names: string[] = []
  const others: string[] = []
  for (const piece of text.split(/[\s,，、;；]+/)) {
    const name = channelName(piece)
    if (name !== undefined) names.push(name)
    else if (piece !== '') others.push(piece)
  }
  return { names: mergeNames([], names), others }
}

/** Returns the names that are not in `others`, ignoring letter case. */
export function excludeNames(names: readonly string[], others: readonly string[]): readonly string[] {
  const removed = new Set(others.map((name) => name.toLowerCase()))
  return names.filter((name) => !removed.has(name.toLowerCase()))
}

/** Returns the names that contain the typed text in any spelling; ignores a leading @. */
export function filterNames(names: readonly string[], typed: string): readonly string[] {
  const part = fold(typed.trim().replace(/^@/, ''))
  return names.filter((name) => fold(name).includes(part))
}

/** Returns the selection with the server's spelling of names. */
export function withServerSpelling(choice: SourceSelection, available: AvailableSources): SourceSelection {
  const spelled = (names: readonly string[], listed: readonly string[]) => {
    const byName = new Map(listed.map((name) => [name.toLowerCase(), name]))
    return names.map((name) => byName.get(name.toLowerCase()) ?? name)
  }
  return {
    ...choice,
    channels: spelled(choice.channels, available.channels),
    plugins: spelled(choice.plugins, available.plugins),
  }
}

/**
 * Builds the search for this selection. If everything is selected, the list is empty, which also includes sources added
 * later. Sources excluded by `src` are dropped.
 */
export function applySelection(ask: SearchState, choice: SourceSelection, available: AvailableSources): SearchState {
  const { src } = choice
  const types = cloudTypes.filter((type) => choice.types.includes(type))
  const channels = src === 'plugin' || isAll(choice.channels, available.channels) ? [] : choice.channels
  const plugins = src === 'tg' || isAll(choice.plugins, available.plugins) ? [] : choice.plugins
  return {
    ...ask,
    src,
    types: types.length === cloudTypes.length ? [] : types,
    channels: channels.slice(0, maxChannels),
    plugins: plugins.slice(0, maxPlugins),
    // The tab of a cloud that is not requested would be empty.
    tab: ask.tab !== 'all' && types.length > 0 && !types.includes(ask.tab) ? 'all' : ask.tab,
  }
}

function isAll(chosen: readonly string[], available: readonly string[]): boolean {
  return (
    available.length > 0 && excludeNames(available, chosen).length === 0 && excludeNames(chosen, available).length === 0
  )
}
