// Seed: breaks the rule.
import { thing } from '../image-proxy/allowed-hosts.ts'

export const used = thing
