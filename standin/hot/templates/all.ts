// Collects all templates that turn samples into growing lists.

import { boardTemplates } from './boards.ts'
import { moreFallbackTemplates } from './community-fallbacks.ts'
import { morePageTemplates } from './community-pages.ts'
import { fallbackTemplates } from './fallbacks.ts'
import { feedTemplates } from './feeds.ts'
import { gameTemplates } from './games.ts'
import { pageTemplates } from './html-pages.ts'
import { dailyTemplates } from './news-json.ts'
import { newsTemplates } from './newsfeeds.ts'
import { rankTemplates } from './rankings.ts'
import type { Template } from './template.ts'

/** Templates by sample. */
export const templates: ReadonlyMap<string, Template> = new Map(
  [
    ...pageTemplates,
    ...morePageTemplates,
    ...feedTemplates,
    ...newsTemplates,
    ...dailyTemplates,
    ...boardTemplates,
    ...rankTemplates,
    ...gameTemplates,
    ...fallbackTemplates,
    ...moreFallbackTemplates,
  ].map((template) => [template.body, template]),
)
