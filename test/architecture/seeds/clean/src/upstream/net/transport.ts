// Scenery: breaks no rule.
import { lookup } from 'node:dns'
import { request } from 'undici'
import { createLog } from '../../observability/log.ts'
import { isLiteral } from './ssrf-guard.ts'

export const ways = [lookup, request, fetch, isLiteral, createLog]
