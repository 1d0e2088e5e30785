// The watches that callers declared over the API, kept in one record.
import { z } from 'zod'
import { createSharedRecord, type SharedRecords } from '../async/shared-record.ts'
import { watchRequest } from '../contract/watches.ts'
import type { Watch } from './watch.ts'

const recordName = 'watches.json'

/** The declarations by owner and name. */
const shape = z.record(z.string(), z.record(z.string(), z.unknown()))
type Declarations = z.infer<typeof shape>

/** Opens the record. @throws Error with a sentence when it cannot be read: starting without it would lose it at the next change. */
export async function openDeclaredWatches(records: SharedRecords) {
  let declarations: Declarations = {}
  let watches: readonly Watch[] = []
  const record = createSharedRecord<Declarations>({
    name: recordName,
    records,
    read: async () => (await records.read(recordName, parse)) ?? {},
    serialize: (value) => JSON.stringify(value),
    apply(value) {
      declarations = value
      watches = Object.entries(value).flatMap(([owner, own]) => watchesOf(owner, own))
    },
  })
  await record.load()
  record.follow()

  const update = (owner: string, change: (own: Declarations[string]) => Declarations[string]) =>
    record.update(() => {
      const next = { ...declarations, [owner]: change(declarations[owner] ?? {}) }
      return { next, result: true }
    })

  return {
    all: () => watches,
    /** Adds or replaces a watch; resolves to whether it is stored. */
    put: ({ owner, name, isPublic: _public, ...request }: Watch): Promise<boolean | undefined> =>
      update(owner, (own) => ({ ...own, [name]: request })),
    remove: (owner: string, name: string): Promise<boolean | undefined> =>
      update(owner, ({ [name]: _removed, ...others }) => others),
  }
}

function parse(bytes: Uint8Array): Declarations {
  const parsed = shape.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (!parsed.success) throw new Error(`${recordName} must be a JSON object of the watches of each owner`)
  return parsed.data
}

function watchesOf(owner: string, own: Declarations[string]): Watch[] {
  return Object.entries(own).flatMap(([name, declared]) => {
    const { data } = watchRequest.safeParse(declared)
    return data ? [{ ...data, name, owner, isPublic: false }] : []
  })
}
