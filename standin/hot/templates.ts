// All templates: what is known of each sample, so that it can be played as a living list.
import type { Template } from './template.ts'
import { boardTemplates } from './templates-of-boards.ts'
import { dailyTemplates } from './templates-of-dailies.ts'
import { fallbackTemplates } from './templates-of-fallbacks.ts'
import { feedTemplates } from './templates-of-feeds.ts'
import { gameTemplates } from './templates-of-games.ts'
import { moreFallbackTemplates } from './templates-of-more-fallbacks.ts'
import { morePageTemplates } from './templates-of-more-pages.ts'
import { newsTemplates } from './templates-of-news.ts'
import { pageTemplates } from './templates-of-pages.ts'
import { rankTemplates } from './templates-of-ranks.ts'

/** Templates by the sample they are for. */
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
