// The names by which DailyHotApi's clients know lists, and the parameters that choose among those of one name.
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
  /** Another spelling of the key; what it documents and what it reads were once two. */
  also: key.exactOptional(),
  name: z.string(),
  /** Each value and what it means; the first is taken where none was sent. */
  values: z.array(z.tuple([z.string(), z.string()])).min(1),
})
type Parameter = z.output<typeof parameter>
const row = z.object({
  name: z.string(),
  params: z.array(parameter).default([]),
  /** By the values of the parameters, with blanks between; empty where there are no parameters. */
  lists: z.record(z.string(), z.string()),
  /** Takes a month and a day as well, and has nothing but today. */
  onlyToday: z.boolean().default(false),
})
type Row = z.output<typeof row>

/** What was sent, by key. */
type Sent = Partial<Omit<DailyHotRequest, 'limit' | 'rss' | 'cache'>>

/** A name, and what it means. */
export interface DailyHotName {
  readonly name: string
  /** The list it means where nothing else is sent. */
  readonly list: HotList
  /** The keys it takes besides those of every name. */
  readonly keys: readonly string[]
  /** Its parameters, as an answer tells them; only with values that lead to a list that is on. */
  readonly params: Readonly<Record<string, { readonly name: string; readonly type: Readonly<Record<string, string>> }>>
  /** The list for what was sent. @throws RequestError 400 naming what is allowed. */
  choose(sent: Sent, now: Date): HotList
}

export interface DailyHotNames {
  /** In their order: theirs first, then our lists that no name of theirs leads to. */
  readonly all: readonly DailyHotName[]
  find(name: string): DailyHotName | undefined
}

/** Makes the names for these lists. A list has its own id for a name, unless that is one of theirs. */
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

/** Undefined where its list is not there: those of a service may be others than ours. */
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

/** @throws RequestError 400 for a value that is none of the parameter's. */
function wantedOf({ key, also = key, values }: Parameter, sent: Sent): string {
  const given = sent[key] ?? sent[also]
  const [first = ['']] = values
  if (given === undefined) return first[0]
  if (values.some(([value]) => value === given)) return given
  const allowed = values.map(([value, label]) => (value === label ? value : `${value || 'nothing'} (${label})`))
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
  return `there is no such list here; there are ${together.join(', ')}`
}

/** @throws RequestError 400 for any other day than today in China. */
function checkDate(sent: Sent, now: Date): void {
  const [, month = '', day = ''] = chinaDate(now).split('-')
  const isMeant = (wanted: string | undefined, today: string) => (wanted ?? today).padStart(2, '0') === today
  if (isMeant(sent.month, month) && isMeant(sent.day, day)) return
  throw refusal('month and day', `only today is told here, which is month=${Number(month)}&day=${Number(day)} in China`)
}
