// Items of lists without what an operator wants never shown.
import type { Bans } from '../bans/bans.ts'
import type { ListItem } from './fit-items.ts'

/** The items of a list, each at its place; the place of one that must not be shown is empty, so that the others keep their rank. */
export type ShownItems = readonly (ListItem | undefined)[]

/** Makes what takes out of lists that which must not be shown at the moment it is called. What it took out before stays out of what it is given. */
export function createItemsShown(bans: Bans): (items: ShownItems) => ShownItems {
  /** Lists are told again and again; what was looked at by these bans needs no second look. */
  const seen = new WeakMap<ShownItems, { readonly version: number; readonly shown: ShownItems }>()
  return (items) => {
    if (bans.isEmpty()) return items
    const version = bans.version()
    const before = seen.get(items)
    if (before?.version === version) return before.shown
    const shown = items.map((item) => item && shownItem(item, bans))
    for (const list of [items, shown]) seen.set(list, { version, shown })
    return shown
  }
}

function shownItem(item: ListItem, bans: Bans): ListItem | undefined {
  const { title, hover = '', info = '', url, mobileUrl, icon } = item
  if (bans.hasBannedWord(title, hover, info)) return undefined
  if (bans.isAddressBanned(url) || (mobileUrl !== undefined && bans.isAddressBanned(mobileUrl))) return undefined
  if (icon === undefined || !bans.isAddressBanned(icon)) return item
  const { icon: _banned, ...others } = item
  return others
}
