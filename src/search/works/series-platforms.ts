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

function isFirst(season = 1): boolean {
  return season === 1
}

/** Whether the platforms tell series apart: titles name two of them, or those of one began in another year than the others. */
export function hasPlatforms(members: readonly GroupedTitle[]): boolean {
  const platforms = new Set(members.map(({ title }) => platformOf(title.folded)))
  if (platforms.has('netflix') && platforms.has('cn')) return true
  const firstYear = (isForeign: boolean) =>
    Math.min(
      ...members
        .filter(
          ({ title, name }) =>
            !title.isLive &&
            isFirst(title.seasons[0] ?? name.number) &&
            (platformOf(title.folded) === 'netflix') === isForeign,
        )
        .flatMap(({ title }) => title.year ?? []),
    )
  const apart = Math.abs(firstYear(true) - firstYear(false))
  return apart > 0 && apart <= maxYearsApart
}
