// The hot lists of the service: ours and those of the operator's file, in one map that all parts read and that changes with the file.
import type { Logger } from '../observability/log.ts'
import { addPinyin } from './add-pinyin.ts'
import { buildLists, type HotList } from './build-lists.ts'
import type { DeclaredEntry } from './declared/load-file.ts'
import { type ListChoice, selectEnabled, selectForHistory, withSwitches } from './enabled-lists.ts'

interface ListSetOptions {
  readonly ours: ReadonlyMap<string, HotList>
  readonly choice: ListChoice & { readonly HISTORY_SOURCES?: string | undefined }
  /** Receives for each list whether it is on by the settings. */
  readonly configured: Map<string, boolean>
  /** Whether a list is on now. */
  isOn(id: string): boolean
  /** Called after each change, with the lists that are new or defined anew. */
  onChange(defined: readonly HotList[]): void
  readonly log: Pick<Logger, 'warn'>
}

export type ListSet = Awaited<ReturnType<typeof createListSet>>

/** Creates the set, at first of our lists only. */
export async function createListSet({ ours, choice, configured, isOn, onChange, log }: ListSetOptions) {
  const lists = new Map<string, HotList>()
  const view: ReadonlyMap<string, HotList> = lists
  /** The lists of each entry of the file. */
  let own: ReadonlyMap<string, readonly HotList[]> = new Map()
  let mistakes: readonly string[] = []
  let unknownNames: readonly string[] = []

  async function put(next: typeof own): Promise<void> {
    const all = await addPinyin(
      new Map([...ours, ...[...next.values()].flat().map((list) => [list.id, list] as const)]),
    )
    const unknown: string[] = []
    const selected = selectEnabled(all, choice, (problem) => unknown.push(problem))
    selectForHistory(selected, choice.HISTORY_SOURCES, (problem) => unknown.push(problem))
    unknownNames = unknown
    const before = new Map(lists)
    own = next
    for (const id of before.keys()) if (!selected.has(id)) configured.delete(id)
    lists.clear()
    for (const [id, list] of withSwitches(selected, isOn)) {
      lists.set(id, list)
      configured.set(id, selected.get(id)?.isEnabled === true)
      list.movement.remember(before.get(id)?.movement.left() ?? [])
    }
    onChange([...lists.values()].filter(({ id, source }) => isOther(before.get(id)?.source, source)))
  }

  await put(own)
  return {
    /** By id, in the order of the board. */
    lists: view,
    /** The enabled lists of `HISTORY_SOURCES`. */
    alwaysFresh: () => selectForHistory(lists, choice.HISTORY_SOURCES, () => undefined),
    /** One sentence for each entry of the settings that selects no list: it may be gone from the file, or have a mistake there. */
    unknownNames: () => unknownNames,
    /**
     * Puts the lists of the operator's file in place of those before. An entry with a mistake keeps what it declared before.
     * Resolves to a count.
     */
    async putFile(text: string, fileName: string): Promise<string> {
      const { readDeclaredLists } = await import('./declared/load-file.ts')
      const read = readDeclaredLists(text, fileName, (id) => takenReason(id, ours))
      const entries = read.ids.map((id) => {
        const entry = read.entries.get(id)
        return [id, entry ? ownLists(id, entry) : (own.get(id) ?? [])] as const
      })
      await put(read.isBroken ? own : new Map(entries))
      mistakes = read.mistakes
      for (const problem of [...mistakes, ...unknownNames]) log.warn(problem)
      const ids = [...own.values()].flatMap((declared) => declared.map(({ id }) => id))
      return `${ids.length} hot lists${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`
    },
    /** What is wrong in the file: one sentence with its line for each mistake. */
    mistakes: () => mistakes,
  }
}

/** The lists of an entry, made of the definition that their sources have. */
export async function listsOfDefinition(text: string): Promise<HotList[]> {
  const { readDeclaredLists } = await import('./declared/load-file.ts')
  return [...readDeclaredLists(text, 'definition', () => undefined).entries].flatMap(([id, entry]) =>
    ownLists(id, entry),
  )
}

function isOther(before: HotList['source'] | undefined, { definition }: HotList['source']): boolean {
  return !before || before.definition !== definition
}

function ownLists(id: string, { family, text }: DeclaredEntry): HotList[] {
  return buildLists(id, family).map((list) => ({ ...list, source: { ...list.source, definition: text } }))
}

/** Why an id is not free, as the end of a sentence. */
function takenReason(id: string, ours: ReadonlyMap<string, HotList>): string | undefined {
  if (ours.has(id)) return 'is a list of ours already; another id is needed'
  const isFamily = [...ours.values()].some(({ family }) => family === id)
  return isFamily ? 'is a family of ours already; another id is needed' : undefined
}
