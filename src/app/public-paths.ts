// Paths with access rules of their own: public ones, and those that are not rate limited.
import { allowListPath, securityPaths } from '../hotlist/security-routes.ts'
import type { PathRules } from '../http/access/request-guard.ts'
import { docsPaths, openApiPath } from '../http/docs-routes.ts'
import { livenessPath, readinessPath } from '../http/health-probes.ts'
import type { WebPage } from '../http/page/assets.ts'
import { pagePaths } from '../http/page-routes.ts'

/** Public paths: the page needs them before a login, or their routes check access themselves. */
const openPaths = new Set([
  ...['/api/health', '/api/latest', '/api/enable-login', '/api/auth/login', '/api/auth/verify', '/api/auth/logout'],
  ...[openApiPath, ...docsPaths],
  ...['/metrics', '/api/v1/metrics', '/api/v1/errors', '/api/v1/logs', ...securityPaths],
])

export function pathRules(page: WebPage | undefined): PathRules {
  return {
    livenessPath: livenessPath,
    allowListPath: allowListPath,
    publicPaths: openPaths.union(new Set(pagePaths(page))),
    unlimitedPaths: new Set([livenessPath, readinessPath]),
  }
}
