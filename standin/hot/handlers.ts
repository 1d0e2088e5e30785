// Mocks of all hot-list hosts, from the fixtures: unchanged or as growing lists.
import { notFoundPage } from '../error-pages.ts'
import { type Reply, type Sent, textOf, type UpstreamHandler } from '../mock-response.ts'
import { calendarBodies, createCalendar } from './calendar.ts'
import { createListEvolution, type EvolutionStep, type GrowingList, type ListEvolution } from './evolving-lists.ts'
import type { Steps } from './list-members.ts'
import { type Exchange, readExchanges } from './load-exchanges.ts'
import { answerVisitor, ruleOf, visitorHost } from './refusals.ts'
import { type Template, templatesFor } from './templates.ts'

/** Mode of the lists: exact samples, or lists of about 30 items that change over time. */
export type Lists = 'samples' | 'growing'

/** Options of the hot-list mocks. */
export interface HotHandlers extends EvolutionStep {
  readonly lists: Lists
  readonly steps: Steps
}

/** Creates a value on first use, because most runs need only a few lists. */
function once<Value>(make: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined
  return () => {
    kept ??= { value: make() }
    return kept.value
  }
}

/** Caches the value of the latest key: a page is requested many times within a step. */
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

/** One exchange and its responses. */
interface Act {
  readonly exchange: Exchange
  /** True when its list grows. */
  readonly grows: boolean
  reply(url: URL): Reply
  nothingFound(url: URL): Reply
}

type ListMaker = (exchange: Exchange) => GrowingList | undefined

/** Creates growing lists; lists from one sample share the parsed sample. */
function createListMaker(exchanges: readonly Exchange[], era: EvolutionStep): ListMaker {
  const growths = new Map<string, ListEvolution>()
  const growthOf = (exchange: Exchange, template: Template): ListEvolution => {
    const like = exchanges.find(({ name }) => name === template.like)
    const growth = growths.get(exchange.name) ?? createListEvolution(template, exchange.reply(), like?.reply())
    growths.set(exchange.name, growth)
    return growth
  }
  return (exchange) => {
    if (calendarBodies.includes(exchange.name)) return createCalendar(exchange.reply())
    const template = templatesFor(exchanges).get(exchange.name)
    return template && growthOf(exchange, template)(era, exchange.alike)
  }
}

function createAct(exchange: Exchange, make: ListMaker, { lists, steps }: HotHandlers): Act {
  const sample = once(() => exchange.reply())
  const list = once(() => make(exchange))
  // Created at startup, so that a template that does not fit fails there and not at the first request.
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

/** The elements that match, or all of them when none does. */
function prefer(acts: readonly Act[], isBetter: (act: Act) => boolean): readonly Act[] {
  const better = acts.filter(isBetter)
  return better.length > 0 ? better : acts
}

/** Chooses between fixtures with the same URL: growing lists and exact paths have precedence. */
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
  /**
   * Refuses a request with missing headers or parameters. A page whose sign or device is in the URL is recognized even
   * without them.
   */
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
      // A refusal with status 200 is in a fixture to send a source to its fallback; any other response has precedence.
      const asked =
        choice.length > 1 ? (choice.find((act) => !isSame(act.reply(url), rule.refuse(url))) ?? choice[0]) : choice[0]
      if (asked?.exchange.accepts(sent) && isGood(url, sent)) return asked.reply(url)
      const visitor = host === visitorHost ? answerVisitor(cast.seed, url, sent) : undefined
      return visitor ?? turnAway(url, sent, near)
    },
    nothingFound: (url) => acts.find((act) => isMeant(act, url))?.nothingFound(url) ?? notFoundPage(),
    // A site may require any header.
    variesBy: ({ headers }) => `${cast.steps.now()} ${JSON.stringify(headers)}`,
  }
}

/**
 * Creates the mocks of every host in a hot-list fixture, and of weibo's visitor pages, by host.
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
