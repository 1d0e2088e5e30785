// The operations of search.
import type { Example, Operation, OperationAnswer } from '../operation.ts'
import { healthResponse, searchResponse } from '../search.ts'
import { exampleEvents, kw, linksFound, postsFound } from './search-examples.ts'
import { searchEvent, searchFieldDocs } from './search-field-docs.ts'

const description = `Asks all sources concurrently and answers when all have answered, or after 8 s with the results received so far. In that case
\`meta.complete\` is false, and repeating the search later returns more. Failed sources are listed in \`warnings\`.`

const refusedFields = [
  { message: 'kw: is missing: must be one string of 1 to 200 characters' },
  { message: 'conc: must be an integer from 1 to 256' },
  { message: 'ext: is not valid JSON: must be a JSON object' },
]
const busy = [{ message: 'service: overloaded (131 asks of sites are running); retry in 5 s' }]

const found: OperationAnswer = { status: 200, meaning: 'The search results.', schema: searchResponse }
const unchanged: OperationAnswer = { status: 304, meaning: 'Not modified: the ETag in `If-None-Match` still matches.' }

const both: readonly Example[] = [
  { name: 'links', summary: 'All links, by cloud', query: kw, answer: linksFound },
  {
    name: 'posts',
    summary: 'Posts of two channels with links to one cloud',
    query: { ...kw, channels: ['demo_share', '@demo_two'], cloud_types: ['quark'], res: 'results', src: 'tg' },
    answer: postsFound,
  },
]

const detailOptions = {
  ext: { details: true, deadline_ms: 3000 },
  filter: { include: ['4K'], exclude: ['预告', '花絮'] },
}

/** Search, streamed search, and health. */
export const searchOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/search',
    id: 'search',
    tag: 'links',
    summary: 'Search for links',
    description,
    access: 'callers',
    query: searchFieldDocs,
    answers: [found, unchanged],
    errors: { 400: refusedFields, 503: busy },
    examples: [
      ...both,
      {
        name: 'details',
        summary: 'Filtered titles, with details of each link',
        query: { ...kw, res: 'merge', ...detailOptions },
        answer: linksFound,
      },
    ],
  },
  {
    method: 'post',
    path: '/api/search',
    id: 'searchWithBody',
    tag: 'links',
    summary: 'Search for links, with a JSON body',
    description: `${description} For requests that are too long for a query string.`,
    access: 'callers',
    body: searchFieldDocs,
    answers: [found],
    errors: { 400: [...refusedFields, { message: 'body: must be a JSON object' }], 503: busy },
    examples: [
      ...both.map(({ query, ...example }) => ({ ...example, body: query ?? {} })),
      {
        name: 'details',
        summary: 'Filtered titles, with details of each link',
        body: { ...kw, res: 'all', conc: 20, refresh: true, ...detailOptions },
        answer: { ...linksFound, data: { ...linksFound.data, results: postsFound.data.results } },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/search/stream',
    id: 'searchEvents',
    tag: 'links',
    summary: 'Search, streaming links as they are found',
    description: `The same search as server-sent events: \`start\`; \`source\`, \`links\` and \`results\` as each source answers; \`end\`. After an internal error
\`error\` is sent instead of \`end\`. A comment line is sent every 15 s. A browser that reconnects after \`end\` gets 204, so that it stops.`,
    access: 'callers',
    query: searchFieldDocs,
    answers: [
      {
        status: 200,
        meaning: 'The events.',
        type: 'text/event-stream',
        schema: searchEvent,
        stream: 'events',
      },
      { status: 204, meaning: 'The stream is complete: the client reconnected with `Last-Event-ID: end`.' },
    ],
    errors: { 400: refusedFields, 503: busy },
    examples: [
      { name: 'events', summary: 'The events of a search', query: kw, answer: exampleEvents },
      {
        name: 'again',
        summary: 'A browser reconnects after the end',
        query: kw,
        headers: { 'last-event-id': 'end' },
        status: 204,
      },
    ],
  },
  {
    method: 'get',
    path: '/api/health',
    id: 'health',
    tag: 'links',
    summary: 'Default channels and plugins, and the health of search',
    description: 'Open without login, so that a page can show it before its user has logged in.',
    access: 'open',
    answers: [{ status: 200, meaning: 'Channels, plugins and health.', schema: healthResponse }],
    examples: [
      {
        name: 'health',
        summary: 'Two channels and two plugins',
        answer: {
          status: 'ok',
          plugins_enabled: true,
          plugin_count: 2,
          plugins: ['labi', 'panta'],
          channels: ['demo_share', 'demo_two'],
          channels_count: 2,
          auth_enabled: false,
          version: '0.1.0',
        },
      },
    ],
  },
]
