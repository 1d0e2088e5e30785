// Scenery: breaks no rule.
import { lookup } from 'node:dns'
import { request } from 'undici'
import { createLog } from '../log.ts'
import { isLiteral } from './addresses.ts'

export const ways = [lookup, request, fetch, isLiteral, createLog]
