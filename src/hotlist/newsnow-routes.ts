// Routes compatible with NewsNow's page and tools.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type enableLoginResponse, entireRequest, newsNowRequest } from '../contract/newsnow.ts'
import { sendJson } from '../http/json.ts'
import { parse, parseQuery, readBody } from '../http/params.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import { createReadyJson } from '../http/ready-json.ts'
import { createMarks } from '../upstream/versions.ts'
import type { Lists } from './lists.ts'
import { newsNowListOf } from './newsnow-shape.ts'
import { askOne, enabled, failed, found } from './one-list.ts'

/** Dependencies of the NewsNow routes. */
interface NewsNowDoors {
  readonly lists: Lists
  readonly ready: Pick<ReadyAnswers, 'send'>
  /** Admits a forced refresh. @throws RequestError 429 when the client's rate limit is exceeded, 503 when the service is overloaded. */
  readonly forced?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Registers `/api/s`, `/api/s/entire` and `/api/enable-login`; `/api/latest` is also part of our own API. */
export function newsNowRoutes(app: FastifyInstance, doors: NewsNowDoors): void {
  const { lists } = doors
  const send = createReadyJson(doors)
  app.get('/api/s', async (request, reply) => {
    const { id, latest: force } = parseQuery(request, newsNowRequest)
    if (force) doors.forced?.(request, reply)
    const list = enabled(found(id, lists))
    return send(request, reply, { what: 'lists', key: force ? undefined : { id } }, async (signal) => {
      const { answer, standing } = await askOne(list, { force, signal }, doors)
      const body = newsNowListOf({ ...answer, askedAs: id })
      if (!body) throw failed(answer)
      return { body, ...standing }
    })
  })
  app.post('/api/s/entire', (request, reply) => {
    const { sources } = parse(entireRequest, readBody(request.body))
    return send(request, reply, { what: 'lists', key: { sources } }, async () => {
      const marks = createMarks(doors.epochMs)
      const asked = sources.flatMap((id) => {
        const list = lists.find(id)
        return list?.isEnabled ? [{ id, list }] : []
      })
      const known = await Promise.all(asked.map(({ id, list }) => lists.known(list, id, marks)))
      const body = known.flatMap((answer) => (answer && newsNowListOf(answer)) ?? [])
      const oldest = body.reduce((time, { updatedTime }) => Math.min(time, updatedTime), doors.epochMs())
      return { body, stamp: marks.stamp(asked.length), cache: 'hit', ageMs: doors.epochMs() - oldest }
    })
  })
  app.get('/api/enable-login', (_request, reply) => {
    const body: z.output<typeof enableLoginResponse> = { enable: false }
    return sendJson(reply, body)
  })
}
