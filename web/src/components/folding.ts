// The fold by which the page compares words, as the service does. It is loaded behind the first view, or with the muted words.
import { signal } from '@preact/signals'

/** Undefined until it is loaded. */
export const folding = signal<typeof import('./folding-parts.ts').foldingParts | undefined>(undefined)

export async function loadFolding(): Promise<void> {
  folding.value = (await import('./folding-parts.ts')).foldingParts
}
