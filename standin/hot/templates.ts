// The templates of all lists that grow: derived from their fixtures, with traits that a fixture does not show.

import { z } from 'zod'
import { deriveTemplate } from './derive-template.ts'
import type { Exchange } from './load-exchanges.ts'
import type { Template } from './template.ts'
import traits from './traits.json' with { type: 'json' }

const pattern = z.string().transform((source) => new RegExp(source))

/** What a fixture does not show, by the name of its sample. */
const traitsByName = z
  .record(
    z.string(),
    z.object({
      size: z.int().exactOptional(),
      order: z.enum(['hottest', 'newest']).exactOptional(),
      membersOf: z.string().exactOptional(),
      clocks: z.array(pattern).exactOptional(),
    }),
  )
  .parse(traits)

/** What further upstreams of a list have in common with the first. */
function sharedWith({ body, membersOf = body, order = 'hottest', size = 30 }: Template): Partial<Template> {
  return { membersOf, order, size }
}

const derived = new WeakMap<readonly Exchange[], ReadonlyMap<string, Template>>()

/** The templates by the name of the sample, derived once. Recorded replies stay as they are. */
export function templatesFor(exchanges: readonly Exchange[]): ReadonlyMap<string, Template> {
  const templates = derived.get(exchanges) ?? deriveAll(exchanges)
  derived.set(exchanges, templates)
  return templates
}

function deriveAll(exchanges: readonly Exchange[]): ReadonlyMap<string, Template> {
  const templates = new Map<string, Template>()
  const firstOf = new Map<string, Template>()
  for (const { name, source, alike, isRecorded, sample } of exchanges) {
    if (isRecorded || alike !== undefined) continue
    const first = firstOf.get(source)
    const template = templateOf(sample(), first)
    if (template === undefined) continue
    templates.set(name, template)
    if (first === undefined) firstOf.set(source, template)
  }
  return templates
}

function templateOf(sample: Parameters<typeof deriveTemplate>[0], first: Template | undefined): Template | undefined {
  const derived = deriveTemplate(sample)
  const clocks = sample.text.includes('<lastBuildDate>') ? [/<lastBuildDate>(.+?)</] : []
  return derived && { ...derived, clocks, ...(first && sharedWith(first)), ...traitsByName[sample.name] }
}
