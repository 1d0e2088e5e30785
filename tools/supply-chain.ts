// npm run supply-chain [-- STEP …]: what we build on, and that the build can be repeated.
// Exit code: 0 if all steps are well, 1 if one failed, 3 if none failed but one is not available here, which is neither well nor failed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from './supply-chain/audit.ts'
import { billOfMaterials } from './supply-chain/bill-of-materials.ts'
import { faultsOf, readLockedPackages, readShippedPackages } from './supply-chain/packages.ts'
import { commitOf, packedHash } from './supply-chain/rebuild.ts'

const dist = join(import.meta.dirname, '../dist')

interface Finding {
  /** One line: what was looked at. */
  readonly told: string
  readonly faults: readonly string[]
  /** Why nothing was looked at. */
  readonly unavailable?: string
}

function unavailable(reason: string): Finding {
  return { told: '', faults: [], unavailable: reason }
}

function auditPackages(): Finding {
  const text = audit()
  if (!text.isDone) return unavailable(text.reason)
  return {
    told: `${text.explained + text.unexplained.length} known weaknesses, ${text.explained} of them explained`,
    faults: text.unexplained,
  }
}

function countBy(licenses: readonly string[]): string {
  const groups = [...Map.groupBy(licenses, (one) => one)].toSorted(([, one], [, other]) => other.length - one.length)
  return groups.map(([license, all]) => `${license} ${all.length}`).join(', ')
}

function checkPackages(): Finding {
  const packages = readLockedPackages()
  const { tools = [], service = [] } = Object.groupBy(packages, (one) => (one.isForDevelopment ? 'tools' : 'service'))
  const licenses = [service, tools].map((some) => countBy(some.map(({ license }) => license)))
  const scripts = packages.filter((one) => one.hasInstallScript).map(({ place }) => place)
  return {
    told: `${packages.length} locked; the service's ${service.length}: ${licenses[0]}; those for development ${tools.length}: ${licenses[1]}; install scripts: ${scripts.join(', ') || 'none'}`,
    faults: faultsOf(packages),
  }
}

function checkBundle(): Finding {
  if (!existsSync(join(dist, 'licenses.md'))) return unavailable('dist is not built: npm run build')
  const shipped = readShippedPackages(dist)
  return {
    told: `${shipped.length} packages have code in dist: ${countBy(shipped.map(({ license }) => license))}`,
    faults: faultsOf(
      shipped.map(({ name, license }) => ({
        ...{ place: name, license, isForDevelopment: false, hasInstallScript: false, hasIntegrity: true },
      })),
    ),
  }
}

function checkBill(): Finding {
  if (!existsSync(join(dist, 'licenses.md'))) return unavailable('dist is not built: npm run build')
  const [one, again] = [billOfMaterials(), billOfMaterials()]
  return {
    told: `${one.count} components in CycloneDX, ${one.text.length} bytes, made twice`,
    faults: one.text === again.text ? [] : ['the two bills differ'],
  }
}

function compareHashes(reported: string, hashes: readonly string[]): Finding {
  const isSame = new Set(hashes).size === 1
  return { told: `${reported}: sha256 ${hashes.join(', ')}`, faults: isSame ? [] : ['the packed packages differ'] }
}

/** Built with the packages installed here; both steps compare with it. */
const built: { hash?: string } = {}

function builtHash(): string {
  built.hash ??= packedHash('copied')
  return built.hash
}

const steps: Readonly<Record<string, () => Finding>> = {
  audit: auditPackages,
  packages: checkPackages,
  bundle: checkBundle,
  sbom: checkBill,
  rebuild: () =>
    compareHashes(`commit ${commitOf()} built and packed in two clones`, [builtHash(), packedHash('copied')]),
  install: () =>
    compareHashes(`commit ${commitOf()} built after npm ci --ignore-scripts, and with the packages installed here`, [
      packedHash('anew'),
      builtHash(),
    ]),
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in steps))
if (unknown.length > 0) {
  process.stderr.write(`No step is called ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.\n`)
  process.exit(2)
}
function endOf({ faults, unavailable: reason }: Finding): keyof typeof exitCodes {
  if (reason !== undefined) return 'NOT AVAILABLE HERE'
  return faults.length > 0 ? 'FAILED' : 'well'
}

const exitCodes = { well: 0, FAILED: 1, 'NOT AVAILABLE HERE': 3 } as const
const ends = new Set<keyof typeof exitCodes>()
for (const [name, step] of Object.entries(steps)) {
  if (named.length > 0 && !named.includes(name)) continue
  const finding = step()
  const end = endOf(finding)
  const { told: shown, faults, unavailable: reason = shown } = finding
  process.stdout.write(`${[`${name}: ${end}; ${reason}`, ...faults].join('\n  ')}\n`)
  ends.add(end)
}
process.exitCode = exitCodes[(['FAILED', 'NOT AVAILABLE HERE'] as const).find((end) => ends.has(end)) ?? 'well']
