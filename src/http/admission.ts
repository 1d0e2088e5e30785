// Who may ask at all: the allow list, held against the address that a request really comes from.
import type { FastifyRequest } from 'fastify'
import { addressOf } from './addresses.ts'
import type { AllowList } from './allow-list.ts'
import type { Clients } from './client.ts'
import { RequestError } from './errors.ts'

/**
 * Makes the check of every request: the error for one that may not ask, else undefined. `isOpen` says which requests are for anybody. The
 * address is that of the connection: what headers say of it anyone can say.
 */
export function createAdmission(
  allowList: Pick<AllowList, 'allows'>,
  clients: Clients,
  isOpen: (request: FastifyRequest) => boolean,
) {
  return (request: FastifyRequest): RequestError | undefined => {
    const { address } = clients.of(request.raw)
    if (allowList.allows(address) || isOpen(request)) return undefined
    return new RequestError(403, `address: ${addressOf(address) ?? 'none'} is not on the allow list of this service`)
  }
}
