// What there is to ask, as it is told at `/`: written from the operations, with what an operator puts elsewhere where he puts it.
import written from './endpoints.json' with { type: 'json' }

/** What clients of DailyHotApi ask, as it stands at the root. */
const movable = /^(GET )(\/all|\/\{id\}.*)$/

/** By method and path; `dailyHotPrefix` is what those paths begin with, absent where there are none. */
export function endpointsBy(dailyHotPrefix: string | undefined): Readonly<Record<string, string>> {
  const prefix = dailyHotPrefix?.replace(/\/$/, '')
  return Object.fromEntries(
    Object.entries(written).flatMap(([line, meaning]) => {
      const [, method, path] = movable.exec(line) ?? []
      if (path === undefined) return [[line, meaning]]
      return prefix === undefined ? [] : [[`${method}${prefix}${path}`, meaning]]
    }),
  )
}

/** The paths there are, as routes spell them. */
export function pathsBy(dailyHotPrefix: string | undefined): ReadonlySet<string> {
  const lines = Object.keys(endpointsBy(dailyHotPrefix))
  return new Set(lines.map((line) => line.replace(/^\w+ |\?.*$/g, '').replace(/\{(\w+)\}/g, ':$1')))
}
