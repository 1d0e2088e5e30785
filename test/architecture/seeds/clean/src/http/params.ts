// Scenery: breaks no rule.
import type { FastifyRequest } from 'fastify'
import { request } from '../contract/search.ts'

export const read = (from: FastifyRequest) => request.parse(from.query)
