// Formats stories of several platforms, and the items that gained the most ranks.
import type { Riser, TrendStory } from '../../../client/client.ts'
import type { ListsWindow } from './format-lists.ts'
import { formatAgeLong } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { type Cell, maxWidth, pad, spaceFor, table, truncate, wrapText } from './text-width.ts'

/** Each story with its title, then where it stands. */
export function formatStories(stories: readonly TrendStory[], window: ListsWindow): string[] {
  const { columns, now, hasUrls, paint, linked, language, words } = window
  const numberWidth = Math.max(2, `${stories.length}`.length)
  const indent = ' '.repeat(numberWidth + 1)
  const width = columns - indent.length
  return stories.flatMap(({ title, items, platforms, firstSeen, firstSource }, index) => {
    const number = paint('faint', pad(`${index + 1}`, numberWidth, 'right'))
    const heading = `${number} ${linked(paint('head', truncate(sanitizeText(title), width)), items[0]?.url ?? '')}`
    const began = words.platforms(platforms, formatAgeLong(firstSeen, now, language), firstSource)
    const places = items.map(({ source, rank }) => `${source} #${rank}`).join(' · ')
    const where = wrapText(sanitizeText(began + places), width).map((line) => paint('faint', line))
    const addresses = hasUrls ? items.map(({ url }) => paint('address', sanitizeUrl(url))) : []
    return [heading, ...[...where, ...addresses].map((line) => indent + line)]
  })
}

/** Each item with the ranks that it gained and where it stands. */
export function formatRisers(risers: readonly Riser[], window: ListsWindow): string[] {
  const { columns, hasUrls, paint, words } = window
  const rows = risers.map(({ id, item, gained, before }): Cell[] => [
    [`▲${gained}`, 'good'],
    [sanitizeText(item.title), 'plain', item.url],
    [sanitizeText(`${id} #${item.rank}${before === null ? words.rankNew : words.rankBefore(before)}`), 'faint'],
  ])
  const layout = [{}, { gap: 1 }, {}]
  const titles = { gap: 1, max: Math.max(12, spaceFor(1, rows, layout, columns)) }
  const indent = ' '.repeat(maxWidth(rows.map(([gained]) => gained?.[0] ?? '')) + 1)
  const addresses = risers.map(({ item }) => (hasUrls ? [indent + paint('address', sanitizeUrl(item.url))] : []))
  return table(rows, [{}, titles, {}], window).flatMap((line, at) => [line, ...(addresses[at] ?? [])])
}
