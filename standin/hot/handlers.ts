// Mocks of all hot-list hosts, from the fixtures: unchanged or as growing lists.
import { notFoundPage } from '../error-pages.ts'
import type { Reply, UpstreamHandler } from '../mock-response.ts'
import { calendarBodies, createCalendar } from './calendar.ts'
import { createListEvolution, type EvolutionStep, type GrowingList, type ListEvolution } from './evolving-lists.ts'
import type { Steps } from './list-members.ts'
import { type Exchange, readExchanges } from './load-exchanges.ts'
import { answerVisitor, refusalOf, visitorHost } from './site-rules.ts'
import type { Template } from './template.ts'
import { templatesFor } from './templates.ts'

/** Mode of the lists: exact samples, or lists of about 30 items that change over time. */
export type Lists = 'samples' | 'growing'

/** Options of the hot-list mocks. */
export interface HotOptions extends EvolutionStep {
  readonly lists: Lists
  readonly steps: Steps
}

/** Creates a value on first use, because most runs need only a few lists. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** More than any refusal with status 200 has. */
const maxRefusalLength = 100

/** One exchange and its responses. */
interface MockedExchange {
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
    const growth = growths.get(exchange.name) ?? createListEvolution(template, exchange.reply())
    growths.set(exchange.name, growth)
    return growth
  }
  return (exchange) => {
    if (calendarBodies.includes(exchange.name)) return createCalendar(exchange.reply())
    const template = templatesFor(exchanges).get(exchange.name)
    return template && growthOf(exchange, template)(era, exchange.alike)
  }
}

function mockExchange(exchange: Exchange, make: ListMaker, { lists, steps }: HotOptions): MockedExchange {
  const sample = once(() => exchange.reply())
  const list = once(() => make(exchange))
  // Created at startup, so that a template that does not fit fails there and not at the first request.
  const growing = lists === 'growing' ? list() : undefined
  return {
    exchange,
    grows: growing !== undefined,
    reply: (url) => growing?.at(steps.now(), url) ?? sample(),
    nothingFound: (url) => list()?.empty(url) ?? notFoundPage(),
  }
}

/** The elements that match, or all of them when none does. */
function prefer(
  mocked: readonly MockedExchange[],
  isBetter: (one: MockedExchange) => boolean,
): readonly MockedExchange[] {
  const better = mocked.filter(isBetter)
  return better.length > 0 ? better : mocked
}

/**
 * Chooses between fixtures with the same URL: growing lists and exact paths have precedence, then the longest: a short one is a refusal that
 * sends a source to its next way.
 */
function choose(mocked: readonly MockedExchange[], url: URL): MockedExchange | undefined {
  const living = prefer(mocked, ({ grows }) => grows)
  const found = prefer(living, ({ exchange }) => exchange.address.hasVeryPath(url))
  const isLong = (one: MockedExchange) => one.exchange.reply().body.length > maxRefusalLength
  return found.length > 1 ? prefer(found, isLong)[0] : found[0]
}

function createHost(host: string, mocked: readonly MockedExchange[], options: HotOptions): UpstreamHandler<Reply> {
  const isMeant = ({ exchange }: MockedExchange, url: URL): boolean => exchange.address.isMeant(url)
  return {
    answer(url, sent) {
      const meant = mocked.filter((one) => one.exchange.method === sent.method && isMeant(one, url))
      const asked = choose(
        meant.filter(({ exchange }) => exchange.asks(sent)),
        url,
      )
      if (asked?.exchange.accepts(sent)) return asked.reply(url)
      const visitor = host === visitorHost ? answerVisitor(options.seed, url, sent) : undefined
      return visitor ?? (meant.length > 0 ? refusalOf(host) : notFoundPage())
    },
    nothingFound: (url) => mocked.find((one) => isMeant(one, url))?.nothingFound(url) ?? notFoundPage(),
    // A site may require any header.
    variesBy: ({ headers }) => `${options.steps.now()} ${JSON.stringify(headers)}`,
  }
}

/**
 * Creates the mocks of every host in a hot-list fixture, and of weibo's visitor pages, by host.
 * @throws when a fixture cannot be read, or, with growing lists, when a template does not fit its sample.
 */
export function createHotHandlers(options: HotOptions): ReadonlyMap<string, UpstreamHandler<Reply>> {
  const exchanges = readExchanges()
  const make = createListMaker(exchanges, options)
  const mocked = exchanges.map((exchange) => mockExchange(exchange, make, options))
  const byHost = Map.groupBy(mocked, ({ exchange }) => exchange.address.host)
  const hosts = new Set([...byHost.keys(), visitorHost])
  return new Map([...hosts].map((host) => [host, createHost(host, byHost.get(host) ?? [], options)]))
}
