// Routes of operations whose answers no cache may store.
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { operation } from '../contract/operation.ts'
import { createOperationRoutes } from './mount-operation.ts'

it.each(['reader', 'reports', 'administrator'] as const)('no route for %s is added without a check', (access) => {
  const route = createOperationRoutes(fastify())
  const restricted = operation('administration', '/secret', 'A secret', { access, answers: [] })
  expect(() => route(restricted, () => ({}))).toThrow(`/secret: the access ${access} needs a gate`)
})
