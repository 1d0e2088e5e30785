// Formats stories of several platforms, and the items that gained the most ranks.
import type { Riser, TrendStory } from '../../../client/client.ts'
import type { ListsWindow } from './format-lists.ts'
import { formatAgeLong } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { maxWidth, pad, truncate, wrapText } from './text-width.ts'
import { resultWords } from './words.ts'

export type StoriesWindow = ListsWindow

/** Each story with its title, then where it stands. */
export function formatStories(stories: readonly TrendStory[], window: StoriesWindow): string[] {
  const { columns, now, hasUrls, paint, linked, language = 'en' } = window
  const numberWidth = Math.max(2, `${stories.length}`.length)
  const indent = ' '.repeat(numberWidth + 1)
  const width = columns - indent.length
  return stories.flatMap(({ title, items, platforms, firstSeen, firstSource }, index) => {
    const number = paint('faint', pad(`${index + 1}`, numberWidth, 'right'))
    const heading = `${number} ${linked(paint('head', truncate(sanitizeText(title), width)), items[0]?.url ?? '')}`
    const began = resultWords[language].platforms(platforms, formatAgeLong(firstSeen, now, language), firstSource)
    const places = items.map(({ source, rank }) => `${source} #${rank}`).join(' · ')
    const where = wrapText(sanitizeText(began + places), width).map((line) => paint('faint', line))
    const addresses = hasUrls ? items.map(({ url }) => paint('address', sanitizeUrl(url))) : []
    return [heading, ...[...where, ...addresses].map((line) => indent + line)]
  })
}

/** Each item with the ranks that it gained and where it stands. */
export function formatRisers(risers: readonly Riser[], window: StoriesWindow): string[] {
  const { columns, hasUrls, paint, linked, language = 'en' } = window
  const words = resultWords[language]
  const rows = risers.map(({ id, item, gained, before }) => ({
    title: sanitizeText(item.title),
    url: item.url,
    gained: `▲${gained}`,
    where: sanitizeText(`${id} #${item.rank}${before === null ? words.rankNew : words.rankBefore(before)}`),
  }))
  const gains = maxWidth(rows.map(({ gained }) => gained))
  const places = maxWidth(rows.map(({ where }) => where))
  const titles = Math.min(maxWidth(rows.map(({ title }) => title)), Math.max(12, columns - gains - places - 3))
  return rows.flatMap(({ title, url, gained, where }) => {
    const shown = truncate(title, titles)
    const blanks = pad(shown, titles).slice(shown.length)
    const line = `${paint('good', pad(gained, gains))} ${linked(shown, url)}${blanks}  ${paint('faint', where)}`
    return hasUrls ? [line, `${' '.repeat(gains + 1)}${paint('address', sanitizeUrl(url))}`] : [line]
  })
}
