// Words an error of listening for the operator.
import { findPortOwner } from './port-owner.ts'

/** A sentence that names the setting to change; undefined if `error` is another error. `findOwner` names the process that has a port. */
export function listenErrorMessage(error: unknown, findOwner = findPortOwner): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  const { code, message } = error
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${message}: HOST does not resolve to an address; it must be one of this machine, or 0.0.0.0 or :: for all of them`
  if (!('syscall' in error) || error.syscall !== 'listen') return undefined
  const port = 'port' in error ? Number(error.port) : 0
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by ${findOwner(port) ?? 'another program'}. Stop it, or set PORT to a free port, for example PORT=${port < 65_535 ? port + 1 : 8_888}`
  if (code === 'EADDRNOTAVAIL')
    return `${message}: HOST must be an address of this machine, or 0.0.0.0 or :: for all of them`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Set PORT to a port above 1023, for example PORT=8888; for ports 80 and 443 use a reverse proxy (docs/deploying.md)`
  return undefined
}
