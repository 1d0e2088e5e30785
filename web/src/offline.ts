// Registers the service worker for offline use, and offers a reload when a new version is available.

import { frameMessages } from './frame-messages.ts'
import type { PageContext } from './page-context.ts'
import { urlPrefix } from './url-prefix.ts'

const script = `${urlPrefix}/sw.js`

/** The part of the Trusted Types API that is used here; not all browsers have it. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: Policies
  }
}

/** The Trusted Types policy allows this script URL only. */
function scriptAddress(): string {
  const rules = {
    createScriptURL(url: string): string {
      if (url !== script) throw new TypeError(`createScriptURL: only ${script} is allowed`)
      return url
    },
  }
  return window.trustedTypes?.createPolicy('trawl', rules).createScriptURL(script) ?? script
}

/**
 * Registers the service worker. Without secure context (plain http, not localhost) there is none; only
 * offline use is lost.
 */
export function registerOffline({ toast, preferences }: PageContext): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  let isReloading = false
  const offer = (waiting: ServiceWorker) => {
    const messages = frameMessages[preferences.language.value]
    const run = () => {
      isReloading = true
      waiting.postMessage({ type: 'SKIP_WAITING' })
    }
    toast.value = { text: messages.newVersion, action: { label: messages.reload, run } }
  }
  const watch = (registration: ServiceWorkerRegistration) => {
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && serviceWorker.controller) offer(installing)
      })
    })
  }
  serviceWorker.addEventListener('controllerchange', () => {
    if (isReloading) location.reload()
  })
  serviceWorker
    .register(scriptAddress())
    .then(watch)
    .catch(() => {
      // The page works without it.
    })
}
