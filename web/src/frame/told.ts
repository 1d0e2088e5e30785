// Which notices stand at the same time: an offer stays beside what is told after it.
import type { Notice } from '../page.ts'

/**
 * What is told once `next` is told too, the latest first. Passing words take the place of passing words; an offer takes the place of one that
 * offers the same (the latest undo counts), and stays else until it is taken or put away.
 */
export function toldWith(told: readonly Notice[], next: Notice): readonly Notice[] {
  return [next, ...told.filter(({ action }) => action?.label !== next.action?.label)]
}
