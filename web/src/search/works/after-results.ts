// The parts that the first results do not need, in one chunk: checks of links, pictures, keys, tools.
import { SaveButton } from '../front/save-button.tsx'
import { createLinkChecking } from '../link-checking.ts'
import { PosterImage } from './poster-image.tsx'
import { WorkKeys } from './work-keys.tsx'
import { WorkTools } from './work-tools.tsx'

export const afterResults = { createLinkChecking, PosterImage, SaveButton, WorkKeys, WorkTools }
