// DailyHotApi's list names, and the parameters that select a list where one name covers several.
import { z } from 'zod'
import { type DailyHotRequest, dailyHotRequest } from '../contract/dailyhot.ts'
import { refusal } from '../http/errors.ts'
import { chinaDate } from '../reading/times.ts'
import type { HotList } from './accept-family.ts'
import table from './dailyhot.json' with { type: 'json' }
import type { Lists } from './lists.ts'

const key = dailyHotRequest.omit({ limit: true, rss: true, cache: true }).keyof()
const parameter = z.object({
  key,
  /** An alias: DailyHotApi once documented one spelling and read another. */
  also: key.exactOptional(),
  name: z.string(),
  /** Values with their labels; the first is the default. */
  values: z.array(z.tuple([z.string(), z.string()])).min(1),
})
type Parameter = z.output<typeof parameter>
const row = z.object({
  name: z.string(),
  params: z.array(parameter).default([]),
  /** List ids by the parameters' values, joined with spaces; the key is empty without parameters. */
  lists: z.record(z.string(), z.string()),
  /** Also accepts a month and a day, but serves only today. */
  onlyToday: z.boolean().default(false),
})
type Row = z.output<typeof row>

/** The query parameters of a request, by key. */
type Sent = Partial<Omit<DailyHotRequest, 'limit' | 'rss' | 'cache'>>

/** A DailyHotApi name and the lists behind it. */
export interface DailyHotName {
  readonly name: string
  /** The default list. */
  readonly list: HotList
  /** Query keys that this name accepts in addition to the common ones. */
  readonly keys: readonly string[]
  /** The parameters as listed in a response; only values that select an enabled list. */
  readonly params: Readonly<Record<string, { readonly name: string; readonly type: Readonly<Record<string, string>> }>>
  /** Selects the list for these parameters. @throws RequestError 400 naming what is allowed. */
  choose(sent: Sent, now: Date): HotList
}

export interface DailyHotNames {
  /** DailyHotApi's names in its order, then our lists that none of them covers. */
  readonly all: readonly DailyHotName[]
  find(name: string): DailyHotName | undefined
}

/** Creates the name index. A list is also found by its id, unless DailyHotApi uses that id as a name. */
export function createDailyHotNames(lists: Pick<Lists, 'all'>): DailyHotNames {
  const byId = new Map(lists.all.map((list) => [list.id, list]))
  const rows = z.array(row).parse(table)
  const theirs = rows.flatMap((one) => nameOf(one, byId) ?? [])
  const led = new Set(rows.flatMap((one) => Object.values(one.lists)))
  const taken = new Set(theirs.map(({ name }) => name))
  const ours = lists.all.filter(({ id }) => !taken.has(id)).map(ownName)
  const found = new Map([...theirs, ...ours].map((name) => [name.name, name]))
  return { all: [...theirs, ...ours.filter(({ name }) => !led.has(name))], find: (name) => found.get(name) }
}

function ownName(list: HotList): DailyHotName {
  return { name: list.id, list, keys: [], params: {}, choose: () => list }
}

/** Undefined when the default list does not exist here. */
function nameOf(one: Row, byId: ReadonlyMap<string, HotList>): DailyHotName | undefined {
  const lists = new Map(
    Object.entries(one.lists).flatMap(([values, id]): [string, HotList][] => {
      const list = byId.get(id)
      return list ? [[values, list]] : []
    }),
  )
  const list = lists.get(one.params.map((its) => wantedOf(its, {})).join(' '))
  if (!list) return undefined
  const dates = one.onlyToday ? ['month', 'day'] : []
  return {
    name: one.name,
    list,
    keys: [...one.params.flatMap(({ key, also = [] }) => [key, ...[also].flat()]), ...dates],
    params: paramsOf(one.params, lists),
    choose(sent, now) {
      if (one.onlyToday) checkDate(sent, now)
      const chosen = one.params.map((its) => wantedOf(its, sent))
      const meant = lists.get(chosen.join(' '))
      if (!meant) throw refusal(one.params.map(({ key }) => key).join(' and '), togetherAllowed(one, lists))
      return meant
    },
  }
}

function paramsOf(params: readonly Parameter[], lists: ReadonlyMap<string, HotList>): DailyHotName['params'] {
  const on = [...lists].filter(([, list]) => list.isEnabled).map(([values]) => values.split(' '))
  const told = params.map(({ key, name, values }, place) => {
    const type = values.filter(([value]) => on.some((those) => those[place] === value))
    return [key, { name, type: Object.fromEntries(type) }] as const
  })
  return Object.fromEntries(told)
}

/** @throws RequestError 400 for a value that the parameter does not have. */
function wantedOf({ key, also = key, values }: Parameter, sent: Sent): string {
  const given = sent[key] ?? sent[also]
  const [first = ['']] = values
  if (given === undefined) return first[0]
  if (values.some(([value]) => value === given)) return given
  const allowed = values.map(([value, label]) => (value === label ? value : `${value || 'empty'} (${label})`))
  throw refusal(key, `must be one of ${allowed.join(', ')}`)
}

function togetherAllowed({ params }: Row, lists: ReadonlyMap<string, HotList>): string {
  const keys = params.map(({ key }) => key)
  const together = [...lists.keys()].map((values) =>
    values
      .split(' ')
      .map((value, at) => `${keys[at]}=${value}`)
      .join('&'),
  )
  return `no list has this combination; available are ${together.join(', ')}`
}

/** @throws RequestError 400 for a day other than today in China. */
function checkDate(sent: Sent, now: Date): void {
  const [, month = '', day = ''] = chinaDate(now).split('-')
  const isMeant = (wanted: string | undefined, today: string) => (wanted ?? today).padStart(2, '0') === today
  if (isMeant(sent.month, month) && isMeant(sent.day, day)) return
  throw refusal('month and day', `only today is available, which is month=${Number(month)}&day=${Number(day)} in China`)
}
