// All areas of fuzzing, in the order in which they run.
import type { Area } from './area.ts'
import { inputAreas } from './input-areas.ts'
import { replyAreas } from './reply-areas.ts'
import { textAreas } from './text-areas.ts'

export const areas: readonly Area[] = [...replyAreas, ...textAreas, ...inputAreas]
