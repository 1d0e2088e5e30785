// Reads what was pasted into the box, or shared by an app: what to search for, or what to show in place of a search.
import type { CheckResponse } from '../../../../src/contract/check.ts'
import type { ApiClient } from '../../api-client.ts'
import type { SearchState } from '../search-state.ts'
import { readPasted } from '../works/parse-pasted-share.ts'
import { recognisePasted } from './recognise-pasted.ts'

/** The server says at once that an address is no share. A share is checked, which takes longer: the search does not wait for that. */
const waitMs = 500

/** Without a keyword, `share` is a channel or a page, which `PastedBanner` shows. */
export async function readText(text: string, api: Pick<ApiClient, 'post'>): Promise<Pick<SearchState, 'kw' | 'share'>> {
  const pasted = recognisePasted(text)
  const isOther = pasted?.kind === 'channel' || (pasted?.kind === 'page' && (await isNoShare(pasted.url, api)))
  return isOther ? { kw: '', share: text.trim() } : readPasted(text)
}

async function isNoShare(url: string, api: Pick<ApiClient, 'post'>): Promise<boolean> {
  const items = [{ disk_type: '', url, password: '' }]
  const checked = api.post<CheckResponse>('/api/check/links', { items }, { isBackground: true }).then(
    ({ results }) => results[0]?.normalized_url === '',
    () => false,
  )
  return Promise.race([checked, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), waitMs))])
}
