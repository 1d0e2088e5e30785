// Scenery: breaks no rule.
import { pino } from 'pino'

export const createLog = () => pino()
