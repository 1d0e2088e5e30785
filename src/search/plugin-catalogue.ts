// The catalogue of our plugins: data that is generated from their files and from members.yaml, and read at start instead of loading them.
import { z } from 'zod'
import { limitNames, type Plugin, pluginRecord, siteFacts } from './plugin.ts'

const record = z.object({
  id: z.string(),
  ...siteFacts.shape,
  home: z.string(),
  limits: z.partialRecord(limitNames, z.number()).exactOptional(),
  doubtsEmpty: z.boolean().exactOptional(),
  reads: z.array(z.string()).exactOptional(),
  /** The texts of a member of engines; absent for a plugin with a file of its own. */
  member: z.record(z.string(), z.string()).exactOptional(),
})
export type CatalogueEntry = z.output<typeof record>

export function catalogueEntry(id: string, plugin: Plugin, member?: Readonly<Record<string, unknown>>): CatalogueEntry {
  return record.parse({ ...pluginRecord(id, plugin), ...(member && { member }) })
}

/** Formats the catalogue as JSON with one plugin per line. */
export function writePluginCatalogue(entries: readonly CatalogueEntry[]): string {
  return `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`
}

/** @throws ZodError when its shape is wrong. */
export function readPluginCatalogue(written: unknown): CatalogueEntry[] {
  return record.array().parse(written)
}
