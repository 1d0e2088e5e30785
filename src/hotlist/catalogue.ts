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

export function familyRecord(family: string, exported: unknown, pinyinOf: PinyinOf = () => undefined): FamilyRecord {
  const hasSettings = typeof exported === 'object' && exported !== null && 'settings' in exported
  const lists = listRecords(family, exported).map((list) => {
    const pinyin = pinyinOf(list)
    return pinyin === undefined ? list : { ...list, pinyin }
  })
  return { family, hasSettings, lists }
}

export function readCatalogue(written: unknown): FamilyRecord[] {
  return entry.array().parse(written)
}
