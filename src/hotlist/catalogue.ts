// The catalogue of built-in families: metadata that is generated from their code and read at startup instead of loading it.
import { z } from 'zod'
import { type ListRecord, listRecord, listRecords } from './build-lists.ts'

const entry = z.object({
  family: z.string(),
  /** A family with settings is loaded at startup when the environment sets one of them. */
  hasSettings: z.boolean(),
  lists: z.array(listRecord),
})
export type FamilyRecord = z.output<typeof entry>

/** Returns the pinyin of a list's name. Passed in, so that a normal start does not load the dictionary. */
type PinyinOf = (list: ListRecord) => string | undefined

/** The catalogue entry for a source file's default export. @throws Error naming what is missing. */
export function familyRecord(family: string, exported: unknown, pinyinOf: PinyinOf = () => undefined): FamilyRecord {
  const hasSettings = typeof exported === 'object' && exported !== null && 'settings' in exported
  const lists = listRecords(family, exported).map((list) => {
    const pinyin = pinyinOf(list)
    const { id, name, title, ...more } = list
    const named = title === undefined ? { id, name } : { id, name, title }
    return pinyin === undefined ? list : { ...named, pinyin, ...more }
  })
  return { family, hasSettings, lists }
}

export function writeCatalogue(families: readonly FamilyRecord[]): string {
  const lines = families.map(({ lists, ...family }) => {
    const rows = lists.map((list) => `    ${JSON.stringify(list)}`).join(',\n')
    return `  ${JSON.stringify(family).slice(0, -1)},"lists":[\n${rows}\n  ]}`
  })
  return `[\n${lines.join(',\n')}\n]\n`
}

export function readCatalogue(written: unknown): FamilyRecord[] {
  return entry.array().parse(written)
}
