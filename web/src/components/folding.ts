// The fold by which the page compares words, as the service does. The characters of Chinese are loaded behind the first view.
import { signal } from '@preact/signals'
import { createFolding } from '../../../src/contract/folding.ts'

export const folding = signal(createFolding(''))

/** Loads the table of traditional and simplified characters. Without it, as when the page is offline, they stay different. */
export async function loadTraditional(): Promise<void> {
  const { default: traditional } = await import('../../../src/contract/traditional.json')
  folding.value = createFolding(traditional)
}
