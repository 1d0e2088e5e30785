// The fold by which the page compares words, as the service does. It is loaded behind the first view, or with the muted words.
import { signal } from '@preact/signals'

/** Undefined until it is loaded. */
export const folding = signal<typeof import('./folding-parts.ts').foldingParts | undefined>(undefined)

export async function loadFolding(): Promise<void> {
  folding.value = (await import('./folding-parts.ts')).foldingParts
}

/** Folds a text for matching, as the server does; only case and width until its fold is loaded. */
export function fold(text: string): string {
  return folding.value?.foldWords(text) ?? text.normalize('NFKC').trim().toLowerCase()
}
