// Scenery: breaks no rule.
import { readdirSync } from 'node:fs'
import { ways } from './net/transport.ts'

export const discover = (folder: string) => [ways, readdirSync(folder)]
