// What there is to ask, in short for `/` and in full for `/openapi.json`: written from the operations, with what an operator puts elsewhere where he puts it.
import written from '../contract/generated/endpoints.json' with { type: 'json' }

/** What clients of DailyHotApi ask, as it stands at the root. */
const movable = /^\/(?:all|\{id\}.*)$/

/** Where a path is by the setting; undefined where it is not. `prefix` is what the paths of DailyHotApi begin with, absent where there are none. */
function movedPath(path: string, prefix: string | undefined): string | undefined {
  return movable.test(path) ? prefix && `${prefix.replace(/\/$/, '')}${path}` : path
}

/** By method and path; `dailyHotPrefix` is what those paths begin with, absent where there are none. */
export function endpointIndex(dailyHotPrefix: string | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(written).flatMap(([line, meaning]) => {
      const [method = '', written = ''] = line.split(' ')
      const path = movedPath(written, dailyHotPrefix)
      return path === undefined ? [] : [[`${method} ${path}`, meaning]]
    }),
  )
}

/** The whole description, its paths where they are; read when it is asked for, as it is large and few ask for it. */
export async function openApiDocument(dailyHotPrefix: string | undefined) {
  const { default: described } = await import('../contract/generated/openapi.json', { with: { type: 'json' } })
  const paths = Object.entries(described.paths).flatMap(([written, operations]) => {
    const path = movedPath(written, dailyHotPrefix)
    return path === undefined ? [] : [[path, operations] as const]
  })
  return { ...described, paths: Object.fromEntries(paths) }
}

/** The paths there are, as routes spell them. */
export function routePatterns(dailyHotPrefix: string | undefined): ReadonlySet<string> {
  const lines = Object.keys(endpointIndex(dailyHotPrefix))
  return new Set(lines.map((line) => line.replace(/^\w+ |\?.*/g, '').replace(/\{(\w+)\}/g, ':$1')))
}
