// Makes a fixture from a live reply: asks, trims, removes secrets, replays and writes.
import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../src/app/settings.ts'
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import { isPrivateByName } from '../../src/upstream/net/ssrf-guard.ts'
import { readFixture } from '../../test/kit/fixtures.ts'
import { type DraftExchange, type Question, RecordError, replayed } from './draft.ts'
import { askLive, type Live } from './live.ts'
import { askedAnew, scrubbed } from './scrub.ts'
import { isNamedSecret } from './secret-names.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { safeSubject } from './settings.ts'
import { trimmed } from './trim.ts'
import { type Draft, textsIn, writeFolder } from './write-folder.ts'

/** The sources to record, and the target folder. */
export interface Recording {
  readonly subject: ProbeTarget
  readonly question: Question
  readonly settings: Settings
  readonly folder: string
  readonly keep: number
  /** Today's date for the fixture's origin. */
  readonly today: string
}

/** Maximum size of a fixture body in bytes. */
const maxBytes = 512 * 1024

/**
 * Records a fixture and returns a report, one line each. @throws RecordError when the source fails or the reply makes
 * no valid fixture.
 */
export async function recordFixture({
  subject,
  question,
  settings,
  folder,
  keep,
  today,
}: Recording): Promise<string[]> {
  const { exchanges: live, found } = await exchangesOf(subject, question, settings)
  const cut = await trimmed(live, keep, (exchanges) => replayed(subject, question, exchanges))
  const secrets = createSecrets()
  const safe = await safeSubject(subject, settings, secrets)
  const exchanges = inOrder(await askedAnew(safe.subject, question, scrubbed(cut, secrets)))
  const large = exchanges.find(({ body }) => body.length > maxBytes)
  if (large)
    throw new RecordError(
      `${hostOf(large)} answered with ${sizeOf([large])} that cannot be cut: no fixture can be made of it`,
    )
  const whole = await replayed(subject, question, cut)
  const draft: Draft = {
    origin: originOf(exchanges, settings, today),
    source: subject.id,
    ...(subject.kind === 'list' ? {} : { query: { kw: question.kw, ext: question.ext } }),
    settings: safe.settings,
    now: new Date(question.at).toISOString(),
    exchanges,
    items: (await replayed(safe.subject, question, exchanges)).items,
    declaration: safe.declaration,
  }
  if (draft.items.length === 0 || draft.items.length !== whole.items.length)
    throw new RecordError(
      `without what is secret in it the answer gives ${draft.items.length} items in place of ${whole.items.length}: nothing was written`,
    )
  await writeFolder(folder, draft, (written) => checked(written, safe.subject, question, secrets))
  return [
    `${exchanges.length} exchanges, ${sizeOf(exchanges)} of the ${sizeOf(live)} that were received, ${draft.items.length} items; origin: ${draft.origin}`,
    `${secrets.count()} values were replaced as secret; look through the files yourself before you give them to anybody`,
    ...remaining(cut, exchanges),
    ...found,
  ]
}

async function exchangesOf(
  subject: ProbeTarget,
  question: Question,
  settings: Settings,
): Promise<Pick<Live, 'exchanges' | 'found'>> {
  const { outcome, exchanges, unanswered, found } = await askLive(subject, question, settings)
  if (outcome.state === 'failed')
    throw new RecordError(
      [`${subject.id} failed: ${outcome.failure.kind}: ${outcome.failure.detail}`, ...found].join('\n'),
    )
  if (outcome.items.length === 0)
    throw new RecordError(
      `${subject.id} gave nothing: no fixture can be made of that${subject.kind === 'list' ? '' : '; try another --kw'}`,
    )
  const [silent] = unanswered
  if (silent !== undefined)
    throw new RecordError(
      `${new URL(silent).host} did not answer every request, so the fixture would lack one: try again`,
    )
  const { items, strays } = await replayed(subject, question, exchanges)
  if (strays.length > 0 || items.length === 0)
    throw new RecordError(
      `${subject.id} does not ask the same when it is asked again at the same time, so its exchanges cannot be replayed`,
    )
  return { exchanges, found }
}

/** Sorts exchanges that differ only in header rules by the number of rules, because a replay takes the first match. */
function inOrder(exchanges: readonly DraftExchange[]): DraftExchange[] {
  const alike = (one: DraftExchange, other: DraftExchange) =>
    one.method === other.method && one.url === other.url && isDeepStrictEqual(one.request, other.request)
  const rules = (one: DraftExchange) => Object.keys(one.sent).length
  return exchanges.toSorted((one, other) => (alike(one, other) ? rules(other) - rules(one) : 0))
}

/** A reply over a gateway, or from a private address, may be invented. */
function originOf(exchanges: readonly DraftExchange[], { config, allowance }: Settings, today: string): string {
  const isOdd = exchanges.some(({ url }) => isPrivateByName(new URL(url)) || allowance.hosts.has(new URL(url).hostname))
  return config.UPSTREAM_GATEWAY || isOdd ? 'hand-made' : `recorded ${today}`
}

/** Replays the written fixture as the tests do. @throws RecordError when the items differ or a secret remains. */
async function checked(folder: string, subject: ProbeTarget, question: Question, secrets: Secrets): Promise<void> {
  const { now, exchanges, expected } = readFixture(folder)
  const { items, strays } = await replayed(subject, { ...question, at: Date.parse(now) }, exchanges)
  if (strays.length > 0)
    throw new RecordError(
      'without what is secret the source asks for something that was not recorded: nothing was written',
    )
  if (!isDeepStrictEqual(items, expected))
    throw new RecordError('the fixture does not give its items when it is replayed: nothing was written')
  const texts = textsIn(folder)
  const isLeft = secrets
    .telling()
    .some((secret) => texts.some((text) => text.includes(secret) || text.includes(encodeURIComponent(secret))))
  if (isLeft) throw new RecordError('a secret could not be taken out of the replies: nothing was written')
}

/** Unchanged address parameters with a secret name: the source derives them from its code or the time. */
function remaining(before: readonly DraftExchange[], after: readonly DraftExchange[]): string[] {
  const live = new Set(before.flatMap(({ url }) => [...new URL(url).searchParams].map(String)))
  const left = after.flatMap(({ url }) =>
    [...new URL(url).searchParams].filter((pair) => isNamedSecret(pair[0]) && live.has(String(pair))),
  )
  const names = [...new Set(left.map(([name]) => name))]
  if (names.length === 0) return []
  return [
    `the addresses still hold ${names.join(', ')}, which the source makes of its own code or of the time: see whether that is secret`,
  ]
}

function hostOf({ url }: DraftExchange): string {
  return new URL(url).host
}

function sizeOf(exchanges: readonly DraftExchange[]): string {
  const bytes = exchanges.reduce((sum, { body }) => sum + body.length, 0)
  return bytes < 10_240 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`
}
