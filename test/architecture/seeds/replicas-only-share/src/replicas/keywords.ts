// Seed: breaks the rule that fleet/ knows neither service.
import { search } from '../search/search.ts'

export const asked = search('linux')
