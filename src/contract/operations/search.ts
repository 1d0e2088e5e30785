// Searching for links, as operations.
import type { Answer, Example, Operation } from '../operation.ts'
import { healthResponse, searchResponse } from '../search.ts'
import { kw, linksFound, postsFound, told } from './search-examples.ts'
import { searchEvent, searchFieldsTold } from './search-words.ts'

const description = `Asks every source at once and answers when all have, or after 8 s with what has come by then. Then \`meta.complete\` is false, and the
same search asked again has more. A source that failed is named in \`warnings\`, never silently missing.`

const refusedFields = [
  { message: 'kw: is missing: must be one string of 1 to 200 characters' },
  { message: 'conc: must be an integer from 1 to 256' },
  { message: 'ext: is not valid JSON: must be a JSON object' },
]
const busy = [{ message: 'service: overloaded (131 asks of sites are running); retry in 5 s' }]

const found: Answer = { status: 200, meaning: 'What was found.', schema: searchResponse }
const unchanged: Answer = { status: 304, meaning: 'The answer is still that of the ETag in `If-None-Match`.' }

const both: readonly Example[] = [
  { name: 'links', summary: 'All links, by cloud', query: kw, answer: linksFound },
  {
    name: 'posts',
    summary: 'Posts of two channels with links to one cloud',
    query: { ...kw, channels: ['demo_share', '@demo_two'], cloud_types: ['quark'], res: 'results', src: 'tg' },
    answer: postsFound,
  },
]

const noMatter = { ext: { details: true, deadline_ms: 3000 }, filter: { include: ['4K'], exclude: ['预告', '花絮'] } }

/** Searches, and what can be searched. */
export const searchOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/search',
    id: 'search',
    tag: 'links',
    summary: 'Search for links',
    description,
    access: 'callers',
    query: searchFieldsTold,
    answers: [found, unchanged],
    errors: { 400: refusedFields, 503: busy },
    examples: [
      ...both,
      {
        name: 'details',
        summary: 'Only some titles, and more of each link',
        query: { ...kw, res: 'merge', ...noMatter },
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
    description: `${description} For requests that are too long for a query.`,
    access: 'callers',
    body: searchFieldsTold,
    answers: [found],
    errors: { 400: [...refusedFields, { message: 'body: must be a JSON object' }], 503: busy },
    examples: [
      ...both.map(({ query, ...example }) => ({ ...example, body: query ?? {} })),
      {
        name: 'details',
        summary: 'Only some titles, and more of each link',
        body: { ...kw, res: 'all', conc: 20, refresh: true, ...noMatter },
        answer: { ...linksFound, data: { ...linksFound.data, results: postsFound.data.results } },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/search/stream',
    id: 'searchEvents',
    tag: 'links',
    summary: 'Search, with links as they arrive',
    description: `The same search as server-sent events: \`start\`, then \`links\` or \`results\` and \`source\` as each source answers, and \`end\`. \`error\`
stands in place of \`end\` when the service itself failed. A comment line comes every 15 s. A browser that comes again after \`end\` is answered 204, so that it stops.`,
    access: 'callers',
    query: searchFieldsTold,
    answers: [
      {
        status: 200,
        meaning: 'The events, as they come.',
        type: 'text/event-stream',
        schema: searchEvent,
        stream: 'events',
      },
      { status: 204, meaning: 'All has been told: the client came again with `Last-Event-ID: end`.' },
    ],
    errors: { 400: refusedFields, 503: busy },
    examples: [
      { name: 'events', summary: 'All that there is to say', query: kw, answer: told },
      {
        name: 'again',
        summary: 'A browser comes again after the end',
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
    summary: 'What can be searched',
    description:
      'The channels and plugins that are on. Open to everybody, so that a page knows before its user has logged in.',
    access: 'open',
    answers: [{ status: 200, meaning: 'What can be searched.', schema: healthResponse }],
    examples: [
      {
        name: 'health',
        summary: 'What can be searched',
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
