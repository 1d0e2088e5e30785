// Filters items that the operator banned out of hot lists.
import type { Bans } from '../bans/ban-list.ts'
import type { ListItem } from './sanitize-items.ts'

/** The items of a list by rank. A banned item leaves `undefined`, so that the ranks of the others do not change. */
export type VisibleItems = readonly (ListItem | undefined)[]

/** Creates a filter that applies the current bans. Items that an earlier call removed from the given array stay removed. */
export function createItemFilter(bans: Bans): (items: VisibleItems) => VisibleItems {
  /** Cached results by items array: the same list is sent many times while the bans do not change. */
  const cache = new WeakMap<VisibleItems, { readonly version: number; readonly shown: VisibleItems }>()
  return (items) => {
    if (bans.isEmpty()) return items
    const version = bans.version()
    const cached = cache.get(items)
    if (cached?.version === version) return cached.shown
    const shown = items.map((item) => item && filterItem(item, bans))
    for (const list of [items, shown]) cache.set(list, { version, shown })
    return shown
  }
}

function filterItem(item: ListItem, bans: Bans): ListItem | undefined {
  const { title, hover = '', info = '', url, mobileUrl, icon } = item
  if (bans.hasBannedWord(title, hover, info)) return undefined
  if (bans.isAddressBanned(url) || (mobileUrl !== undefined && bans.isAddressBanned(mobileUrl))) return undefined
  if (icon === undefined || !bans.isAddressBanned(icon)) return item
  const { icon: _banned, ...others } = item
  return others
}
