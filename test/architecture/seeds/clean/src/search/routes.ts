// Scenery: breaks no rule.
import type { FastifyInstance } from 'fastify'
import { read } from '../http/params.ts'
import { search } from './search.ts'

export function addRoutes(app: FastifyInstance, name: string) {
  return app.get('/', (request) => search(read(request), name))
}
