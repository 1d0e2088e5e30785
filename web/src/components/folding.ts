// The fold by which the page compares words, as the service does. It is loaded behind the first view, or with the muted words.
import { signal } from '@preact/signals'

type Folding = typeof import('../../../src/contract/fold-text.ts') &
  typeof import('../../../src/contract/match-words.ts')

/** Undefined until it is loaded. */
export const folding = signal<Folding | undefined>(undefined)

export async function loadFolding(): Promise<void> {
  const [fold, match] = await Promise.all([
    import('../../../src/contract/fold-text.ts'),
    import('../../../src/contract/match-words.ts'),
  ])
  folding.value = { ...fold, ...match }
}
