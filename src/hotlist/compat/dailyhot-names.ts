// DailyHotApi's list names, and the parameters that select a list where one name covers several.
import { z } from 'zod'
import { type DailyHotRequest, dailyHotRequest } from '../../contract/dailyhot.ts'
import { badRequest } from '../../http/errors.ts'
import { chinaDate } from '../../parsing/times.ts'
import type { HotList } from '../build-lists.ts'
import table from '../dailyhot.json' with { type: 'json' }
import type { Lists } from '../lists.ts'

const key = dailyHotRequest.omit({ limit: true, rss: true, cache: true }).keyof()
const parameter = z.object({
  key,
  /** An alias: DailyHotApi once documented one spelling and read another. */
  also: key.exactOptional(),
  name: z.string(),
  /** Values with their labels, and the list of a value where the name has one parameter; the first is the default. */
  values: z.array(z.tuple([z.string(), z.string(), z.string().optional()])).min(1),
})
type Parameter = z.output<typeof parameter>
const nameEntry = z.object({
  name: z.string(),
  params: z.array(parameter).default([]),
  /** List ids by the parameters' values, joined with spaces; the key is empty without parameters. Default: those of the values, or the name. */
  lists: z.record(z.string(), z.string()).exactOptional(),
  /** Also accepts a month and a day, but serves only today. */
  onlyToday: z.boolean().default(false),
})
type NameEntry = z.output<typeof nameEntry>

function listIds({ name, params: [only], lists }: NameEntry): Readonly<Record<string, string>> {
  if (lists) return lists
  return only ? Object.fromEntries(only.values.map(([value, , id]) => [value, id ?? name])) : { '': name }
}

type RequestParameters = Partial<Omit<DailyHotRequest, 'limit' | 'rss' | 'cache'>>

export interface DailyHotName {
  readonly name: string
  readonly list: HotList
  /** Query keys that this name accepts in addition to the common ones. */
  readonly keys: readonly string[]
  /** The parameters as listed in a response; only values that select an enabled list. */
  readonly params: Readonly<Record<string, { readonly name: string; readonly type: Readonly<Record<string, string>> }>>
  /** Selects the list for these parameters. @throws RequestError 400 naming what is allowed. */
  choose(sent: RequestParameters, now: Date): HotList
}

export interface DailyHotNames {
  /** DailyHotApi's names in its order, then our lists that none of them covers. */
  readonly all: readonly DailyHotName[]
  find(name: string): DailyHotName | undefined
}

/** Creates the name index. A list is also found by its id, unless DailyHotApi uses that id as a name. */
export function createDailyHotNames(lists: Pick<Lists, 'all'>): DailyHotNames {
  const byId = new Map(lists.all.map((list) => [list.id, list]))
  const rows = z.array(nameEntry).parse(table)
  const dailyHotNames = rows.flatMap((one) => resolveName(one, byId) ?? [])
  const coveredIds = new Set(rows.flatMap((one) => Object.values(listIds(one))))
  const taken = new Set(dailyHotNames.map(({ name }) => name))
  const ownNames = lists.all.filter(({ id }) => !taken.has(id)).map(ownName)
  const found = new Map([...dailyHotNames, ...ownNames].map((name) => [name.name, name]))
  return {
    all: [...dailyHotNames, ...ownNames.filter(({ name }) => !coveredIds.has(name))],
    find: (name) => found.get(name),
  }
}

function ownName(list: HotList): DailyHotName {
  return { name: list.id, list, keys: [], params: {}, choose: () => list }
}

function resolveName(one: NameEntry, byId: ReadonlyMap<string, HotList>): DailyHotName | undefined {
  const lists = new Map(
    Object.entries(listIds(one)).flatMap(([values, id]): [string, HotList][] => {
      const list = byId.get(id)
      return list ? [[values, list]] : []
    }),
  )
  const list = lists.get(one.params.map((param) => parameterValue(param, {})).join(' '))
  if (!list) return undefined
  const dates = one.onlyToday ? ['month', 'day'] : []
  return {
    name: one.name,
    list,
    keys: [...one.params.flatMap(({ key, also = [] }) => [key, ...[also].flat()]), ...dates],
    params: availableParams(one.params, lists),
    choose(sent, now) {
      if (one.onlyToday) checkDate(sent, now)
      const chosen = one.params.map((param) => parameterValue(param, sent))
      const selected = lists.get(chosen.join(' '))
      if (!selected) throw badRequest(one.params.map(({ key }) => key).join(' and '), availableCombinations(one, lists))
      return selected
    },
  }
}

function availableParams(params: readonly Parameter[], lists: ReadonlyMap<string, HotList>): DailyHotName['params'] {
  const on = [...lists].filter(([, list]) => list.isEnabled).map(([values]) => values.split(' '))
  const entries = params.map(({ key, name, values }, index) => {
    const type = values.filter(([value]) => on.some((combination) => combination[index] === value))
    return [key, { name, type: Object.fromEntries(type.map(([value, label]) => [value, label])) }] as const
  })
  return Object.fromEntries(entries)
}

function parameterValue({ key, also = key, values }: Parameter, sent: RequestParameters): string {
  const given = sent[key] ?? sent[also]
  const [first = ['']] = values
  if (given === undefined) return first[0]
  if (values.some(([value]) => value === given)) return given
  const allowed = values.map(([value, label]) => (value === label ? value : `${value || 'empty'} (${label})`))
  throw badRequest(key, `must be one of ${allowed.join(', ')}`)
}

function availableCombinations({ params }: NameEntry, lists: ReadonlyMap<string, HotList>): string {
  const keys = params.map(({ key }) => key)
  const together = [...lists.keys()].map((values) =>
    values
      .split(' ')
      .map((value, at) => `${keys[at]}=${value}`)
      .join('&'),
  )
  return `no list has this combination; available are ${together.join(', ')}`
}

function checkDate(sent: RequestParameters, now: Date): void {
  const [, month = '', day = ''] = chinaDate(now).split('-')
  const isMeant = (requested: string | undefined, today: string) => (requested ?? today).padStart(2, '0') === today
  if (isMeant(sent.month, month) && isMeant(sent.day, day)) return
  throw badRequest(
    'month and day',
    `only today is available, which is month=${Number(month)}&day=${Number(day)} in China`,
  )
}
