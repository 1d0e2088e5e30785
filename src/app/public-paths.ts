// Paths with access rules of their own: public ones, and those that are not rate limited.
import { allowListPath, securityPaths } from '../hotlist/security-routes.ts'
import type { Page } from '../http/assets.ts'
import { descriptionPath } from '../http/description-routes.ts'
import { docsPaths } from '../http/docs-routes.ts'
import type { Paths } from '../http/guard.ts'
import { pathsOfPage } from '../http/page-routes.ts'
import { alivePath, readyPath } from '../http/probes.ts'

/** Public paths: the page needs them before a login, or their routes check access themselves. */
const openPaths = new Set([
  ...['/api/health', '/api/latest', '/api/enable-login', '/api/auth/login', '/api/auth/verify', '/api/auth/logout'],
  ...[descriptionPath, ...docsPaths],
  ...['/metrics', '/api/v1/metrics', '/api/v1/errors', '/api/v1/logs', ...securityPaths],
])

/** The rules for all paths, with the files of the web page. */
export function pathRules(page: Page | undefined): Paths {
  return {
    alive: alivePath,
    allowList: allowListPath,
    open: openPaths.union(new Set(pathsOfPage(page))),
    uncounted: new Set([alivePath, readyPath]),
  }
}
