// Scenery: breaks no rule.
import fastify from 'fastify'
import type { Store } from '../store/memory.ts'
import { addRoutes } from '../search/routes.ts'

export function createApp(store: Store) {
  return addRoutes(fastify(), store.name)
}
