// The bill of materials of the built package: CycloneDX, the same bytes for the same packages.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { readShippedPackages } from './packages.ts'

const root = join(import.meta.dirname, '../..')

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })
const bill = z.looseObject({
  metadata: z.looseObject({ component }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
})

/** Lists the packages whose code is in dist, with their hashes and licences. @throws when npm does not know one of them. */
export function billOfMaterials(): { readonly text: string; readonly count: number } {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const output = execFileSync('npm', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 })
  // Both differ each time, and both are optional in the format.
  const { serialNumber: _number, ...all } = bill.parse(JSON.parse(output.toString()))
  const { timestamp: _time, component: ours, ...metadata } = all.metadata
  const shipped = new Set(readShippedPackages(join(root, 'dist')).map(({ name, version }) => `${name}@${version}`))
  // For npm the packages of the page are for development only; here they are shipped.
  const components = all.components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    .map(({ properties: _properties, ...one }) => ({ ...one, scope: 'required' }))
  const unknown = shipped.difference(new Set(components.map(({ name, version }) => `${name}@${version}`)))
  if (unknown.size > 0) throw new Error(`package-lock.json does not have ${[...unknown].join(', ')}`)
  const references = new Set([ours['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = all.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }))
  // npm takes the name of the folder.
  const named = { ...metadata, component: { ...ours, name: 'trawl' } }
  const text = `${JSON.stringify({ ...all, metadata: named, components, dependencies }, undefined, 2)}\n`
  return { text, count: components.length }
}
