// The generated list of endpoints for `/`, and the OpenAPI document, both with the configured prefix of the DailyHotApi paths.
import written from '../contract/generated/endpoints.json' with { type: 'json' }

/** Paths for clients of DailyHotApi, without a prefix. */
const movable = /^\/(?:all|\{id\}.*)$/

/** The path with the prefix of DailyHotApi paths where it is one of those; undefined where they are off (no `prefix`). */
function movedPath(path: string, prefix: string | undefined): string | undefined {
  return movable.test(path) ? prefix && `${prefix.replace(/\/$/, '')}${path}` : path
}

/** The endpoints with their summaries, by method and path. `dailyHotPrefix` undefined: without those of DailyHotApi. */
export function endpointIndex(dailyHotPrefix: string | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(written).flatMap(([line, meaning]) => {
      const [method = '', written = ''] = line.split(' ')
      const path = movedPath(written, dailyHotPrefix)
      return path === undefined ? [] : [[`${method} ${path}`, meaning]]
    }),
  )
}

/** The OpenAPI document. Loaded on demand: it is large and rarely requested. */
export async function openApiDocument(dailyHotPrefix: string | undefined) {
  const { default: described } = await import('../contract/generated/openapi.json', { with: { type: 'json' } })
  const paths = Object.entries(described.paths).flatMap(([written, operations]) => {
    const path = movedPath(written, dailyHotPrefix)
    return path === undefined ? [] : [[path, operations] as const]
  })
  return { ...described, paths: Object.fromEntries(paths) }
}

/** All paths in the notation of the router: `/:id` for `/{id}`. */
export function routePatterns(dailyHotPrefix: string | undefined): ReadonlySet<string> {
  const lines = Object.keys(endpointIndex(dailyHotPrefix))
  return new Set(lines.map((line) => line.replace(/^\w+ |\?.*/g, '').replace(/\{(\w+)\}/g, ':$1')))
}
