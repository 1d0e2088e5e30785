// What the first results do not need, in one chunk: checks of links, pictures, keys, tools.
import { createLinkChecking } from '../link-checking.ts'
import { HelpKey } from './help-key.tsx'
import { PosterImage } from './poster-image.tsx'
import { WorkKeys } from './work-keys.tsx'
import { WorkTools } from './work-tools.tsx'

export const afterResults = { createLinkChecking, HelpKey, PosterImage, WorkKeys, WorkTools }
