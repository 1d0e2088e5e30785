// Seed: breaks the rule that only the wiring knows that there may be other replicas.
import { tellOthers } from '../replicas/telling.ts'

export function search(kw: string): string {
  tellOthers(kw)
  return kw
}
