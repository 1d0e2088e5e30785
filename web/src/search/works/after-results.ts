// The parts that the first results do not need, in one chunk: checks of links, pictures, keys, tools.

import { EndNotice } from '../end-notice.tsx'
import { SaveButton } from '../front/save-button.tsx'
import { createLinkChecking } from '../link-checking.ts'
import { ListEffects } from '../list-effects.tsx'
import { NewResultsButton } from '../new-results-button.tsx'
import { ResultTools } from '../result-tools.tsx'
import { PosterImage } from './poster-image.tsx'
import { SameTitle } from './same-title.tsx'

export const afterResults = {
  createLinkChecking,
  EndNotice,
  ListEffects,
  NewResultsButton,
  PosterImage,
  ResultTools,
  SameTitle,
  SaveButton,
}
