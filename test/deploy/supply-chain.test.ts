// Tests the list of allowed licences and install scripts against the lock file.
import { expect, it } from 'vitest'
import allowed from '../../tools/supply-chain/allowed.json' with { type: 'json' }
import { faultsOf, readLockedPackages } from '../../tools/supply-chain/packages.ts'

const packages = readLockedPackages()

it('allows the licence of each package, and no install script but those named; each package has a hash', () => {
  expect(packages.length).toBeGreaterThan(500)
  expect(faultsOf(packages)).toEqual([])
})

it('names what is not allowed', () => {
  const [one] = packages.filter(({ place }) => place === 'node_modules/fastify')
  expect(one?.isForDevelopment).toBe(false)
  const changed = [
    { ...one, license: 'GPL-3.0-only' },
    { ...one, license: 'MPL-2.0' },
    { ...one, license: 'MPL-2.0', isForDevelopment: true },
    { ...one, hasInstallScript: true },
    { ...one, hasIntegrity: false },
  ]
  expect(faultsOf(changed as typeof packages)).toEqual([
    'node_modules/fastify has the licence GPL-3.0-only',
    'node_modules/fastify has the licence MPL-2.0',
    'node_modules/fastify runs a script when it is installed',
    'node_modules/fastify has no hash',
  ])
})

it('allows nothing that no package needs', () => {
  const used = new Set(packages.map(({ license }) => license))
  expect([...allowed.shippedLicences, ...allowed.toolLicences].filter((license) => !used.has(license))).toEqual([])
  const scripts = packages.filter((one) => one.hasInstallScript).map(({ place }) => place)
  expect(Object.keys(allowed.installScripts).filter((place) => !scripts.includes(place))).toEqual([])
})
