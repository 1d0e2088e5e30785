// The operations of watches.

import { digestAnswer } from '../contract/digest.ts'
import { onlyLocal, unknownFormat } from '../contract/example-errors.ts'
import { type ErrorExample, feedAnswers, type Operations, operation } from '../contract/operation.ts'
import {
  watchAnswer,
  watchEventsAnswer,
  watchEventsRequest,
  watchesAnswer,
  watchFeedRequest,
  watchFeedTokenAnswer,
  watchRequest,
} from '../contract/watches.ts'

const noWatch = { message: 'name: there is no watch of this name; GET /api/v1/watches lists yours' }
const notStored = { message: 'watches: the change could not be stored' }
const unreadable = { message: 'watches: what was found cannot be read at the moment' }
const pathWords = { name: 'The name of the watch: 1 to 60 letters, digits, spaces, `_` or `-`.' }

const wrongSince: ErrorExample = {
  message: 'since: must be a time: epoch milliseconds, or ISO 8601 with its zone, like 2026-11-21T08:00:00Z',
  details: { parameter: 'since' },
}

export const watchOperations = {
  watches: operation('watches', '/api/v1/watches', 'Your watches', {
    description:
      "Those of the holder of the login or API key, and the public ones of the operator's file. Without login or key: those of the operator, for local clients and holders of the admin token.",
    answers: [{ status: 200, meaning: 'The watches.', schema: watchesAnswer }],
  }),
  allWatchEvents: operation('watches', '/api/v1/watches/events', 'What your watches found', {
    description:
      'The newest first. For a badge: pass the `latest` of the answer that was shown as `since`; `total` is the number to show.',
    query: watchEventsRequest,
    answers: [{ status: 200, meaning: 'The events.', schema: watchEventsAnswer }],
    errors: {
      400: [wrongSince],
      503: [unreadable],
    },
  }),
  digest: operation('watches', '/api/v1/digest', 'The last day', {
    description:
      'Ten stories that several platforms report, what rose most, and what your watches found. Only cached lists take part; no site is asked. A watch with `daily` sends it once a day.',
    answers: [{ status: 200, meaning: 'The digest.', schema: digestAnswer }],
    errors: { 503: [unreadable] },
  }),
  putWatch: operation('watches', '/api/v1/watches/{name}', 'Declare a watch', {
    method: 'put',
    description:
      "Adds it, or replaces the one of this name. What matches at first is shown, but nobody is notified of it. With a login or API key the watch belongs to its holder; otherwise it is the operator's, and only administrators may declare it.",
    pathWords,
    body: watchRequest,
    answers: [{ status: 200, meaning: 'The watch as stored.', schema: watchAnswer }],
    errors: {
      400: [
        { message: 'words: is missing: must be one string of 1 to 200 characters', details: { parameter: 'words' } },
        {
          message: 'lists: nosuch is not an enabled list; GET /api/v1/sources lists them',
          details: { parameter: 'lists' },
        },
        { message: 'watches: at most 20 are allowed; delete one first' },
      ],
      403: [onlyLocal],
      409: [{ message: 'name: the watch typhoon stands in WATCH_FILE, and has to be changed there' }],
      500: [notStored],
    },
  }),
  watch: operation('watches', '/api/v1/watches/{name}', 'One watch', {
    pathWords,
    answers: [{ status: 200, meaning: 'The watch.', schema: watchAnswer }],
    errors: { 404: [noWatch] },
  }),
  watchEvents: operation('watches', '/api/v1/watches/{name}/events', 'What one watch found', {
    pathWords,
    query: watchEventsRequest,
    answers: [{ status: 200, meaning: 'The events, newest first.', schema: watchEventsAnswer }],
    errors: {
      400: [wrongSince],
      404: [noWatch],
      503: [unreadable],
    },
  }),
  watchFeed: operation('watches', '/feeds/watch/{name}.{format}', 'What a watch found, as a feed', {
    description:
      'With a login or API key those of its holder; without one public watches. A watch whose owner has made an address with a token for its feed is also read by that `token` alone, so that any feed reader can: `PUT /api/v1/watches/{name}/feed`.',
    pathWords: { name: 'The name of the watch.', format: '`rss`, `atom` or `json`.' },
    query: watchFeedRequest,
    answers: [
      ...feedAnswers,
      {
        status: 304,
        meaning:
          'Not modified: the ETag in `If-None-Match`, or without one the time in `If-Modified-Since`, still matches.',
      },
    ],
    errors: {
      400: [{ message: 'token: must be one string of 1 to 100 characters', details: { parameter: 'token' } }],
      404: [noWatch, { message: 'token: no feed of this name has it; it may have been revoked' }, unknownFormat],
      503: [unreadable],
    },
  }),
  putWatchFeed: operation('watches', '/api/v1/watches/{name}/feed', 'Make an address for the feed of a watch', {
    method: 'put',
    description:
      'Makes a new token, `feedToken` of the answer, and revokes the one before. `/feeds/watch/{name}.rss?token=…` then needs no key: who has the address can read the feed, and nothing else. The token is shown once; only its digest is stored. Administrators may do this for the watches of the file.',
    pathWords,
    answers: [{ status: 200, meaning: 'The watch, and the new token.', schema: watchFeedTokenAnswer }],
    errors: {
      403: [{ message: 'feed: only the owner of a watch may give its feed away' }, onlyLocal],
      404: [noWatch],
      500: [notStored],
    },
  }),
  deleteWatchFeed: operation('watches', '/api/v1/watches/{name}/feed', 'Revoke the address of the feed of a watch', {
    method: 'delete',
    description: 'Who has it can no longer read the feed.',
    pathWords,
    answers: [{ status: 204, meaning: 'It is revoked.' }],
    errors: {
      403: [{ message: 'feed: only the owner of a watch may give its feed away' }, onlyLocal],
      404: [noWatch],
      500: [notStored],
    },
  }),
  deleteWatch: operation('watches', '/api/v1/watches/{name}', 'Delete a watch', {
    method: 'delete',
    description: 'With what it found.',
    pathWords,
    answers: [{ status: 204, meaning: 'It is deleted.' }],
    errors: {
      403: [onlyLocal],
      404: [noWatch],
      409: [{ message: 'name: the watch typhoon stands in WATCH_FILE, and has to be changed there' }],
      500: [notStored],
    },
  }),
} satisfies Operations
