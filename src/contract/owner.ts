// The wire of the owner: the account that the first visitor makes with the code of the log, and that administers the service.
import { z } from 'zod'
import { exactText, newPassword } from './auth.ts'
import { line } from './fields.ts'
import { envelope } from './monitoring.ts'

export const ownerRequest = z
  .object({
    username: line(1, 64).describe('The name to log in with: letters, digits, `.`, `_`, `@` or `-`.'),
    password: newPassword.describe('The new password: 8 characters or more; it is not trimmed.'),
    code: line(1, 40).describe('The code that the service logged at its start, in any case, with or without the `-`.'),
  })
  .register(z.globalRegistry, { id: 'OwnerRequest', description: 'The account of the owner, and the code of the log.' })

export const ownerPasswordRequest = z
  .object({
    current: exactText(1_024).describe('The password until now.'),
    password: newPassword.describe('The new password: 8 characters or more; it is not trimmed.'),
  })
  .register(z.globalRegistry, { id: 'OwnerPasswordRequest', description: 'The old and the new password.' })

/** Whether the code of the log can be used, and if not, why. */
export const ownerOffer = z.enum(['open', 'environment', 'ended', 'proxy', 'network', 'site'])
export type OwnerOffer = z.infer<typeof ownerOffer>

export const ownerAnswer = z
  .strictObject({
    ...envelope,
    exists: z.boolean().describe('Whether the service has an owner, who can log in.'),
    owner: z.string().min(1).nullable().describe('The name of the owner, for the owner; null for all others.'),
    offer: ownerOffer.describe(
      '`open`: this client may set name and password of the owner with the code of the log. Otherwise the reason why not: `environment`: settings decide who has access; `ended`: the code was used, or ten wrong ones were sent, and the next start logs another; `proxy`: the request came through a proxy that `TRUST_PROXY` does not name, or by a public name; `network`: the client is in another network; `site`: a page of another site sent it.',
    ),
  })
  .register(z.globalRegistry, { id: 'OwnerAnswer', description: 'Whether there is an owner, and who may become it.' })
export type OwnerAnswer = z.infer<typeof ownerAnswer>
