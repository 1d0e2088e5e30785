// What is known of our families without loading their code: written from the definitions, read at the start.
import { z } from 'zod'
import { columns } from '../contract/hotlist.ts'
import { limitFields } from '../reading/limits.ts'
import { type ListRecord, recordsOf } from './accept-family.ts'

/** A family as the catalogue has it. */
export interface FamilyRecord {
  /** The name of its file. */
  readonly family: string
  /** Does it have settings? Then it is loaded when the environment mentions it. */
  readonly hasSettings: boolean
  readonly lists: readonly ListRecord[]
}

/** How the name of a list sounds; handed in, because what knows it is not needed at a usual start. */
type Sounding = (list: ListRecord) => string | undefined

/** The record of a source file's default export. @throws Error saying what is missing. */
export function familyRecord(family: string, exported: unknown, pinyinOf: Sounding = unheard): FamilyRecord {
  const hasSettings = typeof exported === 'object' && exported !== null && 'settings' in exported
  const lists = recordsOf(family, exported).map((list) => {
    const pinyin = pinyinOf(list)
    const { id, name, title, ...more } = list
    const named = title === undefined ? { id, name } : { id, name, title }
    return pinyin === undefined ? list : { ...named, pinyin, ...more }
  })
  return { family, hasSettings, lists }
}

function unheard(): undefined {
  return undefined
}

/** The catalogue as a file: JSON, a list a line. */
export function writeCatalogue(families: readonly FamilyRecord[]): string {
  const lines = families.map(({ lists, ...family }) => {
    const rows = lists.map((list) => `    ${JSON.stringify(list)}`).join(',\n')
    return `  ${JSON.stringify(family).slice(0, -1)},"lists":[\n${rows}\n  ]}`
  })
  return `[\n${lines.join(',\n')}\n]\n`
}

const catalogue = z.array(
  z.object({
    family: z.string(),
    hasSettings: z.boolean(),
    lists: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        title: z.string().exactOptional(),
        pinyin: z.string().exactOptional(),
        home: z.string(),
        type: z.enum(['hottest', 'realtime']),
        interval: z.number(),
        isEnabled: z.boolean(),
        column: z.enum(columns),
        color: z.string(),
        isOfToday: z.boolean().exactOptional(),
        limits: z.partialRecord(z.keyof(z.object(limitFields)), z.number()).exactOptional(),
      }),
    ),
  }),
)

/** Reads the JSON that `writeCatalogue` writes. @throws Error when it is of another shape. */
export function readCatalogue(written: unknown): FamilyRecord[] {
  return catalogue.parse(written)
}
