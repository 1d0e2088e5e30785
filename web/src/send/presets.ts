// Targets to begin with: host and secrets are the user's own. The sources of the facts are in docs/web-page.md.
import type { SendTarget } from './send-targets.ts'

const webhook = {
  name: '',
  url: '',
  body: '{"url": "{url}", "code": "{code}", "title": "{title}", "cloud": "{cloud}"}',
  authorization: '',
  clouds: [],
} as const

export const emptyTarget: SendTarget = { ...webhook, body: '' }

/** By their labels. */
export const presets: Readonly<Record<string, SendTarget>> = {
  webhook,
  'quark-auto-save': {
    name: 'quark-auto-save',
    url: 'http://NAS:5005/api/add_task?token=TOKEN',
    body: '{"taskname": "{title}", "shareurl": "{url}", "savepath": "/{title}"}',
    authorization: '',
    clouds: ['quark'],
  },
  OpenList: {
    name: 'OpenList',
    url: 'http://NAS:5244/api/fs/add_offline_download',
    body: '{"path": "/", "urls": ["{url}"], "tool": "aria2", "delete_policy": "delete_on_upload_succeed"}',
    authorization: 'TOKEN',
    clouds: ['magnet', 'ed2k'],
  },
  CloudSaver: {
    name: 'CloudSaver',
    url: 'http://NAS:8008/resource?keyword={url}',
    body: '',
    authorization: '',
    clouds: ['quark', '115', 'tianyi', '123'],
  },
  aria2: {
    name: 'aria2',
    url: 'http://NAS:6800/jsonrpc',
    body: '{"jsonrpc": "2.0", "id": "trawl", "method": "aria2.addUri", "params": ["token:SECRET", ["{url}"]]}',
    authorization: '',
    clouds: ['magnet'],
  },
}
