// Seed: breaks the rule.
import type { FastifyRequest } from 'fastify'

export type Used = FastifyRequest
