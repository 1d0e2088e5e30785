// The hosts of all hot lists, played from the fixtures: as they stand there, or growing.
import { type Reply, type Sent, textOf, type UpstreamHandler } from '../mock-response.ts'
import { notFoundPage } from '../sites/page-parts.ts'
import { calendarBodies, createCalendar } from './calendar.ts'
import { createListEvolution, type EvolutionStep, type GrowingList, type ListEvolution } from './evolving-lists.ts'
import { type Exchange, readExchanges } from './load-exchanges.ts'
import { ruleOf } from './refusals.ts'
import type { Steps } from './step-clock.ts'
import { templates } from './templates/all.ts'
import type { Template } from './templates/template.ts'
import { answerVisitor, visitorHost } from './weibo-visitor.ts'

/** How lists are played: the samples word for word, or as lists of about 30 that change with time. */
export type Lists = 'samples' | 'growing'

/** What the players are made of. */
export interface HotHandlers extends EvolutionStep {
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
function latest<Value>(): (key: string, make: () => Value) => Value {
  let kept: { readonly key: string; readonly value: Value } | undefined
  return (key, make) => {
    if (kept?.key !== key) kept = { key, value: make() }
    return kept.value
  }
}

function isSame(one: Reply, other: Reply): boolean {
  return one.status === other.status && textOf(one).replaceAll(/\s/g, '') === textOf(other).replaceAll(/\s/g, '')
}

/** One exchange on the stage. */
interface Act {
  readonly exchange: Exchange
  /** Its list is a living one. */
  readonly grows: boolean
  reply(url: URL): Reply
  nothingFound(url: URL): Reply
}

type ListMaker = (exchange: Exchange) => GrowingList | undefined

/** Makes living lists; those that look like one sample share what is read of it. */
function createListMaker(exchanges: readonly Exchange[], era: EvolutionStep): ListMaker {
  const growths = new Map<string, ListEvolution>()
  const growthOf = (exchange: Exchange, template: Template): ListEvolution => {
    const like = exchanges.find(({ name }) => name === template.like)
    const growth = growths.get(exchange.name) ?? createListEvolution(template, exchange.reply(), like?.reply())
    growths.set(exchange.name, growth)
    return growth
  }
  return (exchange) => {
    if (calendarBodies.includes(exchange.name)) return createCalendar(exchange.reply(), era.seed)
    const template = templates.get(exchange.name)
    return template && growthOf(exchange, template)(era, exchange.alike)
  }
}

function createAct(exchange: Exchange, make: ListMaker, { lists, steps }: HotHandlers): Act {
  const sample = once(() => exchange.reply())
  const list = once(() => make(exchange))
  // A template that does not fit is a mistake of ours: better heard at the start than at the first request.
  const growing = lists === 'growing' ? list() : undefined
  const recent = latest<Reply>()
  const grown = (url: URL): Reply | undefined =>
    growing && recent(`${steps.now()} ${url.href}`, () => growing.at(steps.now(), url))
  return {
    exchange,
    grows: growing !== undefined,
    reply: (url) => grown(url) ?? sample(),
    nothingFound: (url) => list()?.empty(url) ?? notFoundPage(),
  }
}

/** Those that are better, if there are any. */
function prefer(acts: readonly Act[], isBetter: (act: Act) => boolean): readonly Act[] {
  const better = acts.filter(isBetter)
  return better.length > 0 ? better : acts
}

/** Of several fixtures that one address asks for: what grows, and what was made for this very path, go before the rest. */
function choose(acts: readonly Act[], url: URL): readonly Act[] {
  const living = prefer(acts, ({ grows }) => grows)
  return prefer(living, ({ exchange }) => exchange.address.hasVeryPath(url))
}

function createHost(host: string, acts: readonly Act[], cast: HotHandlers): UpstreamHandler<Reply> {
  const rule = ruleOf(host)
  const isGood = (url: URL, sent: Sent): boolean => rule.isGood?.(url, sent) ?? true
  const actsFor = (url: URL, { method }: Sent): readonly Act[] =>
    acts.filter(({ exchange }) => exchange.method === method && exchange.address.hasPath(url))
  const isMeant = ({ exchange }: Act, url: URL): boolean => exchange.address.isMeant(url, rule.free)
  /** What is not given what it asks for: a page that takes its sign or device from the address is known even when they are missing. */
  const turnAway = (url: URL, sent: Sent, near: readonly Act[]): Reply => {
    const isKnown = near.some((act) => isMeant(act, url)) || (near.length > 0 && !isGood(url, sent))
    if (isKnown) return rule.refuse(url)
    return near.length > 0 && rule.stranger ? rule.stranger(url) : notFoundPage()
  }
  return {
    answer(url, sent) {
      const near = actsFor(url, sent)
      const meant = near.filter((act) => isMeant(act, url) && act.exchange.asks(sent))
      const choice = choose(meant, url)
      // A refusal with status 200 stands in a fixture to send a source to its next upstream: any other answer goes before it.
      const asked =
        choice.length > 1 ? (choice.find((act) => !isSame(act.reply(url), rule.refuse(url))) ?? choice[0]) : choice[0]
      if (asked?.exchange.accepts(sent) && isGood(url, sent)) return asked.reply(url)
      const visitor = host === visitorHost ? answerVisitor(cast.seed, url, sent) : undefined
      return visitor ?? turnAway(url, sent, near)
    },
    nothingFound: (url) => acts.find((act) => isMeant(act, url))?.nothingFound(url) ?? notFoundPage(),
    // Any header may be one that a site insists on.
    variesBy: ({ headers }) => `${cast.steps.now()} ${JSON.stringify(headers)}`,
  }
}

/**
 * Players by host for every host that a hot-list fixture asks, and for weibo's visitor pages.
 * @throws when a fixture cannot be read, or, with growing lists, when a template does not fit its sample.
 */
export function createHotPlayers(cast: HotHandlers): ReadonlyMap<string, UpstreamHandler<Reply>> {
  const exchanges = readExchanges()
  const make = createListMaker(exchanges, cast)
  const acts = exchanges.map((exchange) => createAct(exchange, make, cast))
  const byHost = Map.groupBy(acts, ({ exchange }) => exchange.address.host)
  const hosts = new Set([...byHost.keys(), visitorHost])
  return new Map([...hosts].map((host) => [host, createHost(host, byHost.get(host) ?? [], cast)]))
}
