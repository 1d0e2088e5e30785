// Scenery: breaks no rule.
import { isIP } from 'node:net'

export const isLiteral = (host: string) => isIP(host) > 0
