// Tells series of one name apart that two platforms made at the same time: 三体 of 2023 and of 2024.
import type { GroupedTitle } from './grouped-title.ts'

const foreignPlatform = /netflix|网飞|奈飞|(?<![a-z])nf(?![a-z])/
const chinesePlatform = /腾讯|企鹅|央视|优酷|爱奇艺|国产剧|国剧|大陆剧/
const maxYearsApart = 2

/** The platform that a folded title names, `''` for none. */
export function platformOf(folded: string): string {
  if (foreignPlatform.test(folded)) return 'netflix'
  return chinesePlatform.test(folded) ? 'cn' : ''
}

/** Whether the platforms tell series apart: titles name two of them, or those of one began in another year than the others. */
export function hasPlatforms(members: readonly GroupedTitle[]): boolean {
  if (members.length === 1) return false
  const platforms = members.map(({ title }) => platformOf(title.folded))
  if (!platforms.includes('netflix')) return false
  if (platforms.includes('cn')) return true
  const firstYear = (isForeign: boolean) =>
    Math.min(
      ...members.flatMap(({ title, name }, index) => {
        const isFirst = !title.isLive && (title.seasons[0] ?? name.number ?? 1) === 1
        return isFirst && (platforms[index] === 'netflix') === isForeign ? (title.year ?? []) : []
      }),
    )
  const apart = Math.abs(firstYear(true) - firstYear(false))
  return apart > 0 && apart <= maxYearsApart
}
