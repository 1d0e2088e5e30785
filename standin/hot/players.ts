// The hosts of all hot lists, played from the fixtures: as they stand there, or growing.
import { type Player, type Reply, type Sent, textOf } from '../answer.ts'
import { notFoundPage } from '../sites/page-parts.ts'
import { type Exchange, readExchanges } from './exchanges.ts'
import { createGrowingList, type Era, type GrowingList } from './growing.ts'
import { ruleOf } from './refusals.ts'
import type { Steps } from './steps.ts'
import { templates } from './templates.ts'
import { answerVisitor, visitorHost } from './visitor.ts'

/** How lists are played: the samples word for word, or as lists of about 30 that change with time. */
export type Lists = 'samples' | 'growing'

/** What the players are made of. */
export interface HotCast extends Era {
  readonly lists: Lists
  readonly steps: Steps
}

/** Makes a thing when it is first asked for: most runs ask few lists. */
function once<Value>(make: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined
  return () => {
    kept ??= { value: make() }
    return kept.value
  }
}

/** Keeps what was made for the latest key: a page is asked for many times within a step. */
function latest<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let kept: { readonly key: Key; readonly value: Value } | undefined
  return (key) => {
    if (kept?.key !== key) kept = { key, value: make(key) }
    return kept.value
  }
}

function isSame(one: Reply, other: Reply): boolean {
  return one.status === other.status && textOf(one).replaceAll(/\s/g, '') === textOf(other).replaceAll(/\s/g, '')
}

/** One exchange on the stage. */
interface Act {
  readonly exchange: Exchange
  reply(): Reply
  nothingFound(): Reply
}

function createAct(exchange: Exchange, all: readonly Exchange[], { lists, steps, ...era }: HotCast): Act {
  const template = templates.get(exchange.name)
  const sample = once(() => exchange.reply())
  if (template === undefined) return { exchange, reply: sample, nothingFound: notFoundPage }
  const list = once((): GrowingList => {
    const like = all.find(({ name }) => name === template.like)
    return createGrowingList(template, sample(), era, like?.reply())
  })
  // A template that does not fit is a mistake of ours: better heard at the start than at the first request.
  if (lists === 'growing') list()
  const at = latest((step: number) => list().at(step))
  return {
    exchange,
    reply: () => (lists === 'growing' ? at(steps.now()) : sample()),
    nothingFound: () => list().empty(),
  }
}

function createHost(host: string, acts: readonly Act[], cast: HotCast): Player<Reply> {
  const rule = ruleOf(host)
  const isGood = (url: URL, sent: Sent): boolean => rule.isGood?.(url, sent) ?? true
  const actsFor = (url: URL, { method }: Sent): readonly Act[] =>
    acts.filter(({ exchange }) => exchange.method === method && exchange.address.hasPath(url))
  return {
    answer(url, sent) {
      const near = actsFor(url, sent)
      const meant = near.filter(({ exchange }) => exchange.address.isMeant(url))
      const choice = meant.filter(({ exchange }) => exchange.asks(sent))
      // A refusal with status 200 stands in a fixture to send a source to its next upstream: any other answer goes before it.
      const asked =
        choice.length > 1 ? (choice.find((act) => !isSame(act.reply(), rule.refuse(url))) ?? choice[0]) : choice[0]
      if (asked?.exchange.accepts(sent) && isGood(url, sent)) return asked.reply()
      const visitor = host === visitorHost ? answerVisitor(cast.seed, url, sent) : undefined
      if (visitor) return visitor
      // A page that takes its sign or device from the address is known even when they are missing.
      const isKnown = meant.length > 0 || (near.length > 0 && !isGood(url, sent))
      return isKnown ? rule.refuse(url) : notFoundPage()
    },
    nothingFound: (url) => acts.find(({ exchange }) => exchange.address.isMeant(url))?.nothingFound() ?? notFoundPage(),
    // Any header may be one that a site insists on.
    variesBy: ({ headers }) => `${cast.steps.now()} ${JSON.stringify(headers)}`,
  }
}

/**
 * Players by host for every host that a hot-list fixture asks, and for weibo's visitor pages.
 * @throws when a fixture cannot be read, or, with growing lists, when a template does not fit its sample.
 */
export function createHotPlayers(cast: HotCast): ReadonlyMap<string, Player<Reply>> {
  const exchanges = readExchanges()
  const acts = exchanges.map((exchange) => createAct(exchange, exchanges, cast))
  const byHost = Map.groupBy(acts, ({ exchange }) => exchange.address.host)
  const hosts = new Set([...byHost.keys(), visitorHost])
  return new Map([...hosts].map((host) => [host, createHost(host, byHost.get(host) ?? [], cast)]))
}
