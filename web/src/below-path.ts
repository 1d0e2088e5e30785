// Loaded only below a path of a reverse proxy: lets links name addresses of the browser, and the router see those of the service.
import { options, type VNode } from 'preact'
import { LocationProvider } from 'preact-iso'
import { urlPrefix } from './url-prefix.ts'

type Location = Parameters<typeof LocationProvider.ctx.Provider>[0]['value']

interface Props {
  href?: unknown
  action?: unknown
  value?: Location
}

/** Changes each element with an address of the service, and the location that the router provides, when they are created. */
export function installUrlPrefix(): void {
  const before = options.vnode
  options.vnode = (vnode: VNode<Props>) => {
    const { type, props } = vnode
    if (typeof type === 'string') addPrefix(props)
    else if (type === LocationProvider.ctx.Provider && props.value) props.value = locationInside(props.value)
    before?.(vnode)
  }
}

function addPrefix(props: Props): void {
  for (const name of ['href', 'action'] as const) {
    const address = props[name]
    if (typeof address === 'string' && /^\/(?!\/)/.test(address)) props[name] = urlPrefix + address
  }
}

/** An address of the browser as one of the service. */
function withoutUrlPrefix(address: string): string {
  return address.startsWith(`${urlPrefix}/`) ? address.slice(urlPrefix.length) : address
}

function locationInside({ url, path, route, ...rest }: Location): Location {
  return {
    ...rest,
    url: withoutUrlPrefix(url),
    path: withoutUrlPrefix(path === urlPrefix ? `${path}/` : path),
    route: (to, replace) => route(urlPrefix + to, replace),
  }
}
