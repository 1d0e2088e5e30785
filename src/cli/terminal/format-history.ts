// Formats the ranks of items over time: a line of bars for each, its best rank, and when it was seen.
import type { HistoryAnswer } from '../../../client/client.ts'
import type { ListsWindow } from './format-lists.ts'
import { formatAge, formatAgeLong } from './format-units.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { pad, truncate } from './text-width.ts'

type PointsAnswer = Extract<HistoryAnswer, { points: unknown }>

export type ItemOverTime = PointsAnswer['item'] & Pick<PointsAnswer, 'firstSeen' | 'lastSeen' | 'peak' | 'points'>

export interface ListOverTime {
  readonly name: string
  readonly to: number
  readonly items: readonly ItemOverTime[]
}

const bars = '▁▂▃▄▅▆▇█'
const barCount = 24
/** Ranks of a list of usual length. */
const usualRanks = 50

/** The name of each list, then its items. */
export function formatHistory(lists: readonly ListOverTime[], window: ListsWindow): string[] {
  const { columns, now, hasUrls, paint, linked, language, words } = window
  const indent = ' '.repeat(barCount + 1)
  return lists.flatMap(({ name, to, items }) => [
    paint('head', truncate(sanitizeText(name), columns)),
    ...items.flatMap((item) => {
      const { title, url, peak, firstSeen, lastSeen } = item
      const shown = linked(truncate(sanitizeText(title), columns - indent.length), url)
      const best = words.bestRank(peak.rank, formatAgeLong(peak.at, now, language))
      const seen = words.seen(formatAge(firstSeen, now, language), formatAgeLong(lastSeen, now, language))
      const lines = [paint('faint', truncate(best + seen, columns - indent.length))]
      if (hasUrls) lines.push(paint('address', sanitizeUrl(url)))
      return [`${pad(ranksAsBars(item, to), barCount)} ${shown}`, ...lines.map((line) => indent + line)]
    }),
  ])
}

/** From the first point to `to`, of each part of that time the last rank: the higher the bar, the better; a blank where the item had left. */
function ranksAsBars({ points }: Pick<ItemOverTime, 'points'>, to: number): string {
  const from = points[0]?.at ?? to
  const ranks = points.map(({ rank }) => rank ?? 0)
  const lowest = Math.max(usualRanks, ...ranks)
  const part = Math.max(1, (to - from) / barCount)
  let text = ''
  for (let bar = 1; bar <= barCount; bar += 1) {
    const rank = points.findLast(({ at }) => at <= from + bar * part)?.rank
    text += rank ? bars.charAt(Math.round((1 - (rank - 1) / (lowest - 1)) * (bars.length - 1))) : ' '
  }
  return text
}
