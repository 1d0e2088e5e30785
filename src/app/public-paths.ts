// Which paths are not for everybody who may ask, or are for more.
import { allowListPath, securityPaths } from '../hotlist/security-routes.ts'
import type { Page } from '../http/assets.ts'
import { descriptionPath } from '../http/description-routes.ts'
import { docsPaths } from '../http/docs-routes.ts'
import type { Paths } from '../http/guard.ts'
import { pathsOfPage } from '../http/page-routes.ts'
import { alivePath, readyPath } from '../http/probes.ts'

/** Who asks here needs to prove nothing: a page needs these before its user has logged in, or they have a gate of their own. */
const openPaths = new Set([
  ...['/api/health', '/api/latest', '/api/enable-login', '/api/auth/login', '/api/auth/verify', '/api/auth/logout'],
  ...[descriptionPath, ...docsPaths],
  ...['/metrics', '/api/v1/metrics', '/api/v1/errors', '/api/v1/logs', ...securityPaths],
])

/** The paths of the service, with those of its page. */
export function pathRules(page: Page | undefined): Paths {
  return {
    alive: alivePath,
    allowList: allowListPath,
    open: openPaths.union(new Set(pathsOfPage(page))),
    uncounted: new Set([alivePath, readyPath]),
  }
}
