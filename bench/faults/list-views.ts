// How the failure of a list, of a link check and of a picture is seen.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { failureTexts } from '../../src/search/checks/check-result.ts'
import type { Kind } from './kinds.ts'
import { eventsOf, getJson, type Seen, terminal, tool, type View } from './seen.ts'

const listState = z.looseObject({
  id: z.string().optional(),
  sourceId: z.string().optional(),
  type: z.string().optional(),
  data: z.array(z.looseObject({ id: z.string() })).default([]),
  items: z.array(z.looseObject({ url: z.string() })).default([]),
  error: z
    .looseObject({ kind: z.string().optional(), details: z.looseObject({ kind: z.string() }).optional() })
    .optional(),
})
type ListState = z.infer<typeof listState>

function seenLists(one: ListState | undefined, well: ListState | undefined): Seen {
  const idsOf = (state: ListState | undefined) => [
    ...(state?.data ?? []).map(({ id }) => id),
    ...(state?.items ?? []).map(({ url }) => url),
  ]
  return { told: one?.error?.kind ?? one?.error?.details?.kind, items: idsOf(one), well: idsOf(well) }
}

function seenIn(states: readonly ListState[], { id, well }: Kind): Seen {
  const of = (name: string) => states.find((one) => (one.id ?? one.sourceId) === name)
  return seenLists(of(id), of(well))
}

const batch = z.looseObject({ results: z.array(listState) })

export const listViews: Readonly<Record<string, View>> = {
  async list(url, { id, well }, isForced) {
    const force = isForced ? '?force=1' : ''
    const [one, other] = await Promise.all([id, well].map((name) => getJson(`${url}/api/v1/sources/${name}${force}`)))
    return seenLists(listState.parse(one), listState.parse(other))
  },
  async batch(url, kind, isForced) {
    const query = `sources=${kind.id},${kind.well}${isForced ? '&force=1' : ''}`
    return seenIn(batch.parse(await getJson(`${url}/api/v1/batch?${query}`)).results, kind)
  },
  async page(url, kind, isForced) {
    const force = isForced ? '&force=1' : ''
    const events = await eventsOf(`${url}/api/v1/stream?sources=${kind.id},${kind.well}&delay=0${force}`)
    const states = events.flatMap(({ data: message }) => listState.safeParse(message).data ?? [])
    return seenIn(
      states.filter(({ type }) => type === 'data' || type === 'error'),
      kind,
    )
  },
  async terminal(url, kind, isForced) {
    const printed = await terminal(url, ['hot', kind.id, kind.well, ...(isForced ? ['--refresh'] : [])])
    return seenIn(batch.parse(printed).results, kind)
  },
  async agent(url, kind, isForced) {
    const json = await tool(url, 'get_hot_lists', { ids: [kind.id, kind.well], limit: 50, refresh: isForced })
    return seenIn(z.looseObject({ lists: z.array(listState).default([]) }).parse(json ?? {}).lists, kind)
  },
}

const checked = z.looseObject({
  results: z.array(
    z.looseObject({
      url: z.string(),
      state: z.string().optional(),
      health: z.string().optional(),
      summary: z.string(),
    }),
  ),
})

/** The words in which a check tells each failure. */
const kindOfText = new Map<string, string>(Object.entries(failureTexts).map(([kind, text]) => [text, kind]))

function seenChecks(json: unknown, { id, well }: Kind): Seen {
  const { results } = checked.parse(json)
  const of = (name: string) => results.find(({ url }) => url === name)
  const stateOf = (name: string) => of(name)?.state ?? of(name)?.health ?? 'missing'
  if (stateOf(id) !== 'uncertain') return { told: undefined, items: [stateOf(id)], well: [stateOf(well)] }
  const { summary = '' } = of(id) ?? {}
  const told = kindOfText.get(summary) ?? (/ask again/.test(summary) ? 'deadline_reached' : summary)
  return { told, items: [], well: [stateOf(well)] }
}

export const checkViews: Readonly<Record<string, View>> = {
  async batch(url, kind) {
    const items = [{ url: kind.id }, { url: kind.well }]
    return seenChecks(
      await getJson(`${url}/api/check/links`, { method: 'POST', body: JSON.stringify({ items }) }),
      kind,
    )
  },
  async terminal(url, kind) {
    return seenChecks(await terminal(url, ['check', kind.id, kind.well]), kind)
  },
  agent: async (url, kind) =>
    seenChecks(await tool(url, 'check_links', { links: [{ url: kind.id }, { url: kind.well }] }), kind),
}

const refusal = z.looseObject({ message: z.string() })

export const pictureViews: Readonly<Record<string, View>> = {
  async page(url, { id, well }) {
    const [one, other] = await Promise.all(
      [id, well].map((name) => fetch(`${url}/api/v1/picture?url=${encodeURIComponent(name)}`)),
    )
    const digestOf = async (response: Response | undefined) =>
      response?.ok
        ? [
            createHash('sha256')
              .update(Buffer.from(await response.arrayBuffer()))
              .digest('hex'),
          ]
        : []
    const told = one?.ok === false ? /\((\w+):/.exec(refusal.parse(await one.json()).message)?.[1] : undefined
    return { told, items: await digestOf(one), well: await digestOf(other) }
  },
}
