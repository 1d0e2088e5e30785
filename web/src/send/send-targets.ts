// Where users send links to: buttons of their own at each link, stored in the browser with their other settings.
import { useMemo } from 'preact/hooks'
import { type CloudType, cloudTypes } from '../../../src/contract/cloud-types.ts'
import { usePage } from '../page-context.ts'
import { createPersistentSignal, type PersistentSignal, parseOneOf, parseString } from '../persistent-signal.ts'

export interface SendTarget {
  /** Label of the button, and what tells targets apart. */
  readonly name: string
  /** With the places of `placeholders`; relative to the page. */
  readonly url: string
  /** JSON whose texts have such places, sent by POST; empty for an address that is opened. */
  readonly body: string
  /** Value of the header `Authorization` of the request; empty for none. */
  readonly authorization: string
  /** The clouds whose links have the button; all if empty. */
  readonly clouds: readonly CloudType[]
}

/** What stands for a value in an address or body: `{url}`, the access code, the title of the work, the cloud such as `quark`. */
export const placeholders = ['url', 'code', 'title', 'cloud'] as const
export type LinkValues = Readonly<Record<(typeof placeholders)[number], string>>

export const maxTargets = 20
const maxNameLength = 30

const place = /\{(url|code|title|cloud)\}/g
const sample: LinkValues = { url: 'https://example.com', code: 'code', title: 'title', cloud: 'quark' }

function fill(text: string, values: LinkValues, encode: (value: string) => string): string {
  return text.replace(place, (found, name: string) => {
    const known = placeholders.find((one) => one === name)
    return known ? encode(values[known]) : found
  })
}

/** The address for a link; undefined for one that the page must not open. */
export function addressFor({ url }: Pick<SendTarget, 'url'>, values: LinkValues, pageUrl: string): string | undefined {
  const address = URL.parse(fill(url.trim(), values, encodeURIComponent), pageUrl)
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

/** The body for a link. @throws SyntaxError if it is no JSON. */
export function bodyFor({ body }: Pick<SendTarget, 'body'>, values: LinkValues): string {
  const template: unknown = JSON.parse(body)
  // Values are put into the parsed texts, so that none of them can end one.
  return JSON.stringify(template, (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, values, (text) => text) : value,
  )
}

/** The field that is not allowed; undefined if all are. */
export type TargetProblem = 'name' | 'url' | 'body' | 'place'

export function findProblem(target: SendTarget): TargetProblem | undefined {
  if (target.name === '' || target.name.length > maxNameLength) return 'name'
  if (target.url.trim() === '' || !addressFor(target, sample, 'http://localhost')) return 'url'
  if (target.body !== '' && !isJsonObject(target.body)) return 'body'
  return `${target.url}${target.body}`.includes('{url}') ? undefined : 'place'
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

function parseTarget(stored: unknown): SendTarget | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(stored))
  const text = (name: string) => parseString(fields.get(name)) ?? ''
  const clouds = fields.get('clouds')
  const target = {
    name: text('name'),
    url: text('url'),
    body: text('body'),
    authorization: text('authorization'),
    clouds: Array.isArray(clouds) ? clouds.flatMap((cloud) => parseOneOf(cloudTypes)(cloud) ?? []) : [],
  }
  return findProblem(target) ? undefined : target
}

/** Leaves out those that are not allowed. */
export function parseTargets(stored: unknown): readonly SendTarget[] | undefined {
  if (!Array.isArray(stored)) return undefined
  return stored.flatMap((one) => parseTarget(one) ?? []).slice(0, maxTargets)
}

/** The targets with one more, in place of the one of the same name. */
export function withTarget(targets: readonly SendTarget[], target: SendTarget): readonly SendTarget[] {
  const at = targets.findIndex(({ name }) => name === target.name)
  return at < 0 ? [...targets, target] : targets.with(at, target)
}

export function useSendTargets(): PersistentSignal<readonly SendTarget[]> {
  const { storage } = usePage()
  return useMemo(() => createPersistentSignal<readonly SendTarget[]>(storage, 'send', parseTargets, []), [storage])
}
