// The packages of the lock file and of the build, and those that are not allowed by allowed.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import lock from '../../package-lock.json' with { type: 'json' }
import allowed from './allowed.json' with { type: 'json' }

const lockedPackages = z.record(
  z.string(),
  z.object({
    version: z.string(),
    license: z.string().default('none'),
    integrity: z.string().optional(),
    dev: z.boolean().default(false),
    hasInstallScript: z.boolean().default(false),
  }),
)

/** A package in the place where npm puts it; only tools need those for development, and the page may have them built in. */
export interface LockedPackage {
  readonly place: string
  readonly license: string
  readonly isForDevelopment: boolean
  readonly hasInstallScript: boolean
  readonly hasIntegrity: boolean
}

export function readLockedPackages(): LockedPackage[] {
  return Object.entries(lockedPackages.parse(lock.packages))
    .filter(([place]) => place !== '')
    .map(([place, { license, dev, hasInstallScript, integrity }]) => ({
      ...{ place, license, hasInstallScript },
      isForDevelopment: dev,
      hasIntegrity: integrity !== undefined,
    }))
}

/** Licences that the list does not allow, install scripts that it does not name, and packages without a hash; a sentence each. */
export function faultsOf(packages: readonly LockedPackage[]): string[] {
  const forTools = [...allowed.shippedLicences, ...allowed.toolLicences]
  return packages.flatMap(({ place, license, isForDevelopment, hasInstallScript, hasIntegrity }) => [
    ...((isForDevelopment ? forTools : allowed.shippedLicences).includes(license)
      ? []
      : [`${place} has the licence ${license}`]),
    ...(hasInstallScript && !(place in allowed.installScripts) ? [`${place} runs a script when it is installed`] : []),
    ...(hasIntegrity ? [] : [`${place} has no hash`]),
  ])
}

/** A package whose code is in the built npm package. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** Reads dist/licenses.md, which the build writes. */
export function readShippedPackages(dist: string): ShippedPackage[] {
  const headings = readFileSync(join(dist, 'licenses.md'), 'utf8').matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)
  return Array.from(headings, ([, name = '', version = '', license = '']) => ({ name, version, license }))
}
